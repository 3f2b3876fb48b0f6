import { type FileHandle, open } from 'node:fs/promises';

/** What counts as silence. */
export interface SilenceRule {
  /** Level that every sample of every channel is below, dB below full scale. */
  readonly thresholdDb: number;
  /** Minimum duration. */
  readonly seconds: number;
}

/** Interleaved floating-point samples, little-endian, as ffmpeg writes them into a W64 file. */
export interface SampleForm {
  readonly channels: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly bits: 32 | 64;
}

/** Frames (a sample of each channel) from `from` on and before `to`. */
export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/** Finds the parts of a sound without silence. Takes the samples in playing order. */
export class SoundingFinder {
  readonly #limit: number;
  readonly #shortest: number;
  readonly #channels: number;
  readonly #kept: FrameRange[] = [];
  /** Frames seen so far. */
  #frames = 0;
  /** Where the kept range began, and where the current silence began; null for none. */
  #from = 0;
  #silentFrom: number | null = null;

  constructor({ thresholdDb, seconds }: SilenceRule, { channels, sampleRate }: SampleForm) {
    this.#limit = 10 ** (thresholdDb / 20);
    this.#shortest = Math.max(1, Math.round(seconds * sampleRate));
    this.#channels = channels;
  }

  /** Adds whole frames. */
  add(samples: Float32Array | Float64Array): void {
    const [limit, channels] = [this.#limit, this.#channels];
    for (let at = 0; at < samples.length; at += channels) {
      let silent = true;
      for (let index = at; index < at + channels; index += 1) {
        if (Math.abs(samples[index] as number) >= limit) silent = false;
      }
      if (!silent) this.#sound();
      else this.#silentFrom ??= this.#frames;
      this.#frames += 1;
    }
  }

  /** Returns the ranges that stay, and the total number of frames. */
  end(): { readonly kept: readonly FrameRange[]; readonly frames: number } {
    this.#sound();
    if (this.#from < this.#frames) this.#kept.push({ from: this.#from, to: this.#frames });
    return { kept: this.#kept, frames: this.#frames };
  }

  /** Ends the current silence, if there is any. */
  #sound(): void {
    const from = this.#silentFrom;
    if (from === null) return;
    this.#silentFrom = null;
    if (this.#frames - from < this.#shortest) return;
    if (from > this.#from) this.#kept.push({ from: this.#from, to: from });
    this.#from = this.#frames;
  }
}

/** GUID of the sample chunk in W64; its size follows in 8 bytes and includes these and the GUID. */
const DATA = Buffer.from('64617461f3acd3118cd100c04f8edb8a', 'hex');
const CHUNK_HEADER_BYTES = 24;
/** Far more than ffmpeg's headers. */
const HEADER_BYTES = 64 * 1024;
const CHUNK_FRAMES = 64 * 1024;

/**
 * Removes silence from a W64 file that ffmpeg has just written; the file becomes shorter. An entirely silent file stays as it is.
 * @returns number of frames before and after; 0 after if it is entirely silent
 */
export async function cutOutSilence(
  path: string,
  form: SampleForm,
  rule: SilenceRule,
): Promise<{ readonly frames: number; readonly kept: number }> {
  const file = await open(path, 'r+');
  try {
    const start = await findSamples(file);
    const { kept, frames } = await soundingRanges(file, start, form, rule);
    const count = kept.reduce((sum, { from, to }) => sum + to - from, 0);
    if (count > 0 && count < frames) await keepRanges(file, start, kept, frameBytes(form));
    return { frames, kept: count };
  } finally {
    await file.close();
  }
}

const frameBytes = ({ channels, bits }: SampleForm): number => (channels * bits) / 8;

async function findSamples(file: FileHandle): Promise<number> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const at = buffer.subarray(0, bytesRead).indexOf(DATA);
  if (at < 0) throw new Error('a W64 file without samples');
  return at + CHUNK_HEADER_BYTES;
}

async function soundingRanges(file: FileHandle, start: number, form: SampleForm, rule: SilenceRule) {
  const finder = new SoundingFinder(rule, form);
  const bytes = frameBytes(form);
  const { buffer } = new Uint8Array(CHUNK_FRAMES * bytes);
  for (let at = start; ; ) {
    const length = await readWhole(file, new Uint8Array(buffer), at);
    const whole = length - (length % bytes);
    if (whole === 0) return finder.end();
    const count = (whole / bytes) * form.channels;
    finder.add(form.bits === 32 ? new Float32Array(buffer, 0, count) : new Float64Array(buffer, 0, count));
    at += whole;
  }
}

/** Moves the kept ranges towards the beginning, and updates the sizes in the header. */
async function keepRanges(file: FileHandle, start: number, kept: readonly FrameRange[], bytes: number): Promise<void> {
  const chunk = new Uint8Array(CHUNK_FRAMES * bytes);
  let end = start;
  for (const { from, to } of kept) {
    for (let at = start + from * bytes; at < start + to * bytes; ) {
      const wanted = Math.min(chunk.length, start + to * bytes - at);
      const length = await readWhole(file, chunk.subarray(0, wanted), at);
      if (length < wanted) throw new Error('a W64 file that became shorter');
      await file.write(chunk, 0, length, end);
      at += length;
      end += length;
    }
  }
  await file.truncate(end);
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(end - start + CHUNK_HEADER_BYTES));
  await file.write(size, 0, size.length, start - size.length);
}

/** Reads up to the length of the buffer or the end of the file. */
async function readWhole(file: FileHandle, into: Uint8Array, at: number): Promise<number> {
  let length = 0;
  while (length < into.length) {
    const { bytesRead } = await file.read(into, length, into.length - length, at + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}
