import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { describeLanguages } from '../../../tools/ocr/languages.ts';
import { requireTesseract } from '../../../tools/ocr/programs.ts';
import { recogniseText, searchablePdf } from '../../../tools/ocr/recognise.ts';
import { closeTesseractJs } from '../../../tools/ocr/tesseract-js/pools.ts';
import { languagesWanted } from '../../../tools/ocr/tesseract-js/traineddata.ts';
import { Scratch, textOf } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await closeTesseractJs();
  await scratch.remove();
});

const withoutProgram = () => vi.stubEnv('TESSERACT_BIN', '/nowhere/tesseract');

test('without the program, text is read by tesseract.js', async () => {
  withoutProgram();
  const picture = await scratch.draw('line.png', [{ width: 170, height: 60, text: [[20, 20, 16, 'Wallmuseum']] }]);
  const { path, calls } = await scratch.recognise(recogniseText, picture, { ocr_page_structure: 'single_line' });
  expect((await textOf(path)).trim()).toBe('Wallmuseum');
  expect(calls.map(({ name }) => name)).not.toContain('tesseract');
});

test('the program comes first; where neither is there, and for what needs the program, its package is named', async () => {
  expect(await requireTesseract()).toMatchObject({ kind: 'native' });
  withoutProgram();
  expect(await requireTesseract()).toEqual({ kind: 'js' });
  const missing = { code: 'program_missing', details: { package: 'tesseract-ocr' } };
  await expect(requireTesseract('ocr', scratch.folder)).rejects.toMatchObject(missing);
  await expect(requireTesseract('deskew')).rejects.toMatchObject(missing);
  const pdf = await scratch.draw('refused.pdf', [{ width: 100, height: 100, text: [] }], { dpi: 72 });
  for (const option of ['deskew', 'rasterize_input']) {
    const refused = scratch.recognise(searchablePdf, pdf, { [option]: true }, 'pdf');
    await expect(refused).rejects.toMatchObject({ ...missing, message: expect.stringContaining(option) });
  }
});

test('doctor shows both', async () => {
  const version = async (name: string) => (await describeLanguages()).find((row) => row.name.startsWith(name))?.version;
  expect(await version('tesseract.js')).toMatch(/^\d+\.\d+\.\d+$/);
  withoutProgram();
  expect(await version('tesseract')).toBeNull();
});

test('languagesWanted: what the settings in the data of a language ask for', () => {
  const wanted = (settings: string, offset = 20) => {
    const data = Buffer.alloc(20 + settings.length);
    data.writeInt32LE(2, 0);
    data.writeBigInt64LE(BigInt(offset), 4);
    data.writeBigInt64LE(-1n, 12);
    data.write(settings, 20);
    return languagesWanted(data);
  };
  expect(wanted('a 1\ntessedit_load_sublangs uzb_cyrl+eng+~deu+../x\n')).toEqual(['uzb_cyrl', 'eng']);
  expect(wanted('tessedit_other uzb_cyrl\n')).toEqual([]);
  expect(wanted('tessedit_load_sublangs uzb_cyrl', -1)).toEqual([]);
  expect(wanted('tessedit_load_sublangs uzb_cyrl', 5000)).toEqual([]);
  for (const size of [0, 3, 4, 11]) expect(languagesWanted(Buffer.alloc(size, 2))).toEqual([]);
});
