import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linearize } from '../../../../engines/document/operations/file/linearize.ts';
import { patch } from '../../../../engines/document/operations/file/patch.ts';
import { protect } from '../../../../engines/document/operations/file/protect.ts';
import type { Operation, PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { combine } from '../../../../engines/document/operations/pages/combine.ts';
import { rearrange } from '../../../../engines/document/operations/pages/rearrange.ts';
import { rotate } from '../../../../engines/document/operations/pages/rotate.ts';
import { split } from '../../../../engines/document/operations/pages/split.ts';
import { compress } from '../../../../engines/document/operations/quality/compress.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { Scratch } from './support-structure.ts';

const corpora = process.env.CORPORA_DIR;
const folder = corpora === undefined ? null : join(corpora, 'pdf');
const names = folder === null ? [] : readdirSync(folder).filter((name) => name.endsWith('.pdf'));

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

/** Pages by poppler; null where it cannot read the file. */
async function pagesOf(path: string): Promise<number | null> {
  const { stdout, exitCode } = await execa('pdfinfo', [path], { reject: false });
  const pages = Number(/^Pages: +(\d+)$/m.exec(stdout)?.[1] ?? 0);
  return exitCode === 0 && pages > 0 && !/^Encrypted: +yes/m.test(stdout) ? pages : null;
}

/** The words of the document, sorted: operations may change the order of the pages. */
async function wordsOf(path: string): Promise<string[]> {
  const { stdout } = await execa('pdftotext', ['-raw', path, '-']);
  return stdout.split(/\s+/).sort();
}

const title = { operations: [{ op: 'add', path: '/info/title', value: 'New title' }] };
const cases: [Operation, Partial<PdfOptions>, (pages: number) => number][] = [
  [rearrange, { rearrange: 'last-first' }, (pages) => pages],
  [rotate, { rotate: [{ pages: '1-last', angle: 180 }] }, (pages) => pages],
  [split, { split: '1' }, (pages) => pages],
  [split, { split: 'all' }, (pages) => pages],
  [combine, { merge: true }, (pages) => 2 * pages],
  [patch, { patch: title }, (pages) => pages],
  [compress, { compression: 'basic' }, (pages) => pages],
  [linearize, { linearize: true }, (pages) => pages],
  [protect, { allow_printing: false }, (pages) => pages],
];

describe.skipIf(folder === null)('real PDFs (CORPORA_DIR): each operation keeps the pages and the words', () => {
  test.each(names)('%s', async (name) => {
    const path = join(folder ?? '', name);
    const pages = await pagesOf(path);
    if (pages === null) return;
    const words = await wordsOf(path);
    for (const [operation, options, expected] of cases) {
      const file: PdfFile = { path, pages };
      const inputs = operation === combine ? [file, file] : [file];
      const { files } = await scratch.run(operation, inputs, options);
      let found = 0;
      for (const made of files) {
        await execa('qpdf', ['--check', made.path]).catch((error) => {
          if (error.exitCode !== 3) throw error;
        });
        found += (await pagesOf(made.path)) ?? (operation === protect ? made.pages : 0);
      }
      expect({ operation: operation.name, pages: found }).toEqual({
        operation: operation.name,
        pages: expected(pages),
      });
      if (operation === rearrange || operation === patch || operation === compress || operation === linearize) {
        expect(await wordsOf(files[0]?.path ?? '')).toEqual(words);
      }
    }
  });
});
