// How EPS files show their page, and where they say how large it is.
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, makeScratch, onlyPath, pixelsOf, sizeOf } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const BOX = '%%BoundingBox: 0 0 100 60';
const DRAWING = '1 0 0 setrgbcolor 10 10 40 40 rectfill 0 0 1 setrgbcolor 60 10 30 40 rectfill';

const eps = (head: string, after: string): string => `%!PS-Adobe-3.0 EPSF-3.0\n${head}\n${DRAWING}\n${after}\n`;

/** An EPS with a preview for DOS: where its PostScript is stands before it. */
function forDos(postscript: string): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32BE(0xc5d0d3c6);
  header.writeUInt32LE(header.length + 4, 4);
  header.writeUInt32LE(postscript.length, 8);
  header.writeUInt32LE(header.length, 20);
  header.writeUInt32LE(4, 24);
  header.writeUInt16LE(0xffff, 28);
  return Buffer.concat([header, Buffer.from('II*\0'), Buffer.from(postscript)]);
}

const CASES: readonly [string, string | Buffer][] = [
  ['with showpage', eps(BOX, 'showpage')],
  ['without', eps(BOX, '')],
  ['with quit instead', eps(BOX, 'quit')],
  ['with quit behind', eps(BOX, 'showpage quit')],
  ['with two of them', eps(BOX, 'showpage showpage')],
  ['with one that does nothing', eps(`${BOX}\n/showpage {} def`, 'showpage')],
  ['with its box at the end', eps('%%BoundingBox: (atend)\n%%EndComments', `showpage\n%%Trailer\n${BOX}\n%%EOF`)],
  ['behind a control D', `\x04${eps(BOX, 'showpage')}\x04`],
  ['with line ends of the old Macintosh', eps(BOX, 'showpage').replaceAll('\n', '\r')],
  ['with a preview for DOS', forDos(eps(BOX, 'quit'))],
  [
    'with a box that begins below zero',
    eps('%%BoundingBox: -50 -30 50 30', 'quit').replace(DRAWING, `-50 -30 translate ${DRAWING}`),
  ],
];

describe('EPS', () => {
  test.each(CASES)('%s', async (name, content) => {
    const path = scratch.path(`${name}.eps`);
    await writeFile(path, content);
    const { outputs, codes } = await convert(scratch, path, { target: 'png', options: { dpi: 72 } });
    const png = onlyPath({ outputs, codes, warnings: [] });
    expect(codes).toEqual([]);
    expect(await sizeOf(png)).toBe('100x60');
    expect(
      await pixelsOf(png, [
        [30, 30],
        [75, 30],
        [55, 30],
      ]),
    ).toEqual([[255, 0, 0, 255], [0, 0, 255, 255], expect.arrayContaining([0])]);
  });

  test('without a box is as large as what is drawn', async () => {
    const path = scratch.path('boxless.eps');
    await writeFile(path, eps('%%Title: none', 'showpage'));
    const png = onlyPath(await convert(scratch, path, { target: 'png', options: { dpi: 72 } }));
    const [width = 0, height = 0] = (await sizeOf(png)).split('x').map(Number);
    expect(Math.abs(width - 80)).toBeLessThanOrEqual(2);
    expect(Math.abs(height - 40)).toBeLessThanOrEqual(2);
  });
});
