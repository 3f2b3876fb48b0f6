import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stampPages } from '../../../../engines/document/operations/marks/stamp.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { colourAt, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

/** A page of one colour, without text. */
const coloured = (fill: string, size?: readonly [number, number], rotate = 0) => ({
  text: '',
  fill,
  rotate,
  ...(size && { size }),
});
const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const WHITE = [255, 255, 255];

describe('stamp and watermark', () => {
  test('the first page of the second input, on each page; over and under', async () => {
    const page = await scratch.pdf({ pages: [coloured('1 0 0'), coloured('1 0 0')] });
    const stamp = await scratch.pdf({ pages: [coloured('0 0 1'), coloured('0 1 0')] });
    const over = await scratch.run(stampPages, [page, stamp], { stamp: true });
    const under = await scratch.run(stampPages, [page, stamp], { watermark: true });
    for (const number of [1, 2]) {
      expect(await colourAt(over.files[0]?.path ?? '', number, [[0.5, 0.5]])).toEqual([BLUE]);
      expect(await colourAt(under.files[0]?.path ?? '', number, [[0.5, 0.5]])).toEqual([RED]);
    }
    expect(over.files.map(({ pages }) => pages)).toEqual([2]);
  });

  test('a watermark is seen where the page paints nothing, and the text stays', async () => {
    const page = await scratch.pdf({ pages: [{ text: 'Content' }] });
    const under = await scratch.run(stampPages, [page, await scratch.pdf({ pages: [coloured('0 0 1')] })], {
      watermark: true,
    });
    const path = under.files[0]?.path ?? '';
    expect(await colourAt(path, 1, [[0.5, 0.5]])).toEqual([BLUE]);
    expect(await pageTexts(path)).toEqual(['Content']);
  });

  const corners = [
    [0.05, 0.05],
    [0.5, 0.5],
    [0.95, 0.95],
    [0.3, 0.5],
    [0.5, 0.3],
  ] as const;

  test('a small stamp keeps its size, in the middle', async () => {
    const page = await scratch.pdf({ pages: [coloured('1 1 1', [400, 400])] });
    const stamp = await scratch.pdf({ pages: [coloured('0 0 1', [200, 100])] });
    const { files } = await scratch.run(stampPages, [page, stamp], { stamp: true });
    expect(await colourAt(files[0]?.path ?? '', 1, corners)).toEqual([WHITE, BLUE, WHITE, BLUE, WHITE]);
  });

  test('a large stamp is made to fit', async () => {
    const page = await scratch.pdf({ pages: [coloured('1 1 1', [400, 400])] });
    const stamp = await scratch.pdf({ pages: [coloured('0 0 1', [1600, 800])] });
    const { files } = await scratch.run(stampPages, [page, stamp], { stamp: true });
    expect(await colourAt(files[0]?.path ?? '', 1, corners)).toEqual([WHITE, BLUE, WHITE, BLUE, BLUE]);
    expect(
      await colourAt(files[0]?.path ?? '', 1, [
        [0.05, 0.5],
        [0.5, 0.2],
      ]),
    ).toEqual([BLUE, WHITE]);
  });

  test('upright on pages that are turned', async () => {
    const page = await scratch.pdf({ pages: [coloured('1 1 1', [400, 400], 90)] });
    const stamp = await scratch.pdf({ pages: [coloured('0 0 1', [200, 100])] });
    const { files } = await scratch.run(stampPages, [page, stamp], { stamp: true });
    expect(await colourAt(files[0]?.path ?? '', 1, corners)).toEqual([WHITE, BLUE, WHITE, BLUE, WHITE]);
  });

  test('the bookmarks and fields of the document stay', async () => {
    const page = await scratch.pages(2, { outline: [{ title: 'Two', to: 2 }] });
    const { files } = await scratch.run(stampPages, [page, await scratch.pages(1)], { stamp: true });
    expect(await outlineOf(files[0]?.path ?? '')).toEqual(['Two → 2']);
  });

  describe('on many pages with a form', () => {
    const many = 500;
    const form = () =>
      scratch.pdf({
        pages: Array.from({ length: many }, (_, index) => ({
          text: `page ${index + 1}`,
          ...(index < 2 && { field: [`field ${index}`, `value ${index}`] as const }),
        })),
      });
    const fieldsOf = async (path: string): Promise<unknown[]> =>
      (await PDFDocument.load(await readFile(path)))
        .getForm()
        .getFields()
        .map((field) => field.getName());

    test('its fields stay, put aside meanwhile', async () => {
      const stamp = await scratch.pdf({ pages: [{ text: 'stamp', size: [200, 200] }] });
      const { files, calls } = await scratch.run(stampPages, [await form(), stamp], { stamp: true });
      const { path } = files[0] as PdfFile;
      const texts = await pageTexts(path);
      expect(texts.length).toBe(many);
      for (const index of [0, many - 1]) {
        expect(texts[index]?.split(/\s*\n\s*/).slice(0, 2)).toEqual([`page ${index + 1}`, 'stamp']);
      }
      expect(await fieldsOf(path)).toEqual(['field 0', 'field 1']);
      expect((await readFile(path, 'latin1')).includes('ConvertdForm')).toBe(false);
      expect(calls.filter(({ name }) => name === 'python3').length).toBe(2);
    });

    test('fields of the stamp are added to them', async () => {
      const stamp = await scratch.pdf({ pages: [{ text: 'stamp', field: ['own', ''] }] });
      const { files } = await scratch.run(stampPages, [await form(), stamp], { stamp: true });
      expect(await fieldsOf((files[0] as PdfFile).path)).toEqual(expect.arrayContaining(['field 0', 'field 1', 'own']));
    });
  });

  test.each(['stamp', 'watermark'])('%s takes exactly two inputs', async (option) => {
    const pdf = await scratch.pages(1);
    for (const inputs of [[pdf], [pdf, pdf, pdf]]) {
      await expect(scratch.run(stampPages, inputs, { [option]: true })).rejects.toMatchObject({ code: 'input_count' });
    }
  });
});
