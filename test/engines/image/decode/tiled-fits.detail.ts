// Pictures of FITS that are packed in tiles.
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, makeScratch, onlyPath, pixelsOf } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const toPng = async (path: string): Promise<string> => onlyPath(await convert(scratch, path, { target: 'png' }));

describe('FITS packed in tiles', () => {
  const WIDTH = 7;
  const HEIGHT = 5;
  const value = (x: number, y: number): number => x * 1000 + y * 37;

  /** A table whose rows say where each tile is: a row of the picture, packed by gzip. */
  function fits(kind: string, bits = 16): Buffer {
    const rows = Array.from({ length: HEIGHT }, (_, y) => {
      const numbers = Buffer.alloc(WIDTH * 2);
      for (let x = 0; x < WIDTH; x += 1) numbers.writeInt16BE(value(x, y), x * 2);
      const shuffled = [0, 1].flatMap((byte) => [...numbers].filter((_, at) => at % 2 === byte));
      return gzipSync(kind === 'GZIP_2' ? Buffer.from(shuffled) : numbers);
    });
    const places = Buffer.alloc(HEIGHT * 8);
    let heap = 0;
    for (const [y, row] of rows.entries()) {
      places.writeInt32BE(row.length, y * 8);
      places.writeInt32BE(heap, y * 8 + 4);
      heap += row.length;
    }
    const padded = (data: Buffer, filler: string): Buffer =>
      Buffer.concat([data, Buffer.alloc((2880 - (data.length % 2880)) % 2880, filler)]);
    const cards = (lines: readonly string[]): Buffer =>
      padded(Buffer.from([...lines, 'END'].map((line) => line.padEnd(80)).join('')), ' ');
    const card = (name: string, what: string | number): string =>
      `${name.padEnd(8)}= ${typeof what === 'number' || what === 'T' ? String(what).padStart(20) : `'${what.padEnd(8)}'`}`;
    const primary = cards([card('SIMPLE', 'T'), card('BITPIX', 8), card('NAXIS', 0), card('EXTEND', 'T')]);
    const table = cards([
      card('XTENSION', 'BINTABLE'),
      ...Object.entries({ BITPIX: 8, NAXIS: 2, NAXIS1: 8, NAXIS2: HEIGHT, PCOUNT: heap, GCOUNT: 1, TFIELDS: 1 }).map(
        ([name, what]) => card(name, what),
      ),
      card('TTYPE1', 'COMPRESSED_DATA'),
      card('TFORM1', '1PB(60)'),
      card('ZIMAGE', 'T'),
      card('ZCMPTYPE', kind),
      ...Object.entries({ ZBITPIX: bits, ZNAXIS: 2, ZNAXIS1: WIDTH, ZNAXIS2: HEIGHT }).map(([name, what]) =>
        card(name, what),
      ),
    ]);
    return Buffer.concat([primary, table, padded(Buffer.concat([places, ...rows]), '\0')]);
  }

  test.each(['GZIP_1', 'GZIP_2'])('by %s', async (kind) => {
    const path = scratch.path(`${kind}.fits`);
    await writeFile(path, fits(kind));
    const png = await toPng(path);
    // ImageMagick spreads the numbers over the whole range; rows of FITS go from below.
    const [dark, right, up] = await pixelsOf(png, [
      [0, HEIGHT - 1],
      [WIDTH - 1, HEIGHT - 1],
      [0, 0],
    ]);
    const most = value(WIDTH - 1, HEIGHT - 1);
    expect(dark?.[0]).toBe(0);
    expect(right?.[0]).toBe(Math.round((255 * value(WIDTH - 1, 0)) / most));
    expect(up?.[0]).toBe(Math.round((255 * value(0, HEIGHT - 1)) / most));
  });

  test.each<[string, Buffer]>([
    ['HCOMPRESS_1', fits('HCOMPRESS_1')],
    ['floating numbers', fits('GZIP_1', -32)],
  ])('with %s is not called damaged', async (name, bytes) => {
    const path = scratch.path(`${name}.fits`);
    await writeFile(path, bytes);
    await expect(convert(scratch, path, { target: 'png' })).rejects.toMatchObject({ code: 'input_wrong_type' });
  });
});
