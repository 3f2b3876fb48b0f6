import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkContext } from '../../../../src/work/context.ts';
import { recogniseToFlat, recogniseToHtml } from '../../../../tools/programs/ocr/recognise.ts';
import { ENGLISH_LEFT, ENGLISH_RIGHT, GERMAN, germanPage, lines, twoColumns } from './pages.ts';
import { type recognition, Scratch, textOf } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

/** Converts with LibreOffice and reads the result with poppler: pages of words with positions in points. */
async function throughOffice(
  path: string,
  filter: string | null,
  to: string,
): Promise<{ pages: number; words: Word[] }> {
  const office = async (file: string, target: string, infilter: string[]) =>
    execa('/usr/bin/soffice', [
      '--headless',
      `-env:UserInstallation=file://${scratch.path('profile')}`,
      ...infilter,
      '--convert-to',
      target,
      '--outdir',
      scratch.folder,
      file,
    ]);
  const stem = path.replace(/^.*\//, '').replace(/\.\w+$/, '');
  await office(path, to, filter === null ? [] : [`--infilter=${filter}`]);
  await office(scratch.path(`${stem}.${to}`), 'pdf', []);
  const pdf = scratch.path(`${stem}.pdf`);
  const rows = (await execa('pdftotext', ['-tsv', pdf, '-'])).stdout.split('\n').map((row) => row.split('\t'));
  const words = rows
    .filter(([level]) => level === '5')
    .map((row) => ({ page: Number(row[1]), x: Number(row[6]), y: Number(row[7]), text: row[11] ?? '' }));
  const pages = Number(/Pages: +(\d+)/.exec((await execa('pdfinfo', [pdf])).stdout)?.[1]);
  return { pages, words };
}

const compact = (words: readonly Word[]): string => words.map(({ text }) => text).join('');

interface Word {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

test('flowing text: paragraphs in HTML, which LibreOffice makes a document of', async () => {
  const text = [...lines(GERMAN, 70, 90), ...lines(['<b>Preis</b> & Maß'], 70, 300)];
  const picture = await scratch.draw('flow.png', [{ text }]);
  const { path } = await scratch.recognise(recogniseToHtml, picture, { language: 'deu' }, 'docx');
  const html = await textOf(path);
  expect(html).toContain(`<p>${GERMAN.slice(0, 2).join(' ')}`);
  expect(html).toContain('&lt;b&gt;Preis&lt;/b&gt; &amp; Maß');
  const { words } = await throughOffice(path, 'HTML (StarWriter)', 'docx');
  expect(compact(words)).toContain(GERMAN.join('').replaceAll(' ', ''));
});

const flat =
  (kind: 'fodt' | 'fodp') =>
  (
    input: { kind: 'pdf' | 'picture'; path: string },
    recognised: ReturnType<typeof recognition>,
    folder: string,
    context: WorkContext,
  ) =>
    recogniseToFlat(input, recognised, kind, folder, context);

test('layout: every block stands at its place on its page, in a document of the size of the source', async () => {
  const wide = { width: 842, height: 595, text: lines(GERMAN, 200, 300) };
  const tiff = await scratch.draw('layout.tiff', [twoColumns, wide], { dpi: 200 });
  const { path } = await scratch.recognise(flat('fodt'), tiff, { language: 'deu,eng' });
  const { pages, words } = await throughOffice(path, null, 'docx');
  expect(pages).toBe(2);
  for (const line of [...ENGLISH_LEFT, ...ENGLISH_RIGHT]) expect(compact(words)).toContain(line.replaceAll(' ', ''));
  // Drawn at 60 and 330 points from the left, 90 from the top; on the second page at 200 and 300.
  for (const [first, page, x, y] of [
    ['ferry', 1, 60, 90],
    ['other', 1, 330, 90],
    ['Prüfung', 2, 200, 300],
  ] as const) {
    const word = words.find(({ text }) => text === first);
    expect(word).toMatchObject({ page });
    expect(Math.abs((word?.x ?? 0) - x)).toBeLessThan(60);
    expect(Math.abs((word?.y ?? 0) - y)).toBeLessThan(15);
  }
});

test('layout: a slide for each page', async () => {
  const tiff = await scratch.draw('slides.tiff', [twoColumns, germanPage], { dpi: 200 });
  const { path } = await scratch.recognise(flat('fodp'), tiff, { language: 'deu,eng' }, 'pptx');
  const { pages, words } = await throughOffice(path, null, 'pptx');
  expect(pages).toBe(2);
  expect(words.find(({ text }) => text === 'bricks.')).toMatchObject({ page: 1 });
  const prufung = words.find(({ text }) => text === 'Prüfung');
  expect(prufung).toMatchObject({ page: 2 });
  expect(Math.abs((prufung?.y ?? 0) - 90)).toBeLessThan(20);
});
