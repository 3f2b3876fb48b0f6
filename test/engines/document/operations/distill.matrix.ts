import { stat, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distill } from '../../../../engines/document/operations/quality/distill.ts';
import { sample } from '../../../support/sample.ts';
import {
  Bench,
  bytes,
  catalog,
  check,
  colorAt,
  difference,
  fact,
  images,
  quantization,
  text,
} from './support-ghostscript.ts';

const PHOTOS = ['rgb', 'jpeg', 'gray', 'mono'];

let bench: Bench;
/** Two pages with each kind of image at 600 dpi. */
let dense: string;
let rich: string;
beforeAll(async () => {
  bench = await Bench.make();
  dense = await bench.pdf({ pages: 2, image: PHOTOS, dpi: 600, pixels: 400 });
  rich = await bench.pdf({ pages: 2, rich: true, packed: true });
});
afterAll(() => bench.remove());

const encodings = async (path: string) => [
  ...new Set((await images(path)).map(({ color, encoding }) => `${color} ${encoding}`)),
];
const dpis = async (path: string) =>
  (await images(path)).filter(({ bits, page }) => bits === 8 && page === 1).map(({ dpi }) => dpi);
const isGray = ([red, green, blue]: readonly number[]) => red === green && green === blue;
/** The operators by which the first page sets colours. */
const pageColors = async (path: string) => {
  const { stdout } = await execa('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { encoding: 'latin1' });
  return [...new Set([...stdout.matchAll(/ (rg|RG|k|K|g|G|cs|CS|sc|SC|scn|SCN)$/gm)].map(([, operator]) => operator))];
};
const size = async (path: string) => (await stat(path)).size;

describe('version', () => {
  test.each(sample('PDF versions', ['1.4', '1.5', '1.6', '1.7', '2.0'] as const, 2))(
    '%s, of a file of the latest',
    async (version) => {
      const newest = await bench.pdf({ version: '2.0', packed: true, image: ['rgb', 'jpeg'] });
      const { path, warnings, calls } = await bench.run(distill, newest, { version });
      expect(await fact(path, 'PDF version')).toBe(version);
      expect((await bytes(path)).subarray(0, 8).toString()).toBe(`%PDF-${version}`);
      await check(path);
      expect({ text: await text(path), warnings }).toEqual({ text: 'Words of page 1', warnings: [] });
      expect(calls.some(({ name }) => name === 'gs')).toBe(version !== '2.0');
      // Images are neither coded anew nor lose anything.
      expect(await encodings(path)).toEqual(['rgb image', 'rgb jpeg']);
      expect(await difference(newest, path)).toBeLessThan(0.2);
    },
  );

  test('1.4 has nothing that came later: packed objects', async () => {
    expect((await bytes(rich)).includes('/ObjStm')).toBe(true);
    const { path } = await bench.run(distill, rich, { version: '1.4' });
    expect((await bytes(path)).includes('/ObjStm')).toBe(false);
    expect((await bytes(path)).includes('/XRef')).toBe(false);
  });

  test('a higher version is a label: the pages and all else stay', async () => {
    const { path, warnings } = await bench.run(distill, rich, { version: '2.0' });
    expect(await fact(path, 'PDF version')).toBe('2.0');
    expect([await fact(path, 'Tagged'), await fact(path, 'Form'), warnings]).toEqual(['yes', 'AcroForm', []]);
  });
});

describe('quality', () => {
  const EXPECTED = {
    minimum: { dpi: 48, encodings: ['rgb jpeg', 'gray jpeg', 'gray ccitt'], embedded: 'no' },
    screen: { dpi: 72, encodings: ['rgb jpeg', 'gray jpeg', 'gray ccitt'], embedded: 'no' },
    ebook: { dpi: 150, encodings: ['rgb jpeg', 'gray jpeg', 'gray ccitt'], embedded: 'no' },
    default: { dpi: 600, encodings: ['rgb jpeg', 'gray jpeg', 'gray ccitt'], embedded: 'no' },
    printer: { dpi: 300, encodings: ['rgb jpeg', 'gray jpeg', 'gray ccitt'], embedded: 'yes' },
    prepress: { dpi: 300, encodings: ['rgb jpeg', 'gray jpeg', 'gray ccitt'], embedded: 'yes' },
    insane: { dpi: 600, encodings: ['rgb image', 'rgb jpeg', 'gray image', 'gray ccitt'], embedded: 'yes' },
  } as const;
  const distilled = (quality: string) => bench.run(distill, dense, { quality: quality as keyof typeof EXPECTED });

  test.each(sample('quality', Object.entries(EXPECTED), 3))('%s', async (quality, expected) => {
    const { path } = await distilled(quality);
    await check(path);
    for (const dpi of await dpis(path)) expect(Math.abs(dpi - expected.dpi)).toBeLessThan(3);
    expect(await encodings(path)).toEqual(expected.encodings);
    const { stdout } = await execa('pdffonts', [path]);
    expect(/(\S+) +(\S+) +\S+ +\d+ +\d+$/m.exec(stdout)?.[1]).toBe(expected.embedded);
    expect(await text(path)).toBe('Words of page 1 Words of page 2');
  });

  test('from minimum to insane the files grow', async () => {
    const names = sample('growing', ['minimum', 'screen', 'ebook', 'printer', 'prepress', 'insane'], 3);
    const sizes: number[] = [];
    for (const name of names) sizes.push(await size((await distilled(name)).path));
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBe(sizes.length);
  });

  test('screen makes colours RGB, prepress leaves them', async () => {
    const source = await bench.pdf({ image: ['cmyk'] });
    const [screen, prepress] = await Promise.all(
      (['screen', 'prepress'] as const).map((quality) => bench.run(distill, source, { quality })),
    );
    expect(await encodings(screen?.path ?? '')).toEqual(['rgb jpeg']);
    expect(await encodings(prepress?.path ?? '')).toEqual(['cmyk jpeg']);
  });
});

describe('images_quality', () => {
  test.each(sample('images_quality', [10, 30, 75, 100], 1))('%i: the tables are those of libjpeg', async (quality) => {
    const source = await bench.pdf({ image: ['jpeg'] });
    const { path, calls } = await bench.run(distill, source, { images_quality: quality });
    const [found, wanted] = await quantization(path, calls[0]?.cwd ?? bench.folder, quality);
    expect(found.length).toBe(64);
    for (const [index, value] of found.entries()) expect(Math.abs(value - (wanted[index] ?? 0))).toBeLessThanOrEqual(1);
  });

  test('wins over quality', async () => {
    const low = await bench.run(distill, dense, { quality: 'ebook', images_quality: 10 });
    const high = await bench.run(distill, dense, { quality: 'ebook', images_quality: 95 });
    expect(await size(low.path)).toBeLessThan((await size(high.path)) / 2);
    expect((await dpis(high.path))[0]).toBe(150);
  });
});

describe('dpi', () => {
  test.each(sample('dpi', [10, 100, 400], 1))('%i', async (dpi) => {
    const { path } = await bench.run(distill, dense, { dpi });
    for (const found of await dpis(path)) expect(Math.abs(found - dpi)).toBeLessThan(Math.max(3, dpi * 0.02));
    // Black and white loses whole rows: a half, a third, … of what it had.
    const mono = (await images(path)).find(({ bits }) => bits === 1)?.dpi ?? 0;
    expect(mono).toBeLessThanOrEqual(dpi + 1);
    expect(mono).toBeGreaterThanOrEqual(Math.min(dpi - 1, 300));
  });

  test('above that of the images, nothing is made denser, and JPEG stays as it is', async () => {
    const source = await bench.pdf({ image: ['jpeg'], dpi: 600 });
    const { path } = await bench.run(distill, source, { dpi: 1200 });
    expect((await images(path)).map(({ dpi }) => dpi)).toEqual([600]);
    const [found, kept] = await quantization(path, bench.folder, 95);
    expect(found).toEqual(kept);
  });

  test('wins over quality', async () => {
    const { path } = await bench.run(distill, dense, { dpi: 200, quality: 'screen' });
    expect((await dpis(path))[0]).toBeCloseTo(200, -1);
  });
});

describe('compression strong', () => {
  test('lowers the images, and packs the objects', async () => {
    const { path } = await bench.run(distill, dense, { compression: 'strong' });
    expect(await size(path)).toBeLessThan((await size(dense)) / 4);
    expect((await dpis(path))[0]).toBe(150);
    expect((await bytes(path)).includes('/ObjStm')).toBe(true);
  });

  test('never makes a file larger', async () => {
    const strong = await bench.run(distill, dense, { compression: 'strong' });
    const again = await bench.run(distill, strong.path, { compression: 'strong' });
    expect(await size(again.path)).toBeLessThanOrEqual(await size(strong.path));
    const packed = await bench.pdf({ packed: true });
    expect(await bench.run(distill, packed, { compression: 'strong' })).toMatchObject({ warnings: [] });
  });

  test('basic is not asked of this operation', () => {
    const options = { allow_multiple_outputs: false, linearize: false } as const;
    expect(distill.asked({ ...options, compression: 'basic' })).toBe(false);
    expect(distill.asked({ ...options, compression: 'strong' })).toBe(true);
    expect(distill.asked({ ...options, filters: [] })).toBe(false);
  });
});

describe('color', () => {
  test('gray: images, drawings and text', async () => {
    const source = await bench.pdf({ image: ['rgb', 'jpeg', 'cmyk', 'jpx', 'indexed', 'lab', 'masked'] });
    const { path } = await bench.run(distill, source, { color: 'gray' });
    expect(new Set((await images(path)).map(({ color }) => color))).toEqual(new Set(['gray']));
    expect(isGray(await colorAt(source, 340, 115))).toBe(false);
    expect(isGray(await colorAt(path, 340, 115))).toBe(true);
    expect(await pageColors(path)).toEqual(['g']);
  });

  test('gray: a spot ink is shown in grey', async () => {
    const source = await bench.pdf({ image: ['spot'] });
    const { path } = await bench.run(distill, source, { color: 'gray' });
    expect([isGray(await colorAt(source, 60, 740)), isGray(await colorAt(path, 60, 740))]).toEqual([false, true]);
  });

  test('rgb', async () => {
    const { path } = await bench.run(distill, await bench.pdf({ image: ['cmyk', 'cmykjpeg', 'rgb'] }), {
      color: 'rgb',
    });
    expect(new Set((await images(path)).map(({ color }) => color))).toEqual(new Set(['rgb']));
    expect(await colorAt(path, 340, 115)).toEqual([255, 0, 0]);
  });

  test('cmyk', async () => {
    const { path } = await bench.run(distill, await bench.pdf({ image: ['rgb', 'jpeg', 'indexed'] }), {
      color: 'cmyk',
    });
    expect(new Set((await images(path)).map(({ color }) => color))).toEqual(new Set(['cmyk']));
    expect(await pageColors(path)).toEqual(['k']);
    const [red = 0, green = 0] = await colorAt(path, 340, 115);
    expect(red).toBeGreaterThan(200);
    expect(green).toBeLessThan(80);
  });
});

describe('filters', () => {
  const found = async (path: string) => ({
    images: (await images(path)).length,
    text: await text(path),
    rectangle: (await colorAt(path, 340, 115))[1] === 0,
  });

  const ALONE = [
    ['remove_images', { images: 0, text: 'Words of page 1', rectangle: true }],
    ['remove_text', { images: 3, text: '', rectangle: true }],
    ['remove_vectors', { images: 3, text: 'Words of page 1', rectangle: false }],
  ] as const;

  test.each(sample('filters', ALONE, 1))('%s', async (filter, expected) => {
    const source = await bench.pdf({ image: ['rgb', 'jpeg'], inline: true });
    expect(await found(source)).toEqual({ images: 3, text: 'Words of page 1', rectangle: true });
    const { path } = await bench.run(distill, source, { filters: [{ filter_name: filter }] });
    expect(await found(path)).toEqual(expected);
  });

  test('all at once leave empty pages', async () => {
    const filters = (['remove_images', 'remove_text', 'remove_vectors'] as const).map((name) => ({
      filter_name: name,
    }));
    const { path, pages } = await bench.run(distill, dense, { filters });
    expect({ ...(await found(path)), pages }).toEqual({ images: 0, text: '', rectangle: false, pages: 2 });
  });
});

test('several options are one pass of Ghostscript', async () => {
  const options = { version: '1.5', dpi: 100, images_quality: 40, color: 'gray' } as const;
  const { path, calls, progress } = await bench.run(distill, dense, {
    ...options,
    filters: [{ filter_name: 'remove_text' }],
  });
  expect(calls.filter(({ name }) => name === 'gs').length).toBe(1);
  expect([await fact(path, 'PDF version'), await text(path)]).toEqual(['1.5', '']);
  expect([await dpis(path), await encodings(path)]).toEqual([
    [99, 99, 99],
    ['gray jpeg', 'gray ccitt'],
  ]);
  expect(progress).toEqual([50, 100]);
});

describe('what is lost', () => {
  const LOST = ['tags', 'form fields', 'layers', 'actions and scripts', 'conformance to PDF/A'];

  test('is told, and the rest is still there', async () => {
    const { path, warnings } = await bench.run(distill, rich, { quality: 'insane' });
    expect(warnings).toEqual([
      { code: 'output_limited', message: expect.any(String), details: { option: 'quality', lost: LOST } },
    ]);
    const found = await catalog(path);
    expect(found).toMatchObject({ '/Lang': 'u:de-DE', '/PageMode': '/UseOutlines' });
    for (const gone of ['/StructTreeRoot', '/AcroForm', '/OCProperties']) expect(found).not.toHaveProperty(gone);
    for (const kept of ['/OutputIntents', '/PageLabels', '/OpenAction', '/Outlines', '/ViewerPreferences'])
      expect(found).toHaveProperty(kept);
    expect([await fact(path, 'Author'), await fact(path, 'Custom Metadata')]).toEqual(['Ada', 'yes']);
    expect(await fact(path, 'CreationDate', ['-rawdates'])).toBe('D:20200101000000Z');
    const { stdout: xmp } = await execa('pdfinfo', ['-meta', path]);
    expect(xmp).toContain('All mine');
    expect(xmp).not.toContain('pdfaid:part');
    expect((await execa('pdfinfo', ['-dests', path])).stdout).toMatch(/^ +2 +\[.*"end"$/m);
    expect((await execa('pdfdetach', ['-list', path])).stdout).toContain('a.txt');
    expect((await execa('pdfinfo', ['-url', path])).stdout).toContain('https://example.com/');
    // What was filled in is drawn.
    expect(await text(path)).toContain('Ada');
  });

  test('output intents do not outlive a change of colour', async () => {
    const { path, warnings } = await bench.run(distill, rich, { color: 'cmyk' });
    expect(warnings[0]?.details.lost).toContain('output intents');
    expect(await catalog(path)).not.toHaveProperty('/OutputIntents');
  });

  test('properties without XMP are XMP in a 2.0, and nothing is made up', async () => {
    const source = bench.path('properties.pdf');
    const script =
      'import pikepdf, sys; pdf = pikepdf.open(sys.argv[1]); pdf.docinfo["/Author"] = "Ada"; pdf.save(sys.argv[2])';
    await execa('/usr/bin/python3', ['-c', script, dense, source]);
    const latest = await bench.run(distill, source, { version: '2.0', quality: 'default' });
    const { stdout } = await execa('pdfinfo', ['-meta', latest.path]);
    expect(stdout).toContain('Ada');
    expect(stdout).not.toContain('Untitled');
    const older = await bench.run(distill, source, { version: '1.4' });
    expect([await fact(older.path, 'Author'), await fact(older.path, 'Metadata Stream')]).toEqual(['Ada', 'no']);
  });

  test.each(sample('names of properties', ['1.7', '2.0'] as const, 1))(
    'properties by a name that is no UTF-8 are left out, and told: %s',
    async (version) => {
      const source = bench.path('latin.pdf');
      const { stdout } = await execa('qpdf', ['--qdf', '--object-streams=disable', dense, '-'], { encoding: 'latin1' });
      const info = '/Info << /Author (Ada) /F\xf6retag (AB) >>';
      await writeFile(source, stdout.replace(/^trailer <</m, `trailer << ${info}`), 'latin1');
      const { path, warnings } = await bench.run(distill, source, { version, quality: 'default' });
      expect((await execa('pdfinfo', ['-meta', path])).stdout + (await fact(path, 'Author'))).toContain('Ada');
      expect(warnings[0]?.details.lost).toEqual(['parts of the document information']);
    },
  );

  test('nothing, of a plain file', async () => {
    expect((await bench.run(distill, dense, { quality: 'default' })).warnings).toEqual([]);
  });
});

test.each(sample('turned pages', [0, 90, 180, 270], 1))(
  'a page turned by %i is shown as before, and its links are where they were',
  async (rotate) => {
    const source = await bench.pdf({ image: ['rgb'], rotate, cropbox: [20, 30, 500, 800], rich: true });
    const { path } = await bench.run(distill, source, { filters: [], version: '1.4' });
    expect(await difference(source, path)).toBeLessThan(1);
    const { stdout } = await execa('qpdf', ['--json=2', '--json-key=qpdf', path]);
    const boxes = [...stdout.matchAll(/"\/Rect": \[\s*([^\]]+)\]/g)].map(([, box]) =>
      (box ?? '').split(',').map(Number),
    );
    expect(boxes.length).toBeGreaterThan(0);
    for (const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] of boxes) expect([x0 < x1, y0 < y1]).toEqual([true, true]);
  },
);

test('a file that is a program in PostScript too is read as the PDF that it is', async () => {
  const program = '%!PS\n(PROGRAM RUNS) print flush quit\n';
  const path = bench.path('both.pdf');
  await writeFile(path, Buffer.concat([Buffer.from(program), await bytes(dense)]));
  // Ghostscript by itself runs it.
  const bare = await execa('gs', ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=nullpage', path], { reject: false });
  expect(bare.stdout).toContain('PROGRAM RUNS');
  const result = await bench.run(distill, path, { quality: 'default' });
  expect(await text(result.path)).toBe('Words of page 1 Words of page 2');
});

test('damaged pages: what can be read is kept, and told', async () => {
  const source = await bench.pdf({ content: 'BT /F 12 Tf 72 700 Td (Readable) Tj ET /Missing Do' });
  const { path, warnings } = await bench.run(distill, source, { quality: 'default' });
  expect(await text(path)).toBe('Readable');
  expect(warnings.map(({ code }) => code)).toEqual(['input_damaged']);
});

test('a file without pages is refused', async () => {
  const script = 'import pikepdf, sys; pikepdf.Pdf.new().save(sys.argv[1])';
  await execa('/usr/bin/python3', ['-c', script, bench.path('none.pdf')]);
  await expect(bench.run(distill, bench.path('none.pdf'), { quality: 'screen' })).rejects.toMatchObject({
    code: 'input_damaged',
  });
});

test('noise is refused', async () => {
  await writeFile(bench.path('noise.pdf'), '%PDF-1.4\nnothing of use\n%%EOF\n');
  await expect(bench.run(distill, bench.path('noise.pdf'), { quality: 'screen' })).rejects.toMatchObject({
    code: 'input_damaged',
  });
});

test('what is asked holds for every page, not only for the first', async () => {
  const fonts = bench.path('fonts.pdf');
  const script = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name, Page, Pdf, Stream
pdf = Pdf.new()
for name in ("Helvetica", "Times-Roman", "Courier"):
    font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/" + name)))
    content = Stream(pdf, b"BT /F 12 Tf 20 20 Td (words) Tj ET")
    page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 300, 300]), Resources=Dictionary(Font=Dictionary(F=font)))
    page.Contents = content
    pdf.pages.append(Page(pdf.make_indirect(page)))
pdf.save(sys.argv[1])`;
  await execa('/usr/bin/python3', ['-c', script, fonts]);
  const { path } = await bench.run(distill, fonts, { quality: 'prepress' });
  const { stdout } = await execa('pdffonts', [path]);
  expect([...stdout.matchAll(/ (yes|no) +(?:yes|no) +(?:yes|no) +\d+ +0$/gm)].map(([, embedded]) => embedded)).toEqual([
    'yes',
    'yes',
    'yes',
  ]);
});
