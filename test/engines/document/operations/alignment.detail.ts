import { writeFile } from 'node:fs/promises';
import { degrees, PDFDocument, PDFName, PDFNumber, rgb } from '@cantoo/pdf-lib';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stampPages } from '../../../../engines/document/operations/marks/stamp.ts';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { CONVERT } from '../../../support/imagemagick.ts';
import { Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

type Box = readonly [x: number, y: number, width: number, height: number];

/** A page as its dictionary has it. */
interface Sheet {
  readonly media: Box;
  readonly crop?: Box;
  readonly trim?: Box;
  readonly turn?: number;
  readonly unit?: number;
}

let made = 0;

async function pdfOf(sheets: readonly Sheet[], fill?: Box): Promise<PdfFile> {
  const pdf = await PDFDocument.create();
  for (const { media, crop, trim, turn, unit } of sheets) {
    const page = pdf.addPage();
    page.setMediaBox(...media);
    if (crop !== undefined) page.setCropBox(...crop);
    if (trim !== undefined) page.setTrimBox(...trim);
    if (turn !== undefined) page.setRotation(degrees(turn));
    if (unit !== undefined) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(unit));
    if (fill === undefined) continue;
    const [x, y, width, height] = fill;
    page.drawRectangle({ x, y, width, height, color: rgb(0, 0, 1) });
  }
  const path = scratch.path(`aligned-${++made}.pdf`);
  await writeFile(path, await pdf.save());
  return { path, pages: sheets.length };
}

/** Where on each page, as poppler shows it, anything is: `WxH+X+Y` in points from the upper left corner, by ImageMagick. */
async function drawnOn({ path, pages }: PdfFile): Promise<string[]> {
  const prefix = scratch.path(`drawn-${++made}`);
  await execa('pdftoppm', ['-cropbox', '-r', '72', '-png', path, prefix]);
  const drawn = [];
  for (let page = 1; page <= pages; page += 1) {
    // The colour of the corners counts as nothing: a frame of one pixel has that of the paper there.
    const frame = ['-bordercolor', 'white', '-border', '1'];
    const { stdout } = await execa(CONVERT, [`${prefix}-${page}.png`, ...frame, '-format', '%@', 'info:']);
    drawn.push(stdout.replace(/\+(\d+)/g, (_, offset: string) => `+${Number(offset) - 1}`));
  }
  return drawn;
}

/** Poppler also colours a pixel of which the edge of a clipping path has a part. */
function expectPlaces(found: readonly string[], expected: readonly string[]): void {
  const numbers = (places: readonly string[]) => places.map((place) => place.split(/[x+]/).map(Number));
  const near = numbers(expected).map((place) => place.map((length) => expect.closeTo(length, -0.31)));
  expect(numbers(found), found.join(' ')).toEqual(near);
}

async function laid(document: PdfFile, stamp: PdfFile, options: Partial<PdfOptions>): Promise<string[]> {
  const { files, warnings } = await scratch.run(stampPages, [document, stamp], options);
  expect(warnings).toEqual([]);
  await execa('qpdf', ['--check', files[0]?.path ?? '']);
  return drawnOn(files[0] as PdfFile);
}

/** 60 wide and 20 high as it is shown: turned, cropped, and drawing more than it shows. */
const stamp = () => pdfOf([{ media: [0, 0, 300, 300], crop: [100, 100, 20, 60], turn: 90 }], [0, 0, 300, 300]);

describe('alignment', () => {
  test.each([
    ['center', '60x20+70+140'],
    ['top', '60x20+70+0'],
    ['bottom', '60x20+70+280'],
    ['left', '60x20+0+140'],
    ['right', '60x20+140+140'],
    ['top_left', '60x20+0+0'],
    ['top_right', '60x20+140+0'],
    ['bottom_left', '60x20+0+280'],
    ['bottom_right', '60x20+140+280'],
  ] as const)('%s', async (alignment, place) => {
    const page = await pdfOf([{ media: [0, 0, 200, 300] }]);
    expectPlaces(await laid(page, await stamp(), { stamp: true, alignment }), [place]);
    expectPlaces(await laid(page, await stamp(), { watermark: true, alignment }), [place]);
  });

  test('of pages of several sizes, turned, cropped, trimmed, and with a corner of their own, as they are seen', async () => {
    const document = await pdfOf([
      { media: [0, 0, 200, 300] },
      { media: [0, 0, 400, 300], turn: 90 },
      { media: [0, 0, 400, 300], crop: [50, 100, 200, 120], turn: 180 },
      { media: [-100, -50, 400, 300], turn: 270 },
      { media: [0, 0, 200, 300], trim: [10, 20, 150, 200] },
      { media: [0, 0, 200, 300], crop: [20, 20, 100, 100], trim: [10, 30, 150, 200] },
      { media: [0, 0, 200, 300] },
    ]);
    expectPlaces(await laid(document, await stamp(), { stamp: true, alignment: 'bottom_right' }), [
      '60x20+140+280',
      '60x20+240+380',
      '60x20+140+100',
      '60x20+240+380',
      // Within the finished size, and what is shown of that.
      '60x20+100+260',
      '60x20+40+70',
      '60x20+140+280',
    ]);
  });

  test('of a page that counts in other units than points: the stamp keeps its size', async () => {
    // poppler shows such pages as if they counted in points.
    const document = await pdfOf([{ media: [0, 0, 200, 300], unit: 2 }]);
    expectPlaces(await laid(document, await stamp(), { stamp: true, alignment: 'top_right' }), ['30x10+170+0']);
  });

  test('of what is too large: it is made to fit first', async () => {
    const document = await pdfOf([{ media: [0, 0, 200, 300] }]);
    const large = await pdfOf([{ media: [0, 0, 400, 100] }], [0, 0, 400, 100]);
    expectPlaces(await laid(document, large, { stamp: true, alignment: 'bottom' }), ['200x50+0+250']);
  });

  test('center is where a stamp is anyway', async () => {
    const document = await pdfOf([{ media: [0, 0, 200, 300] }]);
    const places = [await laid(document, await stamp(), { stamp: true })];
    places.push(await laid(document, await stamp(), { stamp: true, alignment: 'center' }));
    expectPlaces(places[1] ?? [], places[0] ?? []);
  });

  test('fields and links of the stamp come along', async () => {
    const document = await scratch.pages(2);
    const form = await scratch.pdf({ pages: [{ text: 'stamp', size: [100, 100], field: ['own', 'value'] }] });
    const { files } = await scratch.run(stampPages, [document, form], { stamp: true, alignment: 'top' });
    const { stdout } = await execa('qpdf', ['--json', '--json-key=acroform', files[0]?.path ?? '']);
    const { acroform } = JSON.parse(stdout) as { acroform: { fields: { value: string }[] } };
    expect(acroform.fields.map(({ value }) => value)).toEqual(['u:value', 'u:value']);
  });
});
