import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../../src/task/codes.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { recogniseText, searchablePdf } from '../../../../tools/programs/ocr/recognise.ts';
import { characterErrorRate, Scratch, tesseractText, textOf } from './support.ts';

const corpora = process.env.CORPORA_DIR;
const folder = corpora === undefined ? null : join(corpora, 'ocr');
const names = folder === null ? [] : readdirSync(folder);

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const path = (name: string): string => join(folder ?? '', name);

/** Joins lines like the engine: words broken at a line's end are joined, and no space follows a dash. */
const whole = (text: string): string => text.replace(/(?<=\p{Ll})-\n+(?=\p{Ll})/gu, '').replace(/(?<=[/—])\n+/gu, '');

/** Expects a documented error of the input or of a page without text. */
function expectDocumented(error: unknown): void {
  expect(error).toBeInstanceOf(ConversionError);
  expect(Object.keys(ERROR_CODES)).toContain((error as ConversionError).code);
  expect((error as ConversionError).code).toMatch(/^input_|^conversion_failed$/);
}

describe.skipIf(folder === null)('scans of others (CORPORA_DIR)', () => {
  test('a page whose text is known: no more wrong characters than tesseract has', async () => {
    const truth = whole(await readFile(path('linn.txt'), 'utf8'));
    const { path: text } = await scratch.recognise(recogniseText, path('linn.png'), { ocr_mode: 'text' });
    const ours = characterErrorRate(await textOf(text), truth);
    const theirs = characterErrorRate(whole(await tesseractText(path('linn.png'), 'eng')), truth);
    console.log(`linn.png: ours ${ours.toFixed(4)}, tesseract ${theirs.toFixed(4)}`);
    expect(ours).toBeLessThanOrEqual(theirs);
  });

  test.each(names.filter((name) => /\.(?:png|jpg|pdf)$/.test(name)))(
    '%s: its text, or a documented error',
    async (name) => {
      try {
        const { path: text } = await scratch.recognise(recogniseText, path(name));
        expect((await textOf(text)).trim()).not.toBe('');
      } catch (error) {
        expectDocumented(error);
      }
    },
  );

  test.each(names.filter((name) => name.endsWith('.pdf')))('%s: searchable, or a documented error', async (name) => {
    try {
      const { path: pdf } = await scratch.recognise(searchablePdf, path(name), {}, 'pdf');
      const pages = async (file: string) => /Pages: +(\d+)/.exec((await execa('pdfinfo', [file])).stdout)?.[1];
      expect(await pages(pdf)).toBe(await pages(path(name)));
      await execa('qpdf', ['--check', pdf], { reject: false }).then(({ exitCode }) =>
        expect([0, 3]).toContain(exitCode),
      );
    } catch (error) {
      expectDocumented(error);
    }
  });
});
