import { lstat } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createProcessPool } from '../../../src/process/pool/process-pool.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { requireLanguages } from '../../../tools/ocr/languages.ts';
import { pageImages } from '../../../tools/ocr/pages.ts';
import { recogniseText, searchablePdf } from '../../../tools/ocr/recognise.ts';
import { type PageJob, PICTURE } from '../../../tools/ocr/tesseract-js/job.ts';
import { closeTesseractJs, poolCommand } from '../../../tools/ocr/tesseract-js/pools.ts';
import { descendants } from '../../support/frozen.ts';
import { waitFor } from '../../worker/support.ts';
import { ENGLISH_LEFT, fullPage, GERMAN, germanPage, lines, twoColumns } from './pages.ts';
import { characterErrorRate, codeOf, type DrawnPage, inputOf, recognition, Scratch, textOf } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await closeTesseractJs();
  await scratch.remove();
});

/** Takes the native program away, for the rest of a test. */
const withoutProgram = () => vi.stubEnv('TESSERACT_BIN', '/nowhere/tesseract');

const LINE: DrawnPage = { width: 400, height: 60, text: [[20, 20, 16, 'Das Wallmuseum am Markt']] };
const SCATTERED: DrawnPage = {
  text: [
    [60, 80, 14, 'Oldenburg'],
    [400, 300, 14, 'Wallmuseum'],
    [200, 600, 14, 'Anna Berg'],
  ],
};
const RED: DrawnPage = {
  background: '#ffe0e0',
  text: germanPage.text.map(([x, y, size, text]) => [x, y, size, text, '#a00000']),
};

/** The text of a file by the program and by tesseract.js, a paragraph a line. */
async function both(path: string, options: OptionValues): Promise<{ native: string; js: string }> {
  const read = async () => scratch.recognise(recogniseText, path, { ocr_mode: 'text', ...options });
  const native = await read();
  expect(native.calls.map(({ name }) => name)).toContain('tesseract');
  withoutProgram();
  const js = await read();
  expect(js.calls.map(({ name }) => name)).not.toContain('tesseract');
  expect(js.warnings).toEqual(native.warnings);
  return { native: await textOf(native.path), js: await textOf(js.path) };
}

const paragraphs = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

describe('the same text as by the program', () => {
  const german = { language: 'deu' };
  test.each<[string, string, DrawnPage[], OptionValues, string]>([
    [
      'two languages',
      'two.png',
      [{ text: [...germanPage.text, ...lines(ENGLISH_LEFT, 70, 300)] }],
      { language: 'eng,deu' },
      'Brücke',
    ],
    ['columns', 'columns.png', [twoColumns], {}, 'ferry'],
    ['single_line', 'line.png', [LINE], { ...german, ocr_page_structure: 'single_line' }, 'Wallmuseum'],
    ['sparse_text', 'sparse.png', [SCATTERED], { ...german, ocr_page_structure: 'sparse_text' }, 'Wallmuseum'],
    ['gray', 'gray.png', [RED], { ...german, ocr_filter: 'gray' }, 'Brücke'],
    [
      'red_kiwi of a screen',
      'screen.png',
      [{ ...LINE, height: 200 }],
      { ...german, ocr_engine: 'red_kiwi', ocr_engine_options: { source: 'screen' } },
      'Wallmuseum',
    ],
    ['a script', 'script.png', [germanPage], { language: 'script-Latin' }, 'Brücke'],
    ['pages of a PDF, one on its side', 'pages.pdf', [germanPage, fullPage(90), SCATTERED], german, 'Wallmuseum'],
    [
      'pages of a TIFF',
      'pages.tiff',
      [germanPage, fullPage(180)],
      { ...german, ocr_page_structure: 'unstructured' },
      'Brücke',
    ],
  ])('%s', async (_case, name, pages, options, word) => {
    const { native, js } = await both(await scratch.draw(name, pages, { dpi: 200 }), options);
    expect(native).toContain(word);
    expect(characterErrorRate(js, native)).toBeLessThanOrEqual(0.005);
    expect(paragraphs(js)).toBe(paragraphs(native));
  });

  test('red_kiwi of a photo: the local threshold reads through a shadow', async () => {
    const photo = await scratch.draw('photo.png', [{ ...fullPage(0), shadow: true }], { dpi: 300 });
    const { native, js } = await both(photo, { ...german, ocr_engine: 'red_kiwi' });
    // In the darkest corner both guess, each its own way.
    expect(characterErrorRate(js, native)).toBeLessThanOrEqual(0.015);
    const truth = [...GERMAN, ...GERMAN, ...GERMAN].join(' ');
    expect(characterErrorRate(js, truth)).toBeLessThan(0.03);
    const plain = await scratch.recognise(recogniseText, photo, { ...german, ocr_mode: 'text' });
    expect(characterErrorRate(await textOf(plain.path), truth)).toBeGreaterThan(0.1);
  });

  test('osd_only', async () => {
    const picture = await scratch.draw('osd.tiff', [fullPage(0), fullPage(90), { text: [] }], { dpi: 150 });
    const { native, js } = await both(picture, { ocr_page_structure: 'osd_only' });
    expect(js).toBe(native);
    expect(js).toContain('turn by 270');
  });
});

/** Words of a PDF with their places: points from the top left corner of the page as it is shown. */
async function words(pdf: string): Promise<{ text: string; x: number; y: number }[]> {
  const { stdout } = await execa('pdftotext', ['-cropbox', '-bbox', pdf, '-']);
  return [...stdout.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" [^>]*>([^<]*)</g)].map(([, x, y, text = '']) => ({
    text,
    x: Number(x),
    y: Number(y),
  }));
}

async function expectWordsAt(pdf: string, drawn: DrawnPage['text'], near: number): Promise<void> {
  const found = await words(pdf);
  for (const [x, y, , text] of drawn) {
    const first = found.find((word) => word.text === text.split(' ')[0]);
    expect(first, text).toBeDefined();
    expect(Math.abs((first?.x ?? 0) - x), `${text}: across`).toBeLessThan(near);
    expect(Math.abs((first?.y ?? 0) - y), `${text}: down`).toBeLessThan(near);
  }
}

describe('searchable PDFs', () => {
  const make = (path: string, options: OptionValues = {}) =>
    scratch.recognise(searchablePdf, path, { language: 'deu', ...options }, 'pdf');
  const pictures = async (pdf: string) => (await execa('pdfimages', ['-list', pdf])).stdout;

  test('every page has its words at their places, as ocrmypdf has them; its pictures stay', async () => {
    const scan = await scratch.draw('scan.pdf', [germanPage, SCATTERED, { text: [] }], { dpi: 200 });
    const native = await words((await make(scan)).path);
    withoutProgram();
    const { path, progress, warnings, calls } = await make(scan);
    expect(calls.map(({ name }) => name)).not.toContain('ocrmypdf');
    await execa('qpdf', ['--check', path]);
    const js = await words(path);
    expect(js.length).toBe(native.length);
    for (const { text, x, y } of native) {
      const near = js.filter((word) => Math.hypot(word.x - x, word.y - y) < 3).map((word) => word.text);
      expect(near, `${text} at ${x}, ${y}`).toContain(text);
    }
    await expectWordsAt(path, SCATTERED.text, 6);
    expect((await execa('pdfimages', ['-list', path])).stdout.split('\n').length).toBe(
      (await pictures(scan)).split('\n').length,
    );
    expect([progress.at(-1), warnings]).toEqual([100, []]);
    // Nothing of it is to be seen.
    const shown = async (pdf: string) =>
      (await execa('pdftoppm', ['-r', '50', '-f', '1', '-l', '1', pdf], { encoding: 'buffer' })).stdout;
    expect(Buffer.compare(await shown(path), await shown(scan))).toBe(0);
  });

  test('a page that lies on its side, is cropped and has another trim box', async () => {
    withoutProgram();
    const scan = await scratch.draw('side.pdf', [{ ...SCATTERED, turn: 90 }], { dpi: 200 });
    const boxed = scratch.path('boxed.pdf');
    const box = `
import sys, pikepdf
pdf = pikepdf.open(sys.argv[1])
page = pdf.pages[0]
_, _, right, top = [float(value) for value in page.mediabox]
page.CropBox = [20, 10, right - 5, top - 30]
page.TrimBox = [200, 200, 300, 300]
page.Rotate = 270
pdf.save(sys.argv[2])`;
    await scratch.python(box, scan, boxed);
    const { path } = await make(boxed);
    await execa('qpdf', ['--check', path]);
    // As the picture of the page shows them to a reader of its own.
    const { context } = await scratch.task(path);
    const [image] = await pageImages(inputOf(path), 72, 1, context);
    const read = await scratch.python(BOUNDS, image?.path ?? '');
    const [x = 0, y = 0] = JSON.parse(read) as number[];
    const found = await words(path);
    expect(found.map(({ text }) => text).sort()).toEqual(['Anna', 'Berg', 'Oldenburg', 'Wallmuseum']);
    expect(Math.abs(Math.min(...found.map((word) => word.x)) - x)).toBeLessThan(6);
    expect(Math.abs(Math.min(...found.map((word) => word.y)) - y)).toBeLessThan(6);
  });

  test('a page on its side is turned upright; pages with text stay as they are', async () => {
    withoutProgram();
    const scan = await scratch.draw('turned.pdf', [fullPage(90)], { dpi: 150 });
    const { path } = await make(scan);
    expect((await execa('pdfinfo', [path])).stdout).toMatch(/Page rot: +270/);
    await expectWordsAt(path, fullPage(0).text.slice(0, 1), 6);
    const again = await make(path);
    expect(await words(again.path)).toEqual(await words(path));
    const turned = await make(scan, { ocr_page_structure: 'osd_only' });
    expect((await execa('pdfinfo', [turned.path])).stdout).toMatch(/Page rot: +270/);
    expect(await words(turned.path)).toEqual([]);
  });

  test('a signed PDF is left alone', async () => {
    withoutProgram();
    const scan = await scratch.draw('plain.pdf', [LINE], { dpi: 150 });
    const signed = scratch.path('signed.pdf');
    const sign =
      'import sys, pikepdf; p = pikepdf.open(sys.argv[1]); p.Root.AcroForm = pikepdf.Dictionary(Fields=[], SigFlags=3); p.save(sys.argv[2])';
    await scratch.python(sign, scan, signed);
    await expect(make(signed)).rejects.toMatchObject({ message: expect.stringContaining('signed') });
    expect((await words((await make(scan)).path)).map(({ text }) => text)).toContain('Wallmuseum');
  });
});

test('a missing language is refused with its package, and nothing runs', async () => {
  withoutProgram();
  const path = await scratch.draw('missing.png', [LINE]);
  const task = await scratch.task(path);
  const refused = recogniseText(inputOf(path), recognition({ language: 'eng,ukr' }), task.folder, task.context);
  await expect(refused).rejects.toMatchObject({
    code: 'program_missing',
    details: { packages: ['tesseract-ocr-ukr'] },
  });
  expect(task.calls).toEqual([]);
});

test('a process that needs more memory than its limit ends with limit_memory', async () => {
  const { argument, tessdata } = await requireLanguages(recognition({ language: 'deu' }));
  const picture = await scratch.draw('memory.png', [germanPage], { dpi: 300 });
  const { context } = await scratch.task(picture);
  const [image] = await pageImages(inputOf(picture), 300, 1, context);
  const job: PageJob = {
    task: 'read',
    languages: argument,
    segmentation: 3,
    threshold: 'page',
    dpi: 300,
    page: 1,
    result: 'tsv',
  };
  const command = poolCommand(tessdata);
  const read = async (memoryBytes: number) => {
    const pool = createProcessPool({
      name: 'tesseract.js',
      command: { ...command, limits: { ...command.limits, memoryBytes } },
    });
    return codeOf(pool.request({ ...job }, { inputs: { [PICTURE]: image?.path ?? '' } })).finally(() => pool.close());
  };
  expect(await read(220 * 1024 ** 2)).toBe('limit_memory');
  expect(await read(1024 ** 3)).toBe('no error');
});

test('a canceled task ends, its process too, and the next one is read', async () => {
  withoutProgram();
  const slow = await scratch.draw('slow.pdf', Array(6).fill(fullPage(0)), { dpi: 200 });
  const abort = new AbortController();
  const task = await scratch.task(slow, abort.signal);
  const running = recogniseText(inputOf(slow), recognition({ language: 'deu' }), task.folder, task.context);
  running.catch(() => {});
  const pools = () => descendants('tesseract-js/worker-process.ts');
  await expect.poll(() => task.progress.length).toBeGreaterThan(0);
  // Others are kept for later pages. Stopped ones never come to their end by themselves.
  const busy = await waitFor(async () => {
    const stopped = await withPicture(await pools());
    await execa('kill', ['-STOP', ...stopped.map(String)], { reject: false });
    return stopped.length > 0 && stopped;
  }, 'a process that reads a page');
  abort.abort();
  expect(await codeOf(running)).toBe('conversion_canceled');
  for (const id of await pools()) process.kill(id, 'SIGCONT');
  const line = await scratch.draw('after.png', [LINE]);
  const { path } = await scratch.recognise(recogniseText, line, { language: 'deu' });
  expect(await textOf(path)).toContain('Wallmuseum');
  const after = await pools();
  expect(busy.some((id) => !after.includes(id))).toBe(true);
});

/** Of processes, those that have a page to read in their folder. */
async function withPicture(pids: readonly number[]): Promise<number[]> {
  const found = await Promise.all(
    pids.map((pid) =>
      lstat(`/proc/${pid}/cwd/${PICTURE}`).then(
        () => [pid],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** The leftmost and the topmost dark dot of a picture. */
const BOUNDS = `
import json, sys
from PIL import Image, ImageOps
box = ImageOps.invert(Image.open(sys.argv[1]).convert("L")).point(lambda value: 255 if value > 100 else 0).getbbox()
print(json.dumps(box[:2]))`;
