import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Bench,
  type Converted,
  codesOf,
  fixture,
  metasOf,
  pdfFact,
  plainText,
  type Word,
  wordsIn,
  wordsOf,
} from './support.ts';

/** All options that every target has, in one book of each target; and a book of some targets without any, to compare. */
const ASKED = {
  title: 'Über “A”',
  author: 'Ann Alpha & Bob Beta',
  border: 2,
  base_font_size: 18,
  ascii: true,
} as const;

/** Two centimetres, points. */
const BORDER = 56.693;

const TARGETS = ['azw3', 'epub', 'fb2', 'lit', 'lrf', 'pdf', 'tcr', 'mobi', 'docx', 'txt', 'html'] as const;
const COMPARED = ['pdf', 'docx', 'lrf', 'mobi'] as const;
type Target = (typeof TARGETS)[number];

let bench: Bench;
let made: Record<Target, Converted>;
let plain: Record<(typeof COMPARED)[number], Converted>;
let metas: Readonly<Record<Target | 'plainDocx', ReadonlyMap<string, string>>>;
let parts: Record<'azw3' | 'lit' | 'lrf' | 'mobi' | 'plainMobi' | 'tcr', string>;

beforeAll(async () => {
  bench = await Bench.make();
  const book = fixture('voyage.epub');
  made = await bench.convertAll(book, tableOf(TARGETS, ASKED));
  plain = await bench.convertAll(book, tableOf(COMPARED, {}));
  metas = await metasOf({ ...pathsOf(made), plainDocx: plain.docx.path });
  const { azw3, lit, lrf, mobi, tcr } = made;
  const books = { azw3, lit, lrf, mobi, plainMobi: plain.mobi, tcr };
  parts = await bench.decodeAll(pathsOf(books));
});

afterAll(() => bench.remove());

const pathsOf = <Key extends string>(books: Readonly<Record<Key, Converted>>) =>
  Object.fromEntries(Object.entries<Converted>(books).map(([key, { path }]) => [key, path])) as Record<Key, string>;

function tableOf<T extends string>(targets: readonly T[], options: object) {
  return Object.fromEntries(targets.map((target) => [target, { target, options: { ...options } }])) as Record<
    T,
    { target: T; options: Record<string, unknown> }
  >;
}

const optionsOf = ({ warnings }: Converted): string[] =>
  warnings.map(({ code, details }) => `${code} ${String(details.option)}`);

/** What stands in a decoded book, by name. */
const partOf = async (folder: string, name: string): Promise<string> => readFile(join(folder, name), 'utf8');

const marginsOf = (css: string): string[] =>
  [...css.matchAll(/margin(?:-\w+)?: ([^;]*)/g)].map(([, value]) => value ?? '');

const sources = new Map<string, Promise<string>>();

/** lrf as the XML that calibre's own reader of it shows. */
function sourceOfLrf(path: string): Promise<string> {
  const source = sources.get(path) ?? readLrf(path);
  sources.set(path, source);
  return source;
}

async function readLrf(path: string): Promise<string> {
  const xml = join(dirname(path), `${basename(path)}.lrs`);
  await execa('lrf2lrs', [path, '-o', xml], { cwd: dirname(xml) });
  return readFile(xml, 'utf8');
}

describe('title and author', () => {
  it.each(['azw3', 'epub', 'fb2', 'mobi', 'docx', 'pdf'] as const)('are in %s', (target) => {
    const meta = metas[target];
    expect(meta.get('Title')).toBe(ASKED.title);
    expect(meta.get('Author(s)')?.replace(/ \[.*/, '')).toBe(ASKED.author);
  });

  it('have names to sort by in epub', async () => {
    const { stdout } = await execa('unzip', ['-p', made.epub.path, '*.opf']);
    expect([...stdout.matchAll(/file-as[^>]*?[">]([^"<>]+, [^"<>]+)/g)].map(([, name]) => name)).toEqual([
      'Alpha, Ann',
      'Beta, Bob',
    ]);
  });

  it('are in lit, both authors', async () => {
    const opf = await partOf(parts.lit, 'content.opf');
    expect(opf).toContain(`<dc:title>${ASKED.title}</dc:title>`);
    expect([...opf.matchAll(/<dc:creator[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual(['Ann Alpha', 'Bob Beta']);
  });

  it('are in lrf, whose one author is both', () => {
    const meta = metas.lrf;
    expect(meta.get('Title')).toBe(ASKED.title);
    expect(meta.get('Author(s)')?.replace(/ \[.*/, '')).toBe('Ann Alpha, Bob Beta');
  });

  it('are in the head of html', async () => {
    expect(await readFile(made.html.path, 'utf8')).toContain(`<title>${ASKED.title}</title>`);
  });

  it.each(['tcr', 'txt'] as const)('are lost in %s, which says so', (target) => {
    expect(optionsOf(made[target])).toEqual(expect.arrayContaining(['metadata_lost title', 'metadata_lost author']));
  });

  it('are those of the source where none are given', () => {
    const meta = metas.plainDocx;
    expect([meta.get('Title'), meta.get('Author(s)')?.replace(/ \[.*/, '')]).toEqual(['The Short Voyage', 'Ida Quill']);
  });
});

describe('border', () => {
  it.each([
    ['epub', 'stylesheet.css'],
    ['epub', 'page_styles.css'],
  ] as const)('is in the styles of %s: %s', async (target, file) => {
    const css = await partOf(await bench.unzip(made[target].path), file);
    expect(marginsOf(css).filter((value) => value.includes(`${BORDER}pt`)).length).toBeGreaterThan(0);
  });

  it.each(['azw3', 'lit'] as const)('is in the styles of %s, decoded', async (target) => {
    const css = await partOf(parts[target], 'stylesheet.css');
    expect(css).toMatch(/margin: 0 56\.69\d*pt/);
  });

  it('moves the text of a pdf, all of it and by no more', async () => {
    const text = (words: readonly Word[]) => words.filter(({ page }) => page > 1);
    const [wide, usual] = [text(await wordsOf(made.pdf.path)), text(await wordsOf(plain.pdf.path))];
    expect(Math.min(...wide.map(({ left }) => left))).toBeCloseTo(BORDER, 0);
    expect(Math.max(...wide.map(({ right }) => right))).toBeLessThanOrEqual(612 - BORDER + 1);
    expect(Math.min(...usual.map(({ left }) => left))).toBeCloseTo(72, 0);
  });

  it('is the margin of the pages of docx and lrf', async () => {
    const page = async (path: string) =>
      /<w:pgMar [^>]*>/.exec(await partOf(await bench.unzip(path), 'word/document.xml'))?.[0];
    expect(await page(made.docx.path)).toContain('w:left="1133"');
    expect(await page(plain.docx.path)).toContain('w:left="1440"');
    const side = async (path: string) => Number(/oddsidemargin="(\d+)"/.exec(await sourceOfLrf(path))?.[1]);
    // 166 dots an inch.
    expect(await side(made.lrf.path)).toBe(Math.floor((BORDER * 166) / 72));
    expect(await side(plain.lrf.path)).toBeLessThan(20);
  });

  it('is in the style of html', async () => {
    expect(await readFile(made.html.path, 'utf8')).toContain(`margin-left: ${BORDER}pt`);
  });

  it.each(['fb2', 'tcr', 'mobi', 'txt'] as const)('has no effect in %s, which says so', (target) => {
    expect(optionsOf(made[target])).toContain('option_no_effect border');
  });

  it('that leaves no room for text is made smaller, and lrf can be written', async () => {
    const small = await bench.convert(fixture('voyage.epub'), { target: 'lrf', options: { border: 20 } });
    expect(optionsOf(small)).toEqual(['option_adjusted border']);
    expect(await sourceOfLrf(small.path)).toContain('gulls');
  });
});

describe('base_font_size', () => {
  it('scales the sizes of epub', async () => {
    const css = await partOf(await bench.unzip(made.epub.path), 'stylesheet.css');
    // 18 of the 12 points that readers take for text.
    expect(css).toMatch(/\.calibre \{[^}]*font-size: 1\.5em/);
  });

  it.each(['azw3', 'lit'] as const)('scales the sizes of %s', async (target) => {
    const css = await partOf(parts[target], 'stylesheet.css');
    expect(css).toMatch(/\.note \{[^}]*font-size: 0\.75\d*em/);
  });

  it('makes the words of a pdf larger', async () => {
    const height = (words: readonly Word[]) => {
      const word = words.find(({ text }) => /^caf[ée]$/.test(text));
      return word === undefined ? 0 : word.bottom - word.top;
    };
    expect(height(await wordsOf(made.pdf.path))).toBeGreaterThan(1.3 * height(await wordsOf(plain.pdf.path)));
  });

  it('makes the text of docx, lrf and html larger', async () => {
    const sizes = async (path: string) =>
      [...(await partOf(await bench.unzip(path), 'word/styles.xml')).matchAll(/<w:sz w:val="(\d+)"/g)].map(([, size]) =>
        Number(size),
      );
    expect(Math.max(...(await sizes(made.docx.path)))).toBeGreaterThan(Math.min(...(await sizes(plain.docx.path))));
    const smallest = async (path: string) =>
      Math.min(...[...(await sourceOfLrf(path)).matchAll(/fontsize="(\d+)"/g)].map(([, size]) => Number(size)));
    expect(await smallest(made.lrf.path)).toBeGreaterThan(await smallest(plain.lrf.path));
    expect(await readFile(made.html.path, 'utf8')).toMatch(/font-size: 1\.5em/);
  });

  it('makes the text of mobi larger', async () => {
    const spans = async (folder: string) =>
      [...(await partOf(folder, 'index.html')).matchAll(/<span class="calibre/g)].length;
    expect(await spans(parts.mobi)).toBeGreaterThan(await spans(parts.plainMobi));
  });

  it.each(['fb2', 'tcr', 'txt'] as const)('has no effect in %s, which says so', (target) => {
    expect(optionsOf(made[target])).toContain('option_no_effect base_font_size');
  });
});

describe('ascii', () => {
  async function textOf(target: Target): Promise<string> {
    const { path } = made[target];
    switch (target) {
      case 'txt':
        return plainText(await readFile(path, 'utf8'));
      case 'html':
      case 'fb2':
        return plainText(await readFile(path, 'utf8'));
      case 'docx':
        return plainText(await partOf(await bench.unzip(path), 'word/document.xml'));
      case 'epub':
        return wordsIn(await bench.unzip(path));
      case 'pdf':
        return plainText((await execa('pdftotext', [path, '-'])).stdout);
      default:
        return wordsIn(parts[target]);
    }
  }

  it.each(TARGETS)('writes the text of %s in ASCII alone', async (target) => {
    const text = await textOf(target);
    expect(text).toMatch(/The cafe at the harbour .* Zoe was/);
    // Whoever decodes a tcr makes curly quotes of them again.
    if (target !== 'tcr') expect(text).toMatch(/a "borrowed" compass, and a loaf of bread --/);
  });

  it('is not done unasked', async () => {
    expect(await partOf(await bench.unzip(plain.docx.path), 'word/document.xml')).toContain('café');
  });
});

describe('what the others say', () => {
  it.each(['azw3', 'epub', 'lit', 'lrf', 'pdf', 'docx', 'html'] as const)('%s has all of it', (target) => {
    expect(codesOf(made[target])).toEqual([]);
  });

  it('progress grows to the end', () => {
    const { progress } = made.pdf;
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
    expect(progress.length).toBeGreaterThan(2);
  });

  it('a pdf is on letter', async () => {
    expect(await pdfFact(plain.pdf.path, 'Page size')).toBe('612 x 792 pts (letter)');
  });
});
