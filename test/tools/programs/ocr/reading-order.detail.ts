import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recogniseText } from '../../../../tools/programs/ocr/recognise.ts';
import { ENGLISH_LEFT, ENGLISH_RIGHT, lines, twoColumns } from './pages.ts';
import { characterErrorRate, Scratch, tesseractText, textOf } from './support.ts';

const corpora = process.env.CORPORA_DIR;

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const read = async (picture: string, options = {}) =>
  textOf((await scratch.recognise(recogniseText, picture, options)).path);

test('columns follow each other, with their lines as they are on the page', async () => {
  const picture = await scratch.draw('columns.png', [twoColumns], { dpi: 200 });
  const found = (await read(picture)).split('\n').filter((line) => line !== '');
  expect(found).toEqual([...ENGLISH_LEFT, ...ENGLISH_RIGHT]);
});

test('the rows of a table are lines', async () => {
  const rows = [
    ['Country', 'Area', 'Capital'],
    ['Austria', '83879', 'Vienna'],
    ['Belgium', '30689', 'Brussels'],
    ['Denmark', '42951', 'Copenhagen'],
  ];
  const table = rows.flatMap((row, y) =>
    row.map((cell, x): [number, number, number, string] => [60 + 160 * x, 300 + 22 * y, 12, cell]),
  );
  const picture = await scratch.draw('table.png', [{ text: [...lines(ENGLISH_LEFT, 60, 90), ...table] }], { dpi: 200 });
  expect(await read(picture)).toMatch(/Austria {2,}83879 {2,}Vienna\nBelgium {2,}30689 {2,}Brussels\n/);
});

describe.skipIf(corpora === undefined)('real scans (CORPORA_DIR)', () => {
  const path = (name: string): string => join(corpora ?? '', name);

  test.each([
    ['reported/ocr/8071_093.3B.tif', 'reported/ocr/8071_093.3B.txt'],
    ['ocr/linn.png', 'ocr/linn.txt'],
  ])('%s: no more wrong characters than tesseract has', async (picture, text) => {
    const truth = await readFile(path(text), 'utf8');
    const ours = characterErrorRate(await read(path(picture)), truth);
    const theirs = characterErrorRate(await tesseractText(path(picture), 'eng'), truth);
    expect(ours).toBeLessThanOrEqual(theirs);
  });
});
