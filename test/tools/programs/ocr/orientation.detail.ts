import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recogniseText, searchablePdf } from '../../../../tools/programs/ocr/recognise.ts';
import { FULL, fullPage } from './pages.ts';
import { characterErrorRate, Scratch, textOf } from './support.ts';

const corpora = process.env.CORPORA_DIR;

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const read = async (picture: string, options = {}) =>
  textOf((await scratch.recognise(recogniseText, picture, options)).path);

const layerOf = async (path: string, options = {}) => {
  const { path: pdf } = await scratch.recognise(searchablePdf, path, options, 'pdf');
  return (await execa('pdftotext', ['-enc', 'UTF-8', pdf, '-'])).stdout;
};

test.each([0, 90, 180, 270])('a page turned by %i degrees: its text and the layer of its PDF agree', async (turn) => {
  const page = await scratch.draw(`turned-${turn}.png`, [fullPage(turn)], { dpi: 150 });
  const german = { language: 'deu' };
  expect(characterErrorRate(await read(page, german), FULL)).toBeLessThan(0.05);
  expect(characterErrorRate(await layerOf(page, german), FULL)).toBeLessThan(0.05);
});

describe.skipIf(corpora === undefined)('real scans (CORPORA_DIR)', () => {
  test.each([0, 90, 180, 270])('a small scan, turned by another %i degrees: text and layer agree', async (turn) => {
    const given = join(corpora ?? '', 'reported/ocr/phototest-rotated-L.png');
    const turned = scratch.path(`phototest-${turn}.png`);
    await execa('convert', [given, '-rotate', String(turn), turned]);
    for (const text of [await read(turned), await layerOf(turned)]) {
      expect(text.replace(/\s+/g, ' ')).toContain('The quick brown dog jumped over the lazy fox.');
    }
  });
});
