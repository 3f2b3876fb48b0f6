import { type ByteSource, has, u16be, u32be } from './byte-source.ts';
import type { FormatName } from './names.ts';

/** How far from the start the first frame may be, bytes: some files begin with zeros or with the rest of a cut frame. */
const SEARCH_BYTES = 16 * 1024;

/** Frames that must follow each other; fewer only if they fill the file. */
const FRAMES = 4;

/** A frame's length, and the fields that no frame of the same stream changes. */
interface Frame {
  readonly name: FormatName;
  readonly bytes: number;
  readonly stream: number;
}

/**
 * Recognises streams of frames without a container: MPEG audio, AAC (ADTS and LOAS), AC-3 and E-AC-3. A sync word alone is too short, so
 * several frames must follow at the length that each announces.
 */
export function byAudioFrames({ head, size }: Pick<ByteSource, 'head' | 'size'>): FormatName | null {
  const last = Math.min(SEARCH_BYTES, head.length - 4);
  for (let start = 0; start <= last; start++) {
    const byte = head[start];
    if (byte !== 0xff && byte !== 0x0b && byte !== 0x56) continue;
    const name = framesAt(head, start, size);
    if (name !== null) return name;
  }
  return null;
}

/** This many frames in a row are not a coincidence. */
const CERTAIN_FRAMES = 8;

/** Whether a stream of frames ends within a frame, because the file was cut off there. `tail`: its last bytes, some ten frames. */
export function endsWithinFrame(tail: Buffer): boolean {
  for (let start = 0; start < tail.length; start++) {
    const first = frameAt(tail, start);
    if (first === null) continue;
    let [at, count] = [start + first.bytes, 1];
    for (let frame = frameAt(tail, at); frame !== null && frame.stream === first.stream; frame = frameAt(tail, at)) {
      at += frame.bytes;
      count += 1;
    }
    if (count >= CERTAIN_FRAMES) return at > tail.length;
  }
  return false;
}

function framesAt(head: Buffer, start: number, size: number): FormatName | null {
  const first = frameAt(head, start);
  if (first === null) return null;
  let at = start + first.bytes;
  for (let count = 1; count < FRAMES; count++) {
    // A short file of whole frames, or with a cut last one, is accepted only from its very first byte.
    if (at >= size) return start === 0 && (count > 1 || at === size) ? first.name : null;
    const next = frameAt(head, at);
    if (next === null || next.name !== first.name || next.stream !== first.stream) {
      return start === 0 && count > 1 && isTagAt(head, at) ? first.name : null;
    }
    at += next.bytes;
  }
  return first.name;
}

/** Tags that end MPEG audio. */
function isTagAt(head: Buffer, at: number): boolean {
  return has(head, at, 'TAG') || has(head, at, 'APETAGEX') || has(head, at, 'LYRICSBEGIN');
}

function frameAt(head: Buffer, at: number): Frame | null {
  switch (head[at]) {
    case 0xff:
      return adtsFrame(head, at) ?? mpegFrame(head, at);
    case 0x0b:
      return ac3Frame(head, at);
    case 0x56:
      return loasFrame(head, at);
    default:
      return null;
  }
}

/** kbit/s by [MPEG-1?][layer], index 1 to 14 (ISO 11172-3 2.4.2.3, ISO 13818-3 2.4.2.3). */
const BITRATES = {
  1: {
    1: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  2: {
    1: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
} as const;

const SAMPLE_RATES = [44100, 48000, 32000] as const;
const LAYER_NAMES = { 1: 'mp1', 2: 'mp2', 3: 'mp3' } as const;

function mpegFrame(head: Buffer, at: number): Frame | null {
  const header = u32be(head, at);
  if (header === -1 || header >>> 21 !== 0x7ff) return null;
  const version = (header >>> 19) & 3;
  const layerBits = (header >>> 17) & 3;
  const bitrateIndex = (header >>> 12) & 15;
  const rate = SAMPLE_RATES[(header >>> 10) & 3];
  if (version === 1 || layerBits === 0 || rate === undefined) return null;
  const layer = (4 - layerBits) as 1 | 2 | 3;
  const bitrate = BITRATES[version === 3 ? 1 : 2][layer][bitrateIndex - 1];
  if (bitrate === undefined) return null;
  const sampleRate = rate >> (version === 3 ? 0 : version === 2 ? 1 : 2);
  const padding = (header >>> 9) & 1;
  const slots = layer === 3 && version !== 3 ? 72 : 144;
  const bytes =
    layer === 1
      ? (Math.floor((12_000 * bitrate) / sampleRate) + padding) * 4
      : Math.floor((slots * 1000 * bitrate) / sampleRate) + padding;
  // Version, layer and sample rate; the bitrate may change.
  return { name: LAYER_NAMES[layer], bytes, stream: header & 0xfffe0c00 };
}

function adtsFrame(head: Buffer, at: number): Frame | null {
  const sync = u16be(head, at);
  if (sync === -1 || (sync & 0xfff6) !== 0xfff0 || at + 7 > head.length) return null;
  const fields = u32be(head, at + 2);
  const bytes = (fields >>> 5) & 0x1fff;
  const rateIndex = (fields >>> 26) & 15;
  if (bytes < 8 || rateIndex > 12) return null;
  return { name: 'aac', bytes, stream: (sync << 8) | (fields >>> 26) };
}

/** kbit/s by frame size code / 2 (ETSI TS 102 366 table 5.18). */
const AC3_BITRATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640] as const;
const AC3_SAMPLE_RATES = [48000, 44100, 32000] as const;

function ac3Frame(head: Buffer, at: number): Frame | null {
  if (u16be(head, at) !== 0x0b77 || at + 6 > head.length) return null;
  const code = head[at + 4] ?? 0;
  const id = (head[at + 5] ?? 0) >> 3;
  const rateIndex = code >> 6;
  if (id > 10 && id <= 16) {
    const words = (u16be(head, at + 2) & 0x7ff) + 1;
    return { name: 'eac3', bytes: words * 2, stream: code & 0xc0 };
  }
  const rate = AC3_SAMPLE_RATES[rateIndex];
  const bitrate = AC3_BITRATES[(code & 0x3f) >> 1];
  if (id > 10 || rate === undefined || bitrate === undefined) return null;
  // 1536 samples a frame; at 44.1 kHz an odd code means one word more.
  const words = Math.floor((bitrate * 96_000) / rate) + (rate === 44100 ? code & 1 : 0);
  return { name: 'ac3', bytes: words * 2, stream: code };
}

function loasFrame(head: Buffer, at: number): Frame | null {
  const header = u16be(head, at);
  if (header === -1 || header >> 5 !== 0x2b7 || at + 3 > head.length) return null;
  const bytes = 3 + (((header & 0x1f) << 8) | (head[at + 2] ?? 0));
  return bytes < 8 ? null : { name: 'loas', bytes, stream: 0 };
}
