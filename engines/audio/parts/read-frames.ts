import { mp3Bitrates } from '../encoders/mp3.ts';
import type { PartsForm } from '../encoding.ts';
import type { Frames } from './frames.ts';
import { readOgg } from './ogg.ts';

/** Reads the frames of a part's file. Null: the file is not as expected. */
export function readFrames(file: Buffer, { codec }: PartsForm): Frames | null {
  if (codec === 'opus') return readOgg(file);
  const frames = split(file);
  return frames && { frames: frames.slice(1), headers: frames.slice(0, 1), padding: 0 };
}

function split(file: Buffer): Buffer[] | null {
  const frames: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const length = at + 7 <= file.length ? mp3Length(file, at) : 0;
    if (length < 7 || at + length > file.length) return null;
    frames.push(file.subarray(at, at + length));
    at += length;
  }
  return frames;
}

const SAMPLE_RATES = [44100, 48000, 32000];

/** Returns the bytes of an MP3 frame; 0 if there is none. */
function mp3Length(file: Buffer, at: number): number {
  const [, second = 0, third = 0] = file.subarray(at, at + 3);
  if (file[at] !== 0xff || (second & 0xe6) !== 0xe2) return 0;
  const version = (second >> 3) & 3;
  const base = SAMPLE_RATES[(third >> 2) & 3];
  if (base === undefined || version === 1) return 0;
  const sampleRate = base / (version === 3 ? 1 : version === 2 ? 2 : 4);
  // MPEG 2.5 shares the table of MPEG 2.
  const kbps = mp3Bitrates(Math.max(sampleRate, 16000))[(third >> 4) - 1];
  if (kbps === undefined) return 0;
  return Math.floor(((version === 3 ? 144 : 72) * kbps * 1000) / sampleRate) + ((third >> 1) & 1);
}
