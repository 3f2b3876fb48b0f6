import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { align } from './alignment.ts';
import { ALIGNMENT_CASES, ALIGNMENT_RATE, ALIGNMENT_SOUND } from './alignment-cases.ts';
import { samples, soundOf, Workshop } from './support.ts';

const MILLISECOND = 1;
const milliseconds = (count: number) => (1000 * count) / ALIGNMENT_RATE;

let workshop: Workshop;
let source: string;

beforeAll(async () => {
  workshop = await Workshop.open();
  source = await workshop.make('sweeps.wav', [
    '-f',
    'lavfi',
    '-i',
    `${ALIGNMENT_SOUND},aformat=channel_layouts=stereo`,
  ]);
});

afterAll(() => workshop.close());

const decoded = (path: string, rate: number) => samples(path, ['-af', `aresample=${rate}`, '-ac', '1']);

describe('what a result decodes to begins and ends where its source does', () => {
  it.each(ALIGNMENT_CASES)('$target $options', async ({ target, options, late, longer }) => {
    const { output } = await workshop.convert({ input: source, target, options });
    const [before, after] = await Promise.all([source, output.path].map((path) => decoded(path, ALIGNMENT_RATE)));
    const found = align(before ?? new Float32Array(), after ?? new Float32Array(), ALIGNMENT_RATE);
    expect(found.likeness).toBeGreaterThan(0.9);
    expect(Math.abs(found.start - milliseconds(late))).toBeLessThan(MILLISECOND);
    expect(found.length).toBeGreaterThan(-MILLISECOND);
    expect(found.length).toBeLessThan(milliseconds(longer) + MILLISECOND);
  });
});

describe('of sources whose length their header does not tell to the sample', () => {
  const SOURCES = { 'sweeps.mp3': ['-b:a', '128k'], 'sweeps.mka': ['-c:a', 'libvorbis'], 'low.wav': ['-ar', '11025'] };

  it.each(Object.keys(SOURCES))('%s as m4a', async (name) => {
    await workshop.makeAll(['-i', source], { [name]: SOURCES[name as keyof typeof SOURCES] });
    const input = workshop.path(name);
    const rate = Number((await soundOf(input)).sample_rate);
    const { output } = await workshop.convert({ input, target: 'm4a', options: { frequency: 32000 } });
    const found = align(await decoded(input, rate), await decoded(output.path, rate), rate);
    expect(Math.abs(found.start)).toBeLessThan(MILLISECOND);
    expect(Math.abs(found.length)).toBeLessThan(MILLISECOND);
  });

  const REPORTED = join(process.env.CORPORA_DIR ?? '', 'reported/audio/issue_66.mp3');
  it.runIf(existsSync(REPORTED)).each(['m4a', 'flac', 'opus', 'wma'])(
    'a reported MP3 as %s (CORPORA_DIR)',
    async (target) => {
      const { output } = await workshop.convert({ input: REPORTED, target });
      const found = align(await decoded(REPORTED, 16000), await decoded(output.path, 16000), 16000);
      expect(Math.abs(found.start)).toBeLessThan(MILLISECOND);
      if (target !== 'wma') expect(Math.abs(found.length)).toBeLessThan(MILLISECOND);
    },
  );
});

it('MMF says how much silence fills its last block', async () => {
  const { warnings } = await workshop.convert({ input: source, target: 'mmf', options: { frequency: 8000 } });
  expect(warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/ends with \d\.\d ms of silence/),
  );
});
