import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { convert, makeScratch, onlyOutput, type Scratch } from './support.ts';

const PYTHON = '/usr/bin/python3';
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const corpora = process.env.CORPORA_DIR;

interface Run {
  readonly text: string;
  readonly font: string | null;
  readonly size: number | null;
  readonly bold: boolean;
  readonly color: string | null;
  readonly script: string | null;
  readonly underline: boolean;
}

interface ReadDocx {
  readonly font: string;
  readonly size: number;
  readonly paragraphs: readonly {
    readonly text: string;
    readonly runs: readonly Run[];
    readonly align: string;
    readonly heading: string | null;
    readonly list: string | null;
    readonly newPage: boolean;
    readonly notes: number;
  }[];
  readonly tables: readonly (readonly (readonly {
    readonly text: string;
    readonly span: number;
    readonly fill: string | null;
    readonly borders: readonly string[];
  }[])[])[];
  readonly columns: readonly number[];
  readonly boxes: number;
  readonly pictures: readonly (readonly [number, number] | null)[];
  readonly anchored: number;
  readonly headers: readonly string[];
  readonly footers: readonly string[];
  readonly fields: readonly string[];
  readonly notes: readonly string[];
}

let scratch: Scratch;
let made = 0;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

/** Text at a place: x, y from the bottom of an A4 page, font and size. */
const at = (x: number, y: number, font: 'F1' | 'F2' | 'F3', size: number, text: string): string =>
  `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj ET\n`;

async function pdfOf(pages: readonly string[]): Promise<string> {
  const path = scratch.path(`made-${++made}.pdf`);
  await execa(PYTHON, [script('make_layout_pdf.py'), path], { input: JSON.stringify(pages) });
  return path;
}

async function docxOf(pdf: string): Promise<ReadDocx & { path: string; warnings: readonly string[] }> {
  const converted = await convert(scratch, pdf, { target: 'docx' });
  const path = onlyOutput(converted);
  const { stdout } = await execa(PYTHON, [script('read_docx.py'), path]);
  return { ...JSON.parse(stdout), path, warnings: converted.warnings.map(({ message }) => message) };
}

const WORDS =
  'Pack my box with five dozen liquor jugs while the quick brown fox jumps over the lazy dog and runs away'.split(' ');

/** Lines of flowing text from `top` downwards. */
function lines(x: number, top: number, count: number, words: number, start = 0): string {
  return Array.from({ length: count }, (_, line) => {
    const text = Array.from({ length: words }, (_, word) => WORDS[(start + line * words + word) % WORDS.length]).join(
      ' ',
    );
    return at(x, top - 13 * line, 'F2', 11, text);
  }).join('');
}

describe('a PDF as a text document', () => {
  test('keeps fonts, sizes, colours, headings, alignment and underlines in paragraphs that flow', async () => {
    const page = [
      at(227.5, 780, 'F3', 20, 'A large title'),
      lines(72, 740, 4, 13),
      `1 0 0 rg ${at(72, 650, 'F1', 9, 'A small red remark in another font.')} 0 g`,
      at(72, 620, 'F2', 11, 'One word is'),
      at(128, 620, 'F2', 11, 'underlined'),
      '128 618.5 m 176 618.5 l 0.5 w S',
      at(403, 590, 'F2', 11, 'At the right of the page'),
    ].join('\n');
    const docx = await docxOf(await pdfOf([page]));
    expect(docx).toMatchObject({ font: 'Times New Roman', size: 11, boxes: 0, pictures: [], tables: [] });
    const [title, body, remark, underlined] = docx.paragraphs;
    expect(title).toMatchObject({ text: 'A large title', heading: 'Heading1' });
    expect(title?.runs[0]).toMatchObject({ font: 'Helvetica', size: 20, bold: true });
    expect(body?.text.split(' ')).toHaveLength(52);
    expect(remark?.runs[0]).toMatchObject({ font: 'Helvetica', size: 9, color: 'FF0000' });
    expect(underlined?.runs.map(({ text, underline }) => [text.trim(), underline])).toContainEqual([
      'underlined',
      true,
    ]);
    expect(docx.paragraphs.some(({ text }) => text.includes('At the right of the page'))).toBe(true);
  });

  test('keeps the font and the size of text that runs down the page', async () => {
    const turned = 'BT /F1 16 Tf 0 -1 1 0 480 700 Tm (Sideways text beside it) Tj ET';
    const { paragraphs } = await docxOf(await pdfOf([`${lines(72, 740, 6, 10)}${turned}`]));
    const runs = paragraphs.flatMap((paragraph) => paragraph.runs).filter(({ text }) => /Sideways|beside/.test(text));
    expect(runs.length).toBeGreaterThan(0);
    for (const run of runs) expect(run).toMatchObject({ font: 'Helvetica', size: 16 });
  });

  test('keeps the transparency and the place of a picture', async () => {
    const docx = await docxOf(await pdfOf([`${lines(72, 780, 3, 12)} q 100 0 0 100 300 500 cm /Im Do Q`]));
    expect(docx.pictures).toEqual([[0, 255]]);
    await execa('soffice', [
      `-env:UserInstallation=file://${scratch.path('profile')}`,
      '--headless',
      '--convert-to',
      'pdf',
      '--outdir',
      dirname(docx.path),
      docx.path,
    ]);
    const rendered = join(dirname(docx.path), `${basename(docx.path, '.docx')}.pdf`);
    const { stdout } = await execa('pdftohtml', [
      '-xml',
      '-stdout',
      '-zoom',
      '1',
      rendered,
      join(dirname(docx.path), 'x'),
    ]);
    const [, top, left, width, height] =
      /<image top="([\d.-]+)" left="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/.exec(stdout) ?? [];
    for (const [found, wanted] of [
      [left, 300],
      [top, 842 - 600],
      [width, 100],
      [height, 100],
    ] as const) {
      expect(Math.abs(Number(found) - wanted)).toBeLessThan(4);
    }
  });

  test('makes tables of lines, with merged cells, borders and colours', async () => {
    const rules = [0, 30, 60].map((y) => `72 ${600 + y} m 372 ${600 + y} l S`);
    const page = [
      '0.8 1 0.8 rg 72 630 300 30 re f 0 g 1 w',
      ...rules,
      '72 600 m 72 660 l S 372 600 m 372 660 l S 172 600 m 172 630 l S 272 600 m 272 630 l S',
      at(80, 640, 'F2', 11, 'A heading over three columns'),
      ...['one', 'two', 'three'].map((text, index) => at(80 + 100 * index, 610, 'F2', 11, text)),
    ].join('\n');
    const { tables } = await docxOf(await pdfOf([page]));
    const sides = ['bottom', 'left', 'right', 'top'];
    expect(tables).toMatchObject([
      [
        [{ text: 'A heading over three columns', span: 3, fill: 'CCFFCC', borders: sides }],
        ['one', 'two', 'three'].map((text) => ({ text, span: 1, borders: sides })),
      ],
    ]);
  });

  test('a header that is smaller on the first page stays smaller there', async () => {
    const pages = [8, 12, 12, 12].map(
      (size, page) => `${at(72, 800, 'F1', size, 'The running title')}${lines(72, 700, 12, 12, page)}`,
    );
    const docx = await docxOf(await pdfOf(pages));
    expect(docx.headers).toContain('The running title');
    const [title] = docx.paragraphs.filter(({ text }) => text === 'The running title');
    expect(title?.runs.map(({ size }) => size ?? docx.size)).toEqual([8]);
    expect(docx.paragraphs.filter(({ text }) => text.includes('running'))).toHaveLength(1);
  });

  test('puts headers, footers and page numbers where they repeat, and starts pages anew', async () => {
    const pages = [1, 2, 3, 4].map((page) =>
      [
        at(72, 800, 'F2', 9, 'The running title'),
        at(72, 720, 'F2', 11, `Text of page ${['one', 'two', 'three', 'four'][page - 1]} alone.`),
        lines(72, 690, 6, 13, 3 * page),
        at(260, 40, 'F2', 9, `Page ${page} of 4`),
      ].join('\n'),
    );
    const docx = await docxOf(await pdfOf(pages));
    expect(docx.headers).toEqual(['The running title']);
    expect(docx.footers.map((text) => text.trim())).toEqual(['Page 1 of 4']);
    expect(docx.fields).toEqual(['PAGE', 'NUMPAGES']);
    const texts = docx.paragraphs.map(({ text }) => text);
    expect(texts.filter((text) => text.includes('running title') || /Page \d/.test(text))).toEqual([]);
    expect(docx.paragraphs.filter(({ newPage }) => newPage).map(({ text }) => text)).toEqual(
      ['two', 'three', 'four'].map((word) => `Text of page ${word} alone.`),
    );
  });

  test('keeps columns, and makes footnotes of notes', async () => {
    const page = [
      at(72, 780, 'F3', 16, 'Title over both columns'),
      lines(72, 740, 14, 8),
      lines(310, 740, 14, 8, 5),
      at(72, 500, 'F2', 11, 'A claim that needs proof'),
      at(181, 504, 'F2', 7, '1'),
      '72 120 m 172 120 l 0.5 w S',
      at(72, 108, 'F2', 6, '1'),
      at(78, 105, 'F2', 9, 'The proof of the claim.'),
    ].join('\n');
    const docx = await docxOf(await pdfOf([page]));
    expect(docx.columns).toContain(2);
    expect(docx.notes).toEqual([' The proof of the claim.']);
    expect(docx.paragraphs.filter(({ notes }) => notes === 1).map(({ text }) => text)).toEqual([
      'A claim that needs proof',
    ]);
    expect(docx.paragraphs.some(({ text }) => text.includes('The proof'))).toBe(false);
  });

  test('says of drawings without text that they are drawings, not a scan', async () => {
    const docx = await docxOf(await pdfOf(['0 0 1 rg 100 400 m 300 700 l 500 400 l f']));
    expect(docx.pictures).toHaveLength(1);
    expect(docx.warnings.filter((message) => message.includes('drawings without text'))).toHaveLength(1);
    expect(docx.warnings.filter((message) => message.includes('ocr'))).toEqual([]);
  });
});

test.skipIf(corpora === undefined)(
  'the reported document keeps its transparent picture, its table and its notes (CORPORA_DIR)',
  async () => {
    const docx = await docxOf(join(corpora ?? '', 'reported/pdf/google-doc-document.pdf'));
    expect(docx.pictures).toContainEqual([0, 255]);
    expect(docx.tables.map((rows) => rows.length)).toEqual([5]);
    expect(docx.notes).toHaveLength(3);
    expect(docx).toMatchObject({ font: 'Arial', size: 11, boxes: 0 });
  },
);
