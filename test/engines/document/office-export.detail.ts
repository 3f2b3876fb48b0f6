import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateConversion } from '../../../src/catalog/index.ts';
import { ConversionErrors } from '../../../src/task/errors.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import {
  sheetOf,
  slidesWithNotes,
  textOfPages,
  textOfRightPages,
  textWithContents,
  textWithPicture,
} from './flat-documents.ts';
import { outlineOf } from './operations/support-structure.ts';
import { convert, fixture, makeScratch, onlyOutput, pdfFact, type Scratch } from './support.ts';

/* Each option of LibreOffice's PDF export: what other programs see in the PDF with it, and without it. */

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
  const noise = { raw: { width: 400, height: 300, channels: 3 } } as const;
  const png = await sharp(randomBytes(400 * 300 * 3), noise)
    .png()
    .toBuffer();
  await Promise.all([
    writeFile(scratch.path('text.fodt'), textOfPages()),
    writeFile(scratch.path('contents.fodt'), textWithContents()),
    writeFile(scratch.path('right.fodt'), textOfRightPages()),
    writeFile(scratch.path('picture.fodt'), textWithPicture(png, '2in', '1.5in')),
    writeFile(scratch.path('wide.fods'), sheetOf(20, 60)),
    writeFile(scratch.path('slides.fodp'), slidesWithNotes()),
  ]);
});
afterAll(() => scratch.remove());

type Input = 'text.fodt' | 'right.fodt' | 'contents.fodt' | 'picture.fodt' | 'wide.fods' | 'slides.fodp';

async function made(input: Input, given: OptionValues = {}) {
  const { options } = validateConversion({ category: 'document', target: 'pdf', options: given });
  const converted = await convert(scratch, scratch.path(input), { target: 'pdf', options });
  return { path: onlyOutput(converted), warnings: converted.warnings };
}

type Observe = (path: string) => Promise<unknown>;

const pages: Observe = (path) => pdfFact(path, 'Pages');
const words: Observe = async (path) => (await execa('pdftotext', [path, '-'])).stdout.replace(/\s+/g, ' ').trim();

/** Returns the catalog of a PDF, by qpdf, with what it refers to in these entries. */
async function catalogOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await execa('qpdf', ['--json=2', '--json-key=qpdf', path], { maxBuffer: 2 ** 28 });
  const objects = JSON.parse(stdout).qpdf[1] as Record<string, { value?: Record<string, unknown> }>;
  const resolve = (value: unknown): unknown =>
    typeof value === 'string' && / R$/.test(value) ? objects[`obj:${value}`]?.value : value;
  const root = resolve(objects.trailer?.value?.['/Root']) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, resolve(value)]));
}

const entry =
  (name: string): Observe =>
  async (path) =>
    (await catalogOf(path))[name] ?? null;
const preference =
  (name: string): Observe =>
  async (path) =>
    ((await catalogOf(path))['/ViewerPreferences'] as Record<string, unknown> | undefined)?.[name] ?? null;
/** Returns the action at the opening without its page. */
const opening: Observe = async (path) => ((await catalogOf(path))['/OpenAction'] as unknown[] | undefined)?.slice(1);
const openedPage: Observe = async (path) => {
  const [reference] = (await catalogOf(path))['/OpenAction'] as [string];
  const { stdout } = await execa('qpdf', ['--json=2', '--json-key=pages', path]);
  return 1 + JSON.parse(stdout).pages.findIndex(({ object }: { object: string }) => object === reference);
};
/** Counts objects that contain a text, in qpdf's readable form. */
const containing =
  (text: string): Observe =>
  async (path) => {
    const { stdout } = await execa('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { encoding: 'latin1' });
    return stdout.split(text).length - 1;
  };
const inTrailer =
  (key: string): Observe =>
  async (path) =>
    (await execa('qpdf', ['--show-object=trailer', path])).stdout.includes(key);
/** Returns kind of compression, and DPI, of the picture. */
const picture: Observe = async (path) => {
  const columns = (await execa('pdfimages', ['-list', path])).stdout.split('\n')[2]?.trim().split(/\s+/) ?? [];
  return [columns[8], Math.round(Number(columns[12]) / 50) * 50];
};
const isLarger = async (one: string, other: string): Promise<boolean> =>
  Number.parseInt(await pdfFact(one, 'File size'), 10) > Number.parseInt(await pdfFact(other, 'File size'), 10);

const anything = expect.anything() as unknown;

describe('seen with the option, and not without it', () => {
  it.each<[Input, OptionValues, Observe, with_: unknown, without: unknown]>([
    ['text.fodt', { export_pages: '2-3' }, pages, '2', '3'],
    ['wide.fods', { single_page_sheets: true }, pages, '1', expect.not.stringMatching(/^1$/)],
    ['contents.fodt', { update_indexes: true }, words, expect.not.stringContaining('Stale'), anything],
    ['contents.fodt', { update_indexes: true }, words, anything, expect.stringContaining('Stale')],
    ['text.fodt', { export_bookmarks: false }, outlineOf, [], ['One → 1', '  Two → 2', 'Three → 3']],
    ['right.fodt', { skip_empty_pages: false }, pages, '3', '2'],
    ['text.fodt', { export_bookmarks_to_pdf_destination: true }, containing('/marked ['), 1, 0],
    ['text.fodt', { initial_page: 3 }, openedPage, 3, 1],
    ['text.fodt', { export_notes: true }, containing('/Subtype /Text'), 1, 0],
    ['slides.fodp', { export_notes_pages: true }, pages, '4', '2'],
    ['slides.fodp', { export_only_notes_pages: true }, pages, '2', '2'],
    ['slides.fodp', { export_only_notes_pages: true }, words, expect.stringContaining('said with First'), anything],
    ['text.fodt', { convert_ooo_target_to_pdf_target: true }, containing('other.pdf'), 1, 0],
    ['text.fodt', { add_original_document_as_stream: true }, inTrailer('/AdditionalStreams'), true, false],
    ['picture.fodt', { lossless_images: true }, picture, ['image', 200], ['jpeg', 200]],
    ['picture.fodt', { image_resolution: 75 }, picture, ['jpeg', 100], ['jpeg', 200]],
    ['text.fodt', { initial_view: 'outline' }, entry('/PageMode'), '/UseOutlines', null],
    ['text.fodt', { initial_view: 'thumbnails' }, entry('/PageMode'), '/UseThumbs', null],
    ['text.fodt', { open_in_full_screen_mode: true }, entry('/PageMode'), '/FullScreen', null],
    ['text.fodt', { page_layout: 'single' }, entry('/PageLayout'), '/SinglePage', null],
    ['text.fodt', { page_layout: 'continuous' }, entry('/PageLayout'), '/OneColumn', null],
    ['text.fodt', { page_layout: 'facing' }, entry('/PageLayout'), '/TwoColumnRight', null],
    ['text.fodt', { magnification: 'fit_width' }, opening, expect.arrayContaining(['/FitH']), anything],
    ['text.fodt', { magnification: 'zoom', zoom: 150 }, opening, expect.arrayContaining(['/XYZ', 1.5]), anything],
    ['text.fodt', { center_window: true }, preference('/CenterWindow'), true, null],
    ['text.fodt', { resize_window_to_initial_page: true }, preference('/FitWindow'), true, null],
    ['text.fodt', { hide_viewer_menubar: true }, preference('/HideMenubar'), true, null],
    ['text.fodt', { hide_viewer_toolbar: true }, preference('/HideToolbar'), true, null],
    ['text.fodt', { hide_viewer_window_controls: true }, preference('/HideWindowUI'), true, null],
    ['text.fodt', { display_pdf_document_title: false }, preference('/DisplayDocTitle'), null, true],
    ['slides.fodp', { use_transition_effects: false }, containing('/Trans'), 0, 2],
    ['text.fodt', { native_watermark_text: 'DRAFT' }, words, expect.stringContaining('DRAFT'), anything],
    ['text.fodt', { native_tiled_watermark_text: 'TILE' }, words, expect.stringMatching(/TI.*TI.*TI/), anything],
  ])('%s %j', async (input, options, observe, expected, otherwise) => {
    const [given, plain] = [await made(input, options), await made(input)];
    expect(given.warnings.filter(({ code }) => code === 'option_no_effect')).toEqual([]);
    expect(await observe(given.path)).toEqual(expected);
    expect(await observe(plain.path)).toEqual(otherwise);
  });

  it('jpeg_quality: less quality, fewer bytes', async () => {
    const [low, high] = [
      await made('picture.fodt', { jpeg_quality: 10 }),
      await made('picture.fodt', { jpeg_quality: 95 }),
    ];
    expect(await isLarger(high.path, low.path)).toBe(true);
  });

  it('fit_width: all columns are on each page, and the rows on several', async () => {
    const wide = await made('wide.fods');
    const fitted = await made('wide.fods', { fit_width: true });
    const firstPage = async (path: string) => (await execa('pdftotext', ['-l', '1', path, '-'])).stdout;
    expect(await firstPage(wide.path)).not.toContain('c20r1');
    for (const cell of ['c1r1', 'c20r1', 'c20r2']) expect(await firstPage(fitted.path)).toContain(cell);
    expect(await words(fitted.path)).toContain('c20r60');
  });

  it('open_bookmark_levels: those below are closed', async () => {
    const closed = await made('text.fodt', { open_bookmark_levels: 1 });
    const { stdout } = await execa('qpdf', ['--json=2', '--json-key=outlines', closed.path]);
    expect(JSON.parse(stdout).outlines[0]).toMatchObject({ title: 'One', open: false });
  });

  it('the native watermark has its size, angle and font', async () => {
    const boxed = async (options: OptionValues) => {
      const { path } = await made('text.fodt', { native_watermark_text: 'WATER', ...options });
      const { stdout } = await execa('pdftotext', ['-l', '1', '-bbox', path, '-']);
      const [, top = 'NaN', bottom = 'NaN'] = /yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">WATER</.exec(stdout) ?? [];
      return { path, height: Number(bottom) - Number(top) };
    };
    const [plain, small] = [await boxed({}), await boxed({ native_watermark_font_height: 20 })];
    expect(plain.height).toBeGreaterThan(400);
    expect(small.height).toBeLessThan(100);
    // Turned, its letters are no word in a line.
    expect((await boxed({ native_watermark_rotate_angle: 30 })).height).not.toBeCloseTo(plain.height, 0);
    const { path } = await boxed({ native_watermark_font_name: 'Liberation Mono' });
    expect((await execa('pdffonts', [path])).stdout).toContain('LiberationMono');
    expect((await execa('pdffonts', [plain.path])).stdout).not.toContain('LiberationMono');
  });

  it('the native watermark has its colour', async () => {
    const options = { native_watermark_text: 'DRAFT', native_watermark_color: '#ff0000' };
    const { path } = await made('text.fodt', options);
    const { stdout } = await execa('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { encoding: 'latin1' });
    expect(stdout).toMatch(/\b1 0 0 rg/);
  });
});

describe('pdf_ua', () => {
  it('is declared of what LibreOffice wrote so, with its tags', async () => {
    const { path, warnings } = await made('text.fodt', { pdf_ua: true });
    expect(warnings.filter(({ message }) => message.includes('not PDF/UA'))).toEqual([]);
    // Its comment has a tag.
    expect((await execa('pdfinfo', ['-struct', path])).stdout).toMatch(/^ +Annot/m);
    expect(await pdfFact(path, 'Tagged')).toBe('yes');
    expect((await execa('pdfinfo', ['-meta', path])).stdout).toMatch(/pdfuaid:part>1</);
    expect(await preference('/DisplayDocTitle')(path)).toBe(true);
    expect((await execa('pdfinfo', ['-meta', (await made('text.fodt')).path])).stdout).not.toContain('pdfuaid');
  });

  it('stays true of PDF/A, with the description that PDF/A wants', async () => {
    const { path } = await made('contents.fodt', { pdf_ua: true, pdf_a: '2b' });
    const { stdout } = await execa('pdfinfo', ['-meta', path]);
    expect(stdout).toMatch(/pdfuaid:part>1</);
    expect(stdout).toMatch(/pdfaid:part>2</);
    expect(stdout).toContain('<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>');
  });

  it.each([
    ['a PDF that exists', 'report.pdf', {}],
    ['pages whose tags are dropped', 'report.docx', { pages_per_sheet: 2 }],
  ])('is not claimed of %s, and a warning says so', async (_, name, more) => {
    const { options } = validateConversion({ category: 'document', target: 'pdf', options: { pdf_ua: true, ...more } });
    const converted = await convert(scratch, fixture(name), { target: 'pdf', options });
    expect(converted.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('The result is not PDF/UA'),
    );
    const { stdout } = await execa('pdfinfo', ['-meta', onlyOutput(converted)]);
    expect(stdout).not.toContain('pdfuaid');
  });
});

describe('without effect is', () => {
  it.each<[OptionValues, string, RegExp]>([
    [{ fit_width: true }, 'report.docx', /fit_width has no effect: report.docx is not a spreadsheet/],
    [{ export_notes_pages: true }, 'report.docx', /is not a presentation/],
    [{ skip_empty_pages: true }, 'table.xlsx', /is not a text/],
    [{ initial_view: 'outline' }, 'report.pdf', /LibreOffice does not write the pages of report.pdf/],
    [{ initial_view: 'outline', engine: 'chromium' }, 'page.html', /LibreOffice does not write the pages of page.html/],
  ])('%j on %s, which a warning says', async (given, name, message) => {
    const { options } = validateConversion({ category: 'document', target: 'pdf', options: given });
    const { warnings } = await convert(scratch, fixture(name), { target: 'pdf', options });
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'option_no_effect', message: expect.stringMatching(message) as string }),
    );
  });
});

it.each<OptionValues>([
  { single_page_sheets: true, fit_width: true },
  { native_watermark_text: 'A', native_tiled_watermark_text: 'B' },
  { image_resolution: 100 },
])('%j is refused', (options) => {
  expect(() => validateConversion({ category: 'document', target: 'pdf', options })).toThrow(ConversionErrors);
});
