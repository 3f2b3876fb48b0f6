import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fitMargins, TEXT_SHARE } from '../../../engines/ebook/margins.ts';
import { readOptions } from '../../../engines/ebook/options.ts';
import { READERS } from '../../../engines/ebook/readers.ts';
import { validateConversion } from '../../../src/catalog/index.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { errorOf } from '../../support/error-of.ts';
import { Bench, type Converted, codesOf, fixture, pdfFact, sizeOf, wordsOf } from './support.ts';

/** What is asked of the target, of one page of HTML. */
const PDFS = {
  plain: { target: 'pdf', options: {} },
  margins: { target: 'pdf', options: { border: 1, pdf_page_margin_left: 200, pdf_page_margin_top: 0 } },
  a6: { target: 'pdf', options: { paper_size: 'a6', pdf_page_margin_left: 0, pdf_page_margin_right: 0 } },
  large: { target: 'pdf', options: { pdf_default_font_size: 40 } },
  toc: { target: 'pdf', options: { pdf_add_toc: true, embed_font: 'sans' } },
  serif: { target: 'pdf', options: { embed_font: 'serif' } },
  reader: { target: 'pdf', options: { reader: 'Kindle DX' } },
  readerOnA5: { target: 'pdf', options: { reader: 'Kindle DX', paper_size: 'a5' } },
  device: {
    target: 'pdf-ebook',
    options: {
      reader: 'Sony 300',
      title: 'On a device',
      author: 'Ida Quill',
      border: 1,
      ascii: true,
      embed_font: 'sans',
    },
  },
  usualDevice: { target: 'pdf-ebook', options: {} },
  bambook: { target: 'pdf-ebook', options: { reader: 'Bambook' } },
  tablet: { target: 'pdf-ebook', options: { reader: 'Tablet' } },
} as const;

let bench: Bench;
let made: Record<keyof typeof PDFS, Converted>;

beforeAll(async () => {
  bench = await Bench.make();
  made = await bench.convertAll(fixture('voyage.html'), PDFS);
});

afterAll(() => bench.remove());

const read = (target: 'pdf' | 'pdf-ebook' | 'docx', options: OptionValues) =>
  readOptions(target, validateConversion({ category: 'ebook', target, options }).options);

describe('margins of a pdf', () => {
  it('are an inch where nothing is said', async () => {
    const words = await wordsOf(made.plain.path);
    expect(Math.min(...words.map(({ left }) => left))).toBeCloseTo(72, 0);
    expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(612 - 71);
  });

  it('are what the side says, and the border where the side says 0 or nothing', async () => {
    const words = await wordsOf(made.margins.path);
    expect(Math.min(...words.map(({ left }) => left))).toBeCloseTo(200, 0);
    expect(Math.max(...words.map(({ right }) => right))).toBeGreaterThan(612 - 72);
    expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(612 - 28);
    const top = (made: readonly { top: number }[]) => Math.min(...made.map((word) => word.top));
    expect(top(await wordsOf(made.plain.path)) - top(words)).toBeCloseTo(72 - 28.35, 0);
  });

  it('of 0 without a border are none', async () => {
    const words = await wordsOf(made.a6.path);
    expect(Math.min(...words.map(({ left }) => left))).toBeLessThan(2);
  });

  it('that leave no room are made smaller in proportion, and the user is told', () => {
    const { book, notices } = read('pdf', { pdf_page_margin_left: 900, pdf_page_margin_right: 300 });
    expect(notices).toMatchObject([{ code: 'option_adjusted', option: 'pdf_page_margin' }]);
    const { left = 0, right = 0, top } = book.pdf?.margins ?? {};
    expect(left).toBeCloseTo(3 * right);
    expect(left + right).toBeCloseTo(612 * (1 - TEXT_SHARE));
    expect(top).toBe(72);
  });

  it('of a docx and of a device leave room too', () => {
    expect(read('docx', { border: 20 }).notices).toMatchObject([{ code: 'option_adjusted', option: 'border' }]);
    expect(read('pdf-ebook', { border: 20 }).notices).toMatchObject([{ code: 'option_adjusted', option: 'border' }]);
    expect(read('pdf-ebook', { border: -3 }).book.pdf?.margins.left).toBe(0);
    expect(read('docx', { border: 3 }).notices).toEqual([]);
  });

  it('of a book for a device leave room on its screen: pictures have to fit there', () => {
    const kindle = { reader: 'Kindle', border: 4 } as const;
    const { options } = validateConversion({ category: 'ebook', target: 'azw3', options: kindle });
    const { book, notices } = readOptions('azw3', options);
    expect(notices).toMatchObject([{ code: 'option_adjusted', option: 'border' }]);
    expect(book.margins?.left).toBeCloseTo(((READERS.Kindle.page?.width ?? 0) * (1 - TEXT_SHARE)) / 2);
  });

  it('that fit stay as they are', () => {
    const margins = { top: 1, right: 2, bottom: 3, left: 4 };
    expect(fitMargins(margins, { width: 100, height: 100 }, 'border')).toEqual({ margins, notices: [] });
  });
});

describe('pages of a pdf', () => {
  it.each([
    ['plain', 612, 792],
    ['a6', 297.6, 419.5],
    ['reader', 357.1, 490.6],
    ['readerOnA5', 419.5, 595.3],
    ['device', 212.4, 279],
    ['usualDevice', 252.2, 331.3],
    ['bambook', 256.5, 341.9],
    ['tablet', 418.9, 558.5],
  ] as const)('%s: %d × %d points', async (name, width, height) => {
    const [, wide, high] = /^([\d.]+) x ([\d.]+) pts/.exec(await pdfFact(made[name].path, 'Page size')) ?? [];
    // Chromium rounds to whole dots.
    expect(Math.abs(Number(wide) - width)).toBeLessThan(1);
    expect(Math.abs(Number(high) - height)).toBeLessThan(1);
  });

  it('of a device have its title, author, border and font, in ASCII', async () => {
    const { path } = made.device;
    expect(await pdfFact(path, 'Title')).toBe('On a device');
    expect(await pdfFact(path, 'Author')).toBe('Ida Quill');
    const words = await wordsOf(path);
    expect(Math.min(...words.map(({ left }) => left))).toBeCloseTo(28.35, 0);
    expect(words.map(({ text }) => text)).toContain('cafe');
    expect(await fontsOf(path)).toEqual(['LiberationSans', 'LiberationSans-Bold']);
    const usual = await wordsOf(made.usualDevice.path);
    expect(Math.min(...usual.map(({ left }) => left))).toBeCloseTo(14, 0);
  });

  it('have larger words by pdf_default_font_size', async () => {
    const height = async ({ path }: Converted) => {
      const word = (await wordsOf(path)).find(({ text }) => text === 'café');
      return (word?.bottom ?? 0) - (word?.top ?? 0);
    };
    expect((await height(made.large)) / (await height(made.plain))).toBeCloseTo(2, 1);
  });

  it('have a table of contents at the end, by its headings', async () => {
    const text = async ({ path }: Converted) => (await execa('pdftotext', ['-layout', path, '-'])).stdout;
    expect(await text(made.toc)).toMatch(
      /Table of Contents\s+Chapter 1: The Harbour\s+1\s+Chapter 2: The Island\s+\d\s*$/,
    );
    expect(await text(made.plain)).not.toContain('Table of Contents');
  });

  it('begin with the cover, unless it is not wanted', async () => {
    const books = await bench.convertAll(fixture('voyage.epub'), {
      cover: { target: 'pdf', options: {} },
      none: { target: 'pdf', options: { pdf_no_cover: true } },
    });
    const firstWord = async ({ path }: Converted) => (await wordsOf(path))[0];
    expect((await firstWord(books.cover))?.page).toBe(2);
    expect(await firstWord(books.none)).toMatchObject({ page: 1, text: 'Chapter' });
    const pages = async ({ path }: Converted) => Number(await pdfFact(path, 'Pages'));
    expect(await pages(books.none)).toBe((await pages(books.cover)) - 1);
  });

  it('have the font that is asked for', async () => {
    expect(await fontsOf(made.toc.path)).toContain('LiberationSans');
    expect(await fontsOf(made.serif.path)).toEqual(['LiberationSerif', 'LiberationSerif-Bold']);
  });

  it('of a whole number of pixels: other sizes of text are rounded, and the user is told', () => {
    const { book, notices } = read('pdf', { pdf_default_font_size: 20.6 });
    expect(book.pdf?.fontSize).toBe(21);
    expect(notices).toMatchObject([{ code: 'option_adjusted', option: 'pdf_default_font_size' }]);
  });

  it('that would be without number are refused before they are made', async () => {
    const text = bench.path('long.txt');
    await execa('sh', ['-c', `yes "A line of a text that is long." | head -c 200000 > ${text}`]);
    const options = { pdf_default_font_size: 1000 };
    const error = await errorOf(bench.convert(text, { target: 'pdf', options }));
    expect(error.code).toBe('option_unsupported');
    expect(error.details).toMatchObject({ option: 'pdf_default_font_size', limit: 10_000 });
    // The same size is honoured where it can be.
    const few = await bench.convert(fixture('voyage.html'), { target: 'pdf', options });
    expect(Number(await pdfFact(few.path, 'Pages'))).toBeGreaterThan(50);
  });
});

describe('readers', () => {
  it('have the profiles and the screens of calibre', async () => {
    const script = join(bench.folder, 'profiles.py');
    const code = [
      'import json',
      'from calibre.customize.ui import output_profiles',
      'print(json.dumps({p.short_name: [*p.screen_size, p.dpi] for p in output_profiles()}))',
    ];
    await execa('sh', ['-c', `cat > ${script}`], { input: code.join('\n') });
    const { stdout } = await execa('calibre-debug', ['--run-without-debug', '-e', script]);
    const profiles: Record<string, [number, number, number]> = JSON.parse(stdout);
    for (const [name, { profile, page }] of Object.entries(READERS)) {
      const [width, height, dpi] = profiles[profile] ?? [0, 0, 0];
      expect(width, name).toBeGreaterThan(0);
      const isOwn = ['Bambook', 'Tablet', 'Generic HD e-ink'].includes(name);
      if (page === null || isOwn) continue;
      expect(page.width, name).toBeCloseTo((72 * width) / dpi);
      expect(page.height, name).toBeCloseTo((72 * height) / dpi);
    }
  });

  it('have a picture as large as their screen, and letters of their size', async () => {
    const wanted = {
      kobo: { target: 'epub', options: { reader: 'Kobo' } },
      none: { target: 'epub', options: { reader: 'default' } },
      nook: { target: 'epub', options: { reader: 'Nook' } },
    };
    const books = await bench.convertAll(fixture('voyage.epub'), wanted);
    const folders = Object.fromEntries(
      await Promise.all(Object.entries(books).map(async ([name, { path }]) => [name, await bench.unzip(path)])),
    ) as Record<keyof typeof wanted, string>;
    const map = async (name: keyof typeof wanted) => sizeOf(folders[name], /map\.(?:png|jpe?g)$/);
    const kobo = await map('kobo');
    expect(kobo.width <= 536 && kobo.height <= 710 && kobo.height > 600, JSON.stringify(kobo)).toBe(true);
    expect((await map('none')).height).toBeGreaterThan(1000);
    const css = async (name: keyof typeof wanted) =>
      (await execa('cat', [join(folders[name], 'stylesheet.css')])).stdout;
    // Of the headings, which is one of the sizes that the device has.
    const size = (text: string) => Number(/\.calibre1 \{[^}]*font-size: ([\d.]+)em/.exec(text)?.[1]);
    expect(size(await css('nook'))).toBeLessThan(size(await css('kobo')));
    expect(codesOf(books.kobo)).toEqual([]);
  });

  it('mean nothing to a tcr, which says so', async () => {
    const book = await bench.convert(fixture('voyage.html'), { target: 'tcr', options: { reader: 'Pocketbook 900' } });
    expect(codesOf(book)).toEqual(['option_no_effect']);
    const usual = await bench.convert(fixture('voyage.html'), { target: 'tcr', options: { reader: 'default' } });
    expect(codesOf(usual)).toEqual([]);
  });
});

/** Families of a PDF's fonts, without the mark of a subset. */
async function fontsOf(path: string): Promise<string[]> {
  const { stdout } = await execa('pdffonts', [path]);
  return stdout
    .split('\n')
    .slice(2)
    .map((line) => line.split(/\s+/)[0]?.replace(/^[A-Z]{6}\+/, '') ?? '')
    .sort();
}
