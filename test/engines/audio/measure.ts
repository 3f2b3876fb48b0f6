import { readFile } from 'node:fs/promises';
import { measureBy, samples, soundOf } from './support.ts';

/** Loudness of a file, measured apart from the engine. */
export interface Loudness {
  /** LUFS. */
  readonly integrated: number;
  /** LU. */
  readonly range: number;
  /** dBTP. */
  readonly truePeak: number;
}

export async function loudness(path: string): Promise<Loudness> {
  const names = ['I', 'LRA', 'true_peak'].map((name) => `lavfi.r128.${name}`);
  const [integrated = Number.NaN, range = Number.NaN, peak = Number.NaN] = await measureBy(
    path,
    'ebur128=metadata=1:peak=true',
    names,
  );
  return { integrated, range, truePeak: 20 * Math.log10(peak) };
}

/** Levels over all samples, dB: computed here from the decoded samples. */
export async function levels(path: string): Promise<{ rms: number; peak: number }> {
  const values = await samples(path);
  let squares = 0;
  let highest = 0;
  for (const value of values) {
    squares += value * value;
    highest = Math.max(highest, Math.abs(value));
  }
  return { rms: 10 * Math.log10(squares / values.length), peak: 20 * Math.log10(highest) };
}

/** The pitch of a tone, Hz, by counting where its first channel crosses zero upwards in the middle of a file. */
export async function pitch(path: string): Promise<number> {
  const { sample_rate: rate, channels = 1 } = await soundOf(path);
  const values = (await samples(path)).filter((_, index) => index % channels === 0);
  const middle = values.subarray(Math.floor(values.length * 0.2), Math.floor(values.length * 0.8));
  let crossings = 0;
  for (let index = 1; index < middle.length; index += 1) {
    if ((middle[index - 1] ?? 0) < 0 && (middle[index] ?? 0) >= 0) crossings += 1;
  }
  return (crossings * Number(rate)) / middle.length;
}

/** The sample rate that an Opus file says its sound had, Hz (RFC 7845, 5.1): its decoder always gives 48000. */
export async function opusInputRate(path: string): Promise<number> {
  const content = await readFile(path);
  return content.readUInt32LE(content.indexOf('OpusHead') + 12);
}

const ADTS_SAMPLE_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000];

/** Sample rate and channels in the header of the first ADTS frame (ISO/IEC 13818-7, 6.2). */
export async function adtsHeader(path: string): Promise<{ sampleRate: number | undefined; channels: number }> {
  const header = await readFile(path);
  if (header.readUInt16BE(0) >> 4 !== 0xfff) throw new Error(`${path} does not start with an ADTS frame`);
  const [third, fourth] = [header.readUInt8(2), header.readUInt8(3)];
  return {
    sampleRate: ADTS_SAMPLE_RATES[(third >> 2) & 15],
    channels: ((third & 1) << 2) | (fourth >> 6),
  };
}
