import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullPage, lines } from '../../tools/programs/ocr/pages.ts';
import { Scratch as Drawing, type DrawnPage, tesseractText } from '../../tools/programs/ocr/support.ts';
import { convert, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';

/* auto_rotate: whether pages are upright is what tesseract reads in their pictures, and pdftotext of pages with text. */

let scratch: Scratch;
let drawing: Drawing;
beforeAll(async () => {
  [scratch, drawing] = await Promise.all([makeScratch(), Drawing.make()]);
});
afterAll(() => Promise.all([scratch.remove(), drawing.remove()]));

const WORD = 'Brücke';
const ROTATED = { auto_rotate: true };
const blank: DrawnPage = { text: [] };
const label: DrawnPage = { text: lines(['A7'], 250, 300, 40) };

const turned = async (path: string, options: Record<string, unknown> = ROTATED) =>
  convert(scratch, path, { target: 'pdf', options });

/** Whether tesseract reads the words of fullPage on each page as it is shown, without looking for its orientation. */
async function readable(pdf: string): Promise<boolean[]> {
  const prefix = scratch.path(`shown-${++shown}`);
  await execa('pdftoppm', ['-gray', '-r', '150', pdf, prefix]);
  const { stdout } = await execa('find', [scratch.path('.'), '-name', `shown-${shown}-*.pgm`]);
  const read: boolean[] = [];
  for (const picture of stdout.split('\n').sort()) {
    read.push((await tesseractText(picture, 'deu', '--psm', '6')).includes(WORD));
  }
  return read;
}
let shown = 0;

describe('scans', () => {
  test('turned by 90, 180 and 270 degrees become upright; upright ones stay', async () => {
    const scan = await drawing.draw(
      'turned.pdf',
      [0, 90, 180, 270].map((turn) => fullPage(turn)),
      { dpi: 150 },
    );
    expect(await readable(scan)).toEqual([true, false, false, false]);
    const made = await turned(scan);
    expect(await readable(onlyOutput(made))).toEqual([true, true, true, true]);
    const message =
      'Pages of turned.pdf were turned upright, clockwise by 90 degrees: 4; by 180 degrees: 3; by 270 degrees: 2.';
    expect(made.warnings).toMatchObject([
      { code: 'pages_turned', message, details: { pages: { 2: 270, 3: 180, 4: 90 } } },
    ]);
    await execa('qpdf', ['--check', onlyOutput(made)]);
  });

  test('that the PDF itself shows turned', async () => {
    const scan = await drawing.draw('shown.pdf', [fullPage(0), fullPage(90)], { dpi: 150 });
    const path = drawing.path('shown-turned.pdf');
    await execa('qpdf', ['--rotate=+180:1', '--rotate=+270:2', scan, path]);
    expect(await readable(path)).toEqual([false, true]);
    const made = await turned(path);
    expect(await readable(onlyOutput(made))).toEqual([true, true]);
    expect(made.warnings).toMatchObject([{ details: { pages: { 1: 180 } } }]);
  });

  test('with too little text stay, and are named; blank ones are not', async () => {
    const scan = await drawing.draw('little.pdf', [label, blank, fullPage(180)], { dpi: 150 });
    const made = await turned(scan);
    expect(made.warnings).toMatchObject([
      { code: 'pages_turned', details: { pages: { 3: 180 } } },
      { code: 'option_no_effect', message: expect.stringContaining('stay as they are: 1.'), details: { pages: [1] } },
    ]);
  });

  test('a photograph of a page', async () => {
    const picture = await drawing.draw('page.png', [fullPage(90)], { dpi: 150 });
    const made = await turned(picture);
    expect(await readable(onlyOutput(made))).toEqual([true]);
  });

  test.each(['page.png', 'page.pdf'])('with ocr, before the text of %s is recognised', async (name) => {
    const scan = await drawing.draw(name, [fullPage(180)], { dpi: 150 });
    const options = { ...ROTATED, ocr: true, language: 'deu', ocr_page_structure: 'uniform_text' };
    const made = await turned(scan, options);
    expect((await execa('pdftotext', [onlyOutput(made), '-'])).stdout).toContain(WORD);
    expect(await readable(onlyOutput(made))).toEqual([true]);
    const without = await turned(scan, { ...options, auto_rotate: false });
    expect((await execa('pdftotext', [onlyOutput(without), '-'])).stdout).not.toContain(WORD);
  });
});

describe('pages with text', () => {
  const text = async (pdf: string) => {
    const { stdout } = await execa('pdftotext', ['-layout', pdf, '-']);
    return stdout;
  };
  const rotations = async (pdf: string) =>
    [...(await execa('pdfinfo', ['-l', '9', pdf])).stdout.matchAll(/rot: +(\d+)/g)].map(([, turn]) => Number(turn));

  test.each([90, 180, 270])('whose content is turned by %i degrees', async (turn) => {
    const path = scratch.path(`content-${turn}.pdf`);
    await execa('qpdf', [`--rotate=+${turn}:1`, '--flatten-rotation', fixture('report.pdf'), path]);
    expect((await rotations(path))[0]).toBe(0);
    const made = await turned(path);
    expect((await rotations(onlyOutput(made)))[0]).toBe(360 - turn);
    expect(made.warnings).toMatchObject([{ code: 'pages_turned', details: { pages: { 1: 360 - turn } } }]);
  });

  test('that the PDF shows turned', async () => {
    const path = scratch.path('page-turned.pdf');
    await execa('qpdf', ['--rotate=+90:1', fixture('report.pdf'), path]);
    expect((await rotations(onlyOutput(await turned(path))))[0]).toBe(0);
  });

  test('that are upright stay as they are, without a warning', async () => {
    const made = await turned(fixture('report.pdf'));
    expect(made.warnings).toEqual([]);
    expect(await text(onlyOutput(made))).toBe(await text(fixture('report.pdf')));
  });
});
