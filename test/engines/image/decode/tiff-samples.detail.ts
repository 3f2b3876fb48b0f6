// TIFF of packings and samples that sharp does not read.
import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { PYTHON } from '../encode/support.ts';
import { convert, magick, makeScratch, onlyPath, pixelsOf, psnr } from './support.ts';

let scratch: ScratchFolder;
let source: string;
beforeAll(async () => {
  scratch = await makeScratch();
  source = scratch.path('source.png');
  await magick('-size', '90x64', 'gradient:#f08020-#2040c0', '-depth', '8', source);
});
afterAll(() => scratch.remove());

const toPng = async (path: string): Promise<string> => onlyPath(await convert(scratch, path, { target: 'png' }));

describe('TIFF', () => {
  test.each<[string, string[]]>([
    ['LZMA', ['-compress', 'LZMA']],
    ['samples of 32 bits', ['-depth', '32']],
  ])('with %s', async (name, args) => {
    const path = scratch.path(`${name}.tiff`);
    await magick(source, ...args, path);
    expect(await psnr(await toPng(path), source)).toBeGreaterThan(48);
  });

  test('with floating samples of 32 bits, from 0 to 1', async () => {
    const path = scratch.path('floating.tiff');
    const script =
      'import sys; from PIL import Image; Image.linear_gradient("L").convert("F").point(lambda v: v * (1 / 255) + 0).save(sys.argv[1])';
    await execa(PYTHON, ['-c', script, path]);
    expect(
      await pixelsOf(await toPng(path), [
        [3, 0],
        [3, 100],
        [3, 255],
      ]),
    ).toEqual([
      [0, 0, 0, 255],
      [100, 100, 100, 255],
      [255, 255, 255, 255],
    ]);
  });
});

describe('TIFF of samples that hold no levels by themselves', () => {
  /** A row of grey pixels, not packed. */
  function tiff(bits: number, sampleFormat: number, data: Buffer, photometric = 1): Buffer {
    const width = (data.length * 8) / bits;
    const tags = [
      [256, width],
      [257, 1],
      [258, bits],
      [259, 1],
      [262, photometric],
      [273, 8],
      [277, 1],
      [278, 1],
      [279, data.length],
      [339, sampleFormat],
    ] as const;
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    directory.writeUInt16LE(tags.length);
    for (const [index, [tag, value]] of tags.entries()) {
      const at = 2 + index * 12;
      directory.writeUInt16LE(tag, at);
      directory.writeUInt16LE(4, at + 2);
      directory.writeUInt32LE(1, at + 4);
      directory.writeUInt32LE(value, at + 8);
    }
    const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
    head.writeUInt32LE(8 + data.length, 4);
    return Buffer.concat([head, data, directory]);
  }

  const levelsOf = async (png: string): Promise<number[]> =>
    (
      await pixelsOf(png, [
        [0, 0],
        [1, 0],
        [2, 0],
        [3, 0],
      ])
    ).map(([grey = -1]) => grey);

  const near = (levels: readonly number[]) => levels.map((level) => expect.closeTo(level, -0.31));

  test.each<[string, Buffer, readonly number[]]>([
    ['signed, 8 bits', tiff(8, 2, Buffer.from(Int8Array.of(-128, -64, 0, 127).buffer)), [0, 64, 128, 255]],
    ['signed, 16 bits', tiff(16, 2, Buffer.from(Int16Array.of(-32768, -16384, 0, 32767).buffer)), [0, 64, 128, 255]],
    [
      'signed, 16 bits, none below 0',
      tiff(16, 2, Buffer.from(Int16Array.of(0, 8192, 16384, 32767).buffer)),
      [0, 64, 128, 255],
    ],
    [
      'floating, 32 bits, of light',
      tiff(32, 3, Buffer.from(Float32Array.of(0, 0.25, 0.5, 1).buffer)),
      [0, 64, 128, 255],
    ],
    [
      'floating, 64 bits, of light',
      tiff(64, 3, Buffer.from(Float64Array.of(0, 0.25, 0.5, 1).buffer)),
      [0, 64, 128, 255],
    ],
    [
      'floating, 16 bits, of light',
      tiff(16, 3, Buffer.from(Uint16Array.of(0, 0x3400, 0x3800, 0x3c00).buffer)),
      [0, 64, 128, 255],
    ],
  ])('%s', async (name, bytes, levels) => {
    const path = scratch.path(`${name}.tiff`);
    await writeFile(path, bytes);
    const { outputs, codes, warnings } = await convert(scratch, path, { target: 'png' });
    expect(codes).toEqual([]);
    expect(await levelsOf(onlyPath({ outputs, codes, warnings }))).toEqual(near(levels));
  });

  test.each<[string, number[], number]>([
    ['levels of 8 bits', [0, 64, 128, 255], 255],
    ['levels of 16 bits', [0, 16_384, 32_768, 65_535], 65_535],
  ])('floating, with %s, which a warning says', async (name, values, white) => {
    const path = scratch.path(`${name}.tiff`);
    await writeFile(path, tiff(32, 3, Buffer.from(Float32Array.from(values).buffer)));
    const { outputs, codes, warnings } = await convert(scratch, path, { target: 'png' });
    expect(warnings).toMatchObject([
      { code: 'output_limited', message: expect.stringContaining(`0 became black and ${white} white`) },
    ]);
    expect(await levelsOf(onlyPath({ outputs, codes, warnings }))).toEqual(near([0, 64, 128, 255]));
  });

  test('signed, 32 bits, from the least to the most, which a warning says', async () => {
    const path = scratch.path('signed-32.tiff');
    await writeFile(path, tiff(32, 2, Buffer.from(Int32Array.of(-1000, 0, 1000, 3000).buffer)));
    const { outputs, codes, warnings } = await convert(scratch, path, { target: 'png' });
    expect(codes).toEqual(['output_limited']);
    expect(await levelsOf(onlyPath({ outputs, codes, warnings }))).toEqual(near([0, 64, 128, 255]));
  });

  test.each<[string, Buffer, RegExp]>([
    ['24 bits', tiff(24, 1, Buffer.alloc(12, 7)), /TIFF with samples of 24 bits/],
    ['signed 12 bits', tiff(12, 2, Buffer.alloc(6, 7)), /signed samples of 12 bits/],
  ])('of %s are not called damaged', async (name, bytes, message) => {
    const path = scratch.path(`${name}.tiff`);
    await writeFile(path, bytes);
    await expect(convert(scratch, path, { target: 'png' })).rejects.toMatchObject({
      code: 'input_wrong_type',
      message: expect.stringMatching(message),
    });
  });
});
