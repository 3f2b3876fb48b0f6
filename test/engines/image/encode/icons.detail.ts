import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { CONVERT } from '../../../support/imagemagick.ts';
import { convert, makeScratch, onlyPath, psnr } from '../decode/support.ts';
import { drawPng, PYTHON } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

/** Sizes of all entries, as ImageMagick reads their pixels. */
async function sizesOf(path: string): Promise<string[]> {
  const { stdout } = await execa(CONVERT, [`ico:${path}`, '-format', '%wx%h\n', 'info:']);
  return stdout.trim().split('\n');
}

/** The same by the directory, as Pillow reads it. */
async function entriesOf(path: string): Promise<string[]> {
  const script =
    'import sys; from PIL import Image; print("\\n".join("%dx%d" % s for s in sorted(Image.open(sys.argv[1]).info["sizes"])))';
  const { stdout } = await execa(PYTHON, ['-c', script, path]);
  return stdout.trim().split('\n');
}

it('has the usual sizes up to the picture’s own, each in its shape', async () => {
  const path = onlyPath(await convert(scratch, await drawPng(scratch, 'veiled', 100, 50), { target: 'ico' }));
  const sizes = ['100x50', '64x32', '48x24', '32x16', '24x12', '16x8'];
  expect(await sizesOf(path)).toEqual(sizes);
  expect(await entriesOf(path)).toEqual(sizes.toReversed());
});

it('takes a small picture as it is', async () => {
  const path = onlyPath(await convert(scratch, await drawPng(scratch, 'veiled', 11, 7), { target: 'ico' }));
  expect(await sizesOf(path)).toEqual(['11x7']);
});

it('makes a large picture smaller, and says so', async () => {
  const input = await drawPng(scratch, 'colour', 600, 300);
  const made = await convert(scratch, input, { target: 'ico' });
  expect(made.codes).toEqual(['output_limited']);
  const path = onlyPath(made);
  expect(await sizesOf(path)).toEqual(['256x128', '128x64', '64x32', '48x24', '32x16', '24x12', '16x8']);
});

it('shows the picture in every size, also in that of 256', async () => {
  const input = await drawPng(scratch, 'veiled', 256, 256);
  const path = onlyPath(await convert(scratch, input, { target: 'ico' }));
  for (const [index, side] of [256, 128, 64, 48, 32, 24, 16].entries()) {
    const expected = scratch.path(`expected-${side}.png`);
    await execa(CONVERT, [input, '-filter', 'Lanczos', '-resize', `${side}x${side}`, expected]);
    expect(await psnr(`ico:${path}[${index}]`, expected), `${side}`).toBeGreaterThan(side === 256 ? 100 : 35);
  }
});
