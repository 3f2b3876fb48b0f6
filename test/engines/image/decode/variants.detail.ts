// Variants of formats that one decoder or another gets wrong without saying so.
import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
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

describe('Targa of grey with alpha', () => {
  const WIDTH = 32;
  /** Brightness by column, opacity by row. */
  const pixels = Buffer.from(
    Array.from({ length: WIDTH * 16 }, (_, at) => [(at % WIDTH) * 8, Math.floor(at / WIDTH) * 16]).flat(),
  );
  const header = (type: number): Buffer => {
    const bytes = Buffer.alloc(18);
    bytes[2] = type;
    bytes.writeUInt16LE(WIDTH, 12);
    bytes.writeUInt16LE(16, 14);
    bytes[16] = 16;
    // 8 bits of alpha, rows from above.
    bytes[17] = 0x28;
    return bytes;
  };
  const footer = Buffer.from(`${'\0'.repeat(8)}TRUEVISION-XFILE.\0`, 'latin1');
  /** A packet of pixels as they are for each row. */
  const packed = Buffer.concat(
    Array.from({ length: 16 }, (_, row) =>
      Buffer.concat([Buffer.from([WIDTH - 1]), pixels.subarray(row * WIDTH * 2, (row + 1) * WIDTH * 2)]),
    ),
  );

  test.each<[string, Buffer]>([
    ['as it is', Buffer.concat([header(3), pixels, footer])],
    ['packed', Buffer.concat([header(11), packed, footer])],
  ])('%s', async (name, bytes) => {
    const path = scratch.path(`${name}.tga`);
    await writeFile(path, bytes);
    const png = await toPng(path);
    expect(
      await pixelsOf(png, [
        [0, 15],
        [10, 3],
        [31, 8],
      ]),
    ).toEqual([
      [0, 0, 0, 240],
      [80, 80, 80, 48],
      [248, 248, 248, 128],
    ]);
  });
});

describe('DDS with the header of DirectX 10', () => {
  /** Of 4 x 4 pixels, in a format of DXGI. */
  function dds(format: number, data: Buffer, flags: number): Buffer {
    const head = Buffer.alloc(148);
    head.write('DDS ', 'latin1');
    for (const [at, value] of [
      ...[
        [4, 124],
        [8, 0x1007 | flags],
        [12, 4],
        [16, 4],
        [20, flags === 8 ? 16 : data.length],
        [28, 1],
        [76, 32],
      ],
      ...[
        [80, 4],
        [108, 0x1000],
        [128, format],
        [132, 3],
        [140, 1],
      ],
    ] as const) {
      head.writeUInt32LE(value, at);
    }
    head.write('DX10', 84, 'latin1');
    return Buffer.concat([head, data]);
  }

  test('red, green, blue and alpha', async () => {
    const path = scratch.path('rgba.dds');
    const data = Buffer.from(Array.from({ length: 16 }, () => [200, 100, 30, 255]).flat());
    await writeFile(path, dds(28, data, 8));
    expect(await pixelsOf(await toPng(path), [[1, 1]])).toEqual([[200, 100, 30, 255]]);
  });

  test('BC7', async () => {
    // Mode 6: both ends of each channel in 7 bits, from the lowest bit on, then a bit more for each end; all pixels are the first end.
    const ends = [200, 100, 30, 254].flatMap((value) => [value >> 1, value >> 1]);
    const block = ends.reduce((bits, value, index) => bits | (BigInt(value) << BigInt(7 + 7 * index)), 0x40n);
    const data = Buffer.alloc(16);
    data.writeBigUInt64LE(block & 0xffff_ffff_ffff_ffffn, 0);
    data.writeBigUInt64LE(block >> 64n, 8);
    const path = scratch.path('bc7.dds');
    await writeFile(path, dds(98, data, 0x80000));
    expect(await pixelsOf(await toPng(path), [[2, 1]])).toEqual([[200, 100, 30, 254]]);
  });
});

describe('JPEG XL with transparency', () => {
  test.each(['8', '16'])('of %s bits', async (depth) => {
    const png = scratch.path(`clear-${depth}.png`);
    const opacity = ['(', '-size', '90x64', 'gradient:white-gray30', ')', '-alpha', 'off', '-compose', 'CopyOpacity'];
    await magick(source, ...opacity, '-composite', '-depth', depth, png);
    const path = scratch.path(`clear-${depth}.jxl`);
    await execa('cjxl', ['-d', '0', '--quiet', png, path]);
    expect(await psnr(await toPng(path), png)).toBeGreaterThan(40);
  });
});
