import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convert, makeScratch, type Scratch } from './support.ts';

let scratch: Scratch;

beforeAll(async () => {
  scratch = await makeScratch();
});

afterAll(() => scratch.remove());

it('tells how much of one file is compressed, once a second', async () => {
  const path = scratch.path('larger.bin');
  // Packing this takes some seconds on every machine.
  await writeFile(path, randomBytes(300_000_000));
  const { progress } = await convert(scratch, [{ path }], { target: 'bz2' });
  expect(progress.some((percent) => percent > 0 && percent < 100)).toBe(true);
  expect(Math.max(...progress)).toBeLessThanOrEqual(100);
});
