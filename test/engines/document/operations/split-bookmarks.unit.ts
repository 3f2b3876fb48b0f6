import { expect, test } from 'vitest';
import { partsAt } from '../../../../engines/document/operations/pages/split-bookmarks.ts';

const at = (...places: readonly (readonly [page: number, title: string])[]) =>
  places.map(([page, title]) => ({ page, title }));

test('a part from each bookmark to the next, and one of the pages before', () => {
  expect(partsAt(at([3, 'One'], [5, 'Two']), 9)).toEqual([
    { from: 1, to: 2, suffix: '-0-pages-1-2' },
    { from: 3, to: 4, suffix: '-1-One' },
    { from: 5, to: 9, suffix: '-2-Two' },
  ]);
  expect(partsAt(at([1, 'All']), 4)).toEqual([{ from: 1, to: 4, suffix: '-1-All' }]);
});

test('in the order of the pages, a page that several lead to once', () => {
  const parts = partsAt(at([5, 'Late'], [1, 'Early'], [5, 'Later']), 6);
  expect(parts.map(({ from, to, suffix }) => [from, to, suffix])).toEqual([
    [1, 4, '-1-Early'],
    [5, 6, '-2-Late'],
  ]);
});

test('numbers are as wide as the last one', () => {
  const places = Array.from({ length: 12 }, (_, index) => ({ page: index + 2, title: 'x' }));
  const suffixes = partsAt(places, 13).map(({ suffix }) => suffix);
  expect([suffixes[0], suffixes[1], suffixes[12]]).toEqual(['-00-page-1', '-01-x', '-12-x']);
});

test.each([
  ['../../etc/passwd', '-1-_.._etc_passwd'],
  ['a/b\\c', '-1-a_b_c'],
  ['line\nbreak\t\u202egnp.exe', '-1-line break gnp.exe'],
  ['', '-1'],
  ['  .. ', '-1'],
  ['CON', '-1-_CON'],
])('the title %j is safe in a name', (title, suffix) => {
  expect(partsAt(at([1, title]), 1).map((part) => part.suffix)).toEqual([suffix]);
});

test('a long title is cut', () => {
  const [part] = partsAt(at([1, 'é'.repeat(5000)]), 1);
  expect(Buffer.byteLength(part?.suffix ?? '')).toBeLessThanOrEqual(103);
});
