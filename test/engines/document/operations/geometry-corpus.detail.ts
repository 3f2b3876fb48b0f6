import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borders } from '../../../../engines/document/operations/marks/borders.ts';
import type { Operation, PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { pageSize } from '../../../../engines/document/operations/pages/page-size.ts';
import { pagesPerSheet } from '../../../../engines/document/operations/pages/pages-per-sheet.ts';
import { splitPage } from '../../../../engines/document/operations/pages/split-page.ts';
import { Scratch } from './geometry-support.ts';

const CORPORA = process.env.CORPORA_DIR;

/** Those that open without a password, in whole. */
const readable = (path: string): boolean => {
  try {
    execFileSync('qpdf', ['--check', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const files = CORPORA === undefined ? [] : readdirSync(join(CORPORA, 'pdf')).filter((name) => name.endsWith('.pdf'));

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const CHANGES: readonly [Operation, Partial<PdfOptions>, (pages: number) => number][] = [
  [splitPage, { split_page_x: 2, split_page_y: 2 }, (pages) => pages * 4],
  [pageSize, { page_size: 'a5', orientation: 'landscape' }, (pages) => pages],
  [borders, { border_top: 5, border_left: -1 }, (pages) => pages],
  [pagesPerSheet, { pages_per_sheet: 6, add_borders: true }, (pages) => Math.ceil(pages / 6)],
];

describe.skipIf(CORPORA === undefined)('real PDFs (CORPORA_DIR)', () => {
  test.each(files.filter((name) => readable(join(CORPORA ?? '', 'pdf', name))))('%s', async (name) => {
    const path = join(CORPORA ?? '', 'pdf', name);
    const before = await pagesAndWarnings(path);
    for (const [operation, options, expected] of CHANGES) {
      const { path: made, file } = await scratch.run(operation, path, options);
      await execa('qpdf', ['--check', made]);
      const after = await pagesAndWarnings(made);
      expect([operation.name, after.pages, file.pages]).toEqual([
        operation.name,
        expected(before.pages),
        expected(before.pages),
      ]);
      if (before.errors === '') expect(after.errors, operation.name).toBe('');
    }
  });
});

/** What poppler finds when it draws all pages. */
async function pagesAndWarnings(path: string): Promise<{ pages: number; errors: string }> {
  const info = await execa('pdfinfo', [path]);
  const { stderr } = await execa('pdftoppm', ['-r', '8', '-gray', path, join(scratch.folder, 'drawn')]);
  return { pages: Number(/^Pages: +(\d+)/m.exec(info.stdout)?.[1]), errors: stderr };
}
