import { stat } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileSize } from '../../../../engines/document/operations/quality/file-size.ts';
import { sample } from '../../../support/sample.ts';
import { Bench, check, fact, images, text } from './support-ghostscript.ts';

const KiB = 1024;

let bench: Bench;
let photos: string;
beforeAll(async () => {
  bench = await Bench.make();
  photos = await bench.pdf({ pages: 2, image: ['rgb', 'jpeg', 'gray', 'mono'], pixels: 500 });
});
afterAll(() => bench.remove());

const size = async (path: string) => (await stat(path)).size;
const passes = (calls: readonly { name: string }[]) => calls.filter(({ name }) => name === 'gs').length;

describe('meets the target within 8 % below it', () => {
  test.each(sample('file sizes', [800, 400, 150, 60, 30], 2))('%i KiB', async (target) => {
    expect(await size(photos)).toBeGreaterThan(800 * KiB);
    const { path, calls, warnings, progress } = await bench.run(fileSize, photos, { file_size: target });
    expect(await size(path)).toBeLessThanOrEqual(target * KiB);
    expect(await size(path)).toBeGreaterThan(0.92 * target * KiB);
    expect(passes(calls)).toBeLessThanOrEqual(8);
    expect(warnings).toEqual([]);
    await check(path);
    expect(await text(path)).toBe('Words of page 1 Words of page 2');
    expect((await images(path)).length).toBe(8);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });
});

test('stops at the floor with a warning', async () => {
  const { path, calls, warnings } = await bench.run(fileSize, photos, { file_size: 2 });
  expect(passes(calls)).toBe(1);
  expect(warnings).toMatchObject([
    { code: 'output_limited', details: { option: 'file_size', bytes: await size(path) } },
  ]);
  expect(await size(path)).toBeLessThan(30 * KiB);
});

test('a smaller file stays as it is', async () => {
  expect(await bench.run(fileSize, photos, { file_size: 5000 })).toMatchObject({
    path: photos,
    warnings: [],
    calls: [],
  });
});

test('packing is tried first: nothing is lost where it is enough', async () => {
  const source = await bench.pdf({ rich: true, pages: 60 });
  const target = Math.ceil((await size(source)) / KiB) - 4;
  const { path, calls, warnings } = await bench.run(fileSize, source, { file_size: target });
  expect({ passes: passes(calls), warnings }).toEqual({ passes: 0, warnings: [] });
  expect(await size(path)).toBeLessThanOrEqual(target * KiB);
  expect(await fact(path, 'Tagged')).toBe('yes');
});

test('a file that is text only is not made worse', async () => {
  const source = await bench.pdf({ rich: true, packed: true });
  const { path, warnings } = await bench.run(fileSize, source, { file_size: 1 });
  expect(await size(path)).toBeLessThanOrEqual(await size(source));
  expect(warnings.at(-1)?.code).toBe('output_limited');
});

test('1.4 stays 1.4', async () => {
  const source = await bench.pdf({ image: ['rgb'], version: '1.4' });
  const { path } = await bench.run(fileSize, source, { file_size: 20 });
  expect(await fact(path, 'PDF version')).toBe('1.4');
});

test('leaves room for what linearisation adds', async () => {
  const { path } = await bench.run(fileSize, photos, { file_size: 100, linearize: true });
  await execa('qpdf', ['--linearize', path, bench.path('linear.pdf')]);
  expect(await size(bench.path('linear.pdf'))).toBeLessThanOrEqual(100 * KiB);
  expect(await size(bench.path('linear.pdf'))).toBeGreaterThan(0.88 * 100 * KiB);
});
