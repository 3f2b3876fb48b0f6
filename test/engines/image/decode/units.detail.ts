import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { largestIcon } from '../../../../engines/image/decode/icon.ts';
import { pageSizes } from '../../../../engines/image/decode/pdf.ts';
import { isRawTiff } from '../../../../engines/image/decode/raw-tags.ts';
import { describePrograms } from '../../../../engines/image/describe.ts';
import { withSvgSize } from '../../../../engines/image/svg/root.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { processorTime } from '../../../support/slowness.ts';
import { makeScratch } from './support.ts';

let scratch: ScratchFolder;

beforeAll(async () => {
  scratch = await makeScratch();
});

afterAll(() => scratch.remove());

describe('the size of an SVG is set in its root', () => {
  const css = { width: 10, height: 5 };
  const sized = (svg: string): string | undefined =>
    withSvgSize(Buffer.from(svg), css, { width: 40, height: 20 })?.toString();

  test.each([
    ['<svg width="10" height="5"/>', '<svg width="40" height="20" style="width:40px;height:20px" viewBox="0 0 10 5"/>'],
    ["<svg viewBox='0 0 2 1'>", '<svg viewBox=\'0 0 2 1\' width="40" height="20" style="width:40px;height:20px">'],
    [
      '<?xml version="1.0"?>\n<!-- <svg width="1"> -->\n<!DOCTYPE svg [<!ENTITY a "<svg>">]>\n<svg stroke-width="3" style="fill:red">',
      '<?xml version="1.0"?>\n<!-- <svg width="1"> -->\n<!DOCTYPE svg [<!ENTITY a "<svg>">]>\n<svg stroke-width="3" width="40" height="20" style="fill:red;width:40px;height:20px" viewBox="0 0 10 5">',
    ],
    [
      '<s:svg xmlns:s="http://www.w3.org/2000/svg" data-a=">">',
      '<s:svg xmlns:s="http://www.w3.org/2000/svg" data-a=">" width="40" height="20" style="width:40px;height:20px" viewBox="0 0 10 5">',
    ],
  ])('%s', (svg, expected) => {
    expect(sized(svg)).toBe(expected);
  });

  test('what follows stays byte by byte, whatever its encoding; without a root there is nothing to set', () => {
    expect(sized('<svg viewBox="0 0 1 1"><text>äöü 漢字</text></svg>')).toContain('<text>äöü 漢字</text></svg>');
    expect(sized('<html><svg/></html>')).toBeUndefined();
    expect(withSvgSize(Buffer.from('<svg/>', 'utf16le'), css, css)).toBeNull();
  });

  test('takes no time for hostile beginnings', () => {
    for (const start of [
      '<!--',
      '<!DOCTYPE x [',
      `<svg ${'a="b" '.repeat(100_000)}`,
      '<!DOCTYPE "'.repeat(50_000),
      ' '.repeat(900_000),
    ]) {
      const milliseconds = processorTime(() => sized(start + 'x'.repeat(500_000)));
      expect(milliseconds, start.slice(0, 20)).toBeLessThan(2000);
    }
  });
});

test('the sizes of PDF pages as pdfinfo writes them, turned ones as they are shown', () => {
  const info = [
    'Pages:           3',
    'Page    1 size:  612 x 792 pts (letter)',
    'Page    1 rot:   0',
    'Page    2 size:  595.28 x 841.89 pts (A4)',
    'Page    2 rot:   90',
    'Page    3 size:  10 x 20 pts',
    'Page    3 rot:   180',
    '',
  ].join('\n');
  expect(pageSizes(info)).toEqual([
    { width: 612, height: 792 },
    { width: 841.89, height: 595.28 },
    { width: 10, height: 20 },
  ]);
});

test('the largest picture of an icon, of equal ones the one with more bytes', () => {
  const entry = (side: number, bytes: number): Buffer => {
    const data = Buffer.alloc(16);
    data.set([side, side]);
    data.writeUInt32LE(bytes, 8);
    return data;
  };
  const icon = (...entries: Buffer[]): Buffer =>
    Buffer.concat([Buffer.from([0, 0, 1, 0, entries.length, 0]), ...entries]);
  expect(largestIcon(icon(entry(16, 9), entry(64, 10), entry(64, 20), entry(32, 99)))).toBe(2);
  // 0 is 256.
  expect(largestIcon(icon(entry(128, 9), entry(0, 10)))).toBe(1);
});

describe('raw pictures that call themselves TIFF', () => {
  /** Directories one after the other, each of SHORT or LONG values; `330` leads to the last. */
  async function tiff(
    name: string,
    little: boolean,
    directories: readonly (readonly [number, number])[][],
  ): Promise<string> {
    const bytes = Buffer.alloc(8 + directories.length * 64);
    const u16 = (value: number, at: number) =>
      little ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
    const u32 = (value: number, at: number) =>
      little ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
    bytes.write(little ? 'II' : 'MM', 0, 'latin1');
    u16(42, 2);
    u32(8, 4);
    for (const [index, entries] of directories.entries()) {
      const start = 8 + index * 64;
      u16(entries.length, start);
      for (const [position, [tag, value]] of entries.entries()) {
        const at = start + 2 + position * 12;
        u16(tag, at);
        u16(tag === 330 ? 4 : 3, at + 2);
        u32(1, at + 4);
        if (tag === 330) u32(value, at + 8);
        else u16(value, at + 8);
      }
    }
    const path = scratch.path(name);
    await writeFile(path, bytes);
    return path;
  }

  test.each([true, false])('little-endian: %s', async (little) => {
    expect(
      await isRawTiff(
        await tiff(`a-${little}`, little, [
          [
            [262, 2],
            [259, 1],
          ],
        ]),
      ),
    ).toBe(false);
    expect(await isRawTiff(await tiff(`b-${little}`, little, [[[262, 32803]]]))).toBe(true);
    expect(
      await isRawTiff(
        await tiff(`c-${little}`, little, [
          [
            [262, 2],
            [330, 72],
          ],
          [[262, 32803]],
        ]),
      ),
    ).toBe(true);
    expect(
      await isRawTiff(
        await tiff(`d-${little}`, little, [
          [
            [262, 2],
            [330, 72],
          ],
          [[262, 6]],
        ]),
      ),
    ).toBe(false);
    expect(
      await isRawTiff(
        await tiff(`e-${little}`, little, [
          [
            [262, 2],
            [330, 8],
          ],
        ]),
      ),
    ).toBe(false);
    expect(
      await isRawTiff(
        await tiff(`f-${little}`, little, [
          [
            [262, 2],
            [259, 34713],
          ],
        ]),
      ),
    ).toBe(true);
  });
});

test('doctor is told every program, its version and what is lost without it', async () => {
  const programs = await describePrograms();
  const found = new Map(programs.map((program) => [program.name, program]));
  for (const name of [
    'ImageMagick',
    'gs',
    'pdftoppm',
    'djxl',
    'heif-enc',
    'dcraw_emu',
    'ddjvu',
    'dcmj2pnm',
    'ffmpeg',
  ]) {
    const program = found.get(name);
    expect(program?.version, name).toMatch(/^\d+\.\d+|^unknown$/);
    expect(program?.package).not.toBe('');
    expect(program?.neededFor.length).toBeGreaterThan(0);
  }
  expect(found.get('gs')?.neededFor).toEqual(['image/* from eps', 'image/* from ps']);
});
