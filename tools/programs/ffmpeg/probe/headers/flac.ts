import type { SampleKind, SourceFacts } from '../source.ts';
import { bytesAt, type HeaderFile, secondsOf } from './header-file.ts';

const STREAMINFO = 0;
const PADDING = 1;
const SEEKTABLE = 3;
const COMMENTS = 4;
/** Blocks of plain files. Cue sheets are chapters, pictures are streams, and applications may be anything. */
const PLAIN = new Set([STREAMINFO, PADDING, SEEKTABLE, COMMENTS]);
const MOST_BLOCKS = 16;
/** Samples. */
const SMALLEST_BLOCK = 16;
const MOST_COMMENTS = 64 * 1024;

/** Names that ffprobe changes, in capitals, and names that it does not treat as tags. */
const RENAMED: Readonly<Record<string, string>> = {
  ALBUMARTIST: 'album_artist',
  TRACKNUMBER: 'track',
  DISCNUMBER: 'disc',
  DESCRIPTION: 'comment',
};
const SPECIAL = /^(CHAPTER|METADATA_BLOCK_PICTURE|COVERART|WAVEFORMATEXTENSIBLE_CHANNEL_MASK|LANGUAGE)/;

interface StreamInfo {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bits: number;
  readonly samples: number;
}

/** Returns ffprobe's facts for plain FLAC: one or two channels, a known length, and first frames that match its header. */
export async function flacFacts(file: HeaderFile): Promise<SourceFacts | null> {
  let info: StreamInfo | null = null;
  let tags: Map<string, string> | null = null;
  let at = 4;
  for (let count = 0, isLast = false; !isLast; count += 1) {
    const header = await bytesAt(file, at, 4);
    if (header === null || count >= MOST_BLOCKS) return null;
    const first = header.readUInt8(0);
    isLast = (first & 0x80) !== 0;
    const type = first & 0x7f;
    const bytes = header.readUIntBE(1, 3);
    if (!PLAIN.has(type) || (type === STREAMINFO) !== (count === 0)) return null;
    if (type === STREAMINFO) {
      const body: Buffer | null = bytes === 34 ? await bytesAt(file, at + 4, bytes) : null;
      if (body === null || body.readUInt16BE(0) < SMALLEST_BLOCK || body.readUInt16BE(2) < body.readUInt16BE(0))
        return null;
      info = readStreamInfo(body);
    } else if (type === COMMENTS) {
      const body: Buffer | null = bytes <= MOST_COMMENTS && tags === null ? await bytesAt(file, at + 4, bytes) : null;
      tags = body === null ? null : readComments(body);
      if (tags === null) return null;
    }
    at += 4 + bytes;
  }
  const frame = await bytesAt(file, at, 4);
  if (info === null || frame === null || info.channels > 2 || info.samples === 0) return null;
  const samples = kindOf(info.bits);
  if (samples === null || !isFrameOf(frame, info)) return null;
  const { sampleRate, channels } = info;
  return {
    formats: ['flac'],
    audio: {
      index: 0,
      codec: 'flac',
      profile: null,
      sampleRate,
      channels,
      layout: channels === 1 ? 'mono' : 'stereo',
      samples,
      bitRate: null,
      length: { seconds: secondsOf(info.samples, sampleRate), exact: true },
      edits: null,
    },
    pictures: [],
    tags: tags ?? new Map(),
    chapters: [],
  };
}

/** RFC 9639, section 8.2. */
function readStreamInfo(body: Buffer): StreamInfo {
  const packed = body.readBigUInt64BE(10);
  return {
    sampleRate: Number(packed >> 44n),
    channels: Number((packed >> 41n) & 7n) + 1,
    bits: Number((packed >> 36n) & 31n) + 1,
    samples: Number(packed & 0xfffffffffn),
  };
}

const kindOf = (bits: number): SampleKind | null =>
  bits === 8 || bits === 16 || bits === 24 ? { bits, float: false } : null;

/** Codes of a frame header, RFC 9639, section 9.1. */
const RATES: Readonly<Record<number, number>> = {
  1: 88200,
  2: 176400,
  3: 192000,
  4: 8000,
  5: 16000,
  6: 22050,
  7: 24000,
  8: 32000,
  9: 44100,
  10: 48000,
  11: 96000,
};
const BITS: Readonly<Record<number, number>> = { 1: 8, 4: 16, 6: 24 };

/** Whether the first frame has the same values as the header. */
function isFrameOf(frame: Buffer, { sampleRate, channels, bits }: StreamInfo): boolean {
  if (frame.readUInt16BE(0) >> 1 !== 0x7ffc) return false;
  const assignment = frame.readUInt8(3) >> 4;
  const count = assignment < 8 ? assignment + 1 : assignment < 11 ? 2 : 0;
  return (
    RATES[frame.readUInt8(2) & 15] === sampleRate && count === channels && BITS[(frame.readUInt8(3) >> 1) & 7] === bits
  );
}

/** Reads Vorbis comments; null if they are damaged or contain more than tags. */
function readComments(body: Buffer): Map<string, string> | null {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const tags = new Map<string, string>();
  const seen = new Set<string>();
  let at = 4 + body.readUInt32LE(0);
  const count = body.readUInt32LE(at);
  at += 4;
  for (let number = 0; number < count; number += 1) {
    const bytes = body.readUInt32LE(at);
    const comment = body.subarray(at + 4, at + 4 + bytes);
    at += 4 + bytes;
    if (at > body.length) return null;
    const equals = comment.indexOf('=');
    const name = comment.toString('latin1', 0, Math.max(0, equals));
    const capitals = name.toUpperCase();
    const value = decoded(text, comment.subarray(equals + 1));
    if (!/^[A-Za-z0-9_ -]+$/.test(name) || SPECIAL.test(capitals) || seen.has(capitals) || value === null) return null;
    seen.add(capitals);
    tags.set(RENAMED[capitals] ?? name, value);
  }
  return at === body.length ? tags : null;
}

function decoded(text: InstanceType<typeof TextDecoder>, bytes: Buffer): string | null {
  if (bytes.length === 0 || bytes.includes(0)) return null;
  try {
    return text.decode(bytes);
  } catch {
    return null;
  }
}
