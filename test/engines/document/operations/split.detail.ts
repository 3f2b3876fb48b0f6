import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { split } from '../../../../engines/document/operations/pages/split.ts';
import { attachmentsOf, fact, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

/** Pages of each part, and its suffix. */
async function parts(count: number, points: string) {
  const { files, warnings } = await scratch.run(split, [await scratch.pages(count)], { split: points });
  const found: [string, number[]][] = [];
  for (const { path, suffix, pages } of files) {
    const numbers = (await pageTexts(path)).map((text) => Number(text.replace('page ', '')));
    expect(pages).toBe(numbers.length);
    found.push([suffix ?? '', numbers]);
  }
  return { found, warnings: warnings.map(({ code }) => code) };
}

describe('numbers alone cut after these pages', () => {
  const cases: [number, string, [string, number[]][]][] = [
    [
      5,
      '2',
      [
        ['-pages-1-2', [1, 2]],
        ['-pages-3-5', [3, 4, 5]],
      ],
    ],
    [
      5,
      '4, 2,2',
      [
        ['-pages-1-2', [1, 2]],
        ['-pages-3-4', [3, 4]],
        ['-page-5', [5]],
      ],
    ],
    [
      3,
      '1,2,3',
      [
        ['-page-1', [1]],
        ['-page-2', [2]],
        ['-page-3', [3]],
      ],
    ],
    [2, '2', [['-pages-1-2', [1, 2]]]],
  ];
  test.each(cases)('%i pages at %s', async (count, points, found) => {
    expect(await parts(count, points)).toEqual({ found, warnings: [] });
  });

  test('past the end there is nothing to cut', async () => {
    expect(await parts(2, '1,7')).toEqual({
      found: [
        ['-page-1', [1]],
        ['-page-2', [2]],
      ],
      warnings: ['option_adjusted'],
    });
  });
});

describe('with a range, each item is a document', () => {
  const cases: [number, string, [string, number[]][], string[]][] = [
    [
      5,
      '1-3, 4-',
      [
        ['-pages-1-3', [1, 2, 3]],
        ['-pages-4-5', [4, 5]],
      ],
      [],
    ],
    [
      4,
      '1,2-4',
      [
        ['-page-1', [1]],
        ['-pages-2-4', [2, 3, 4]],
      ],
      [],
    ],
    [
      4,
      'first-2,2-last',
      [
        ['-pages-1-2', [1, 2]],
        ['-pages-2-4', [2, 3, 4]],
      ],
      [],
    ],
    [
      6,
      '5-6,2',
      [
        ['-pages-5-6', [5, 6]],
        ['-page-2', [2]],
      ],
      ['output_limited'],
    ],
    [
      3,
      '1-2,3-9',
      [
        ['-pages-1-2', [1, 2]],
        ['-page-3', [3]],
      ],
      ['option_adjusted'],
    ],
    [3, '1-3,7-9', [['-pages-1-3', [1, 2, 3]]], ['option_adjusted']],
  ];
  test.each(cases)('%i pages, %s', async (count, points, found, warnings) => {
    expect(await parts(count, points)).toEqual({ found, warnings });
  });

  test('of which none is there', async () => {
    await expect(parts(2, '4-5')).rejects.toMatchObject({ code: 'option_invalid' });
  });
});

describe('one document a page', () => {
  test.each([{ split: 'all' }, { one_file_per_page: true }])('%o', async (options) => {
    const { files, warnings } = await scratch.run(split, [await scratch.pages(12)], options);
    expect(files.map(({ suffix }) => suffix)).toEqual(Array.from({ length: 12 }, (_, index) => `-page-${index + 1}`));
    expect(await pageTexts(files[10]?.path ?? '')).toEqual(['page 11']);
    expect(warnings).toEqual([]);
  });

  test('of one page', async () => {
    expect(await parts(1, 'all')).toEqual({ found: [['-page-1', [1]]], warnings: [] });
  });

  test('of several files', async () => {
    const files = [
      { ...(await scratch.pages(2)), suffix: '-a' },
      { ...(await scratch.pages(1)), suffix: '-b' },
    ];
    const made = await scratch.run(split, files, { split: 'all' });
    expect(made.files.map(({ suffix }) => suffix)).toEqual(['-a-page-1', '-a-page-2', '-b-page-1']);
  });

  test('what the single pages do not have is told', async () => {
    const pdf = await scratch.pages(2, { outline: [{ title: 'Two', to: 2 }], info: { Title: 'T' }, tagged: true });
    const { files, warnings } = await scratch.run(split, [pdf], { split: 'all' });
    expect(warnings.map(({ code }) => code)).toEqual(['output_limited']);
    expect(warnings[0]?.message).toMatch(/bookmarks, tags for accessibility, title/);
    expect(await outlineOf(files[1]?.path ?? '')).toEqual([]);
  });
});

test('parts keep what belongs to their pages and to the document', async () => {
  const outline = [
    { title: 'One', to: 1 },
    { title: 'Three', to: 3, children: [{ title: 'Four', to: 4 }] },
  ];
  const pdf = await scratch.pages(4, { outline, attachments: { 'a.txt': 'A' }, info: { Title: 'T' } });
  const { files, warnings } = await scratch.run(split, [pdf], { split: '2' });
  expect(await Promise.all(files.map(({ path }) => outlineOf(path)))).toEqual([
    ['One → 1'],
    ['Three → 1', '  Four → 2'],
  ]);
  for (const { path } of files) {
    expect(await attachmentsOf(path)).toEqual(['a.txt']);
    expect(await fact(path, 'Title')).toBe('T');
  }
  expect(warnings).toEqual([]);
});

test('pages that a document claims and does not have are told', async () => {
  const { path } = await scratch.pages(2);
  const lying = path.replace('.pdf', '-lying.pdf');
  await writeFile(lying, (await readFile(path, 'latin1')).replace('/Count 2', '/Count 3'), 'latin1');
  const { files, warnings } = await scratch.run(split, [{ path: lying, pages: 3 }], { split: 'all' });
  expect(await Promise.all(files.map(async (file) => (await pageTexts(file.path))[0]))).toEqual(['page 1', 'page 2']);
  expect(warnings).toMatchObject([{ code: 'input_damaged', details: { pages: 2 } }]);
});

test('too many parts are refused', async () => {
  const points = Array.from({ length: 1001 }, (_, index) => `${index + 1}`).join(',');
  await expect(parts(1500, points)).rejects.toMatchObject({ code: 'option_invalid' });
});

describe('bookmarks', () => {
  const chapters = {
    outline: [
      { title: 'Chapter 1: Über/unter', to: 2, children: [{ title: 'Section', to: 3 }] },
      { title: 'Elsewhere', to: null, children: [{ title: 'Third', to: 5 }] },
      { title: 'Also on page 5', to: 5 },
      { title: 'Web', to: null },
    ],
  };

  test('one document a bookmark of the first level, named after it', async () => {
    const file = await scratch.pages(6, { ...chapters, attachments: { 'a.txt': 'a' } });
    const { files, warnings } = await scratch.run(split, [file], { split: 'bookmarks' });
    expect(files.map(({ suffix, pages }) => [suffix, pages])).toEqual([
      ['-0-page-1', 1],
      ['-1-Chapter 1_ Über_unter', 3],
      ['-2-Elsewhere', 2],
    ]);
    const [, first, second] = files.map(({ path }) => path);
    expect(await pageTexts(first ?? '')).toEqual(['page 2', 'page 3', 'page 4']);
    expect((await outlineOf(first ?? '')).slice(0, 2)).toEqual(['Chapter 1: Über/unter → 1', '  Section → 2']);
    expect(await attachmentsOf(second ?? '')).toEqual(['a.txt']);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/no file of their own: 1\.$/)]);
  });

  test('a document without them is refused by name', async () => {
    for (const more of [{}, { outline: [{ title: 'Web', to: null }] }]) {
      const file = await scratch.pages(2, more);
      await expect(scratch.run(split, [file], { split: 'bookmarks' })).rejects.toMatchObject({
        code: 'option_invalid',
        message: expect.stringContaining('has none'),
      });
    }
  });
});
