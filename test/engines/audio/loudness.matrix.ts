import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OptionValues } from '../../../src/task/types.ts';
import { sample } from '../../support/sample.ts';
import { Gate } from './gate.ts';
import { levels, loudness } from './measure.ts';
import { duration, Workshop } from './support.ts';

/** LU. */
const TOLERANCE = 0.3;
const gate = new Gate(2);

let workshop: Workshop;

const pink = (seconds: number, amplitude: number, seed: number) =>
  `anoisesrc=d=${seconds}:r=48000:a=${amplitude}:c=pink:seed=${seed}`;

/** Sounds that are hard in different ways, by the filters that make them. */
const SYNTHETIC = {
  tone: 'sine=1000:d=4:r=44100,volume=-6dB',
  noise: `${pink(4, 0.5, 1)},aformat=channel_layouts=stereo`,
  // Quiet and loud by 30 dB in turns.
  turns: `${pink(16, 0.5, 5)},volume='if(lt(mod(t,8),4),0.03,0.9)':eval=frame,aformat=channel_layouts=stereo`,
  // Low noise with a crack every second, 18 dB above it in loudness and near full scale.
  cracks: `${pink(6, 0.05, 6)}[low];aevalsrc=0.95*lt(mod(t\\,1)\\,0.005)*sin(2*PI*300*t):d=6:s=48000[high];[low][high]amix=inputs=2:normalize=0`,
  // A level that swells over 40 dB.
  swell: `sine=700:d=15:r=44100,volume='pow(10,-2*abs(sin(t/3)))':eval=frame,aformat=channel_layouts=stereo`,
  silence: 'anullsrc=d=2',
  alike: 'sine=440:d=2,volume=17dB,aformat=channel_layouts=stereo',
} as const;
type Sound = keyof typeof SYNTHETIC;
const NAMES = ['tone', 'noise', 'turns', 'cracks', 'swell'] as const satisfies readonly Sound[];

beforeAll(async () => {
  workshop = await Workshop.open();
  const graph = Object.entries(SYNTHETIC).map(([name, filters]) => `${filters}[${name}]`);
  const outputs = Object.keys(SYNTHETIC).map((name) => [`${name}.wav`, ['-map', `[${name}]`]] as const);
  await workshop.makeAll(['-filter_complex', graph.join(';')], Object.fromEntries(outputs));
});

afterAll(() => workshop.close());

const convert = (input: string, target: string, options: OptionValues) =>
  gate.run(() => workshop.convert({ input, target, options: { normalize: true, ...options } }));

const source = (name: Sound): string => workshop.path(`${name}.wav`);

describe.concurrent('EBU R128', () => {
  const cases = NAMES.flatMap((name) => [-30, -23, -16, -12].map((level) => [name, level] as const));

  it.each(sample('loudness', cases, 4))('%s at %s LUFS, without loss', async (name, level) => {
    const { output, warnings } = await convert(source(name), 'wav', { normalize_target_level_ebu: level });
    const { integrated, truePeak } = await loudness(output.path);
    expect(warnings).toEqual([]);
    expect(Math.abs(integrated - level)).toBeLessThanOrEqual(TOLERANCE);
    expect(truePeak).toBeLessThanOrEqual(-2 + 0.11);
  });

  it.each(sample('loudness of targets', ['aac', 'm4a', 'mp3', 'ogg', 'opus', 'wma', 'mmf', 'aiff'], 2))(
    'noise as %s, which takes some level away',
    async (target) => {
      const { output } = await convert(source('noise'), target, { normalize_target_level_ebu: -20 });
      expect(Math.abs((await loudness(output.path)).integrated + 20)).toBeLessThanOrEqual(TOLERANCE);
    },
  );

  it('holds peaks below a true peak that a plain gain would exceed', async () => {
    const options = { normalize_target_level_ebu: -16, normalize_true_peak_ebu: -9 };
    const { output } = await convert(source('cracks'), 'wav', options);
    const { integrated, truePeak } = await loudness(output.path);
    expect((await loudness(source('cracks'))).truePeak).toBeGreaterThan(-1);
    expect(truePeak).toBeLessThanOrEqual(-9 + 0.11);
    expect(Math.abs(integrated + 16)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('says how near it came where a target cannot be reached', async () => {
    const options = { normalize_target_level_ebu: -5, normalize_true_peak_ebu: -9 };
    const { output, warnings } = await convert(source('tone'), 'wav', options);
    const { integrated } = await loudness(output.path);
    expect(warnings.map(({ details }) => details.option)).toEqual(['normalize_target_level_ebu']);
    expect(warnings[0]?.message).toContain(`${integrated.toFixed(1)} LUFS`);
  });

  const ranges = [
    ['swell', 7],
    ['swell', 3],
    ['turns', 4],
  ] as const;

  it.each(sample('loudness ranges', ranges, 1))('narrows the loudness range of %s to %s LU', async (name, range) => {
    const { output } = await convert(source(name), 'flac', { normalize_loudness_range_target_ebu: range });
    const after = await loudness(output.path);
    expect((await loudness(source(name))).range).toBeGreaterThan(range + 2);
    expect(after.range).toBeLessThanOrEqual(range + 1);
    expect(Math.abs(after.integrated + 23)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('keeps the loudness range where none was asked for', async () => {
    const { output } = await convert(source('swell'), 'wav', {});
    const [before, after] = [await loudness(source('swell')), await loudness(output.path)];
    expect(Math.abs(after.range - before.range)).toBeLessThan(0.5);
  });

  it('takes a level without a type as loudness', async () => {
    const { output } = await convert(source('noise'), 'wav', { normalize_target_level: -19 });
    expect(Math.abs((await loudness(output.path)).integrated + 19)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('measures what is kept of the input, mixed as the result is', async () => {
    const options = { start: '00:00:04', end: '00:00:08', channels: 'mono', frequency: 22050 };
    const { output } = await convert(source('turns'), 'wav', options);
    expect(await duration(output.path)).toBeCloseTo(4, 2);
    expect(Math.abs((await loudness(output.path)).integrated + 23)).toBeLessThanOrEqual(TOLERANCE);
  });

  const speech = join(process.env.CORPORA_DIR ?? '', 'audio', 'jfk.wav');
  it.runIf(existsSync(speech)).each([-23, -16, -10])('speech at %s LUFS', async (level) => {
    const { output } = await convert(speech, 'wav', {
      normalize_target_level_ebu: level,
      normalize_true_peak_ebu: -1,
    });
    const { integrated, truePeak } = await loudness(output.path);
    expect(Math.abs(integrated - level)).toBeLessThanOrEqual(TOLERANCE);
    expect(truePeak).toBeLessThanOrEqual(-1 + 0.11);
  });
});

describe.concurrent('levels', () => {
  it.each(sample('root mean squares', NAMES, 1))('%s to a root mean square of -30 dB', async (name) => {
    const { output, warnings } = await convert(source(name), 'wav', {
      normalize_type: 'rms',
      normalize_target_level: -30,
    });
    expect(warnings).toEqual([]);
    expect((await levels(output.path)).rms).toBeCloseTo(-30, 1);
  });

  it.each(sample('peaks', NAMES, 1))('%s to a peak of -3 dB', async (name) => {
    const { output, warnings } = await convert(source(name), 'wav', {
      normalize_type: 'peak',
      normalize_target_level: -3,
    });
    expect(warnings).toEqual([]);
    expect((await levels(output.path)).peak).toBeCloseTo(-3, 1);
  });

  it('warns of peaks that are cut off', async () => {
    const options = { normalize_type: 'rms', normalize_target_level: -3 };
    const { warnings } = await convert(source('cracks'), 'wav', options);
    expect(warnings).toMatchObject([{ code: 'output_limited', details: { option: 'normalize_target_level' } }]);
  });

  it('keeps them in floating point', async () => {
    const options = { normalize_type: 'rms', normalize_target_level: -3, pcm_format: 'pcm_f32le' };
    const { output, warnings } = await convert(source('cracks'), 'wav', options);
    expect(warnings).toEqual([]);
    expect((await levels(output.path)).rms).toBeCloseTo(-3, 1);
    expect((await levels(output.path)).peak).toBeGreaterThan(6);
  });

  it.each(['ebu', 'rms', 'peak'])('leaves silence as it is (%s)', async (type) => {
    const { output, warnings } = await convert(source('silence'), 'wav', { normalize_type: type });
    expect(warnings).toMatchObject([{ code: 'output_limited', details: { option: 'normalize' } }]);
    expect((await levels(output.path)).peak).toBe(Number.NEGATIVE_INFINITY);
  });

  it('does not make a mix of floating-point sound louder than one of integers', async () => {
    const integers = source('alike');
    const floats = await workshop.make('alike-f.wav', ['-i', integers, '-c:a', 'pcm_f32le']);
    const mono = (input: string) => workshop.convert({ input, target: 'wav', options: { channels: 'mono' } });
    const [one, other] = [await mono(integers), await mono(floats)];
    const before = await levels(integers);
    expect((await levels(one.output.path)).peak).toBeCloseTo(before.peak, 1);
    expect((await levels(other.output.path)).peak).toBeCloseTo(before.peak, 1);
  });
});
