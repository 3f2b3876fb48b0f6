import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { operate } from '../../../../engines/document/operations/operations.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { attachmentsOf, fact, optionsOf, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
let file: PdfFile;
beforeAll(async () => {
  scratch = await Scratch.make();
  file = { path: scratch.path('parts.pdf'), pages: 1 };
  await execa('/usr/bin/python3', [fileURLToPath(new URL('./make_parts_pdf.py', import.meta.url)), file.path]);
});
afterAll(() => scratch.remove());

async function made(options: Partial<PdfOptions>) {
  const { context, newFolder, warnings } = await scratch.job([file]);
  const files = await operate([file], optionsOf(options), { context, newFolder });
  for (const { path } of files) await execa('qpdf', ['--check', path]);
  return { path: files[0]?.path ?? '', files, warnings };
}

/** The file with its streams readable, by qpdf; pictures as they are. */
async function objects(path: string): Promise<string> {
  const args = ['--qdf', '--object-streams=disable', '--decode-level=generalized', path, '-'];
  return (await execa('qpdf', args, { encoding: 'latin1', stripFinalNewline: false })).stdout;
}

const WORDS = ['SCRIPT', 'FILE', 'COMMENT', 'META', 'STAYS'] as const;

/** Which of the words are in the file, wherever. */
async function wordsIn(path: string): Promise<string[]> {
  const text = await objects(path);
  return WORDS.filter(
    (word) => text.includes(word) || text.includes(Buffer.from(word, 'utf16le').swap16().toString('latin1')),
  );
}

test('the file has all of them', async () => {
  expect(await wordsIn(file.path)).toEqual([...WORDS]);
});

test('remove_javascript: in every place, and what comes after a script still does', async () => {
  const { path, warnings } = await made({ remove_javascript: true });
  expect(await wordsIn(path)).toEqual(['FILE', 'COMMENT', 'META', 'STAYS']);
  expect(await objects(path)).not.toMatch(/\/JavaScript|\/JS\b|\/AA\b|\/XFA/);
  // The script before the jump is gone, the jump is not.
  expect(await objects(path)).toContain('/S /GoTo');
  expect((await execa('pdfinfo', ['-js', path])).stdout.trim()).toBe('');
  expect(await fact(path, 'JavaScript')).toBe('no');
  expect(await fact(path, 'Form')).toBe('AcroForm');
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('XFA')]);
});

test('remove_attachments: those of the document, of pages and of comments', async () => {
  const { path } = await made({ remove_attachments: true });
  expect(await wordsIn(path)).toEqual(['SCRIPT', 'COMMENT', 'META', 'STAYS']);
  expect(await attachmentsOf(path)).toEqual([]);
  expect(await objects(path)).not.toMatch(/\/EF\b|\/AF\b|\/FileAttachment/);
});

test('remove_annotations: comments, also where tags and answers name them; links and fields stay', async () => {
  const { path } = await made({ remove_annotations: true });
  expect(await wordsIn(path)).not.toContain('COMMENT');
  const text = await objects(path);
  expect(
    [...text.matchAll(/\/Subtype \/(Text|Popup|FileAttachment|Link|Widget)\b/g)].map(([, kind]) => kind).sort(),
  ).toEqual(['Link', 'Link', 'Widget']);
  expect(text).not.toContain('/OBJR');
});

test('remove_links and remove_bookmarks', async () => {
  const { path } = await made({ remove_links: true, remove_bookmarks: true });
  const text = await objects(path);
  expect(text).not.toContain('/Subtype /Link');
  expect(text).toContain('/Subtype /Widget');
  expect(await outlineOf(path)).toEqual([]);
  expect(await outlineOf(file.path)).not.toEqual([]);
});

test('remove_metadata: of the document, pages, pictures, files and comments', async () => {
  const { path } = await made({ remove_metadata: true });
  expect(await wordsIn(path)).toEqual(['SCRIPT', 'FILE', 'COMMENT', 'STAYS']);
  const { stdout } = await execa('exiftool', ['-ee', '-G', '-a', '-s', path]);
  expect(stdout).not.toMatch(/Title|Author|Creator|Producer|Date[^/]*: 2001|META/);
  expect((await execa('pdfinfo', [path])).stdout).not.toMatch(
    /^(?:Title|Author|Creator|Producer|CreationDate|ModDate)/m,
  );
  // The picture is still drawn.
  expect((await execa('pdfimages', ['-list', path])).stdout).toContain('jpeg');
  expect(await objects(path)).toContain('STAYS field');
});

test('with work of Ghostscript before, and patch after', async () => {
  const operations = [{ op: 'replace', path: '/info/title', value: 'New' }];
  const { path } = await made({ remove_metadata: true, quality: 'ebook', patch: { operations } });
  expect([await fact(path, 'Title'), await fact(path, 'Author'), await fact(path, 'Producer')]).toEqual([
    'New',
    '',
    '',
  ]);
});

test('all of them together leave the page as it was', async () => {
  const { path } = await made({
    ...{ remove_javascript: true, remove_attachments: true, remove_annotations: true },
    ...{ remove_links: true, remove_bookmarks: true, remove_metadata: true },
  });
  expect(await wordsIn(path)).toEqual(['STAYS']);
  expect((await pageTexts(path))[0]).toContain('STAYS');
  const { stdout } = await execa('pdfinfo', ['-struct-text', path]);
  expect(stdout).toContain('STAYS');
});

test('bookmarks are there until split has used them', async () => {
  const chapters = [1, 2].map((page) => ({ title: `Chapter ${page}`, to: page }));
  const book = await scratch.pages(2, { outline: chapters });
  const { context, newFolder } = await scratch.job([book]);
  const options = optionsOf({ split: 'bookmarks', remove_bookmarks: true });
  const files = await operate([book], options, { context, newFolder });
  expect(files.map(({ suffix }) => suffix)).toEqual(['-1-Chapter 1', '-2-Chapter 2']);
  for (const { path } of files) expect(await outlineOf(path)).toEqual([]);
});
