import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { epubErrors } from '../../tools/epub/epubcheck.ts';
import { Bench, type Converted, plainText } from './support.ts';

/** Formulas as pictures: option `formulas`. */

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
  const script = fileURLToPath(new URL('./make_content.py', import.meta.url));
  await execa('/usr/bin/python3', ['-B', script, bench.folder]);
});
afterAll(() => bench.remove());

const messages = ({ warnings }: Converted): string[] => warnings.map(({ message }) => message);
const convert = (target: string, formulas: string, more = {}): Promise<Converted> =>
  bench.convert(bench.path('formulas.epub'), { target, options: { formulas, ...more } });
const textOf = async (path: string): Promise<string> => (await execa('unzip', ['-p', path, '*text.xhtml'])).stdout;

/** Names of the formulas' pictures in a folder, with width and height as ImageMagick counts them. */
async function picturesIn(folder: string): Promise<{ name: string; width: number; height: number; darkest: number }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /formula-\d+\.png$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const { stdout } = await execa('identify', ['-format', '%w %h %[fx:minima]', join(folder, name)]);
      const [width = 0, height = 0, darkest = 1] = stdout.split(' ').map(Number);
      return { name, width, height, darkest };
    }),
  );
}

describe('formulas of an EPUB as pictures', () => {
  it.each(['2', '3'])('are in a valid EPUB %s, each with its text as description', async (version) => {
    const made = await convert('epub', 'picture', { version });
    expect(messages(made)).toEqual(['6 formulas became pictures, with the formula in one line as the description.']);
    const pictures = await picturesIn(await bench.unzip(made.path));
    expect(pictures).toHaveLength(6);
    for (const { darkest } of pictures) expect(darkest).toBeLessThan(0.2);
    // `(a+1)/b = x^(2n)`: some five letters wide and a fraction high, 64 pixels an em.
    const [first] = pictures;
    expect(first?.width).toBeGreaterThan(3 * 64);
    expect(first?.height).toBeGreaterThan(64);
    const text = await textOf(made.path);
    expect(text).not.toMatch(/<(?:\w+:)?math\b/);
    const described = [...text.matchAll(/<img[^>]*alt="([^"]*)"/g)].map(([, alt]) => alt);
    expect(described).toEqual(['(a+1)/b = x^(2n)', '√y', 'zed alone', '[1, 2; 3, 4]', 'p', 'q']);
    expect(await epubErrors(made.path)).toEqual([]);
  });

  it('are text where that is asked for, in EPUB 3 as well (control)', async () => {
    for (const version of ['2', '3']) {
      const made = await convert('epub', 'text', { version });
      expect(await picturesIn(await bench.unzip(made.path))).toEqual([]);
      expect(plainText(await textOf(made.path))).toContain('One (a+1)/b = x^(2n) two √y three zed alone');
      expect(messages(made)).toEqual([expect.stringMatching(/6 formulas were written as text .* as option formulas/)]);
      expect(await epubErrors(made.path)).toEqual([]);
    }
  });

  it.each(['azw3', 'mobi', 'fb2', 'docx', 'html', 'lit', 'lrf'])('are in %s, as calibre reads it', async (target) => {
    const made = await convert(target, 'picture');
    expect(messages(made)[0]).toContain('6 formulas became pictures');
    const [pictures, text] = [bench.path(`${target}-picture.htmlz`), bench.path(`${target}-text.htmlz`)];
    await execa('ebook-convert', [made.path, pictures]);
    await execa('ebook-convert', [(await convert(target, 'text')).path, text]);
    expect((await imagesOf(pictures)) - (await imagesOf(text))).toBe(6);
  });

  it('are text in a txt, which says so', async () => {
    const made = await convert('txt', 'picture');
    expect(messages(made)[0]).toBe('Option formulas has no effect: txt is text alone, so formulas become text.');
    expect(await readFile(made.path, 'utf8')).toContain('(a+1)/b');
  });
});

describe('formulas that are not drawn', () => {
  it('become text, are counted, and the others are drawn', async () => {
    const options = { formulas: 'picture' };
    const made = await bench.convert(bench.path('hostile-formulas.epub'), { target: 'epub', options });
    expect(messages(made)).toEqual([
      expect.stringContaining('2 formulas became pictures'),
      expect.stringMatching(/3 formulas were written as text .* no picture could be drawn/),
    ]);
    const folder = await bench.unzip(made.path);
    expect(await picturesIn(folder)).toHaveLength(2);
    expect(await textOf(made.path)).not.toContain('passwd');
    expect(await epubErrors(made.path)).toEqual([]);
  });

  it('are those of a book that has none: the option has no effect', async () => {
    const options = { formulas: 'picture' };
    const none = await bench.convert(bench.path('groups.epub'), { target: 'epub', options });
    expect(messages(none)).toEqual(['Option formulas has no effect: the book has no formulas.']);
  });
});

/** Pictures that a page shows. */
async function imagesOf(htmlz: string): Promise<number> {
  const { stdout } = await execa('unzip', ['-p', htmlz, 'index.html']);
  return stdout.match(/<img\b/g)?.length ?? 0;
}
