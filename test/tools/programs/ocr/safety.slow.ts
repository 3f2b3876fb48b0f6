import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processesOf } from '../../../../scripts/processes.ts';
import { forEachConcurrently } from '../../../../src/util/concurrency.ts';
import { listPages, MAX_PAGES } from '../../../../tools/programs/ocr/pages.ts';
import { recogniseText, searchablePdf } from '../../../../tools/programs/ocr/recognise.ts';
import { stopProgram } from '../../../support/frozen.ts';
import { fullPage, germanPage } from './pages.ts';
import { codeOf, inputOf, recognition, Scratch, textOf } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const ways = { recogniseText, searchablePdf };

/** Makes a PDF of empty pages of one size. */
async function emptyPdf(name: string, pages: number, width: number, height: number): Promise<string> {
  const make = `
import sys, pikepdf
pdf = pikepdf.new()
for _ in range(int(sys.argv[2])):
    pdf.add_blank_page(page_size=(float(sys.argv[3]), float(sys.argv[4])))
pdf.save(sys.argv[1])`;
  await scratch.python(make, scratch.path(name), String(pages), String(width), String(height));
  return scratch.path(name);
}

async function bombPng(name: string, side: number): Promise<string> {
  const make =
    'import sys; from PIL import Image; Image.new("1", (int(sys.argv[2]),) * 2, 1).save(sys.argv[1], dpi=(300, 300))';
  await scratch.python(make, scratch.path(name), String(side));
  return scratch.path(name);
}

describe.each(Object.entries(ways))('%s', (_name, way) => {
  test('a picture of too many pixels is refused before it is unpacked', async () => {
    const bomb = await bombPng('bomb.png', 20_000);
    const task = await scratch.task(bomb);
    expect(await codeOf(way(inputOf(bomb), recognition({}), task.folder, task.context))).toBe('input_bomb');
    expect(task.calls.filter(isOcr)).toEqual([]);
  });

  test('too many pages, and a page of 200 inches', async () => {
    expect(await codeOf(scratch.recognise(way, await emptyPdf('many.pdf', MAX_PAGES + 1, 100, 100)))).toBe(
      'input_bomb',
    );
    expect(await codeOf(scratch.recognise(way, await emptyPdf('huge.pdf', 1, 14_400, 14_400)))).toBe('input_bomb');
  });

  test.each(['png', 'pdf'])('%s: garbage and what was cut short', async (kind) => {
    const garbage = scratch.path(`garbage.${kind}`);
    await writeFile(garbage, 'nothing of the kind');
    expect(await codeOf(scratch.recognise(way, garbage))).toMatch(/^input_(?:damaged|truncated)$/);
    const whole = await readFile(await scratch.draw(`whole.${kind}`, [germanPage], { dpi: 100 }));
    const cut = scratch.path(`cut.${kind}`);
    await writeFile(cut, whole.subarray(0, 60));
    expect(await codeOf(scratch.recognise(way, cut))).toMatch(/^input_(?:damaged|truncated)$/);
  });

  test('an encrypted PDF', async () => {
    const plain = await scratch.draw('plain.pdf', [germanPage], { dpi: 100 });
    const locked = scratch.path('locked.pdf');
    await execa('qpdf', [plain, '--encrypt', 'user', 'owner', '256', '--', locked]);
    expect(await codeOf(scratch.recognise(way, locked))).toBe('input_password_needed');
  });

  test('a canceled task ends and leaves no process', async () => {
    const pages = Array.from({ length: 6 }, () => fullPage(0));
    const slow = await scratch.draw('slow.pdf', pages, { dpi: 200 });
    const abort = new AbortController();
    const task = await scratch.task(slow, abort.signal);
    const running = way(inputOf(slow), recognition({ language: 'deu' }), task.folder, task.context);
    running.catch(() => {});
    await stopProgram(task.folder, 'tesseract');
    abort.abort();
    expect(await codeOf(running)).toBe('conversion_canceled');
    expect(await processesOf(task.folder)).toEqual([]);
    // The private folders of its programs are removed too.
    expect((await readdir(dirname(task.folder))).filter((name) => name.includes('.program-'))).toEqual([]);
  });
});

const isOcr = ({ name }: { name: string }): boolean => name === 'tesseract' || name === 'ocrmypdf';

test('a large page is read at a lower density, with a warning; a usual one at the full', async () => {
  const big = inputOf(await emptyPdf('a0.pdf', 1, 2384, 3370));
  const { context, warnings } = await scratch.task(big.path);
  const [page] = await listPages(big, 300, context);
  expect(page?.dpi).toBeGreaterThan(150);
  expect(page?.dpi).toBeLessThan(300);
  const usual = inputOf(await emptyPdf('a4.pdf', 1, 595, 842));
  expect(await listPages(usual, 300, (await scratch.task(usual.path)).context)).toMatchObject([{ dpi: 300 }]);
  expect(warnings).toEqual([]);
  const drawn = await scratch.draw('wide.pdf', [{ ...germanPage, width: 3000, height: 3000 }], { dpi: 150 });
  const { path, warnings: told } = await scratch.recognise(recogniseText, drawn, { language: 'deu' });
  expect(told).toMatchObject([{ code: 'output_limited', message: expect.stringContaining('lower density') }]);
  expect(await textOf(path)).toContain('Prüfung der Bücher');
});

test('the largest picture that is read stays within the memory of a program', async () => {
  const { path } = await scratch.recognise(
    recogniseText,
    await scratch.draw('large.png', [{ ...germanPage, width: 3900, height: 3900 }], { dpi: 150 }),
    {
      language: 'deu',
    },
  );
  expect(await textOf(path)).toContain('Prüfung der Bücher');
});

test('forEachConcurrently: never more at once, all in order, and an error stops what has not begun', async () => {
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  await forEachConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    most = Math.max(most, ++running);
    await setTimeout(5);
    running -= 1;
  });
  expect([most, begun]).toEqual([2, [1, 2, 3, 4, 5]]);
  const tried: number[] = [];
  const failing = forEachConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
    tried.push(item);
    await setTimeout(item);
    if (item === 1) throw new Error('first');
  });
  await expect(failing).rejects.toThrow('first');
  expect(tried).toEqual([1, 2]);
});
