import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../../engines/document/operations/operation.ts';
import { operate } from '../../../../engines/document/operations/operations.ts';
import { booklet } from '../../../../engines/document/operations/pages/booklet.ts';
import { check, destinations, ink, manyPages, onePage, Scratch, sizes } from './geometry-support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

/** Words of each side from left to right, as pdftotext lays them out; a half without words is an empty text. */
async function sides(path: string): Promise<string[][]> {
  const { stdout } = await execa('pdftotext', ['-bbox', path, '-']);
  return stdout
    .split('<page ')
    .slice(1)
    .map((page) => {
      const middle = Number(/^width="([\d.]+)"/.exec(page)?.[1]) / 2;
      const words = [...page.matchAll(/<word xMin="([\d.]+)".*>(.*)<\/word>/g)];
      const half = (isRight: boolean) =>
        words.flatMap(([, x, text]) => (Number(x) > middle === isRight ? [text] : [])).join(' ');
      return [half(false), half(true)];
    });
}

/** Reads the pages as those of the folded stack: the right halves of the fronts and left ones of the backs, then the others backwards. */
function leafThrough(found: readonly string[][], isBoundRight: boolean): string[] {
  const [front, back] = isBoundRight ? [0, 1] : [1, 0];
  const inner = found.map((side, index) => side[index % 2 === 0 ? front : back] ?? '');
  const outer = found.map((side, index) => side[index % 2 === 0 ? back : front] ?? '');
  return [...inner, ...outer.reverse()];
}

const PAIRS_OF_8 = [
  ['P8', 'P1'],
  ['P2', 'P7'],
  ['P6', 'P3'],
  ['P4', 'P5'],
];

describe('pages are in the order of a booklet', () => {
  test.each([
    [8, PAIRS_OF_8],
    [7, [['', 'P1'], ...PAIRS_OF_8.slice(1)]],
    [5, [['', 'P1'], ['P2', ''], ['', 'P3'], PAIRS_OF_8[3]]],
    [4, [['P4', 'P1'], PAIRS_OF_8[1]?.with(1, 'P3')]],
    [
      2,
      [
        ['', 'P1'],
        ['P2', ''],
      ],
    ],
    [
      1,
      [
        ['', 'P1'],
        ['', ''],
      ],
    ],
  ])('%i of them', async (pages, expected) => {
    const { path, file, warnings } = await scratch.run(booklet, await scratch.pdf(manyPages(pages)), { booklet: true });
    expect(await sides(path)).toEqual(expected);
    expect(file.pages).toBe(expected.length);
    expect(new Set(await sizes(path))).toEqual(new Set(['140x100']));
    expect(warnings).toEqual([]);
    await check(path);
  });

  test('on the layout of the page, words are from left to right', async () => {
    const { path } = await scratch.run(booklet, await scratch.pdf(manyPages(6)), { booklet: true });
    const { stdout } = await execa('pdftotext', ['-layout', path, '-']);
    expect(stdout.split('\f').map((text) => text.trim().split(/\s+/))).toEqual([
      ['P1'],
      ['P2'],
      ['P6', 'P3'],
      ['P4', 'P5'],
      [''],
    ]);
  });

  test.each(['left', 'right'] as const)(
    'whoever leafs through it, bound at the %s, reads them in order',
    async (side) => {
      const options = { booklet: true, booklet_binding: side };
      const { path } = await scratch.run(booklet, await scratch.pdf(manyPages(30)), options);
      const found = await sides(path);
      const numbers = Array.from({ length: 32 }, (_, index) => (index < 30 ? `P${index + 1}` : ''));
      expect(leafThrough(found, side === 'right')).toEqual(numbers);
      expect(leafThrough(found, side === 'left')).not.toEqual(numbers);
    },
  );
});

test('wide pages are side by side too: the fold is in the middle', async () => {
  const path = await scratch.pdf(manyPages(4, '/MediaBox[0 0 140 130]'));
  const { path: made } = await scratch.run(booklet, path, { booklet: true });
  expect(await sizes(made)).toEqual(['140x130', '140x130']);
  expect(await sides(made)).toEqual([
    ['P4', 'P1'],
    ['P2', 'P3'],
  ]);
});

test('page numbers count the pages', async () => {
  const options = { booklet: true, page_numbers: 'n{page}of{pages}', page_numbers_alignment: 'top_right' } as const;
  const path = await scratch.pdf(manyPages(3, '/MediaBox[0 0 300 400]'));
  const all: Operation = { ...booklet, run: (_, job) => operate([{ path, pages: 3 }], job.options, job) };
  const { path: made } = await scratch.run(all, path, options);
  expect((await sides(made)).map((side) => side.map((text) => text.split(' ').sort()))).toEqual([
    [[''], ['P1', 'n1of3']],
    [
      ['P2', 'n2of3'],
      ['P3', 'n3of3'],
    ],
  ]);
});

test('frames are drawn around pages only, and destinations lead to the sheet of their page', async () => {
  const path = await scratch.pdf(manyPages(3, '/MediaBox[0 0 600 800]'));
  const framed = await ink((await scratch.run(booklet, path, { booklet: true, add_borders: true })).path);
  const plain = await ink((await scratch.run(booklet, path, { booklet: true })).path);
  // The first side is 800 x 600: its left half is empty.
  expect([framed([400, 100, 6, 300]), plain([400, 100, 6, 300]), framed([0, 0, 390, 600])]).toEqual([
    true,
    false,
    false,
  ]);

  const named = await scratch.pdf(onePage({ catalog: '/Dests<</a[3 0 R/XYZ 100 50 0]>>' }));
  const { path: made } = await scratch.run(booklet, named, { booklet: true });
  expect(await destinations(made)).toEqual({ a: '1: XYZ 150 50 null' });
});
