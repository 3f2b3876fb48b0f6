import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBookPools } from '../../../../tools/programs/calibre/pool.ts';
import { Bench, fixture } from '../../../engines/ebook/support.ts';
import { epubErrors } from './epubcheck.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
  const secret = bench.path('secret.txt');
  await writeFile(secret, '');
  const script = fileURLToPath(new URL('./make_books.py', import.meta.url));
  await execa('/usr/bin/python3', ['-B', script, bench.folder, secret]);
  await writeFile(bench.path('notes.md'), MARKDOWN);
  for (const name of [
    'book.docx',
    'book.odt',
    'book.mobi',
    'book.azw3',
    'book.htmlz',
    'book.fb2',
    'book.rtf',
    'book.txtz',
  ]) {
    await execa('ebook-convert', [bench.path('source-3.epub'), bench.path(name.replace('odt', 'docx'))]);
  }
  await execa('soffice', ['--headless', '--convert-to', 'odt', '--outdir', bench.folder, bench.path('book.docx')]);
});
afterAll(async () => {
  await closeBookPools();
  await bench.remove();
});

const MARKDOWN =
  '# Title\n\nText with [a link](#title) and [none]().\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n1. one\n\n   - two\n';

const SOURCES: readonly string[] = [
  ...[
    'source-3.epub',
    'right-2.epub',
    'book.azw3',
    'book.mobi',
    'book.docx',
    'book.odt',
    'book.htmlz',
    'book.fb2',
    'book.rtf',
  ],
  ...['book.txtz', 'notes.md'],
];
const FIXTURES = ['voyage.epub', 'voyage.fb2', 'voyage.html', 'voyage.txt'];

it('finds what is wrong in a book (control)', async () => {
  expect((await epubErrors(bench.path('broken-3.epub'))).length).toBeGreaterThan(50);
});

it.each([...SOURCES, ...FIXTURES])('makes valid EPUBs of %s, in versions 2 and 3', async (name) => {
  const path = FIXTURES.includes(name) ? fixture(name) : bench.path(name);
  for (const version of ['2', '3']) {
    const made = await bench.convert(path, { target: 'epub', options: { version } });
    expect([name, version, await epubErrors(made.path)]).toEqual([name, version, []]);
  }
});
