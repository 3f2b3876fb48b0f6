import { stat } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operate } from '../../../../engines/document/operations/operations.ts';
import { split } from '../../../../engines/document/operations/pages/split.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { keptPages, pagesOf } from './blank-support.ts';
import { optionsOf, outlineOf, pageTexts, Scratch } from './support-structure.ts';

/* Values of split that look at pages: blank, text, size; and levels of bookmarks. */

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

async function parts(file: PdfFile, points: string) {
  const { files, warnings } = await scratch.run(split, [file], { split: points });
  for (const { path } of files) await execa('qpdf', ['--check', path]);
  return { files, suffixes: files.map(({ suffix }) => suffix), warnings };
}

describe('blank', () => {
  test('a document per stretch between blank pages, which are left out', async () => {
    const kinds = ['empty', 'text', 'number', 'scan', 'empty', 'line', 'white', 'field'];
    const { files, suffixes, warnings } = await parts(await pagesOf(kinds, scratch), 'blank');
    expect(await Promise.all(files.map(({ path }) => keptPages(path)))).toEqual([[2, 3], [6], [8]]);
    expect(suffixes).toEqual(['-pages-2-3', '-page-6', '-page-8']);
    const message = 'The blank pages that separate the parts are in none of them: 1, 4-5, 7.';
    expect(warnings).toMatchObject([{ code: 'output_limited', message, details: { pages: ['1', '4-5', '7'] } }]);
  });

  test('no blank page: one document, with a warning', async () => {
    const { files, warnings } = await parts(await pagesOf(['text', 'line'], scratch), 'blank');
    expect(files.map(({ pages }) => pages)).toEqual([2]);
    expect(warnings).toMatchObject([{ code: 'option_no_effect', message: expect.stringContaining('no blank page') }]);
  });

  test('all pages blank are refused', async () => {
    const all = parts(await pagesOf(['empty', 'white'], scratch), 'blank');
    await expect(all).rejects.toMatchObject({ code: 'option_unsupported', message: expect.stringContaining('split') });
  });
});

describe('text', () => {
  const letters = ['Cover', 'INVOICE  No. 1', 'second page', 'Invoice no. 2', 'Invoice no. 3'];
  const pdf = () => scratch.pdf({ pages: letters.map((text) => ({ text })) });

  test('a new document at each page with the words, in any case', async () => {
    const { files, suffixes, warnings } = await parts(await pdf(), 'text:invoice no.');
    expect(await Promise.all(files.map(({ path }) => pageTexts(path)))).toEqual([
      ['Cover'],
      ['INVOICE No. 1', 'second page'],
      ['Invoice no. 2'],
      ['Invoice no. 3'],
    ]);
    expect(suffixes).toEqual(['-page-1', '-pages-2-3', '-page-4', '-page-5']);
    expect(warnings).toEqual([]);
  });

  test('words of the first page alone: one document', async () => {
    expect((await parts(await pdf(), 'text:cover')).suffixes).toEqual(['-pages-1-5']);
  });

  test('words that no page has are refused', async () => {
    await expect(parts(await pdf(), 'text:receipt')).rejects.toMatchObject({
      code: 'option_invalid',
      message: expect.stringMatching(/"receipt", and no page .* ocr=true\.$/),
    });
  });
});

describe('bookmarks of several levels', () => {
  const outline = [
    { title: 'One', to: 1, children: [{ title: 'One A', to: 2, children: [{ title: 'Deep', to: 3 }] }] },
    { title: 'Two', to: 5, children: [{ title: 'Two A', to: 6 }] },
  ];

  test.each([
    ['bookmarks', ['-1-One', '-2-Two']],
    ['bookmarks:1', ['-1-One', '-2-Two']],
    ['bookmarks:2', ['-1-One', '-2-One A', '-3-Two', '-4-Two A']],
    ['bookmarks:3', ['-1-One', '-2-One A', '-3-Deep', '-4-Two', '-5-Two A']],
  ])('%s', async (points, expected) => {
    const { files, suffixes } = await parts(await scratch.pages(6, { outline }), points);
    expect(suffixes).toEqual(expected);
    expect(files.reduce((sum, { pages }) => sum + pages, 0)).toBe(6);
  });

  test('bookmarks are removed after the split has used them', async () => {
    const pdf = await scratch.pages(6, { outline });
    const { context, newFolder } = await scratch.job([pdf]);
    const made = await operate([pdf], optionsOf({ split: 'bookmarks:2', remove_bookmarks: true }), {
      context,
      newFolder,
    });
    expect(made).toHaveLength(4);
    expect(await Promise.all(made.map(({ path }) => outlineOf(path)))).toEqual([[], [], [], []]);
  });
});

describe('size', () => {
  /** Scans have some 250 kB each. */
  const scans = () => pagesOf(['scan', 'scan', 'scan-number', 'text', 'scan-through', 'scan'], scratch);

  test('as many pages in each document as fit', async () => {
    const limit = Math.floor(2.5 * (await bytesOfScan()));
    const { files, suffixes, warnings } = await parts(await scans(), `size:${limit}`);
    for (const { path } of files) expect((await stat(path)).size).toBeLessThanOrEqual(limit);
    expect(suffixes).toEqual(['-pages-1-2', '-pages-3-5', '-page-6']);
    expect(await Promise.all(files.map(({ path }) => keptPages(path)))).toEqual([[1, 2], [3, 4, 5], [6]]);
    expect(warnings).toEqual([]);
  });

  test('a page that is larger is alone, with a warning', async () => {
    const { suffixes, warnings } = await parts(await scans(), 'size:20KB');
    expect(suffixes).toEqual([1, 2, 3, 4, 5, 6].map((page) => `-page-${page}`));
    const message = 'These pages are larger than the size of option split, each in a file of its own: 1-3, 5-6.';
    expect(warnings).toMatchObject([{ code: 'output_limited', message, details: { pages: ['1-3', '5-6'] } }]);
  });

  test('a document that is small enough stays one', async () => {
    expect((await parts(await scans(), 'size:100MB')).suffixes).toEqual(['-pages-1-6']);
  });

  test('attached files that are larger are refused', async () => {
    const pdf = await scratch.pages(3, { attachments: { 'a.txt': 'a'.repeat(50_000) } });
    await expect(parts(pdf, 'size:20KB')).rejects.toMatchObject({
      code: 'option_invalid',
      message: expect.stringContaining('remove_attachments=true'),
    });
    expect((await parts(pdf, 'size:60KB')).suffixes).toEqual(['-pages-1-3']);
  });

  /** Returns the bytes of a document of one scan. */
  async function bytesOfScan(): Promise<number> {
    return (await stat((await pagesOf(['scan'], scratch, 'scan.pdf')).path)).size;
  }
});
