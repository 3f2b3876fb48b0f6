import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../../src/task/types.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, makeScratch, onlyPath, pixelOf, sizeOf } from './support.ts';

let scratch: ScratchFolder;

beforeAll(async () => {
  scratch = await makeScratch();
});

afterAll(() => scratch.remove());

async function draw(extension: string, content: Buffer, options: OptionValues) {
  const path = scratch.path(`drawing.${extension}`);
  await writeFile(path, content);
  return convert(scratch, path, { target: 'png', options });
}

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];

describe('metafiles', () => {
  /** Of a WMF: 800 x 600 units, 576 an inch, in which something is drawn (MS-WMF 2.3). */
  function makeWmf(...drawn: Buffer[]): Buffer {
    const body = Buffer.concat([wmfRecord(0x20b, 0, 0), wmfRecord(0x20c, 600, 800), ...drawn, wmfRecord(0)]);
    const words = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer);
    const placed = words(0xcdd7, 0x9ac6, 0, 0, 0, 800, 600, 576, 0, 0);
    let checksum = 0;
    for (let at = 0; at < placed.length; at += 2) checksum ^= placed.readUInt16LE(at);
    return Buffer.concat([placed, words(checksum, 1, 9, 0x300, 9 + body.length / 2, 0, 3, 8, 0, 0), body]);
  }

  function wmfRecord(type: number, ...words: number[]): Buffer {
    const bytes = Buffer.alloc(6 + words.length * 2);
    bytes.writeUInt32LE(bytes.length / 2, 0);
    bytes.writeUInt16LE(type, 4);
    for (const [index, word] of words.entries()) bytes.writeUInt16LE(word, 6 + index * 2);
    return bytes;
  }

  /** No pen, a blue and a red brush; numbers 0, 1 and 2. */
  const tools = [
    ...[wmfRecord(0x2fa, 5, 0, 0, 0, 0), wmfRecord(0x12d, 0)],
    ...[wmfRecord(0x2fc, 0, 0, 0x00ff, 0), wmfRecord(0x2fc, 0, 0x00ff, 0, 0)],
  ];
  const rectangle = (brush: number, left: number, top: number, right: number, bottom: number): Buffer[] => [
    wmfRecord(0x12d, brush),
    wmfRecord(0x41b, bottom, right, top, left),
  ];

  /** An inch by half an inch, 1000 x 500 units, with a red rectangle from 200, 100 to 400, 200 (MS-EMF 2.3). */
  function makeEmf(): Buffer {
    const record = (type: number, ...values: number[]): Buffer =>
      Buffer.from(new Int32Array([type, 8 + 4 * values.length, ...values]).buffer);
    const records = [
      ...[record(17, 8), record(10, 0, 0), record(9, 1000, 500), record(12, 0, 0), record(11, 1000, 500)],
      ...[record(39, 1, 0, 0x0000ff, 0), record(37, 1), record(37, 0x8000_0008 | 0)],
      ...[record(43, 200, 100, 400, 200), record(14, 0, 0, 20)],
    ];
    const body = Buffer.concat(records);
    const marks = [0x464d4520, 0x10000, 88 + body.length, records.length + 1, 2, 0, 0, 0];
    const head = record(1, 200, 100, 400, 200, 0, 0, 2540, 1270, ...marks, 10_000, 5000, 254, 127);
    return Buffer.concat([head, body]);
  }

  test('a WMF is drawn at its size, and larger where asked', async () => {
    const wmf = makeWmf(...tools, ...rectangle(1, 0, 0, 800, 600), ...rectangle(2, 400, 0, 800, 600));
    for (const [options, width] of [
      [{ dpi: 72 }, 100],
      [{ width: 800 }, 800],
    ] as const) {
      const png = onlyPath(await draw('wmf', wmf, options));
      const [wide = 0, high = 0] = (await sizeOf(png)).split('x').map(Number);
      expect(wide).toBe(width);
      expect(Math.abs(high - width * 0.75)).toBeLessThanOrEqual(1);
      expect(await pixelOf(png, width * 0.75, width / 3)).toEqual(RED);
      expect(await pixelOf(png, width * 0.25, width / 3)).toEqual(BLUE);
    }
  });

  test.each([
    ['wmf', makeWmf(...tools, ...rectangle(2, 160, 120, 320, 240)), 100, 75],
    ['emf', makeEmf(), 72, 36],
  ])('%s: what is empty around it stays', async (format, metafile, width, height) => {
    const png = onlyPath(await draw(format, metafile, { dpi: 720 }));
    const size = (await sizeOf(png)).split('x').map(Number);
    expect(Math.abs((size[0] ?? 0) - 10 * width)).toBeLessThanOrEqual(2);
    expect(Math.abs((size[1] ?? 0) - 10 * height)).toBeLessThanOrEqual(2);
    const at = (x: number, y: number) => pixelOf(png, Math.round(x * 10 * width), Math.round(y * 10 * height));
    expect([await at(0.22, 0.22), await at(0.38, 0.38)]).toEqual([RED, RED]);
    const white = [255, 255, 255, 255];
    expect([await at(0.18, 0.3), await at(0.42, 0.3), await at(0.3, 0.18), await at(0.3, 0.42)]).toEqual(
      Array.from({ length: 4 }, () => white),
    );
  });
});
