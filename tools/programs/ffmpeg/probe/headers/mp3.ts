import type { SourceFacts } from '../source.ts';
import { bytesAt, type HeaderFile, secondsOf } from './header-file.ts';
import { readId3 } from './id3.ts';

/** kbit/s of layer III, by index from 1 (ISO 11172-3, ISO 13818-3). */
const MPEG_1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG_2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44100, 48000, 32000];
const MONO = 3;

interface Frame {
  readonly sampleRate: number;
  readonly isMono: boolean;
  /** bits/s. */
  readonly bitRate: number;
  readonly bytes: number;
  readonly samples: number;
  /** Offset of the description of the file from the header; in the first frame it takes the place of the sound. */
  readonly description: number;
  /** Header bits that are the same in all frames of a stream. */
  readonly stream: number;
}

/** Frames that ffprobe requires to recognise an MP3 file; these are checked, and more if the bitrate is constant. */
const FRAMES = 24;
const HAS_FRAMES_AND_BYTES = 3;
/** Lowest average bitrate, bits/s: below it, the first frame's description is wrong. */
const LOWEST = 1000;
const HIGHEST = 640_000;

/** Returns ffprobe's facts for plain MP3: a description of the file in its first frame (Xing), only text tags, nothing after the sound. */
export async function mp3Facts(file: HeaderFile): Promise<SourceFacts | null> {
  const { head, size } = file;
  const tag = head.toString('latin1', 0, 3) === 'ID3' ? readId3(head) : null;
  // Without it, ffprobe reports the encoder's name in the first frame as a tag if the frame's checksum is right.
  if (!tag?.tags.has('encoder')) return null;
  const start = tag.bytes;
  const first = frameAt(head, start);
  if (first === null) return null;
  const at = start + 4 + first.description;
  const name = head.toString('latin1', at, at + 4);
  if (name !== 'Info' && name !== 'Xing') return null;
  const flags = head.readUInt32BE(at + 4);
  if ((flags & HAS_FRAMES_AND_BYTES) !== HAS_FRAMES_AND_BYTES) return null;
  const frames = head.readUInt32BE(at + 8);
  // The description must cover the whole file: nothing is missing, and no tag follows.
  if (frames === 0 || head.readUInt32BE(at + 12) !== size - start || (await hasTagAtEnd(file))) return null;
  const following = framesAfter(head, start + first.bytes, first);
  if (following === null || following.length < Math.min(FRAMES, frames)) return null;
  const isConstant = following.every(({ bitRate }) => bitRate === following[0]?.bitRate);
  if (name === 'Info' && !isConstant) return null;
  const mean = Math.floor(((size - start) * 8 * first.sampleRate) / (frames * first.samples) + 0.5);
  if (mean < LOWEST || mean > HIGHEST) return null;
  return {
    formats: ['mp3'],
    audio: {
      index: 0,
      codec: 'mp3',
      profile: null,
      sampleRate: first.sampleRate,
      channels: first.isMono ? 1 : 2,
      layout: first.isMono ? 'mono' : 'stereo',
      samples: { bits: 16, float: false },
      bitRate: name === 'Info' ? (following[0]?.bitRate ?? null) : mean,
      length: { seconds: secondsOf(frames * first.samples, first.sampleRate), exact: true },
      edits: null,
    },
    pictures: [],
    tags: tag.tags,
    chapters: [],
  };
}

function frameAt(head: Buffer, at: number): Frame | null {
  if (at + 4 > head.length) return null;
  const header = head.readUInt32BE(at);
  const version = (header >>> 19) & 3;
  const bitrateIndex = (header >>> 12) & 15;
  const rate = RATES[(header >>> 10) & 3];
  // Only layer III.
  if (header >>> 21 !== 0x7ff || version === 1 || ((header >>> 17) & 3) !== 1 || rate === undefined) return null;
  const isFirst = version === 3;
  const kbps = (isFirst ? MPEG_1 : MPEG_2)[bitrateIndex - 1];
  if (kbps === undefined) return null;
  const sampleRate = isFirst ? rate : rate >> (version === 2 ? 1 : 2);
  const samples = isFirst ? 1152 : 576;
  const isMono = ((header >>> 6) & 3) === MONO;
  return {
    sampleRate,
    isMono,
    samples,
    bitRate: kbps * 1000,
    bytes: Math.floor((samples * 125 * kbps) / sampleRate) + ((header >>> 9) & 1),
    description: isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17,
    stream: (header & 0xfffe0c00) >>> 0,
  };
}

/** Returns the consecutive frames from there, as many as are checked; null if something else comes between them. */
function framesAfter(head: Buffer, from: number, first: Frame): Frame[] | null {
  const frames: Frame[] = [];
  for (let at = from; frames.length < FRAMES && at < head.length - 4; ) {
    const frame = frameAt(head, at);
    if (frame === null || frame.stream !== first.stream || frame.isMono !== first.isMono) return null;
    frames.push(frame);
    at += frame.bytes;
  }
  return frames;
}

/** Whether the file ends with an ID3v1, APE or Lyrics3 tag. */
async function hasTagAtEnd(file: HeaderFile): Promise<boolean> {
  const end = await bytesAt(file, file.size - 256, 256);
  const text = end?.toString('latin1') ?? '';
  return text.includes('TAG') || text.includes('LYRICS');
}
