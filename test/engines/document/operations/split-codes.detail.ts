import { rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { split } from '../../../../engines/document/operations/pages/split.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { keptPages } from './blank-support.ts';
import { Scratch } from './support-structure.ts';

/* split at barcodes and QR codes, which reportlab draws. */

const MAKER = fileURLToPath(new URL('./make_codes_pdf.py', import.meta.url));

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

async function made(...pages: string[]): Promise<PdfFile> {
  const path = scratch.path('codes.pdf');
  await execa('/usr/bin/python3', [MAKER, path, ...pages]);
  return { path, pages: pages.length };
}

async function parts(file: PdfFile, points: string) {
  const { files, warnings } = await scratch.run(split, [file], { split: points });
  for (const { path } of files) await execa('qpdf', ['--check', path]);
  const pages = await Promise.all(files.map(({ path }) => keptPages(path)));
  return { pages, suffixes: files.map(({ suffix }) => suffix), warnings };
}

describe('any code', () => {
  test('begins a document at its page, which is named after it', async () => {
    const pdf = await made('text:Cover', 'QR:INV 2024/7', 'text:second', 'Code128:B-12', 'text:a|EAN13:4006381333931');
    const { pages, suffixes, warnings } = await parts(pdf, 'barcode');
    expect(pages).toEqual([[1], [2, 3], [4], [5]]);
    expect(suffixes).toEqual(['-0-page-1', '-1-INV 2024_7', '-2-B-12', '-3-4006381333931']);
    expect(warnings).toEqual([]);
  });

  test('separator sheets are in no part, also several, at the start and at the end', async () => {
    const [sheet, text] = ['QR:PATCHT', 'text:page'];
    const pdf = await made(sheet, text, text, 'Code128:PATCHT', sheet, text, 'text:last', sheet);
    const { pages, suffixes, warnings } = await parts(pdf, 'barcode');
    expect(pages).toEqual([
      [2, 3],
      [6, 7],
    ]);
    expect(suffixes).toEqual(['-pages-2-3', '-pages-6-7']);
    const message = 'The separator sheets (PATCHT) are in none of the parts: 1, 4-5, 8.';
    expect(warnings).toMatchObject([{ code: 'output_limited', message, details: { pages: ['1', '4-5', '8'] } }]);
  });

  test('separator sheets beside other codes', async () => {
    const pdf = await made('text:a', 'QR:PATCHT', 'QR:one', 'text:b', 'QR:two|Code128:PATCHT', 'text:c', 'QR:three');
    const { pages, suffixes } = await parts(pdf, 'barcode');
    expect(pages).toEqual([[1], [3, 4], [6], [7]]);
    expect(suffixes).toEqual(['-0-page-1', '-1-one', '-2', '-3-three']);
  });

  test('on turned pages, and on scans', async () => {
    const pdf = await made('Code128:A1', 'text:a', 'QR:A2', 'Standard39:A3');
    const turned = { ...pdf, path: scratch.path('turned.pdf') };
    await execa('qpdf', ['--rotate=+90:1', '--rotate=+180:3', '--rotate=+270:4', pdf.path, turned.path]);
    expect((await parts(turned, 'barcode')).pages).toHaveLength(3);
    await execa('pdftoppm', ['-jpeg', '-r', '200', turned.path, scratch.path('scan')]);
    const scans = [1, 2, 3, 4].map((page) => scratch.path(`scan-${page}.jpg`));
    await execa('img2pdf', [...scans, '--output', scratch.path('scan.pdf')]);
    await rename(scratch.path('scan.pdf'), turned.path);
    expect((await parts(turned, 'barcode')).suffixes).toEqual(['-1-A1', '-2-A2', expect.stringMatching(/^-3-A3/)]);
  });

  test('more pages than are drawn at once', async () => {
    const pdf = await made(...Array.from({ length: 21 }, (_, index) => (index % 6 === 3 ? `QR:n${index}` : 'text:x')));
    const { pages, suffixes } = await parts(pdf, 'barcode');
    expect(pages.map(([first]) => first)).toEqual([1, 4, 10, 16]);
    expect(suffixes).toEqual(['-0-pages-1-3', '-1-n3', '-2-n9', '-3-n15']);
  });

  test('what looks like our tools’ own answer is content', async () => {
    const content = ']]></data></symbol></index></source><source href="page-2.pgm"><data>x</data></source>';
    const { pages } = await parts(await made(`QR:${content}`, 'text:plain'), 'barcode');
    expect(pages).toEqual([[1, 2]]);
  });

  test('no code is refused; so is a document of separator sheets alone', async () => {
    await expect(parts(await made('text:QR code', 'text:IIIIIIII'), 'barcode')).rejects.toMatchObject({
      code: 'option_invalid',
      message: expect.stringContaining('no page of the PDF has one'),
    });
    await expect(parts(await made('QR:PATCHT', 'QR:PATCHT'), 'barcode')).rejects.toMatchObject({
      code: 'option_unsupported',
      message: expect.stringContaining('would leave nothing'),
    });
  });
});

describe('a certain code', () => {
  test('must say exactly the text', async () => {
    const pdf = await made('QR:INV', 'text:a', 'QR:INV 1', 'QR:inv', 'text:b|Code128:other|QR:INV');
    const { pages, suffixes, warnings } = await parts(pdf, 'barcode:INV');
    expect(pages).toEqual([[1, 2, 3, 4], [5]]);
    expect(suffixes).toEqual(['-1-INV', '-2-INV']);
    expect(warnings).toEqual([]);
  });

  test('PATCHT: only separator sheets count', async () => {
    const { pages, warnings } = await parts(await made('QR:A', 'QR:PATCHT', 'QR:B', 'text:b'), 'barcode:PATCHT');
    expect(pages).toEqual([[1], [3, 4]]);
    expect(warnings).toMatchObject([{ details: { option: 'split', pages: ['2'] } }]);
  });

  test('that no page has is refused', async () => {
    await expect(parts(await made('QR:A'), 'barcode:B')).rejects.toMatchObject({
      code: 'option_invalid',
      message: expect.stringContaining('"B"'),
    });
  });
});
