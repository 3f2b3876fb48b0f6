import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { epubErrors } from '../../tools/formats/epub/epubcheck.ts';
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

it.each(['epub', 'html'])('formulas of an HTML page become pictures in %s', async (target) => {
  const page = bench.path('page.html');
  const math = '<math xmlns="http://www.w3.org/1998/Math/MathML">';
  await writeFile(
    page,
    `<html><head><title>Sums</title></head><body><h1>One</h1><p>Here ${math}<mfrac><mi>a</mi><mi>b</mi></mfrac></math> is.</p><h1>Two</h1><p>No more.</p></body></html>`,
  );
  const made = await bench.convert(page, { target, options: { formulas: 'picture' } });
  expect(messages(made)).toEqual(['A formula became a picture, with the formula in one line as the description.']);
  const text = bench.path(`of-page-${target}`);
  await execa('ebook-convert', [made.path, `${text}.htmlz`]);
  const { stdout } = await execa('unzip', ['-p', `${text}.htmlz`, 'index.html']);
  expect(stdout).toMatch(/<img[^>]* alt="a\/b"/);
  expect(stdout).not.toContain('<mfrac');
  expect(stdout).toMatch(/One[\s\S]*Here[\s\S]*Two[\s\S]*No more/);
});

/** A document with OFFICE_MATH in a paragraph, and once more on a line of its own. */
const MAKE_DOCX = `
import sys, zipfile
main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
kinds, office = "http://schemas.openxmlformats.org/package/2006/", "http://schemas.openxmlformats.org/officeDocument/2006/"
with zipfile.ZipFile(sys.argv[1], "w") as docx:
    docx.writestr("[Content_Types].xml", f'<Types xmlns="{kinds}content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{main}"/></Types>')
    docx.writestr("_rels/.rels", f'<Relationships xmlns="{kinds}relationships"><Relationship Id="r1" Type="{office}relationships/officeDocument" Target="word/document.xml"/></Relationships>')
    docx.writestr("word/document.xml", f'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="{office}math"><w:body><w:p><w:r><w:t xml:space="preserve">Before </w:t></w:r>{sys.argv[2]}<w:r><w:t xml:space="preserve"> after.</w:t></w:r></w:p><w:p><m:oMathPara>{sys.argv[2]}</m:oMathPara></w:p></w:body></w:document>')
`;
const run = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const group = (name: string, content: string): string => `<m:${name}>${content}</m:${name}>`;
const OFFICE_MATH = group(
  'oMath',
  [
    group('f', group('num', run('a+1')) + group('den', run('b'))),
    run('='),
    group(
      'rad',
      `<m:radPr><m:degHide m:val="1"/></m:radPr>${group('e', group('sSup', group('e', run('x')) + group('sup', run('2'))))}`,
    ),
    run('+'),
    group('d', group('e', group('sSub', group('e', run('y')) + group('sub', run('n'))))),
  ].join(''),
);

describe('formulas of a docx', () => {
  const made = async (target: string, options: Record<string, string>): Promise<Converted> => {
    const docx = bench.path('formulas.docx');
    await execa('/usr/bin/python3', ['-c', MAKE_DOCX, docx, OFFICE_MATH]);
    return bench.convert(docx, { target, options });
  };

  it.each(['txt', 'epub'])('are text in %s, with a warning', async (target) => {
    const book = await made(target, {});
    expect(messages(book)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^2 formulas of the document were written as text in one line/)]),
    );
    const text = bench.path(`docx-in-${target}.txt`);
    await execa('ebook-convert', [book.path, text]);
    const plain = (await readFile(text, 'utf8')).replace(/\s+/g, ' ');
    expect(plain).toMatch(/Before \(a\+1\)\/b ?= ?√\(?x\^2\)?\+\(y_n\) after\. \(a\+1\)\/b/);
  });

  it('are pictures on request, in a valid EPUB', async () => {
    const book = await made('epub', { formulas: 'picture' });
    expect(messages(book)).toEqual(['2 formulas became pictures, with the formula in one line as the description.']);
    expect(await epubErrors(book.path)).toEqual([]);
    const folder = await bench.unzip(book.path);
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png'));
    const sizes = await Promise.all(
      names.map(async (name) =>
        (await execa('identify', ['-format', '%w %h', join(folder, name)])).stdout.split(' ').map(Number),
      ),
    );
    expect(sizes.filter(([width = 0, height = 0]) => width > 200 && width > 2 * height).length).toBeGreaterThanOrEqual(
      1,
    );
    const { stdout } = await execa('unzip', ['-p', book.path, '*.html', '*.xhtml'], { reject: false });
    expect(stdout.match(/<img[^>]* alt="[^"]*\(a\+1\)\/b/g)).toHaveLength(2);
  });
});

it('a docx without its end is converted', async () => {
  const docx = bench.path('cut.docx');
  await execa('/usr/bin/python3', ['-c', MAKE_DOCX, docx, OFFICE_MATH]);
  const bytes = await readFile(docx);
  await writeFile(docx, bytes.subarray(0, bytes.indexOf('PK\x01\x02', 0, 'latin1')));
  const text = await readFile((await bench.convert(docx, { target: 'txt' })).path, 'utf8');
  expect(text).toMatch(/Before[\s\S]*after\./);
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
