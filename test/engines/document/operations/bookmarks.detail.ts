import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookmarks, inputBookmarks } from '../../../../engines/document/operations/marks/bookmarks.ts';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { operate } from '../../../../engines/document/operations/operations.ts';
import { validateConversion } from '../../../../src/catalog/index.ts';
import { ConversionErrors } from '../../../../src/task/errors.ts';
import type { OptionValues } from '../../../../src/task/types.ts';
import { attachmentsOf, optionsOf, outlineOf, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

type Bookmarks = NonNullable<PdfOptions['bookmarks']>;

const NESTED: Bookmarks = [
  { title: 'Grüße (1)', page: 1, children: [{ title: 'Below', page: 2, children: [{ title: 'Deepest', page: 3 }] }] },
  { title: 'Last', page: 3 },
];

test('are written with those below them, and replace the old ones', async () => {
  const outline = [{ title: 'Old', to: 2 }];
  const file = await scratch.pages(3, { outline, attachments: { 'a.txt': 'a' } });
  expect(await outlineOf(file.path)).toEqual(['Old → 2']);
  const { files } = await scratch.run(bookmarks, [file], { bookmarks: NESTED });
  const path = files[0]?.path ?? '';
  expect(await outlineOf(path)).toEqual(['Grüße (1) → 1', '  Below → 2', '    Deepest → 3', 'Last → 3']);
  expect(await attachmentsOf(path)).toEqual(['a.txt']);
});

test('of inputs are written before they are joined', async () => {
  const [first, second] = [await scratch.pages(2, { outline: [{ title: 'Own', to: 1 }] }), await scratch.pages(2)];
  const files = [
    { ...first, filename: 'first.pdf' },
    { ...second, filename: 'second.pdf' },
  ];
  const options = optionsOf({ merge: true, bookmarks: [{ title: 'Two', page: 2, filename: 'second.pdf' }] });
  const [made] = await operate(files, options, await scratch.job(files));
  expect(await outlineOf(made?.path ?? '')).toEqual(['Own → 1', 'Two → 4']);
});

test.each<[string, Bookmarks]>([
  ['bookmark 1 must lead to a page from 1 to 3', [{ title: 'A', page: 4 }]],
  ['bookmark 1.2 must lead to a page', [{ title: 'A', page: 1, children: [{ title: 'B', page: 1 }, { title: 'C' }] }]],
  ['bookmark 1.1 needs a title', [{ title: 'A', page: 1, children: [{ title: '', page: 1 }] }]],
  [
    'bookmark 1.1 has children that are not a list',
    [{ title: 'A', page: 1, children: [{ title: 'B', page: 1, children: 7 }] }],
  ],
  ['bookmark 1.1 needs a title', [{ title: 'A', page: 1, children: [null] }]],
])('%s', async (message, wanted) => {
  await expect(scratch.run(bookmarks, [await scratch.pages(3)], { bookmarks: wanted })).rejects.toMatchObject({
    code: 'option_invalid',
    message: expect.stringContaining(message) as string,
  });
});

test('an input that is not there is named', async () => {
  const wanted = [{ title: 'A', page: 1, filename: 'other.pdf' }];
  await expect(scratch.run(inputBookmarks, [await scratch.pages(1)], { bookmarks: wanted })).rejects.toThrow(
    'Option bookmarks: no input is called other.pdf.',
  );
});

describe('attacks', () => {
  /** Bookmarks below each other. */
  const nested = (levels: number): object =>
    levels === 1 ? { title: 'A', page: 1 } : { title: 'A', page: 1, children: [nested(levels - 1)] };
  const write = async (one: object, more: object[] = []) =>
    scratch.run(bookmarks, [await scratch.pages(1)], { bookmarks: [one, ...more] as Bookmarks });

  test('more levels than a PDF is read with are refused, and as many are not', async () => {
    expect((await write(nested(50))).files).toHaveLength(1);
    await expect(write(nested(51))).rejects.toThrow('deeper than the 50 levels');
  });

  test('too many below one are refused', async () => {
    const children = Array.from({ length: 50_000 }, () => ({ title: 'A', page: 1 }));
    await expect(write({ title: 'A', page: 1, children })).rejects.toThrow('50000 bookmarks at most');
  });
});

test('the catalog takes lists in lists, and refuses what has no title or another option takes away', () => {
  const validate = (options: OptionValues) => validateConversion({ category: 'document', target: 'pdf', options });
  expect(validate({ bookmarks: NESTED }).options).toMatchObject({ bookmarks: NESTED });
  expect(() => validate({ bookmarks: [{ page: 1 }] })).toThrow(ConversionErrors);
  expect(() => validate({ bookmarks: NESTED, remove_bookmarks: true })).toThrow(ConversionErrors);
  expect(() => validate({ bookmarks: [{ title: 'A', page: 1, filename: 'a.pdf' }] })).toThrow(ConversionErrors);
});
