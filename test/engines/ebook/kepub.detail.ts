import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { epubErrors } from '../../tools/formats/epub/epubcheck.ts';
import { Bench, type Converted, fixture, metasOf, plainText } from './support.ts';

let bench: Bench;
let kepub: Converted;
let epub: Converted;
beforeAll(async () => {
  bench = await Bench.make();
  kepub = await bench.convert(fixture('voyage.epub'), { target: 'kepub' });
  epub = await bench.convert(fixture('voyage.epub'), { target: 'epub', options: { version: '3' } });
});
afterAll(() => bench.remove());

const pagesOf = async ({ path }: Converted): Promise<string> => (await execa('unzip', ['-p', path, '*.xhtml'])).stdout;

it('is a valid EPUB with the words of the book', async () => {
  expect(kepub.path).toMatch(/\.kepub\.epub$/);
  expect(kepub.warnings).toEqual([]);
  expect(await epubErrors(kepub.path)).toEqual([]);
  const words = (text: string): string => plainText(text).replaceAll(/\s/g, '');
  expect(words(await pagesOf(kepub))).toBe(words(await pagesOf(epub)));
});

it('has a numbered span for each sentence and picture, in the frames of its columns', async () => {
  const pages = await pagesOf(kepub);
  const spans = [...pages.matchAll(/<span class="koboSpan" id="(kobo\.\d+\.\d+)">(.*?)<\/span>/gs)];
  expect(spans.length).toBeGreaterThan(6);
  expect(spans.filter(([, , text]) => /[.!?]\s+\p{Lu}/u.test(text ?? ''))).toEqual([]);
  expect(pages).toMatch(/<span class="koboSpan" id="kobo\.\d+\.\d+"><img /);
  expect(pages).toMatch(/<div id="book-columns"><div id="book-inner">/);
  // What stands in a page outside of spans is white space.
  const body = /<div id="book-inner">(.*?)<\/body>/s.exec(pages)?.[1] ?? '';
  expect(
    body
      .replaceAll(/<span class="koboSpan"[^>]*>[^<]*<\/span>/g, '')
      .replaceAll(/<[^>]*>/g, '')
      .trim(),
  ).toBe('');
});

it('keeps a time that may hold text alone in one span, and marks one with a date of its own inside', async () => {
  const page = bench.path('times.html');
  const times = '<time>Monday</time> and <time datetime="2026-11-29">the day before</time>';
  await writeFile(page, `<!DOCTYPE html><title>Times</title><body><h1>Times</h1><p>We met on ${times}. It rained.</p>`);
  const made = await bench.convert(page, { target: 'kepub' });
  expect(await epubErrors(made.path)).toEqual([]);
  const { stdout: pages } = await execa('unzip', ['-p', made.path, '*times.html']);
  expect(pages).toMatch(/<span class="koboSpan" id="kobo\.\d+\.\d+"><time>Monday<\/time><\/span>/);
  expect(pages).toMatch(
    /<time datetime="2026-11-29"><span class="koboSpan" id="kobo\.\d+\.\d+">the day before<\/span><\/time>/,
  );
});

it('makes a pdb of the text, and says what it leaves out', async () => {
  const made = await bench.convert(fixture('voyage.epub'), { target: 'pdb', options: { title: 'The Voyage' } });
  const { book } = await metasOf({ book: made.path });
  expect(book.get('Title')).toBe('The Voyage');
  const text = bench.path('of-pdb.txt');
  await execa('ebook-convert', [made.path, text]);
  const { stdout } = await execa('cat', [text]);
  expect(stdout).toContain('opened before the sun did');
  expect(made.warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^A pdb is text alone\. Left out/),
  ]);
});

it('refuses a second book', async () => {
  const twice = bench.convert(fixture('voyage.epub'), { target: 'kepub', second: fixture('voyage.txt') });
  expect((await errorOf(twice)).code).toBe('input_count');
});
