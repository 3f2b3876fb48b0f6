import { byAudioFrames } from './formats/audio-frames.ts';
import {
  type ByteSource,
  byteSourceOf,
  has,
  openByteSource,
  type ReadAt,
  sourceFrom,
  u32be,
} from './formats/byte-source.ts';
import { byCompoundStreams } from './formats/compound.ts';
import type { DetectedFormat } from './formats/detected-format.ts';
import { byBoxSignature, byIsoMedia } from './formats/iso-media.ts';
import { byLibrary } from './formats/library.ts';
import { byMatroskaTracks, byMediaContainer, byPgsSegments, byStartCode, byTransportPackets } from './formats/media.ts';
import { type FormatName, formatOf } from './formats/names.ts';
import { byPalmOwner } from './formats/palm.ts';
import { byPictureSignature } from './formats/pictures.ts';
import { byPlaylistText, isPlaylist } from './formats/playlists.ts';
import { byHeaderFields, byPlausibility, bySignature } from './formats/signatures.ts';
import { byTarHeader } from './formats/tar.ts';
import { byText, byTextualHeader } from './formats/text.ts';
import { byTiffTags } from './formats/tiff.ts';
import { byZipEnd, byZipMembers } from './formats/zip.ts';

export { isPlaylist };

type Recogniser = (source: ByteSource) => FormatName | null | Promise<FormatName | DetectedFormat | null>;

/** Recognisers in order; the first answer counts. What is certain or dangerous to miss comes before what is merely likely. */
const RECOGNISERS: readonly Recogniser[] = [
  byPlaylistText,
  byTarHeader,
  bySignature,
  byPictureSignature,
  byZipMembers,
  byCompoundStreams,
  byIsoMedia,
  byBoxSignature,
  byMatroskaTracks,
  byMediaContainer,
  byPgsSegments,
  byText,
  byStartCode,
  byTextualHeader,
  byHeaderFields,
  byPalmOwner,
  byTiffTags,
  byLibrary,
  byTransportPackets,
  byAudioFrames,
  byZipEnd,
  byPlausibility,
];

/** Existing versions of ID3v2. */
const KNOWN_ID3 = [2, 3, 4];

/** Most ID3 tags before a file; nobody writes files with more. */
const MAX_ID3_TAGS = 4;

/**
 * Identifies a file by its content, without its name. Reads a bounded number of bytes. Null if nothing recognises it, and if it is not a
 * regular file. Text that is nothing more specific is `txt`, kind `text`.
 * @throws the system's error if the file cannot be opened or read; never because of the content
 */
export async function identify(path: string): Promise<DetectedFormat | null> {
  const source = await openByteSource(path);
  if (source === null) return null;
  try {
    return await identifySource(source);
  } finally {
    await source.close();
  }
}

/**
 * Identifies a file that is not on this machine.
 * @param size bytes of the file
 * @throws the errors of `readAt`
 */
export async function identifyRemote(size: number, readAt: ReadAt): Promise<DetectedFormat | null> {
  return identifySource(await byteSourceOf(size, readAt));
}

async function identifySource(source: ByteSource): Promise<DetectedFormat | null> {
  const content = await skipId3(source);
  if (content === source) return recognise(source);
  // Programs follow playlists before and after a tag.
  const playlist = byPlaylistText(source);
  if (playlist !== null) return formatOf(playlist);
  const format = await recognise(content);
  if (isPlaylist(format) || format?.kind === 'audio' || format?.kind === 'video') return format;
  // Anything else after a tag of an existing version is damage or noise in an MP3.
  return KNOWN_ID3.includes(source.head[3] ?? 0) ? formatOf('mp3') : recognise(source);
}

async function recognise(source: ByteSource): Promise<DetectedFormat | null> {
  for (const recogniser of RECOGNISERS) {
    const found = await recogniser(source);
    if (found !== null) return typeof found === 'string' ? formatOf(found) : found;
  }
  return null;
}

/** Skips ID3v2 tags of any version (https://id3.org/id3v2.4.0-structure 3.1), which may hold pictures of any size before the content. */
async function skipId3(source: ByteSource): Promise<ByteSource> {
  let content = source;
  for (let tags = 0; tags < MAX_ID3_TAGS && has(content.head, 0, 'ID3'); tags++) {
    const size = u32be(content.head, 6);
    if (size === -1 || (size & 0x80808080) !== 0 || (content.head[3] ?? 0xff) === 0xff) break;
    const bytes = ((size >>> 24) << 21) | (((size >>> 16) & 0x7f) << 14) | (((size >>> 8) & 0x7f) << 7) | (size & 0x7f);
    const footer = ((content.head[5] ?? 0) & 0x10) !== 0 ? 10 : 0;
    content = await sourceFrom(content, 10 + bytes + footer);
  }
  return content;
}
