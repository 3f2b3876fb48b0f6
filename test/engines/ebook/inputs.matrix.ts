import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warmUpOffice } from '../../../tools/programs/libreoffice/convert.ts';
import { errorOf } from '../../support/error-of.ts';
import { CONVERT } from '../../support/imagemagick.ts';
import { sample } from '../../support/sample.ts';
import { Bench, type Converted, codesOf, fixture, metasOf, sizeOf, wordsIn } from './support.ts';

const MAKER = fileURLToPath(new URL('./make_books.py', import.meta.url));
const documents = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/document/${name}`, import.meta.url));

const KINDS = ['azw3', 'mobi', 'lit', 'lrf', 'rb', 'pdb', 'tcr', 'htmlz', 'txtz', 'pmlz', 'docx', 'rtf'];
const READ = sample('kinds of books', KINDS, 3);
/** Of which other tests make something. */
const NEEDED = ['azw3', 'mobi', 'tcr'];

let bench: Bench;
let books: string;

beforeAll(async () => {
  bench = await Bench.make();
  books = bench.folder;
  const kinds = new Set([...NEEDED, ...READ]);
  await Promise.all([
    execa('calibre-debug', ['--run-without-debug', '-e', MAKER, '--', fixture('voyage.html'), books, ...kinds]),
    warmUpOffice(),
  ]);
});

afterAll(() => bench.remove());

const book = (name: string): string => join(books, name);

/** An EPUB of it, and its words. */
async function wordsFrom(
  path: string,
  how: Partial<Parameters<Bench['convert']>[1]> = {},
): Promise<[string, Converted]> {
  const made = await bench.convert(path, { target: 'epub', ...how });
  return [await wordsIn(await bench.unzip(made.path)), made];
}

/** The text of a txt made of it. */
async function textFrom(
  path: string,
  how: Partial<Parameters<Bench['convert']>[1]> = {},
): Promise<[string, Converted]> {
  const made = await bench.convert(path, { target: 'txt', ...how });
  return [await readFile(made.path, 'utf8'), made];
}

describe('books', () => {
  it.each(READ)('%s is read', async (kind) => {
    const [text] = await textFrom(book(`book.${kind}`));
    expect(text).toContain('Nobody lived there but gulls');
  });

  it('an EPUB keeps its contents, its cover and its pictures', async () => {
    const made = await bench.convert(fixture('voyage.epub'), { target: 'epub', options: { version: '3' } });
    const folder = await bench.unzip(made.path);
    expect(await readFile(join(folder, 'content.opf'), 'utf8')).toMatch(/<package [^>]*version="3.0"/);
    expect(await readFile(join(folder, 'nav.xhtml'), 'utf8')).toContain('Chapter 2: The Island');
    expect((await sizeOf(folder, /cover\.jpe?g$/)).width).toBe(600);
    const older = await bench.convert(fixture('voyage.epub'), { target: 'epub' });
    const opf = await readFile(join(await bench.unzip(older.path), 'content.opf'), 'utf8');
    expect(opf).toMatch(/<package [^>]*version="2.0"/);
  });

  it('are read by their content, whatever they are called, and never as a recipe', async () => {
    const [text] = await textFrom(fixture('voyage.epub'), { filename: 'voyage.recipe' });
    expect(text).toContain('gulls');
    const recipe = book('news.recipe');
    await writeFile(recipe, 'raise SystemExit("it ran")\nfrom calibre.web.feeds.news import BasicNewsRecipe\n');
    // A recipe is a text like any other.
    const [program, made] = await textFrom(recipe);
    expect(program).toContain('raise SystemExit');
    expect(codesOf(made)).toEqual([]);
  });

  it.each(['locked.mobi', 'locked-palmdoc.pdb', 'locked-ereader.pdb', 'locked.kfx'])('%s is refused', async (name) => {
    const error = await errorOf(bench.convert(book(name), { target: 'txt' }));
    expect(error.code).toBe('input_drm');
  });

  it('a PDF that a seller locked is refused as such, one with a password asks for it', async () => {
    const locked = await bench.convert(documents('report.pdf'), { target: 'txt' });
    expect(await readFile(locked.path, 'utf8')).toContain('Quarterly');
    const sold = book('sold.pdf');
    await writeFile(sold, '%PDF-1.6\n1 0 obj<</Filter/EBX_HANDLER/V 4>>endobj\ntrailer<</Encrypt 1 0 R>>\n%%EOF\n');
    expect((await errorOf(bench.convert(sold, { target: 'txt' }))).code).toBe('input_drm');
  });

  it('what no book is made of is refused, with what it is', async () => {
    const error = await errorOf(bench.convert(process.execPath, { target: 'epub' }));
    expect(error.code).toBe('input_wrong_type');
    expect(error.message).toContain('ELF');
  });
});

describe('texts', () => {
  it('plain text keeps its letters; chapters and lines are repaired on demand', async () => {
    const opf = async (path: string) => readFile(join(await bench.unzip(path), 'toc.ncx'), 'utf8');
    const [, plain] = await wordsFrom(fixture('voyage.txt'));
    const [words, repaired] = await wordsFrom(fixture('voyage.txt'), { options: { enable_heuristics: true } });
    expect(words).toContain('The café at the harbour opened before the sun did');
    expect(await opf(repaired.path)).toContain('Chapter 2: The Island');
    expect(await opf(plain.path)).not.toContain('Chapter 2');
    expect((await metasOf({ plain: plain.path })).plain.get('Title')).toBe('voyage');
  });

  it('Markdown and Textile become a book with headings, without files of the machine', async () => {
    const image = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    await writeFile(book('m.md'), `# Head\n\nWords *of* it ![a](/etc/hostname) ![b](data:image/gif;base64,${image})\n`);
    await writeFile(book('t.textile'), 'h1. Head\n\nWords _of_ it !../../../../../etc/hostname!\n');
    for (const name of ['m.md', 't.textile']) {
      const [words, made] = await wordsFrom(book(name));
      expect(words).toContain('Head Words of it');
      expect(codesOf(made), name).toEqual(['output_limited']);
      const { stdout } = await execa('unzip', ['-l', made.path]);
      expect(stdout).not.toContain('hostname');
      expect(stdout.includes('.gif'), stdout).toBe(name === 'm.md');
    }
  });

  it('a page is told about the files it names, and not about what it holds', async () => {
    await writeFile(book('names.html'), '<html><body><p>Words</p><img alt="" src="missing.png"></body></html>');
    await writeFile(
      book('holds.html'),
      '<html><body><p>Words</p><img alt="src=a" src="data:image/gif;base64,R0"></body></html>',
    );
    expect(codesOf((await textFrom(book('names.html')))[1])).toEqual(['output_limited']);
    expect(codesOf((await textFrom(book('holds.html')))[1])).toEqual([]);
  });

  it('CSV becomes a table', async () => {
    await writeFile(book('stock.csv'), 'name;count\nTea;007\n');
    const [words] = await wordsFrom(book('stock.csv'));
    expect(words).toMatch(/name count Tea 007/);
  });
});

describe('encoding', () => {
  // What each name means to Python, and for the one that it lacks: "kāna" in ISCII 1991.
  const ENCODINGS = [
    ['koi8_r', 'Остров в тумане', 'koi8_r'],
    ['ISO-2022-KR', '바다와 섬', 'iso2022_kr'],
    ['utf-16', 'Zoë', 'utf-16-le'],
    ['iscii91', 'कान', null],
  ] as const;
  it.each(sample('encodings', ENCODINGS, 1))('%s of a text', async (encoding, text, python) => {
    const path = book(`text-${encoding}.txt`);
    const bytes = python === null ? Buffer.from([0xb3, 0xda, 0xc6]) : await encoded(text, python);
    await writeFile(path, bytes);
    const [found, made] = await textFrom(path, { options: { encoding } });
    expect(found).toContain(text);
    expect(codesOf(made)).toEqual([]);
  });

  it('counts more than what a page says of itself', async () => {
    const head = Buffer.from('<html><head><meta charset="utf-8"></head><body><p>');
    await writeFile(
      book('sjis.html'),
      Buffer.concat([head, await encoded('島と海', 'shift_jis'), Buffer.from('</p></body></html>')]),
    );
    const [words] = await wordsFrom(book('sjis.html'), { options: { encoding: 'sjis' } });
    expect(words).toContain('島と海');
  });

  it('of a FictionBook is what it says, or what is asked', async () => {
    const [said] = await wordsFrom(fixture('voyage.fb2'));
    expect(said).toContain('Остров поднялся из тумана');
    const wrong = book('wrong.fb2');
    const text = (await readFile(fixture('voyage.fb2'))).toString('latin1').replace('windows-1251', 'iso-8859-1');
    await writeFile(wrong, Buffer.from(text, 'latin1'));
    const [asked] = await wordsFrom(wrong, { options: { encoding: 'cp1251' } });
    expect(asked).toContain('Остров поднялся из тумана');
  });

  it('that does not fit is told, and so is one that means nothing', async () => {
    await writeFile(book('bad.txt'), Buffer.from('caf\xe9 and more', 'latin1'));
    const [text, made] = await textFrom(book('bad.txt'), { options: { encoding: 'ascii' } });
    expect(text).toContain('caf\ufffd and more');
    expect(codesOf(made)).toEqual(['input_damaged']);
    const [, unused] = await textFrom(book('book.azw3'), { options: { encoding: 'cp1252' } });
    expect(codesOf(unused)).toEqual(['option_no_effect', 'output_limited']);
    const error = await errorOf(
      bench.convert(book('bad.txt'), { target: 'pdf-ebook', options: { encoding: 'martian' } }),
    );
    expect(error.code).toBe('option_invalid');
    expect(
      (await errorOf(bench.convert(book('book.tcr'), { target: 'txt', options: { encoding: 'iscii91' } }))).code,
    ).toBe('option_unsupported');
  });
});

describe('documents, pictures and archives', () => {
  it('office files go through LibreOffice, with their password', async () => {
    const [words] = await wordsFrom(documents('report.doc'));
    expect(words).toContain('Quarterly report');
    const [odt] = await wordsFrom(documents('locked.odt'), { password: 'pässword' });
    expect(odt).toContain('Secret text');
    expect((await errorOf(bench.convert(documents('locked.odt'), { target: 'epub' }))).code).toBe(
      'input_password_needed',
    );
  });

  it('a PDF becomes flowing text with headings', async () => {
    const [words, made] = await wordsFrom(documents('report.pdf'));
    expect(words).toContain('The last line.');
    expect(await readFile(join(await bench.unzip(made.path), 'toc.ncx'), 'utf8')).toContain('Quarterly report');
  });

  it('the text of a scan is recognised: for a pdf on demand, else always', async () => {
    // Some lines of the page.
    const scan = bench.path('scan.png');
    await execa(CONVERT, [documents('scan.png'), '-crop', '100%x30%+0+0', '+repage', scan]);
    const [words, made] = await wordsFrom(scan);
    expect(words).toMatch(/\w{4,} \w{3,}/);
    expect(codesOf(made)).toContain('output_limited');
    const unasked = await bench.convert(scan, { target: 'pdf', options: { language: 'eng' } });
    expect(unasked.warnings.map(({ code, details }) => `${code} ${details.option ?? ''}`)).toEqual([
      'option_no_effect language',
      'output_limited ',
    ]);
    expect((await execa('pdftotext', [unasked.path, '-'])).stdout.trim()).toBe('');
    const asked = await bench.convert(scan, {
      target: 'pdf',
      options: { ocr: true, language: 'eng' },
    });
    expect((await execa('pdftotext', [asked.path, '-'])).stdout).toMatch(/\w{4,} \w{3,}/);
  });

  it('a picture without text is a book of the picture', async () => {
    const [, made] = await wordsFrom(documents('gradient.png'));
    const folder = await bench.unzip(made.path);
    expect((await sizeOf(folder, /picture-1\.png$/)).width).toBeGreaterThan(10);
  });

  it('a comic is its pictures in their order, and archives of anything else are refused', async () => {
    const made = await bench.convert(fixture('comic.cbz'), { target: 'pdf' });
    const { stdout } = await execa('pdftoppm', ['-r', '10', '-png', made.path, bench.path('page')]);
    expect(stdout).toBe('');
    const colours = await Promise.all(
      [1, 2, 3].map(
        async (page) =>
          (
            await execa('convert', [
              bench.path(`page-${page}.png`),
              '-format',
              '%[fx:round(p{28,11}.r*2)] %[fx:round(p{28,11}.g*2)] %[fx:round(p{28,11}.b*2)]',
              'info:',
            ])
          ).stdout,
      ),
    );
    expect(colours).toEqual(['2 0 0', '0 0 2', '0 1 0']);
    const folder = bench.path('mixed.zip');
    await execa('/usr/bin/python3', ['-m', 'zipfile', '-c', folder, fixture('comic.cbz'), book('news.recipe')]);
    const error = await errorOf(bench.convert(folder, { target: 'epub', filename: basename(folder) }));
    expect(error.code).toBe('input_wrong_type');
  });

  it('sound needs its language', async () => {
    const chime = fileURLToPath(new URL('../../../fixtures/inputs/chime.wav', import.meta.url));
    const error = await errorOf(bench.convert(chime, { target: 'epub' }));
    expect([error.code, error.details.option]).toEqual(['input_wrong_type', 'language_stt']);
    const [, made] = await textFrom(fixture('voyage.html'), { options: { language_stt: 'en-US' } });
    expect(made.warnings).toMatchObject([{ code: 'option_no_effect', details: { option: 'language_stt' } }]);
  });
});

/** The text in an encoding, by Python. */
async function encoded(text: string, name: string): Promise<Buffer> {
  const code = 'import sys; sys.stdout.buffer.write(sys.argv[1].encode(sys.argv[2]))';
  const { stdout } = await execa('/usr/bin/python3', ['-c', code, text, name], { encoding: 'buffer' });
  return Buffer.from(stdout);
}
