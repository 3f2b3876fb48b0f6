import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operate } from '../../../../engines/document/operations/operations.ts';
import { removeBlankPages } from '../../../../engines/document/operations/pages/remove-blank-pages.ts';
import { keptPages, pagesOf } from './blank-support.ts';
import { fact, optionsOf, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const OPTION = { remove_blank_pages: true } as const;

/** Removes blank pages from a PDF of these kinds of pages and looks at what is left. */
async function removed(kinds: readonly string[]) {
  const { files, warnings } = await scratch.run(removeBlankPages, [await pagesOf(kinds, scratch)], OPTION);
  const path = files[0]?.path ?? '';
  // 3: a picture that was broken before.
  const { exitCode } = await execa('qpdf', ['--check', path], { reject: false });
  expect(exitCode).toBe(kinds.includes('broken') ? 3 : 0);
  const kept = await keptPages(path);
  expect(files[0]?.pages).toBe(kept.length);
  return { path, kept, warnings };
}

describe('nothing is seen', () => {
  const kinds = [
    ...['empty', 'white', 'invisible', 'link', 'hidden-field', 'dot'],
    ...['scan', 'scan-specks', 'scan-edge', 'scan-through'],
  ];
  test.each(kinds)('on a page of kind %s, which goes', async (kind) => {
    const { kept, warnings } = await removed(['text', kind, 'number']);
    expect(kept).toEqual([1, 3]);
    const message = 'A blank page was removed: 2.';
    expect(warnings).toMatchObject([{ code: 'output_limited', message, details: { pages: ['2'] } }]);
  });
});

describe('something is seen', () => {
  const kinds = ['text', 'number', 'line', 'pale', 'dark', 'field', 'scan-number', 'scan-pencil'];
  test.each(kinds)('on a page of kind %s, which stays', async (kind) => {
    expect(await removed(['text', kind, 'empty'])).toMatchObject({ kept: [1, 2] });
  });
});

test('pages are named together, and bookmarks, fields and texts of the others stay', async () => {
  const { path, kept, warnings } = await removed(['empty', 'text', 'scan', 'empty', 'field', 'white']);
  expect(kept).toEqual([2, 5]);
  const message = 'Blank pages were removed: 1, 3-4, 6.';
  expect(warnings).toMatchObject([{ message, details: { option: 'remove_blank_pages', pages: ['1', '3-4', '6'] } }]);
  expect(await outlineOf(path)).toEqual(['Page 2 → 1', 'Page 5 → 2']);
  expect(await pageTexts(path)).toEqual(['Chapter two', '']);
  expect(await fact(path, 'Form')).toBe('AcroForm');
});

test('nothing blank: the file stays as it is, without a warning', async () => {
  const pdf = await pagesOf(['text', 'number'], scratch);
  const { files, warnings } = await scratch.run(removeBlankPages, [pdf], OPTION);
  expect(files).toEqual([pdf]);
  expect(warnings).toEqual([]);
});

test.each([
  { kinds: ['empty'], message: /^The only page of the PDF is blank/ },
  { kinds: ['empty', 'white', 'scan'], message: /^All 3 pages of the PDF are blank/ },
])('all blank is refused: $kinds', async ({ kinds, message }) => {
  await expect(removed(kinds)).rejects.toMatchObject({
    code: 'option_unsupported',
    message: expect.stringMatching(message),
  });
});

test('a page whose picture is broken stays, with a warning', async () => {
  const { kept, warnings } = await removed(['text', 'broken', 'empty']);
  expect(kept).toEqual([1, 2]);
  expect(warnings).toMatchObject([
    {
      code: 'output_limited',
      message: expect.stringMatching(/^Nothing is seen on these pages, but they have errors.*: 2\.$/),
    },
    { message: 'A blank page was removed: 3.' },
  ]);
});

test('blank pages go before stamps, page numbers and choices of pages', async () => {
  const pdf = await pagesOf(['text', 'empty', 'number', 'line'], scratch);
  const { context, newFolder } = await scratch.job([pdf]);
  const options = optionsOf({ ...OPTION, stamp_text: 'DRAFT', page_numbers: '{page} of {pages}', rearrange: '1, 3' });
  const [made] = await operate([pdf], options, { context, newFolder });
  const path = made?.path ?? '';
  expect(await keptPages(path)).toEqual([1, 4]);
  const texts = await pageTexts(path);
  expect(texts.map((text) => /\d of \d/.exec(text)?.[0])).toEqual(['1 of 2', '2 of 2']);
  expect(texts.every((text) => text.includes('DRAFT'))).toBe(true);
});

test('of a document and its stamp, only the document loses pages', async () => {
  const [document, stamp] = [await pagesOf(['text', 'empty'], scratch), await pagesOf(['empty'], scratch, 'stamp.pdf')];
  const { files } = await scratch.run(removeBlankPages, [document, stamp], { ...OPTION, stamp: true });
  expect(files.map(({ pages }) => pages)).toEqual([1, 1]);
  expect(files[1]).toEqual(stamp);
});

test('2400 pages are drawn by one program', async () => {
  const kinds = Array.from({ length: 2400 }, (_, index) => (index % 3 === 1 ? 'empty' : 'text'));
  const { files, calls } = await scratch.run(removeBlankPages, [await pagesOf(kinds, scratch)], OPTION);
  expect(files[0]?.pages).toBe(1600);
  expect(await fact(files[0]?.path ?? '', 'Pages')).toBe('1600');
  expect(calls.filter(({ args }) => args.some((arg) => arg.endsWith('find_blank_pages.py')))).toHaveLength(1);
});
