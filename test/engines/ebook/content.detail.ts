import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { epubErrors } from '../../tools/formats/epub/epubcheck.ts';
import { Bench, type Converted, plainText, wordsIn } from './support.ts';

/** What conversions lose easily: pages that are no XHTML, formulas, pictures and links in formats without them. */

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
  const script = fileURLToPath(new URL('./make_content.py', import.meta.url));
  await execa('/usr/bin/python3', ['-B', script, bench.folder]);
});
afterAll(() => bench.remove());

const reported = (name: string): string => join(process.env.CORPORA_DIR ?? '', 'reported/ebook', name);
const isThere = (name: string): boolean => process.env.CORPORA_DIR !== undefined && existsSync(reported(name));

const unzipped = async (path: string, name: string): Promise<string> =>
  (await execa('unzip', ['-p', path, name])).stdout;
const messages = ({ warnings }: Converted): string[] => warnings.map(({ message }) => message);

/** References of the reading order of an EPUB. */
async function spineOf(path: string): Promise<number> {
  return (await unzipped(path, '*.opf')).match(/<itemref\b/g)?.length ?? 0;
}

describe('pages that are drawings, pictures, or of a kind that falls back on another', () => {
  it.each(['2', '3'])('are pages of a valid EPUB %s, with their links', async (version) => {
    const made = await bench.convert(bench.path('pages.epub'), { target: 'epub', options: { version } });
    expect(messages(made)).toEqual([]);
    expect(await spineOf(made.path)).toBeGreaterThanOrEqual(4);
    const text = await unzipped(made.path, '*.xhtml');
    expect(text).toContain('drawn words');
    expect(text).toContain('Shown instead of the game.');
    expect(text).toMatch(/<img[^>]*src="[^"]*picture\.png"/);
    expect(text).toMatch(/<a href="[^"]*drawing[^"]*xhtml[^"]*"[^>]*>a drawing<\/a>/);
    expect(await epubErrors(made.path)).toEqual([]);
  });

  it('are in an azw3, of which calibre alone leaves them out (control)', async () => {
    const made = await bench.convert(bench.path('pages.epub'), { target: 'azw3' });
    const alone = bench.path('alone.azw3');
    await execa('ebook-convert', [bench.path('pages.epub'), alone]);
    const { ours, theirs } = await bench.decodeAll({ ours: made.path, theirs: alone });
    expect(await wordsIn(ours)).toContain('Shown instead of the game.');
    expect(await wordsIn(theirs)).not.toContain('Shown instead of the game.');
    expect(messages(made)).toEqual([]);
  });

  it('make a book where nothing else is in it', async () => {
    const made = await bench.convert(bench.path('drawings.epub'), { target: 'epub' });
    // A blank page has no picture that could be lost.
    expect(messages(made).filter((message) => message.includes('picture'))).toEqual([]);
    expect(await unzipped(made.path, '*.xhtml')).toContain('<rect');
    expect(await epubErrors(made.path)).toEqual([]);
  });

  it.skipIf(!isThere('scr-support_svg.epub'))('are in what is made of scr-support_svg.epub', async () => {
    for (const options of [{ version: '2' }, { version: '3' }]) {
      const made = await bench.convert(reported('scr-support_svg.epub'), { target: 'epub', options });
      expect(await unzipped(made.path, '*.xhtml')).toContain('<svg');
      expect(await epubErrors(made.path)).toEqual([]);
    }
  });
});

describe('formulas', () => {
  const LINEAR = 'One (a+1)/b = x^(2n) two √y three zed alone four [1, 2; 3, 4] five p six q seven.';

  it.each(['fb2', 'txt', 'html', 'azw3', 'mobi', 'docx', 'lit', 'lrf', 'tcr'])(
    'are text in one line in %s, which is reported',
    async (target) => {
      const made = await bench.convert(bench.path('formulas.epub'), { target });
      expect(messages(made).join()).toMatch(/6 formulas were written as text/);
      const kept = bench.path(`formulas-of-${target}.txt`);
      if (target === 'txt') expect(plainText(await readFile(made.path, 'utf8'))).toContain(LINEAR);
      else {
        await execa('ebook-convert', [made.path, kept]);
        expect(plainText(await readFile(kept, 'utf8'))).toContain(LINEAR);
      }
    },
  );

  it('are text in EPUB 2, and formulas in EPUB 3', async () => {
    const source = bench.path('formulas.epub');
    const two = await bench.convert(source, { target: 'epub', options: { version: '2' } });
    expect(plainText(await unzipped(two.path, '*.xhtml'))).toContain(LINEAR);
    expect(messages(two)).toEqual([expect.stringMatching(/6 formulas .* EPUB 2 .*version 3/)]);
    const three = await bench.convert(source, { target: 'epub', options: { version: '3' } });
    expect((await unzipped(three.path, '*.xhtml')).match(/<(?:\w+:)?math\b/g)).toHaveLength(6);
    expect(messages(three)).toEqual([]);
    expect([...(await epubErrors(two.path)), ...(await epubErrors(three.path))]).toEqual([]);
  });

  it.skipIf(!isThere('linear-algebra.epub'))('say what they are where linear-algebra.epub says of none', async () => {
    const made = await bench.convert(reported('linear-algebra.epub'), { target: 'txt' });
    const text = await readFile(made.path, 'utf8');
    expect(text).not.toContain('Alternative text not available');
    expect(text).toContain('AC^t = det(A)I_n');
    expect(messages(made).join()).toContain('10281 formulas');
  });

  it('are drawn in a PDF', async () => {
    const made = await bench.convert(bench.path('formulas.epub'), { target: 'pdf' });
    const { stdout } = await execa('pdftotext', [made.path, '-']);
    expect(stdout).not.toMatch(/a\+1\)\/b|not available/);
    expect(stdout).toContain('a+1');
  });
});

describe('objects, drawings and contents that calibre alone makes invalid or leaves out', () => {
  it.each(['2', '3'])('are shown, with their fallbacks, in a valid EPUB %s', async (version) => {
    const made = await bench.convert(bench.path('objects.epub'), { target: 'epub', options: { version } });
    // `var x` of a page and of a drawing, and `onclick`.
    const removed = '2 scripts were removed, as EPUB 2 has none. Choose version 3 to keep them.';
    expect(messages(made)).toEqual(version === '2' ? [removed] : []);
    const text = await unzipped(made.path, 'EPUB/text.xhtml');
    expect(plainText(text)).toContain('Before. Instead of the game.');
    expect(plainText(text)).toContain('shown, missing not.');
    expect(text).toMatch(
      /<img[^>]*src="picture\.png"[^>]*alt="described"|<img[^>]*alt="described"[^>]*src="picture\.png"/,
    );
    expect(/<script|onclick/.test(text)).toBe(version === '3');
    expect(await epubErrors(made.path)).toEqual([]);
  });

  it.each(['2', '3'])(
    'are what their bytes are, and scripts only where they run, in a valid EPUB %s',
    async (version) => {
      expect(await epubErrors(bench.path('called.epub'))).not.toEqual([]);
      const made = await bench.convert(bench.path('called.epub'), { target: 'epub', options: { version } });
      expect(messages(made)).toEqual(
        version === '2' ? ['A script was removed, as EPUB 2 has none. Choose version 3 to keep them.'] : [],
      );
      expect(await epubErrors(made.path)).toEqual([]);
      expect(await unzipped(made.path, '*text.xhtml')).toMatch(/<img[^>]*src="picture\.png"/);
      expect(await unzipped(made.path, '*.css')).toMatch(/url\(\S*picture\.png\)/);
      const { stdout } = await execa('unzip', ['-Z1', made.path]);
      expect(stdout.includes('book.js')).toBe(version === '3');
    },
  );

  it('are shown whatever their names, and the ones that are lost are counted', async () => {
    const made = await bench.convert(bench.path('menu.epub'), { target: 'epub' });
    expect(await unzipped(made.path, '*text.xhtml')).toMatch(/<img[^>]*src="fish%26chips\.png"/);
    expect(await epubErrors(made.path)).toEqual([]);
    // calibre leaves out what lies on the web, and adds a cover.
    expect(messages(made)).toEqual(['1 of the 2 pictures of the book is not in the result.']);
  });

  it('have entries that all lead somewhere', async () => {
    const two = await bench.convert(bench.path('groups.epub'), { target: 'epub', options: { version: '2' } });
    const ncx = await unzipped(two.path, '*.ncx');
    expect(ncx).toContain('<text>Group</text>');
    expect(ncx.match(/<content src="(?!EPUB\/text)/g)).toBeNull();
    const three = await bench.convert(bench.path('groups.epub'), { target: 'epub', options: { version: '3' } });
    expect(await unzipped(three.path, '*nav.xhtml')).toMatch(/Group.*<a href="[^"]*text[^"]*">Inside/s);
    expect([...(await epubErrors(two.path)), ...(await epubErrors(three.path))]).toEqual([]);
  });

  it.each(['2', '3'])('have entries for pages that the reading order lacks, in a valid EPUB %s', async (version) => {
    expect((await epubErrors(bench.path('instead.epub'))).join()).toContain('RSC-011');
    const made = await bench.convert(bench.path('instead.epub'), { target: 'epub', options: { version } });
    expect(await epubErrors(made.path)).toEqual([]);
    expect(await unzipped(made.path, '*.ncx')).toContain('<text>Instead</text>');
  });

  it.skipIf(process.env.CORPORA_DIR === undefined).each(['childrens-literature.epub', 'cnt-svg-embedded.epub'])(
    'make a valid EPUB 2 and 3 of %s',
    async (name) => {
      for (const version of ['2', '3']) {
        const made = await bench.convert(reported(name), { target: 'epub', options: { version } });
        const named = /^A script was removed, as EPUB 2|^Metadata of the book/;
        expect(messages(made).filter((message) => !named.test(message))).toEqual([]);
        expect([version, await epubErrors(made.path)]).toEqual([version, []]);
      }
    },
  );
});

describe('what a format has no place for', () => {
  it('is reported by kind and number', async () => {
    const made = await bench.convert(bench.path('pages.epub'), { target: 'txt' });
    expect(messages(made)).toEqual([
      'A txt is text alone. Left out of the book: 2 pictures, 1 link, 4 entries of the table of contents.',
    ]);
    expect(made.warnings.map(({ code }) => code)).toEqual(['output_limited']);
  });
});
