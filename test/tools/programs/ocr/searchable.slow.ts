import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchablePdf } from '../../../../tools/programs/ocr/recognise.ts';
import { FULL, fullPage, GERMAN, germanPage, lines } from './pages.ts';
import { characterErrorRate, inputOf, recognition, Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const text = async (pdf: string, ...args: string[]) => (await execa('pdftotext', ['-raw', ...args, pdf, '-'])).stdout;
const make = (path: string, options: Record<string, unknown> = {}) =>
  scratch.recognise(searchablePdf, path, { language: 'deu', ...options }, 'pdf');

async function pictures(pdf: string): Promise<{ width: number; height: number; dpi: number; kind: string }[]> {
  const rows = (await execa('pdfimages', ['-list', pdf])).stdout.split('\n').slice(2);
  return rows
    .map((row) => row.trim().split(/\s+/))
    .map((row) => ({ width: Number(row[3]), height: Number(row[4]), kind: row[8] ?? '', dpi: Number(row[12]) }));
}

test('a scan becomes searchable: every page has its words, the pictures stay as they are, progress tells the pages', async () => {
  const scan = await scratch.draw('scan.pdf', [germanPage, { text: lines(['Zweite Seite'], 70, 90) }], { dpi: 200 });
  const before = await pictures(scan);
  const { path, progress, calls, warnings } = await make(scan);
  await execa('qpdf', ['--check', path]);
  expect(characterErrorRate(await text(path, '-l', '1'), GERMAN.join(' '))).toBeLessThan(0.03);
  expect(await text(path, '-f', '2')).toContain('Zweite Seite');
  expect(await pictures(path)).toEqual(before);
  expect(progress.at(-1)).toBe(100);
  expect(progress.some((percent) => percent > 0 && percent < 100)).toBe(true);
  expect(warnings).toEqual([]);
  // Its only permission beyond other programs.
  expect(calls.find(({ name }) => name === 'ocrmypdf')?.allow).toEqual(['links']);
});

test('pages that have text stay as they are', async () => {
  const scan = await scratch.draw('half.pdf', [germanPage], { dpi: 150 });
  const half = scratch.path('half-typed.pdf');
  const typed = `
import sys, pikepdf
pdf = pikepdf.open(sys.argv[1])
pdf.pages.append(pdf.pages[0])
page = pdf.pages[0]
font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
page.Resources.Font = pikepdf.Dictionary(F=pdf.make_indirect(font))
page.contents_add(b"BT /F 12 Tf 3 Tr 70 700 Td (Hidden words) Tj ET", prepend=False)
pdf.save(sys.argv[2])`;
  await scratch.python(typed, scan, half);
  const { path } = await make(half);
  expect((await text(path, '-l', '1')).trim()).toBe('Hidden words');
  expect(await text(path, '-f', '2')).toContain('Brücke wieder');
  const forced = { ...recognition({ language: 'deu' }, 'pdf'), rasterize: true };
  const task = await scratch.task(half);
  const again = await searchablePdf(inputOf(half), forced, task.folder, task.context);
  expect(await text(again.path, '-l', '1')).toContain('Brücke wieder');
  expect(await text(again.path, '-l', '1')).not.toContain('Hidden');
});

describe('options', () => {
  test('deskew straightens the page, and without it the page stays', async () => {
    const scan = await scratch.draw('skew.pdf', [fullPage(0, 3)], { dpi: 150 });
    const { path } = await make(scan, { deskew: true });
    expect(Math.abs(await skewOf(path))).toBeLessThan(0.5);
    const plain = await make(scan);
    expect(Math.abs(await skewOf(plain.path))).toBeGreaterThan(2.5);
    expect(characterErrorRate(await text(path), FULL)).toBeLessThan(0.05);
  });

  test('a page on its side is turned upright by auto, and not by uniform_text', async () => {
    const scan = await scratch.draw('side.pdf', [fullPage(90)], { dpi: 150 });
    const rotation = async (pdf: string) => /Page rot: +(\d+)/.exec((await execa('pdfinfo', [pdf])).stdout)?.[1];
    const { path } = await make(scan);
    expect(await rotation(path)).toBe('270');
    expect(characterErrorRate(await text(path), FULL)).toBeLessThan(0.05);
    expect(await rotation((await make(scan, { ocr_page_structure: 'uniform_text' })).path)).toBe('0');
  });

  test('osd_only turns the page and adds no text', async () => {
    const scan = await scratch.draw('osd.pdf', [fullPage(180)], { dpi: 150 });
    const { path } = await make(scan, { ocr_page_structure: 'osd_only' });
    expect((await execa('pdfinfo', [path])).stdout).toMatch(/Page rot: +180/);
    expect((await text(path)).trim()).toBe('');
  });

  test('rasterize_dpi makes one picture of that density of a page without text', async () => {
    const scan = await scratch.draw('dpi.pdf', [germanPage, germanPage], { dpi: 150 });
    const { path, warnings } = await make(scan, { rasterize_dpi: 100 });
    await execa('qpdf', ['--check', path]);
    expect(await pictures(path)).toMatchObject([
      { dpi: 100, width: 827 },
      { dpi: 100, width: 827 },
    ]);
    expect(warnings).toMatchObject([{ code: 'output_limited' }]);
    expect(await text(path)).toContain('Prüfung der Bücher');
  });

  test('gray: recognition sees shades of grey, the page keeps its colours', async () => {
    const red = germanPage.text.map(([x, y, size, string]): (typeof germanPage.text)[number] => [
      x,
      y,
      size,
      string,
      '#ff0000',
    ]);
    const scan = await scratch.draw('gray.pdf', [{ text: red, background: '#006d6d' }], { dpi: 200 });
    expect(await text((await make(scan)).path)).toContain('Brücke');
    const { path } = await make(scan, { ocr_filter: 'gray' });
    expect(await text(path)).not.toContain('Brücke');
    expect(await pictures(path)).toEqual(await pictures(scan));
  });
});

describe('pictures', () => {
  test('a JPEG goes in as it is, upright, at its density', async () => {
    const picture = await scratch.draw('photo.jpg', [fullPage(270)], { dpi: 150, exif: 6 });
    const { path } = await make(picture);
    expect(await pictures(path)).toMatchObject([{ kind: 'jpeg', dpi: 150 }]);
    expect((await execa('pdfinfo', [path])).stdout).toMatch(/Page size: +841\.\d+ x 595/);
    expect(characterErrorRate(await text(path), FULL)).toBeLessThan(0.05);
  });

  test('a page for each picture of a TIFF; transparency becomes white', async () => {
    const tiff = await scratch.draw('two.tiff', [germanPage, { text: lines(['Zweite Seite'], 70, 90) }], { dpi: 150 });
    const { path } = await make(tiff);
    expect((await execa('pdfinfo', [path])).stdout).toMatch(/Pages: +2/);
    expect(await text(path, '-f', '2')).toContain('Zweite Seite');
    const clear = scratch.path('clear.png');
    await scratch.python(
      'import sys; from PIL import Image; p = Image.open(sys.argv[1]).convert("L"); q = Image.new("RGB", p.size); q.putalpha(p.point(lambda v: 255 - v)); q.save(sys.argv[2], dpi=(150, 150))',
      tiff,
      clear,
    );
    expect(await text((await make(clear)).path)).toContain('Prüfung der Bücher');
  });
});

/** Returns the skew of a page's lines in degrees: the rotation at which its rows differ most. */
async function skewOf(pdf: string): Promise<number> {
  await execa('pdftoppm', ['-r', '50', '-gray', '-singlefile', pdf, pdf]);
  const measure = `
import sys
from PIL import Image
page = Image.open(sys.argv[1]).convert("L")
def rows(angle):
    turned = page.rotate(angle, resample=Image.Resampling.BICUBIC, fillcolor=255).resize((1, page.height), Image.Resampling.BOX)
    values = list(turned.getdata())
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)
print(max((each / 4 for each in range(-20, 21)), key=rows))`;
  return Number(await scratch.python(measure, `${pdf}.pgm`));
}
