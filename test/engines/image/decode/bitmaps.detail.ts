// Bitmaps of Windows, alone and inside icons, and DDS, by what their headers say of their pixels.
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, makeScratch, onlyPath, pixelsOf } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

describe('DDS of red, green and blue', () => {
  const [red, green, blue, alpha] = [200, 100, 30, 180];
  const masks = (bytes: string): number[] =>
    ['R', 'G', 'B', 'A'].map((channel) => (bytes.includes(channel) ? (0xff << (8 * bytes.indexOf(channel))) >>> 0 : 0));

  test.each(['BGRA', 'RGBA', 'ARGB', 'ABGR', 'BGRX', 'RGBX', 'BGR', 'RGB'])('in the order %s', async (order) => {
    const width = 5;
    const head = Buffer.alloc(128);
    head.write('DDS ', 'latin1');
    for (const [at, value] of [
      [4, 124],
      [8, 0x100f],
      [12, 3],
      [16, width],
      [20, width * order.length],
      [76, 32],
      [80, order.includes('A') ? 0x41 : 0x40],
      [88, order.length * 8],
      ...masks(order).map((mask, index) => [92 + index * 4, mask] as const),
      [108, 0x1000],
    ] as const) {
      head.writeUInt32LE(value, at);
    }
    const values: Readonly<Record<string, number>> = { R: red, G: green, B: blue, A: alpha, X: 0 };
    const pixel = [...order].map((channel) => values[channel] ?? 0);
    const path = scratch.path(`${order}.dds`);
    await writeFile(path, Buffer.concat([head, Buffer.from(Array.from({ length: 15 }, () => pixel).flat())]));
    const { outputs, codes, warnings } = await convert(scratch, path, { target: 'png' });
    const seen = [red, green, blue, order.includes('A') ? alpha : 255];
    expect(codes).toEqual([]);
    expect(await pixelsOf(onlyPath({ outputs, codes, warnings }), [[2, 1]])).toEqual([seen]);
  });
});

describe('bitmaps inside other files', () => {
  const SIDE = 16;
  const MASKS = [0xff0000, 0xff00, 0xff, 0xff000000];

  /** The header of a bitmap of 32 bits and its pixels, rows from below: blue above, red below. */
  function bitmap(header: 40 | 108 | 124, height: number, opacity: number): Buffer {
    const head = Buffer.alloc(header);
    for (const [at, value] of [
      [0, header],
      [4, SIDE],
      [8, height],
      [12, 1 | (32 << 16)],
      [16, header === 40 ? 0 : 3],
      [20, SIDE * SIDE * 4],
      ...(header === 40 ? [] : MASKS.map((mask, index) => [40 + index * 4, mask] as const)),
    ] as const) {
      head.writeUInt32LE(value, at);
    }
    const row = (blue: number, red: number): number[] =>
      Array.from({ length: SIDE }, () => [blue, 9, red, opacity]).flat();
    const rows = Array.from({ length: SIDE }, (_, at) => (at < SIDE / 2 ? row(10, 220) : row(220, 10)));
    return Buffer.concat([head, Buffer.from(rows.flat())]);
  }

  /** The left half is transparent by its mask. */
  const mask = Buffer.from(Array.from({ length: SIDE }, () => [0xff, 0, 0, 0]).flat());

  function icon(picture: Buffer): Buffer {
    const head = Buffer.alloc(22);
    for (const [at, value] of [
      [2, 1],
      [4, 1],
      [10, 1],
      [12, 32],
    ] as const)
      head.writeUInt16LE(value, at);
    head[6] = SIDE;
    head[7] = SIDE;
    head.writeUInt32LE(picture.length, 14);
    head.writeUInt32LE(head.length, 18);
    return Buffer.concat([head, picture]);
  }

  const PLACES = [
    [12, 3],
    [12, 12],
    [2, 3],
  ] as const;

  test.each([40, 108, 124] as const)('an icon whose bitmap has a header of %i bytes', async (header) => {
    const path = scratch.path(`header-${header}.ico`);
    await writeFile(path, icon(Buffer.concat([bitmap(header, 2 * SIDE, 200), Buffer.alloc(mask.length)])));
    const { outputs, codes, warnings } = await convert(scratch, path, { target: 'png' });
    expect(codes).toEqual([]);
    expect(await pixelsOf(onlyPath({ outputs, codes, warnings }), PLACES)).toEqual([
      [10, 9, 220, 200],
      [220, 9, 10, 200],
      [10, 9, 220, 200],
    ]);
  });

  test('an icon without opacity, of which one decoder sees nothing, by its mask', async () => {
    const path = scratch.path('masked.ico');
    await writeFile(path, icon(Buffer.concat([bitmap(40, 2 * SIDE, 0), mask])));
    const { outputs, codes, warnings } = await convert(scratch, path, { target: 'png' });
    expect(codes).toEqual([]);
    const [above, below, hidden] = await pixelsOf(onlyPath({ outputs, codes, warnings }), PLACES);
    expect([above, below]).toEqual([
      [10, 9, 220, 255],
      [220, 9, 10, 255],
    ]);
    expect(hidden?.[3]).toBe(0);
  });

  test.each([40, 124] as const)('from the clipboard, with a header of %i bytes', async (header) => {
    const path = scratch.path(`clipboard-${header}`);
    await writeFile(path, bitmap(header, SIDE, 255));
    const { outputs, codes, warnings } = await convert(scratch, path, { target: 'png' });
    expect(codes).toEqual([]);
    expect((await pixelsOf(onlyPath({ outputs, codes, warnings }), PLACES)).map((pixel) => pixel.slice(0, 3))).toEqual([
      [10, 9, 220],
      [220, 9, 10],
      [10, 9, 220],
    ]);
  });
});
