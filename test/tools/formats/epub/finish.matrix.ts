import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FinishedEpub, finishEpub, finishFb2 } from '../../../../tools/formats/epub/finish.ts';
import { Bench } from '../../../engines/ebook/support.ts';
import { engineTask } from '../../../support/engine-context.ts';
import { sample } from '../../../support/sample.ts';
import { epubErrors } from './epubcheck.ts';

const SECRET = 'the secret of this machine';

let bench: Bench;
let books: string;
beforeAll(async () => {
  bench = await Bench.make();
  books = bench.folder;
  const secret = bench.path('secret.txt');
  await writeFile(secret, SECRET);
  const script = fileURLToPath(new URL('./make_books.py', import.meta.url));
  await execa('/usr/bin/python3', ['-B', script, books, secret]);
});
afterAll(() => bench.remove());

const newContext = () => engineTask({ workFolder: books, readable: [], signal: new AbortController().signal });

/** Repairs a copy of a book like the engine. @returns its path */
async function finish(
  name: string,
  copy = 'copy',
): Promise<{ before: string; after: string; lost: FinishedEpub['lost'] }> {
  const before = bench.path(`${copy}-of-${name}`);
  await copyFile(join(books, name), before);
  const { path: after, lost } = await finishEpub(before, { keepsScripts: true }, newContext().context);
  return { before, after, lost };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const part = async (path: string, name: string): Promise<string> => (await execa('unzip', ['-p', path, name])).stdout;

describe.concurrent('a book in which everything is wrong', () => {
  // epubcheck takes three seconds; valid.slow.ts tests that it finds errors before the repair.
  it.each(sample('epubcheck', [2, 3] as const, 1))('becomes a valid EPUB %d', async (version) => {
    const { after } = await finish(`broken-${version}.epub`, 'to-check');
    expect(await epubErrors(after)).toEqual([]);
  });

  it.each([2, 3] as const)(
    'becomes an EPUB %d with all its words, and is left alone the second time',
    async (version) => {
      const { after, lost } = await finish(`broken-${version}.epub`, 'to-read');
      // EPUB 2 does not support scripts.
      expect(lost.scripts).toBe(version === 2 ? 1 : 0);

      const words = new Set((await part(after, '*.xhtml')).match(/word\d+/g));
      const expected = [...range(1, 58), ...range(61, 88), 91].map((n) => `word${n}`);
      expect(expected.filter((word) => !words.has(word))).toEqual([]);

      const { context } = engineTask({ workFolder: books, readable: [], signal: new AbortController().signal });
      expect((await finishEpub(after, { keepsScripts: true }, context)).path).toBe(after);
    },
  );

  it('keeps its links, by names that are valid now', async () => {
    const { after } = await finish('broken-3.epub');
    const names = await part(after, 'b.xhtml');
    expect(names).toContain('<p id="a_b">word61</p>');
    expect(names).toContain('<a href="#a_b">word67</a>');
    expect(names).toContain('<a id="old">word82</a><a href="#old">word83</a>');
    expect(names).toContain('<a href="http://example.org/a%20b?x=%5B1%5D">word74</a>');
    expect(names).toContain('<a>word71</a>');
    // A picture in an optional format is converted to a supported one.
    expect(names).toContain('<img src="p_.png"');
    const navigation = await part(after, 'nav.xhtml');
    expect(navigation).toContain('<a epub:type="bodymatter" href="a.xhtml">Start</a>');
    expect(navigation).not.toMatch(/Cover|Gone|page-list/);
  });
});

it('an element whose name XML does not have becomes one that the book may have, with its words', async () => {
  const { after } = await finish('broken-2.epub', 'plain');
  const folder = bench.path('misnamed');
  await execa('unzip', ['-q', after, '-d', folder]);
  const page = join(folder, 'b.xhtml');
  await writeFile(page, (await readFile(page, 'utf8')).replace('<body>', '<body><k: p="">misnamed</k:>'));
  await execa('zip', ['-qr', join(books, 'misnamed.epub'), '.'], { cwd: folder });
  const repaired = (await finish('misnamed.epub')).after;
  expect(await part(repaired, 'b.xhtml')).toMatch(/<(span|div)>misnamed<\/\1>/);
  expect(await part(repaired, 'b.xhtml')).toContain('word83');
});

it.each(['right-2.epub', 'right-3.epub', 'source-3.epub'])(
  'leaves %s, in which nothing is wrong, as it is',
  async (name) => {
    const { before, after } = await finish(name);
    expect(after).toBe(before);
    expect(await readFile(after)).toEqual(await readFile(join(books, name)));
  },
);

it.each([
  ['a page of its NCX that leads nowhere', 'gap-page.epub'],
  ['no order of reading', 'gap-spine.epub'],
  ['a document without an id', 'gap-id.epub'],
])('is repaired as far as possible with %s', async (_, name) => {
  const { after, lost } = await finish(name);
  expect(lost).toEqual({ media: 0, scripts: 0 });
  expect(await part(after, 'a.xhtml')).toContain('One');
});

it('names no part that is not there: as a fallback, as sound read along, as the cover, in metadata', async () => {
  const { before, after } = await finish('left-out-3.epub');
  const found = (await epubErrors(before)).join();
  for (const error of ['fallback attribute must resolve', 'RSC-001']) expect(found).toContain(error);
  expect(await epubErrors(after)).toEqual([]);
  const text = await part(after, 'content.opf');
  expect(text).not.toMatch(/gone|#role|media-overlay|fallback/);
  expect(text).toContain('<itemref idref="d0"/>');
});

it('has nothing that leads to what is left out, in documents and drawings', async () => {
  const { before, after } = await finish('leading-nowhere-3.epub');
  const found = (await epubErrors(before)).join();
  for (const error of ['aria-labelledby attribute must refer', 'gone.mp3', 'd.svg(4']) expect(found).toContain(error);
  expect(await epubErrors(after)).toEqual([]);
  expect(await part(after, '*.xhtml')).not.toMatch(/gone|#sound|aria-/);
  expect(await part(after, 'd.svg')).not.toContain('gone');
  expect(await part(after, '*')).toMatch(/word1.*word2.*word3.*word5.*word6.*word4/s);
});

it('never reads what a document names', async () => {
  const { after } = await finish('entity-3.epub');
  // Control: everything except the named file was read and written again.
  expect(await part(after, 'c.xhtml')).toContain('<div style="text-align: center">Text</div>');
  expect((await execa('unzip', ['-p', after])).stdout).not.toContain(SECRET);
});

describe('an EPUB 3 with its parts in folders', () => {
  it('becomes an EPUB 3 with landmarks that lead where they did', async () => {
    const { path } = await bench.convert(join(books, 'source-3.epub'), { target: 'epub', options: { version: '3' } });
    const navigation = await part(path, 'nav.xhtml');
    expect(navigation).toContain('<a epub:type="bodymatter" href="content/text/one.xhtml#one">');
    expect(navigation).toContain('href="stylesheet.css"');
    expect(await part(path, 'content/text/one.xhtml')).toContain('<section epub:type="chapter" id="one">');
  });

  it('becomes an EPUB 2 without what that version has not, and says what is lost', async () => {
    const source = join(books, 'source-3.epub');
    const { path, warnings } = await bench.convert(source, { target: 'epub', options: { version: '2' } });
    const text = await part(path, 'content/text/one.xhtml');
    expect(text).not.toMatch(/<(?:section|figure|aside|audio|mark|time)\b|epub:/);
    for (const kept of ['Chapter', 'today', 'marks', 'Caption', 'The note.']) expect(text).toContain(kept);
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'output_limited', message: expect.stringMatching(/sound/) }),
    );
    const { stdout } = await execa('unzip', ['-Z1', path]);
    expect(stdout.split('\n')[0]).toBe('mimetype');
    expect(stdout).not.toContain('.mp3');
  });
});

describe('an FB2 whose sections are those of the contents', () => {
  const fb2 = (sections: string): string =>
    `<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body>${sections}</body></FictionBook>`;
  const chapter = `<section><title><empty-line/><p><strong>One</strong></p><empty-line/>${'<p>Text of the chapter.</p>'.repeat(20)}</title><p>End.</p></section>`;
  const heading = '<section><title><p>Two</p><p>or three</p></title><p>Text.</p></section>';

  it('has headings as titles, and their texts after them', async () => {
    const path = bench.path('chapters.fb2');
    await writeFile(path, fb2(chapter + heading));
    const { path: after } = await finishFb2(path, newContext().context);
    const text = await readFile(after, 'utf8');
    expect(text.match(/<title>.*?<\/title>/gs)).toEqual([
      '<title><p><strong>One</strong></p></title>',
      '<title><p>Two</p><p>or three</p></title>',
    ]);
    expect(text.match(/Text of the chapter\./g)).toHaveLength(20);
    expect(text).toMatch(/Text of the chapter\.<\/p><p>End\./);
    expect((await finishFb2(after, newContext().context)).path).toBe(after);
  });
});
