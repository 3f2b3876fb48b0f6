import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { anglesOf, rotate } from '../../../../engines/document/operations/pages/rotate.ts';
import { colourAt, fact, optionsOf, outlineOf, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

type Items = NonNullable<PdfOptions['rotate']>;

/** Rotation of each page of the result, by poppler. */
async function rotations(count: number, items: Items, already: readonly number[] = []) {
  const pages = Array.from({ length: count }, (_, index) => ({ text: `page ${index}`, rotate: already[index] ?? 0 }));
  const { files, warnings } = await scratch.run(rotate, [await scratch.pdf({ pages })], { rotate: items });
  const path = files[0]?.path ?? '';
  const found: number[] = [];
  for (let page = 1; page <= count; page += 1) {
    found.push(Number(await fact(path, `Page +${page} rot`, '-f', '1', '-l', `${count}`)));
  }
  return { found, warnings: warnings.map(({ code }) => code) };
}

describe('angles and pages', () => {
  const cases: [string, number, Items, number[]][] = [
    [
      'each angle',
      4,
      [0, 90, 180, 270].map((angle, at) => ({ pages: `${at + 1}`, angle })) as Items,
      [0, 90, 180, 270],
    ],
    ['all pages', 3, [{ pages: '1-last', angle: 90 }], [90, 90, 90]],
    ['even and last', 5, [{ pages: 'even, last', angle: 180 }], [0, 180, 0, 180, 180]],
    [
      'items in a row add up',
      2,
      [
        { pages: '1-', angle: 90 },
        { pages: '2', angle: 270 },
      ],
      [90, 0],
    ],
    ['a page named twice in an item turns once', 2, [{ pages: '1,1,odd', angle: 90 }], [90, 0]],
    ['backwards is the same', 3, [{ pages: '3-2', angle: 270 }], [0, 270, 270]],
  ];
  test.each(cases)('%s', async (_, count, items, expected) => {
    expect(await rotations(count, items)).toEqual({ found: expected, warnings: [] });
  });

  test('on top of the turn that a page has', async () => {
    const { found } = await rotations(3, [{ pages: '1-last', angle: 90 }], [90, 270, 0]);
    expect(found).toEqual([180, 0, 90]);
  });

  test('pages that are not there are left out with a warning', async () => {
    const { found, warnings } = await rotations(2, [{ pages: '2-5, 9', angle: 90 }]);
    expect({ found, warnings }).toEqual({ found: [0, 90], warnings: ['option_adjusted'] });
    expect(await rotations(2, [{ pages: '3', angle: 90 }])).toEqual({ found: [0, 0], warnings: ['option_adjusted'] });
  });
});

test('clockwise, as it is seen', async () => {
  // Red is the left half of the page, so after a quarter turn it is the upper half.
  const pdf = await scratch.pdf({ pages: [{ text: '', size: [200, 200], fill: '1 0 0 rg 0 0 100 200 re f 0 0 1' }] });
  const half = await scratch.pdf({ pages: [{ text: ') Tj ET 1 0 0 rg 0 0 100 200 re f BT (', size: [200, 200] }] });
  expect(await colourAt(pdf.path, 1, [[0.25, 0.5]])).toEqual([[0, 0, 255]]);
  const { files } = await scratch.run(rotate, [half], { rotate: [{ pages: '1', angle: 90 }] });
  const points = [
    [0.5, 0.25],
    [0.5, 0.75],
  ] as const;
  expect(await colourAt(files[0]?.path ?? '', 1, points)).toEqual([
    [255, 0, 0],
    [255, 255, 255],
  ]);
});

test('nothing to turn leaves the file alone; the bookmarks stay', async () => {
  expect(rotate.asked(optionsOf({ rotate: [{ pages: '1', angle: 0 }] }))).toBe(false);
  const pdf = await scratch.pages(2, { outline: [{ title: 'Two', to: 2 }] });
  const same = await scratch.run(rotate, [pdf], {
    rotate: [
      { pages: '1', angle: 90 },
      { pages: '1', angle: 270 },
    ],
  });
  expect(same.files[0]?.path).toBe(pdf.path);
  const { files } = await scratch.run(rotate, [pdf], { rotate: [{ pages: '1', angle: 90 }] });
  expect(await outlineOf(files[0]?.path ?? '')).toEqual(['Two → 2']);
});

test('items that name millions of pages are refused', () => {
  const items = Array.from({ length: 1000 }, () => ({ pages: '1-last', angle: 90 }) as const);
  expect(() => anglesOf(items, 5000)).toThrow(/fewer items/);
  expect(anglesOf(items.slice(0, 5), 5000).angles).toEqual(Array(5000).fill(90));
});
