import { link, mkdir, symlink } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { OCR_LANGUAGES, OCR_SCRIPTS } from '../../../../src/languages.ts';
import { describeLanguages, languagePackage, requireLanguages } from '../../../../tools/programs/ocr/languages.ts';
import { recogniseText, searchablePdf } from '../../../../tools/programs/ocr/recognise.ts';
import { straightenPages } from '../../../../tools/programs/ocr/straighten.ts';
import { germanPage } from './pages.ts';
import { codeOf, recognition, Scratch, textOf } from './support.ts';

const DATA = '/usr/share/tesseract-ocr/5/tessdata';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());
afterEach(() => vi.unstubAllEnvs());

/** Makes a data folder like tesseract's: scripts are in a separate folder. */
async function tessdata(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = scratch.path(name);
  await mkdir(`${folder}/script`, { recursive: true });
  for (const [to, from] of Object.entries(files)) {
    await link(`${DATA}/${from}`, `${folder}/${to}`).catch(() => symlink(`${DATA}/${from}`, `${folder}/${to}`));
  }
  return folder;
}

test('a missing language is refused before anything runs, with the package that brings it', async () => {
  vi.stubEnv('TESSDATA_PREFIX', await tessdata('english', { 'eng.traineddata': 'eng.traineddata' }));
  const path = await scratch.draw('missing.png', [germanPage]);
  const task = await scratch.task(path);
  const wanted = recognition({ language: 'eng,ukr,chi_sim' });
  const refused = recogniseText({ kind: 'picture', path }, wanted, task.folder, task.context);
  await expect(refused).rejects.toMatchObject({
    code: 'program_missing',
    message: expect.stringContaining('tesseract-ocr-ukr, tesseract-ocr-chi-sim'),
    details: { option: 'language', packages: ['tesseract-ocr-ukr', 'tesseract-ocr-chi-sim'] },
  });
  expect(task.calls).toEqual([]);
  await expect(requireLanguages(recognition({ language: 'script-HanS_vert' }))).rejects.toMatchObject({
    details: { languages: ['script-HanS_vert'], packages: ['tesseract-ocr-script-hans-vert'] },
  });
});

test('without the program, straightening names its package', async () => {
  vi.stubEnv('TESSERACT_BIN', '/nowhere/tesseract');
  const path = await scratch.draw('none.pdf', [germanPage], { dpi: 100 });
  const task = await scratch.task(path);
  await expect(straightenPages(path, task.folder, task.context)).rejects.toMatchObject({
    code: 'program_missing',
    message: expect.stringContaining('tesseract-ocr'),
  });
  expect(task.calls).toEqual([]);
});

test('a folder without the settings of tesseract serves text, and is refused for PDF', async () => {
  vi.stubEnv('TESSDATA_PREFIX', await tessdata('bare', { 'deu.traineddata': 'deu.traineddata' }));
  const path = await scratch.draw('bare.png', [germanPage], { dpi: 150 });
  await scratch.recognise(recogniseText, path, { language: 'deu' });
  await expect(scratch.recognise(searchablePdf, path, { language: 'deu' })).rejects.toMatchObject({
    code: 'program_missing',
    message: expect.stringContaining('configs/pdf is missing'),
  });
});

test('orientation needs its own data only where the page structure cannot do without', async () => {
  vi.stubEnv('TESSDATA_PREFIX', await tessdata('no-osd', { 'eng.traineddata': 'eng.traineddata' }));
  expect(await requireLanguages(recognition({}))).toMatchObject({ argument: 'eng', orientation: false });
  for (const structure of ['osd_only', 'unstructured', 'sparse_text_osd']) {
    await expect(requireLanguages(recognition({ ocr_page_structure: structure }))).rejects.toMatchObject({
      details: { option: 'ocr_page_structure', packages: ['tesseract-ocr-osd'] },
    });
  }
});

test('a folder of the operator with a folder of scripts is used; nowhere else is looked then', async () => {
  const files = { 'deu.traineddata': 'deu.traineddata', 'script/Latin.traineddata': 'deu.traineddata' };
  vi.stubEnv('TESSDATA_PREFIX', await tessdata('own', files));
  const path = await scratch.draw('own.png', [germanPage]);
  const { path: text, calls } = await scratch.recognise(recogniseText, path, { language: 'script-Latin' });
  expect(await textOf(text)).toContain('Prüfung der Bücher');
  expect(calls.find(({ name }) => name === 'tesseract')?.args).toContain('script/Latin');
  expect(await codeOf(requireLanguages(recognition({ language: 'fra' })))).toBe('program_missing');
});

test('scripts and several languages in Debian’s places', async () => {
  expect(await requireLanguages(recognition({ language: 'eng,deu' }))).toMatchObject({ argument: 'eng+deu' });
  expect(await requireLanguages(recognition({ language: 'script-Latin' }))).toMatchObject({ argument: 'Latin' });
});

test('doctor names programs and languages', async () => {
  const rows = await describeLanguages();
  const version = (name: string) => rows.find((row) => row.name === name)?.version;
  expect(version('tesseract')).toMatch(/^\d/);
  expect(version('ocrmypdf')).toMatch(/^\d/);
  expect(version('python3 with PIL')).toMatch(/^\d/);
  expect(version('languages of text recognition')).toMatch(/\bdeu, (?:\w+, )?eng\b/);
  vi.stubEnv('TESSDATA_PREFIX', await tessdata('empty', {}));
  expect((await describeLanguages()).find(({ name }) => name === 'languages of text recognition')?.version).toBeNull();
});

const known = await execa('apt-cache', ['pkgnames', 'tesseract-ocr-'], { reject: false });
const packages = new Set(known.stdout?.split('\n') ?? []);

describe.skipIf(packages.size < 100)('packages, where a list of Debian’s is at hand', () => {
  test.each([...OCR_LANGUAGES, ...OCR_SCRIPTS])('%s', (code) => {
    const [language = ''] = recognition({ language: code }).languages;
    expect(packages).toContain(languagePackage(language));
  });
});
