import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageImages } from '../../../../tools/programs/ocr/pages.ts';
import { recogniseText } from '../../../../tools/programs/ocr/recognise.ts';
import { ENGLISH_LEFT, ENGLISH_RIGHT, FULL, fullPage, GERMAN, germanPage, lines, twoColumns } from './pages.ts';
import { characterErrorRate, inputOf, Scratch, tesseractText, textOf } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const NUMBERS = ['Anfang', 'Zweites Blatt', 'Drittes Blatt', 'Viertes Blatt', 'Schluss'];

const german = { language: 'deu', ocr_mode: 'text' };

describe('characters read wrong are no more than by tesseract’s own command line', () => {
  test.each([
    ['umlauts at 300', 300, germanPage, GERMAN.join(' '), 'deu'],
    ['umlauts at 150', 150, germanPage, GERMAN.join(' '), 'deu'],
    ['two columns', 300, twoColumns, [...ENGLISH_LEFT, ...ENGLISH_RIGHT].join(' '), 'eng'],
    ['on its left side', 200, fullPage(270), FULL, 'deu'],
    ['on its right side', 200, fullPage(90), FULL, 'deu'],
    ['upside down', 200, fullPage(180), FULL, 'deu'],
    ['two degrees skewed', 200, fullPage(0, 2), FULL, 'deu'],
  ])('%s', async (name, dpi, page, truth, language) => {
    const picture = await scratch.draw(`${name.replaceAll(' ', '-')}.png`, [page], { dpi });
    const { path, warnings } = await scratch.recognise(recogniseText, picture, { language, ocr_mode: 'text' });
    const ours = characterErrorRate(await textOf(path), truth);
    const theirs = characterErrorRate(await tesseractText(picture, language), truth);
    expect.soft(ours, `tesseract has ${theirs}`).toBeLessThanOrEqual(theirs);
    expect(ours).toBeLessThan(0.02);
    expect(warnings).toEqual([]);
  });
});

describe('ocr_mode', () => {
  test('layout with text_order layout keeps columns beside each other and gaps between blocks', async () => {
    const text: typeof twoColumns.text = [...twoColumns.text, [60, 400, 12, 'Far below the columns.']];
    const picture = await scratch.draw('layout.png', [{ text }]);
    const { path } = await scratch.recognise(recogniseText, picture, { text_order: 'layout' });
    const rows = (await textOf(path)).split('\n');
    for (const [index, left] of ENGLISH_LEFT.entries()) {
      const row = rows[index] ?? '';
      expect(row).toMatch(
        new RegExp(`^\\s*${left.replaceAll('.', '\\.')} {3,}${ENGLISH_RIGHT[index]?.replaceAll('.', '\\.')}$`),
      );
      expect(row.indexOf(ENGLISH_RIGHT[index] ?? '')).toBe(rows[0]?.indexOf(ENGLISH_RIGHT[0] ?? ''));
    }
    expect(rows.indexOf('Far below the columns.')).toBeGreaterThan(ENGLISH_LEFT.length + 1);
  });

  test('text flows: a line a paragraph, broken words made whole, lines that end early kept', async () => {
    const broken = ['Every morning the porter car-', 'ried the lanterns down to the', 'harbour and lit them there.'];
    const address = ['Anna Berg', 'Am Markt 3', 'Oldenburg in Holstein, Wallmuseum'];
    const text = [...lines(broken, 70, 90), ...lines(address, 70, 300)];
    const { path } = await scratch.recognise(recogniseText, await scratch.draw('flow.png', [{ text }]), {
      ocr_mode: 'text',
    });
    const result = (await textOf(path)).split('\n').filter((line) => line !== '');
    expect(result[0]).toBe('Every morning the porter carried the lanterns down to the harbour and lit them there.');
    expect(result.slice(1)).toEqual(address);
  });
});

describe('ocr_page_structure', () => {
  test('osd_only tells the orientation and the script of each page instead of text', async () => {
    const picture = await scratch.draw('osd.tiff', [fullPage(0), fullPage(90), { text: [] }], { dpi: 150 });
    const { path } = await scratch.recognise(recogniseText, picture, { ocr_page_structure: 'osd_only' });
    expect((await textOf(path)).split('\n')).toEqual([
      expect.stringMatching(/^Page 1: upright; script Latin; confidence \d/),
      expect.stringMatching(/^Page 2: turn by 270 degrees clockwise; script Latin/),
      'Page 3: too little text to tell its orientation.',
      '',
    ]);
  });

  test('unstructured and sparse_text_osd find the orientation of every page, sparse_text does not', async () => {
    const picture = await scratch.draw('turned.png', [fullPage(180)], { dpi: 150 });
    const wrong = async (structure: string) => {
      const { path } = await scratch.recognise(recogniseText, picture, { ...german, ocr_page_structure: structure });
      return characterErrorRate(await textOf(path), FULL);
    };
    expect(await wrong('unstructured')).toBeLessThan(0.05);
    expect(await wrong('sparse_text_osd')).toBeLessThan(0.05);
    expect(await wrong('sparse_text')).toBeGreaterThan(0.5);
  });

  test.each([
    ['auto', '3'],
    ['single_column', '4'],
    ['uniform_block_vertical', '5'],
    ['uniform_text', '6'],
    ['single_line', '7'],
    ['single_word', '8'],
    ['sparse_text', '11'],
    ['raw_line', '13'],
  ])('%s reads what tesseract reads in mode %s', async (structure, mode) => {
    const text: (typeof germanPage)['text'] = [[20, 20, 16, 'Wallmuseum']];
    const picture = await scratch.draw(`${structure}.png`, [{ width: 170, height: 60, text }]);
    const expected = (await tesseractText(picture, 'deu', '--psm', mode)).trim();
    const options = { ...german, ocr_page_structure: structure };
    const result = scratch.recognise(recogniseText, picture, options).then(({ path }) => textOf(path));
    if (expected === '') await expect(result).rejects.toMatchObject({ code: 'conversion_failed' });
    else expect((await result).replace(/\s+/g, ' ').trim()).toBe(expected.replace(/\s+/g, ' '));
  });

  test('single_char reads one character; single_column and uniform_text take columns for one', async () => {
    const letter = await scratch.draw('letter.png', [{ width: 60, height: 60, text: [[15, 5, 36, 'Q']] }]);
    const read = await scratch.recognise(recogniseText, letter, { ocr_page_structure: 'single_char' });
    expect((await textOf(read.path)).trim()).toBe('Q');
    const columns = await scratch.draw('columns.png', [twoColumns]);
    const flow = async (structure: string) =>
      textOf(
        (await scratch.recognise(recogniseText, columns, { ocr_mode: 'text', ocr_page_structure: structure })).path,
      );
    expect(await flow('auto')).toContain('quay at seven and');
    expect(await flow('uniform_text')).toContain('quay at On the other');
  });
});

describe('preparation of the picture', () => {
  test('gray: tesseract gets shades of grey, where colours of the same brightness are one', async () => {
    const text = germanPage.text.map(
      ([x, y, size, string]) => [x, y, size, string, '#ff0000'] as (typeof germanPage.text)[number],
    );
    const picture = await scratch.draw('colours.png', [{ text, background: '#006d6d' }]);
    const { path } = await scratch.recognise(recogniseText, picture, german);
    expect(await textOf(path)).toContain('Müller');
    const filtered = scratch.recognise(recogniseText, picture, { ...german, ocr_filter: 'gray' });
    const found = await filtered.then((result) => textOf(result.path)).catch(() => '');
    expect(found).not.toContain('Müller');
    // Also with pages of a PDF.
    const pdf = await scratch.draw('colours.pdf', [{ text, background: '#006d6d' }]);
    const gray = scratch.recognise(recogniseText, pdf, { ...german, ocr_filter: 'gray' });
    expect(await gray.then((result) => textOf(result.path)).catch(() => '')).not.toContain('Müller');
  });

  test('red_kiwi reads a photograph in uneven light, which is unreadable without', async () => {
    const picture = await scratch.draw('photo.png', [{ ...germanPage, height: 300, shadow: true }]);
    const wrong = async (options: object) => {
      const read = scratch.recognise(recogniseText, picture, { ...german, ...options });
      return characterErrorRate(await read.then(({ path }) => textOf(path)).catch(() => ''), GERMAN.join(' '));
    };
    expect(await wrong({ ocr_engine: 'red_kiwi' })).toBeLessThan(0.03);
    expect(await wrong({})).toBeGreaterThan(0.3);
    expect(await wrong({ ocr_engine: 'red_kiwi', ocr_engine_options: { source: 'scan' } })).toBe(await wrong({}));
  });

  test('red_kiwi for a screen reads small letters', async () => {
    const picture = await scratch.draw('screen.png', [{ text: lines(GERMAN, 40, 40, 8), height: 200 }], { dpi: 72 });
    const wrong = async (options: object) =>
      characterErrorRate(
        await textOf((await scratch.recognise(recogniseText, picture, { ...german, ...options })).path),
        GERMAN.join(' '),
      );
    const plain = await wrong({});
    const screen = await wrong({ ocr_engine: 'red_kiwi', ocr_engine_options: { source: 'screen' } });
    expect(screen).toBeLessThan(0.05);
    expect(screen).toBeLessThan(plain / 2);
  });
});

describe('inputs', () => {
  test('pages of a TIFF in their order, parted by form feeds, with progress for each', async () => {
    const pages = GERMAN.map((line, index) => ({ height: 200, text: lines([NUMBERS[index] ?? '', line], 70, 60) }));
    const picture = await scratch.draw('pages.tiff', pages, { dpi: 200 });
    const { path, progress } = await scratch.recognise(recogniseText, picture, german);
    const texts = (await textOf(path)).split('\f');
    expect(texts).toHaveLength(GERMAN.length);
    for (const [index, text] of texts.entries()) expect(text).toContain(NUMBERS[index]);
    expect(new Set(progress)).toEqual(new Set([20, 40, 60, 80, 100]));
  });

  test('pages of a PDF that have text keep it; rasterize_input recognises them too', async () => {
    const scan = await scratch.draw('scan.pdf', [germanPage]);
    const mixed = scratch.path('mixed.pdf');
    await scratch.python(MIXED, scan, mixed);
    const { path } = await scratch.recognise(recogniseText, mixed, german);
    const [typed = '', scanned = ''] = (await textOf(path)).split('\f');
    expect(typed).toContain('Hidden words of the file');
    expect(typed).not.toContain('Brücke');
    expect(scanned).toContain('Brücke wieder');
    const { path: again } = await scratch.recognise(recogniseText, mixed, { ...german, rasterize_input: true });
    const [seen = ''] = (await textOf(again)).split('\f');
    expect(seen).toContain('Brücke wieder');
    expect(seen).not.toContain('Hidden words');
  });

  test.each([1, 3, 6, 8])('a photograph whose Exif orientation is %i', async (exif) => {
    const turn = { 1: 0, 3: 180, 6: 270, 8: 90 }[exif] ?? 0;
    const picture = await scratch.draw(`exif-${exif}.jpg`, [fullPage(turn)], { dpi: 150, exif });
    const { path, calls } = await scratch.recognise(recogniseText, picture, german);
    expect(characterErrorRate(await textOf(path), FULL)).toBeLessThan(0.03);
    // The page was rotated before it was read, so nothing had to be read again.
    expect(calls.filter(({ name }) => name === 'tesseract')).toHaveLength(1);
  });

  test.each(['RGBA', 'P', 'CMYK', 'L', '1', 'I;16'])('a picture of mode %s', async (mode) => {
    const picture = await scratch.draw('mode.png', [{ height: 200, text: lines(GERMAN.slice(0, 2), 70, 60) }]);
    const other = scratch.path(`mode-${mode.replace(';', '')}.tiff`);
    await scratch.python(MODES, picture, other, mode);
    const { path } = await scratch.recognise(recogniseText, other, german);
    expect(characterErrorRate(await textOf(path), GERMAN.slice(0, 2).join(' '))).toBeLessThan(0.02);
  });

  test('a fax, whose dots are twice as high as wide', async () => {
    const picture = await scratch.draw('square.png', [{ height: 200, text: lines(GERMAN.slice(0, 2), 70, 60) }], {
      dpi: 200,
    });
    const fax = scratch.path('fax.tiff');
    const squeeze = `import sys; from PIL import Image
p = Image.open(sys.argv[1]); p.resize((p.width, p.height // 2)).convert("1").save(sys.argv[2], dpi=(204, 98))`;
    await scratch.python(squeeze, picture, fax);
    const { path } = await scratch.recognise(recogniseText, fax, german);
    const truth = GERMAN.slice(0, 2).join(' ');
    const ours = characterErrorRate(await textOf(path), truth);
    expect(ours).toBeLessThan(0.1);
    expect(ours).toBeLessThanOrEqual(characterErrorRate(await tesseractText(fax, 'deu'), truth));
  });

  test('an empty page is no text', async () => {
    const picture = await scratch.draw('empty.png', [{ height: 200, text: [] }]);
    await expect(scratch.recognise(recogniseText, picture)).rejects.toMatchObject({
      code: 'conversion_failed',
      message: expect.stringContaining('No text was found on the page'),
    });
  });
});

test('pageImages: all pages in order, at the density asked for', async () => {
  const pdf = await scratch.draw(
    'five.pdf',
    [1, 2, 3, 4, 5].map((number) => ({ height: 100 * number, text: [] })),
  );
  const { context } = await scratch.task(pdf);
  const images = await pageImages(inputOf(pdf), 72, 2, context);
  expect(images.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  const size = 'import sys; from PIL import Image; print(Image.open(sys.argv[1]).height)';
  const heights = await Promise.all(images.map(({ path }) => scratch.python(size, path)));
  // A page whose height is not a whole number of dots gets one more.
  expect(heights.map((height) => Math.floor(Number(height) / 10))).toEqual([10, 20, 30, 40, 50]);
});

/** A page with a picture and other, invisible text, followed by a page that is only a scan. */
const MIXED = `
import sys, pikepdf
pdf = pikepdf.open(sys.argv[1])
pdf.pages.append(pdf.pages[0])
page = pdf.pages[0]
font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
page.Resources.Font = pikepdf.Dictionary(F=pdf.make_indirect(font))
text = b"BT /F 12 Tf 3 Tr 70 700 Td (Hidden words of the file) Tj ET"
page.contents_add(text, prepend=False)
pdf.save(sys.argv[2])
`;

const MODES = `
import sys
from PIL import Image
picture = Image.open(sys.argv[1]).convert("RGB")
mode = sys.argv[3]
if mode == "RGBA":
    alpha = picture.convert("L").point(lambda value: 255 - value)
    picture = Image.new("RGB", picture.size, "black")
    picture.putalpha(alpha)
elif mode == "I;16":
    picture = picture.convert("L").convert("I").point(lambda value: value * 257).convert("I;16")
else:
    picture = picture.convert(mode)
picture.save(sys.argv[2], dpi=(300, 300))
`;
