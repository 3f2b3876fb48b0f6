import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sample } from '../../support/sample.ts';
import { pitch } from './measure.ts';
import { duration, samples, soundOf, Workshop } from './support.ts';

const SECONDS = 4;

/** By name, how ffmpeg makes each of them of a tone; inputs.test.ts has an MPEG transport stream. */
const CONTAINERS: Readonly<Record<string, readonly string[]>> = {
  'a.aac': [],
  'a.ac3': [],
  'a.aiff': [],
  'a.au': [],
  'a.caf': [],
  'a.flac': [],
  'a.mka': ['-c:a', 'libopus'],
  'a.m4a': [],
  'a.mmf': ['-ac', '1', '-ar', '22050'],
  'a.mp2': [],
  'a.mp3': [],
  'a.ogg': [],
  'a.opus': [],
  'a.spx': ['-ar', '32000'],
  'a.tta': [],
  'a.w64': [],
  'a.wav': ['-c:a', 'adpcm_ms'],
  'a.wma': [],
  'a.wv': [],
  'a.webm': [],
  'a.oga': ['-c:a', 'flac'],
};
const WHOLE = sample('audio containers', Object.keys(CONTAINERS), 6);
const TRUNCATED = sample(
  'truncated sound',
  ['flac', 'mp3', 'wav', 'aiff', 'ogg', 'opus', 'wma', 'mka', 'w64', 'wv', 'mmf', 'caf', 'au'],
  4,
);
const CUT = sample('start and end', ['flac', 'mp3', 'ogg', 'opus', 'm4a', 'aac', 'wav', 'wma', 'mka', 'avi', 'wv'], 3);
const SURROUND = sample('surround', ['flac', 'opus', 'ogg', 'm4a', 'wav', 'aiff', 'aac'], 2);
/** Hz. */
const RATE = 48_000;

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
  const tone = `sine=660:d=${SECONDS}:r=44100,aformat=channel_layouts=stereo`;
  const noise = `anoisesrc=d=12:r=${RATE}:a=0.4:seed=9:c=pink`;
  await workshop.makeAll(['-f', 'lavfi', '-i', tone, '-f', 'lavfi', '-i', noise], {
    ...Object.fromEntries(WHOLE.map((name) => [name, ['-map', '0', ...(CONTAINERS[name] ?? [])]])),
    ...Object.fromEntries(
      TRUNCATED.map((extension) => [`whole.${extension}`, ['-map', '0', ...(extension === 'mmf' ? ['-ac', '1'] : [])]]),
    ),
    'six.wav': ['-map', '0', '-af', 'pan=5.1|c0=c0|c1=c1|c2=c0'],
    ...Object.fromEntries(CUT.map((extension) => [`long.${extension}`, ['-map', '1', '-ac', '1']])),
  });
});

afterAll(() => workshop.close());

it.each(WHOLE)('%s is read', async (name) => {
  const { output } = await workshop.convert({ input: workshop.path(name), target: 'wav' });
  expect(Math.abs((await duration(output.path)) - SECONDS)).toBeLessThan(0.2);
  expect(await pitch(output.path)).toBeCloseTo(660, -1);
});

it.each(TRUNCATED)('a %s that ends early is converted, and said to', async (extension) => {
  const whole = workshop.path(`whole.${extension}`);
  const content = await readFile(whole);
  const input = await workshop.write(`part.${extension}`, content.subarray(0, Math.floor(content.length * 0.6)));
  const { output, warnings } = await workshop.convert({ input, target: 'wav' });
  expect(warnings.map(({ code }) => code)).toEqual(['input_truncated']);
  expect(await duration(output.path)).toBeGreaterThan(1);
  expect(await duration(output.path)).toBeLessThan(SECONDS - 0.5);
  const complete = await workshop.convert({ input: whole, target: 'wav' });
  expect(complete.warnings).toEqual([]);
});

it.each(SURROUND)('%s keeps six channels', async (target) => {
  const { output, warnings } = await workshop.convert({ input: workshop.path('six.wav'), target });
  expect((await soundOf(output.path)).channels).toBe(6);
  expect(warnings).toEqual([]);
});

it.each(CUT)('start and end cut %s sample by sample', async (extension) => {
  const input = workshop.path(`long.${extension}`);
  const options = { start: '00:00:07', end: '00:00:09' };
  const { output } = await workshop.convert({ input, target: 'wav', options });
  const [all, part] = [await samples(input), await samples(output.path)];
  expect(part.length).toBe(2 * RATE);
  const from = 7 * RATE;
  for (let index = 0; index < part.length; index += 501) {
    // 16 bits in the result, and decoders that start at another place round otherwise.
    expect(Math.abs((part[index] ?? 1) - (all[from + index] ?? -1)), `sample ${index}`).toBeLessThan(0.01);
  }
});
