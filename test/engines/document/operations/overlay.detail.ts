import { stat } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overlay } from '../../../../engines/document/operations/marks/overlay.ts';
import { stampPages } from '../../../../engines/document/operations/marks/stamp.ts';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { validateConversion } from '../../../../src/catalog/index.ts';
import { ConversionErrors } from '../../../../src/task/errors.ts';
import { readPages } from './geometry-support.ts';
import { pageTexts, Scratch } from './support-structure.ts';

/* Overlays, tiled stamps and several stamps: pdftotext and pdftoppm say what is on the pages. pairs.matrix.ts has them beside other options. */

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const pagesOf = (prefix: string, count: number) =>
  scratch.pdf({ pages: Array.from({ length: count }, (_, index) => ({ text: `${prefix}${index + 1}` })) });

const words = async (path: string): Promise<string[]> =>
  (await pageTexts(path)).map((text) => text.split(/\s+/).filter(Boolean).sort().join(' '));

describe('overlay', () => {
  test.each([
    ['stop', ['a1 b1', 'a2 b2', 'a3', 'a4'], [/fewer of them \(2\), so these get nothing: 3-4/]],
    ['repeat_last', ['a1 b1', 'a2 b2', 'a3 b2', 'a4 b2'], []],
    ['repeat_all', ['a1 b1', 'a2 b2', 'a3 b1', 'a4 b2'], []],
  ] as const)('page by page; further pages: %s', async (rest, expected, warned) => {
    const inputs = [await pagesOf('a', 4), await pagesOf('b', 2)];
    const { files, warnings } = await scratch.run(overlay, inputs, { overlay: 'over', overlay_rest: rest });
    expect(await words(files[0]?.path ?? '')).toEqual(expected);
    expect(warnings.map(({ message }) => message)).toEqual(warned.map((text) => expect.stringMatching(text)));
    await execa('qpdf', ['--check', files[0]?.path ?? '']);
  });

  test('pages that the document does not have are named', async () => {
    const inputs = [await pagesOf('a', 1), await pagesOf('b', 3)];
    const { files, warnings } = await scratch.run(overlay, inputs, { overlay: 'over' });
    expect(await words(files[0]?.path ?? '')).toEqual(['a1 b1']);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/not used: 2-3/)]);
  });

  test.each([
    ['over', 0],
    ['under', 255],
  ] as const)('%s hides or is hidden', async (where, expected) => {
    const cover = (fill: string) => scratch.pdf({ pages: [{ text: 'x', size: [100, 100], fill }] });
    const inputs = [await cover('1 1 1'), await cover('0 0 0')];
    const { files } = await scratch.run(overlay, inputs, { overlay: where });
    const args = [
      '-r',
      '72',
      '-gray',
      '-singlefile',
      '-x',
      '90',
      '-y',
      '90',
      '-W',
      '1',
      '-H',
      '1',
      files[0]?.path ?? '',
    ];
    const { stdout } = await execa('pdftoppm', args, { encoding: 'buffer' });
    expect(Buffer.from(stdout).at(-1)).toBe(expected);
  });

  test('needs two inputs', async () => {
    const run = scratch.run(overlay, [await pagesOf('a', 1)], { overlay: 'over' });
    await expect(run).rejects.toMatchObject({
      code: 'input_count',
      message: expect.stringMatching(/takes two inputs/),
    });
  });
});

async function stamped(options: Partial<PdfOptions>, size: readonly [number, number] = [600, 800]) {
  const source = await scratch.pdf({
    pages: [
      { text: 'page', size },
      { text: 'page', size },
    ],
  });
  const { files } = await scratch.run(stampPages, [source], options);
  const path = files[0]?.path ?? '';
  await execa('qpdf', ['--check', path]);
  return { path, pages: await readPages(path) };
}

describe('stamp_tiled', () => {
  test('covers all parts of the page', async () => {
    const { pages } = await stamped({ stamp_text: 'Mine', stamp_text_size: 30, stamp_tiled: true, stamp_pages: '1' });
    const [first, second] = pages.map(({ placed }) => placed.filter(({ text }) => text === 'Mine'));
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const part = first?.filter(
        (word) => word.x > x * 300 && word.x < (x + 1) * 300 && word.y > y * 400 && word.y < (y + 1) * 400,
      );
      expect(part?.length).toBeGreaterThan(5);
    }
    expect(second).toEqual([]);
  });

  test('of tiny letters has a bounded number, and the file stays small', async () => {
    const { path, pages } = await stamped({ stamp_text: 'x', stamp_text_size: 4, stamp_tiled: true }, [3000, 3000]);
    const marks = pages[0]?.placed.filter(({ text }) => text === 'x').length ?? 0;
    expect(marks).toBeGreaterThan(500);
    expect(marks).toBeLessThan(1300);
    expect((await stat(path)).size).toBeLessThan(100_000);
  });

  test('also repeats a page', async () => {
    const inputs = [await pagesOf('a', 1), await scratch.pdf({ pages: [{ text: 'logo', size: [100, 100] }] })];
    const { files } = await scratch.run(stampPages, inputs, { stamp: true, stamp_tiled: true });
    const [page] = await readPages(files[0]?.path ?? '');
    expect(page?.placed.filter(({ text }) => text === 'logo').length).toBeGreaterThan(8);
  });
});

describe('stamps', () => {
  test('writes each with its own settings', async () => {
    const stamps = [
      { text: 'Left', alignment: 'top_left', size: 12, pages: '1' },
      { text: 'Right', alignment: 'bottom_right', size: 20, color: '#ff0000' },
    ] as const;
    const { path, pages } = await stamped({ stamps: [...stamps] });
    const at = (index: number, text: string) => pages[index]?.placed.find((word) => word.text === text);
    expect([at(0, 'Left')?.x, at(0, 'Left')?.y].every((side) => (side ?? 999) < 60)).toBe(true);
    expect(at(1, 'Left')).toBeUndefined();
    expect(at(1, 'Right')?.x).toBeGreaterThan(500);
    expect(
      (await execa('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { encoding: 'latin1' })).stdout,
    ).toMatch(/\b1 0 0 rg/);
  });

  test.each([
    [{ stamps: [{ text: 'a' }], stamp_text: 'b' }, /stamps.*stamp_text/],
    [{ stamps: [{ text: 'a', tiled: true, alignment: 'top' }] }, /item 1.*covers the whole page/],
    [{ stamp_text: 'a', stamp_tiled: true, alignment: 'top' }, /covers the whole page/],
    [{ stamps: [{ text: 'a' }, { size: 12 }] }, /stamps/],
    [{ stamps: [{ text: 'a', opacity: 20 }], pdf_a: '1b' }, /no transparency/],
    [{ overlay: 'over', merge: true }, /second input/],
  ] as const)('refused: %o', (options, message) => {
    const refused = () => validateConversion({ category: 'document', target: 'pdf', options });
    expect(refused).toThrow(ConversionErrors);
    expect(refused).toThrow(message);
  });
});
