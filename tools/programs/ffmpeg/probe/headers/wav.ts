import { byAudioFrames } from '../../../../../src/files/formats/audio-frames.ts';
import type { SampleKind, SourceFacts } from '../source.ts';
import { bytesAt, type HeaderFile, secondsOf } from './header-file.ts';

/** ffprobe skips only a few chunks; others have tags, chapters or another codec. */
const MOST_CHUNKS = 16;
const SKIPPED = new Set(['JUNK', 'junk', 'PAD ']);
/** Most bytes of a chunk that is read. */
const MOST_BYTES = 64 * 1024;

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
/** The end of extensible WAV's GUIDs, after the format. */
const GUID_END = '000000001000800000aa00389b71';
const MOST_CHANNELS = 32;
const HIGHEST_RATE = 768_000;

/** ffprobe's names of channel masks. */
const LAYOUTS: Readonly<Record<number, { name: string; channels: number }>> = {
  4: { name: 'mono', channels: 1 },
  3: { name: 'stereo', channels: 2 },
  51: { name: 'quad', channels: 4 },
  263: { name: '4.0', channels: 4 },
  63: { name: '5.1', channels: 6 },
  1551: { name: '5.1(side)', channels: 6 },
  1599: { name: '7.1', channels: 8 },
};

/** WAV tags and ffprobe's names for them. */
const TAGS: Readonly<Record<string, string>> = {
  IART: 'artist',
  ICMT: 'comment',
  ICOP: 'copyright',
  ICRD: 'date',
  IGNR: 'genre',
  INAM: 'title',
  IPRD: 'album',
  ISFT: 'encoder',
};

interface Format {
  readonly codec: string;
  readonly channels: number;
  readonly sampleRate: number;
  readonly layout: string | null;
  readonly samples: SampleKind;
  /** Bytes of a sample of all channels. */
  readonly align: number;
}

/** Content of the chunks read so far. */
interface Chunks {
  format: Format | null;
  data: { at: number; bytes: number } | null;
  /** Number of samples that the file also states. */
  stated: number | null;
  tags: Map<string, string> | null;
}

const NOTHING: Chunks = { format: null, data: null, stated: null, tags: null };

/** Returns ffprobe's facts for plain PCM in WAV: complete, with known chunks, and without data that could be another codec. */
export async function wavFacts(file: HeaderFile): Promise<SourceFacts | null> {
  const { head } = file;
  if (head.toString('latin1', 8, 12) !== 'WAVE' || head.readUInt32LE(4) !== file.size - 8) return null;
  const { format, data, stated, tags } = (await readChunks(file)) ?? NOTHING;
  if (format === null || data === null || data.bytes === 0 || data.bytes % format.align !== 0) return null;
  const samples = data.bytes / format.align;
  if (stated !== null && stated !== samples) return null;
  // The format of ACT recorders has the same header as WAV.
  if (head[256] === 0x84) return null;
  if (format.codec === 'pcm_s16le') {
    const beginning = await bytesAt(file, data.at, Math.min(data.bytes, LOOKED_THROUGH));
    if (beginning === null || mayBeCompressed(beginning)) return null;
  }
  const { codec, sampleRate, channels, layout } = format;
  return {
    formats: ['wav'],
    audio: {
      index: 0,
      codec,
      profile: null,
      sampleRate,
      channels,
      layout,
      samples: format.samples,
      bitRate: sampleRate * format.align * 8,
      length: { seconds: secondsOf(samples, sampleRate), exact: true },
      edits: null,
    },
    pictures: [],
    tags: tags ?? new Map(),
    chapters: [],
  };
}

/** Returns null if there are too many chunks, or one is cut off, repeated or not supported here. */
async function readChunks(file: HeaderFile): Promise<Chunks | null> {
  const chunks: Chunks = { ...NOTHING };
  let at = 12;
  for (let count = 0; at < file.size; count += 1) {
    const header = await bytesAt(file, at, 8);
    if (header === null || count >= MOST_CHUNKS) return null;
    const chunk = { id: header.toString('latin1', 0, 4), at: at + 8, bytes: header.readUInt32LE(4) };
    const end = chunk.at + chunk.bytes;
    if (end > file.size || !(await readChunk(file, chunk, chunks))) return null;
    // The last chunk may lack its padding byte.
    at = end + (end < file.size ? chunk.bytes % 2 : 0);
  }
  return chunks;
}

/** Adds the content of a chunk. Returns false if the chunk is not supported here. */
async function readChunk(
  file: HeaderFile,
  { id, at, bytes }: { readonly id: string; readonly at: number; readonly bytes: number },
  chunks: Chunks,
): Promise<boolean> {
  if (SKIPPED.has(id)) return true;
  if (id === 'data') {
    if (chunks.data !== null || chunks.format === null) return false;
    chunks.data = { at, bytes };
    return true;
  }
  const body = bytes <= MOST_BYTES ? await bytesAt(file, at, bytes) : null;
  if (body === null) return false;
  if (id === 'fmt ' && chunks.format === null) {
    chunks.format = formatOf(body);
    return chunks.format !== null;
  }
  if (id === 'fact' && chunks.stated === null && bytes === 4) {
    chunks.stated = body.readUInt32LE(0);
    return true;
  }
  if (id !== 'LIST' || chunks.tags !== null) return false;
  chunks.tags = tagsOf(body);
  return chunks.tags !== null;
}

function formatOf(body: Buffer): Format | null {
  if (![16, 18, 40].includes(body.length)) return null;
  const tag = body.readUInt16LE(0);
  if ((tag === EXTENSIBLE) !== (body.length === 40)) return null;
  const channels = body.readUInt16LE(2);
  const sampleRate = body.readUInt32LE(4);
  const align = body.readUInt16LE(12);
  const bits = body.readUInt16LE(14);
  const kind = tag === EXTENSIBLE ? subFormat(body, bits) : tag;
  const known = codecOf(kind, bits);
  if (known === null || channels < 1 || channels > MOST_CHANNELS) return null;
  if (sampleRate < 1 || sampleRate > HIGHEST_RATE) return null;
  if (align !== (channels * bits) / 8 || body.readUInt32LE(8) !== sampleRate * align) return null;
  if (body.length === 18 && body.readUInt16LE(16) !== 0) return null;
  const mask = tag === EXTENSIBLE ? body.readUInt32LE(20) : 0;
  const layout = LAYOUTS[mask];
  if (mask !== 0 && layout?.channels !== channels) return null;
  return { ...known, channels, sampleRate, align, layout: layout?.name ?? null };
}

/** Returns the format of extensible WAV whose samples use all of their bits; null for others. */
function subFormat(body: Buffer, bits: number): number | null {
  if (body.readUInt16LE(16) !== 22 || body.readUInt16LE(18) !== bits) return null;
  return body.toString('hex', 26, 40) === GUID_END ? body.readUInt16LE(24) : null;
}

function codecOf(kind: number | null, bits: number): { codec: string; samples: SampleKind } | null {
  if (kind === PCM && bits === 8) return { codec: 'pcm_u8', samples: { bits, float: false } };
  if (kind === PCM && (bits === 16 || bits === 24 || bits === 32))
    return { codec: `pcm_s${bits}le`, samples: { bits, float: false } };
  if (kind === FLOAT && (bits === 32 || bits === 64))
    return { codec: `pcm_f${bits}le`, samples: { bits, float: true } };
  return null;
}

/** Reads a list of tags in plain ASCII; null for other lists or content. */
function tagsOf(body: Buffer): Map<string, string> | null {
  if (body.toString('latin1', 0, 4) !== 'INFO') return null;
  const tags = new Map<string, string>();
  for (let at = 4; at < body.length; ) {
    if (at + 8 > body.length) return null;
    const name = TAGS[body.toString('latin1', at, at + 4)];
    const bytes = body.readUInt32LE(at + 4);
    const end = at + 8 + bytes;
    if (name === undefined || end > body.length || tags.has(name)) return null;
    const value = body.toString('latin1', at + 8, end).replace(/\0+$/, '');
    if (!/^[ -~]+$/.test(value)) return null;
    tags.set(name, value);
    at = end + (bytes % 2);
  }
  return tags;
}

/** First bytes of a DTS or TrueHD frame, or of a burst for receivers (IEC 61937), in either byte order. */
const MARKS = ['7ffe8001', 'fe7f0180', '1fffe800', 'ff1f00e8', 'f8726fba', '72f81f4e', 'f8724e1f'].map((mark) =>
  Buffer.from(mark, 'hex'),
);
const WINDOW = 16 * 1024;

/** Bytes (32 packets) of 16-bit samples in which ffprobe looks for other codecs, which some receivers play from a disc like PCM. */
const LOOKED_THROUGH = 32 * 4096;

function mayBeCompressed(data: Buffer): boolean {
  if (MARKS.some((mark) => data.includes(mark))) return true;
  for (let at = 0; at < data.length; at += WINDOW) {
    if (byAudioFrames({ head: data.subarray(at), size: data.length - at }) !== null) return true;
  }
  return false;
}
