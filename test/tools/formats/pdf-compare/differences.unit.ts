import { expect, test } from 'vitest';
import {
  type Difference,
  describeDifferences,
  differencesOf,
} from '../../../../tools/formats/pdf-compare/differences.ts';
import type { Picture } from '../../../../tools/formats/pdf-compare/picture.ts';
import { samplePages } from '../../../../tools/formats/pdf-compare/sample-pages.ts';

const TOLERANCE = { colors: 'none', dpi: null } as const;
const shade = (value: number): Picture => ({ width: 40, height: 40, pixels: new Uint8Array(4800).fill(value) });
const look = (texts: string[] | null, ...pictures: [number, Picture][]) => ({
  texts: texts && new Map(texts.map((text, index) => [index + 1, text])),
  pictures: new Map(pictures),
});

test('pages whose text or looks are not what they were, in their order', () => {
  const before = look(['one', 'two', 'three'], [1, shade(255)], [3, shade(0)]);
  const after = look(['one', 'tw', 'three'], [1, shade(0)], [3, shade(0)]);
  expect(differencesOf(before, after, TOLERANCE)).toEqual([
    { page: 1, kind: 'looks', looks: 'different' },
    { page: 2, kind: 'text', lost: 1, changed: 0, added: 0 },
  ]);
});

test('a page that is missing', () => {
  expect(differencesOf(look(['one', 'two']), look(['one']), TOLERANCE)).toEqual([{ page: 2, kind: 'missing' }]);
});

test('what could not be looked at is not compared', () => {
  expect(differencesOf(look(null, [1, shade(0)]), look(['text']), TOLERANCE)).toEqual([]);
});

test('said by what is wrong, with the pages', () => {
  const text = (page: number): Difference => ({ page, kind: 'text', lost: 1, changed: 0, added: 0 });
  expect(describeDifferences([text(1), { page: 2, kind: 'looks', looks: 'blank' }, text(3)])).toBe(
    'pages 1, 3: text lost or changed; page 2: blank',
  );
  const many = Array.from({ length: 12 }, (_, index) => text(index + 1));
  expect(describeDifferences(many)).toBe('pages 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more: text lost or changed');
});

test.each([
  [0, []],
  [1, [[1, 1]]],
  [8, [[1, 8]]],
  [
    9,
    [
      [1, 2],
      [5, 6],
      [8, 9],
    ],
  ],
  [
    100,
    [
      [1, 2],
      [50, 51],
      [99, 100],
    ],
  ],
])('of %i pages are looked at %j', (pages, stretches) => {
  expect(samplePages(pages, { all: 8, inStretch: 2 }).map(({ from, to }) => [from, to])).toEqual(stretches);
});
