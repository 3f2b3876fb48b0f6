import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OptionValues } from '../../../src/task/types.ts';
import { readLevels } from '../../../tools/programs/ffmpeg/sound/loudness.ts';
import { levels } from './measure.ts';
import { Workshop } from './support.ts';

const TOLERANCE_DB = 0.1;
const TO_PEAK = { normalize: true, normalize_type: 'peak', normalize_target_level: -3 } as const;

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
  // Squares at full scale: a codec and a resampler raise their corners far above it.
  const squares = 'aevalsrc=sgn(sin(2*PI*317*t))|sgn(sin(2*PI*331*t)):d=1:s=44100';
  await workshop.makeAll(['-f', 'lavfi', '-i', squares], {
    'squares.wav': [],
    'squares.mp3': ['-b:a', '128k'],
  });
});

afterAll(() => workshop.close());

const CASES: readonly [string, string, OptionValues][] = [
  ['squares.mp3', 'wav', {}],
  ['squares.mp3', 'flac', { channels: 'mono' }],
  ['squares.wav', 'wav', { frequency: 32000 }],
  ['squares.wav', 'aiff', { channels: 'mono', frequency: 22050 }],
];

it.each(CASES)('the peak of %s as %s %o is the one that was asked for', async (name, target, options) => {
  const { output, warnings } = await workshop.convert({
    input: workshop.path(name),
    target,
    options: { ...TO_PEAK, ...options },
  });
  expect(Math.abs((await levels(output.path)).peak + 3)).toBeLessThan(TOLERANCE_DB);
  expect(warnings).toEqual([]);
});

it('a codec that changes single peaks comes within 0.1 dB, or the warning names the peak', async () => {
  const input = workshop.path('squares.wav');
  const { output, warnings } = await workshop.convert({ input, target: 'ogg', options: TO_PEAK });
  const { peak } = await levels(output.path);
  const named = Number(/: (-?[\d.]+) dB was used/.exec(warnings[0]?.message ?? '')?.[1] ?? -3);
  expect(Math.abs(peak - named)).toBeLessThan(TOLERANCE_DB);
});

const REPORTED = join(process.env.CORPORA_DIR ?? '', 'reported/audio/issue_66.mp3');

it.runIf(existsSync(REPORTED))('the peak of a reported MP3 mixed to mono (CORPORA_DIR)', async () => {
  const options = { ...TO_PEAK, channels: 'mono' };
  const { output } = await workshop.convert({ input: REPORTED, target: 'wav', options });
  expect(Math.abs((await levels(output.path)).peak + 3)).toBeLessThan(TOLERANCE_DB);
});

it('levels of a sound that ffmpeg reports in parts are those of the whole', () => {
  const part = (rms: number, peak: number, samples: number) =>
    `[Parsed_astats_1 @ 0x5] Overall\n[Parsed_astats_1 @ 0x5] Peak level dB: ${peak}\n` +
    `[Parsed_astats_1 @ 0x5] RMS level dB: ${rms}\n[Parsed_astats_1 @ 0x5] Number of samples: ${samples}\n`;
  const levels = readLevels(part(-20, -1, 3000) + part(-30, -6, 1000));
  expect(levels?.peak).toBe(-1);
  expect(levels?.rms).toBeCloseTo(10 * Math.log10(0.75 * 0.01 + 0.25 * 0.001), 6);
  expect(readLevels('nothing')).toBeNull();
});
