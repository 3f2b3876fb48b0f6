import { expect } from 'vitest';
import { adtsHeader, levels, loudness, opusInputRate, pitch } from './measure.ts';
import type { Shows } from './policy-table.ts';
import { decodedSeconds, duration, ffmpeg, ffprobe, measuredBitrate, samples, soundOf } from './support.ts';

/** What the checks need to know besides the result. */
export interface Reference {
  /** The input that was converted. */
  readonly input: string;
  /** A folder for files of the checks' own. */
  readonly folder: string;
}

type Check<Name extends keyof Shows> = (
  path: string,
  expected: NonNullable<Shows[Name]>,
  reference: Reference,
) => Promise<void>;

/** Loss of a codec that changes the level of noise by this much, dB. */
const LOSSY_PEAK_TOLERANCE = 1.6;
const LOUDNESS_TOLERANCE = 0.3;

const CHECKS: { readonly [Name in keyof Required<Shows>]: Check<Name> } = {
  codec: async (path, codec) => {
    expect((await soundOf(path)).codec_name).toBe(codec);
  },
  profile: async (path, profile) => {
    expect((await soundOf(path)).profile).toBe(profile);
  },
  adts: async (path, header) => {
    expect(await adtsHeader(path)).toEqual(header);
  },
  sampleRate: async (path, rate) => {
    const { codec_name: codec, sample_rate: shown } = await soundOf(path);
    expect(codec === 'opus' ? await opusInputRate(path) : Number(shown)).toBe(rate);
  },
  channels: async (path, channels) => {
    expect((await soundOf(path)).channels).toBe(channels);
  },
  bits: async (path, bits) => {
    expect(Number((await soundOf(path)).bits_per_raw_sample)).toBe(bits);
  },
  bitrate: async (path, kbps) => {
    const measured = (await measuredBitrate(path)) / 1000;
    expect(measured).toBeGreaterThan(kbps * 0.8);
    expect(measured).toBeLessThan(kbps * 1.2);
  },
  nominalBitrate: async (path, kbps) => {
    expect(Math.round(Number((await soundOf(path)).bit_rate) / 1000)).toBe(kbps);
  },
  lameQuality: async (path, quality, { input, folder }) => {
    const same = `${folder}/lame-${quality}-${process.hrtime.bigint()}.mp3`;
    await ffmpeg(['-i', input, '-c:a', 'libmp3lame', '-q:a', String(quality), same]);
    expect(await measuredBitrate(path)).toBeCloseTo(await measuredBitrate(same), -3);
  },
  pictures: async (path, count) => {
    const { streams } = await ffprobe(path);
    expect(streams.filter(({ codec_type }) => codec_type === 'video')).toHaveLength(count);
  },
  duration: async (path, seconds) => {
    // ADTS holds no duration: ffprobe guesses it from the first bitrate.
    const found = path.endsWith('.aac') ? await decodedSeconds(path) : await duration(path);
    expect(Math.abs(found - seconds)).toBeLessThan(0.13);
  },
  pitch: async (path, hertz) => {
    expect(Math.abs((await pitch(path)) - hertz)).toBeLessThan(hertz * 0.02);
  },
  loudness: async (path, level) => {
    expect(Math.abs((await loudness(path)).integrated - level)).toBeLessThanOrEqual(LOUDNESS_TOLERANCE + 0.001);
  },
  atMostRange: async (path, range) => {
    expect((await loudness(path)).range).toBeLessThanOrEqual(range);
  },
  atMostTruePeak: async (path, peak) => {
    expect((await loudness(path)).truePeak).toBeLessThanOrEqual(peak + LOSSY_PEAK_TOLERANCE);
  },
  rms: async (path, level) => {
    expect(Math.abs((await levels(path)).rms - level)).toBeLessThan(LOUDNESS_TOLERANCE);
  },
  peak: async (path, level) => {
    expect(Math.abs((await levels(path)).peak - level)).toBeLessThan(LOSSY_PEAK_TOLERANCE);
  },
  fadesIn: async (path, seconds) => {
    const [start, later] = await edges(path, (values) => values);
    if (seconds > 0) expect(start).toBeLessThan(later * 0.3);
    else expect(start).toBeGreaterThan(later * 0.7);
  },
  fadesOut: async (path, seconds) => {
    const [end, before] = await edges(path, (values) => values.reverse());
    if (seconds > 0) expect(end).toBeLessThan(before * 0.3);
    else expect(end).toBeGreaterThan(before * 0.7);
  },
  tag: async (path, [name, value]) => {
    const { format, streams } = await ffprobe(path);
    const tags = new Map(
      Object.entries({ ...streams[0]?.tags, ...format.tags }).map(([key, text]) => [key.toLowerCase(), text]),
    );
    if (!KEEPS_TAGS.test(format.format_name)) return;
    if (format.format_name === 'wav' && name === 'album_artist') return;
    expect(tags.get(name)).toBe(value);
  },
  sameSound: async (path, _, { input }) => {
    const [before, after] = [await samples(input), await samples(path)];
    expect(Math.abs(after.length - before.length)).toBeLessThan(before.length * 0.05);
    const shared = Math.min(before.length, after.length);
    for (let index = 0; index < shared; index += 997) expect(after[index]).toBeCloseTo(before[index] ?? Number.NaN, 4);
  },
};

/** ffprobe's names of formats that have a place for each of these tags. */
const KEEPS_TAGS = /^(aiff|caf|flac|mov|mp3|ogg|wav|asf|matroska)/;

/** Mean of the samples' sizes in the first tenth of a second and in one a second later, in the direction that `turn` gives. */
async function edges(path: string, turn: (values: Float32Array) => Float32Array): Promise<[number, number]> {
  const values = turn((await samples(path, ['-ac', '1', '-ar', '8000'])).slice());
  const mean = (from: number) => values.subarray(from, from + 800).reduce((sum, value) => sum + Math.abs(value), 0);
  return [mean(0), mean(9600)];
}

/** Looks for everything that a result has to show. */
export async function expectShown(path: string, shows: Shows, reference: Reference): Promise<void> {
  for (const name of Object.keys(shows) as (keyof Shows)[]) await check(name, path, shows, reference);
}

async function check<Name extends keyof Shows>(
  name: Name,
  path: string,
  shows: Shows,
  reference: Reference,
): Promise<void> {
  const expected = shows[name];
  if (expected === undefined) return;
  const run: Check<Name> = CHECKS[name];
  await run(path, expected as NonNullable<Shows[Name]>, reference);
}
