import { stat, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { distill } from '../../../../engines/document/operations/quality/distill.ts';
import { fileSize } from '../../../../engines/document/operations/quality/file-size.ts';
import { bluePattern, circularInformation, macText, shadedPage, subsetText } from './spoiled-pdfs.ts';
import { Bench, check, colorAt, text } from './support-ghostscript.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
});
afterAll(() => bench.remove());

/** How its pages look, as poppler draws them. */
const pictures = async (path: string): Promise<Buffer> => {
  const { stdout } = await execa('pdftoppm', ['-r', '20', '-cropbox', path], { encoding: 'buffer' });
  return Buffer.from(stdout);
};

/** What Ghostscript alone makes of a file. */
async function byGhostscript(path: string): Promise<string> {
  const output = bench.path(`gs-${path.split('/').at(-1)}`);
  await execa('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-sOutputFile=${output}`, path]);
  return output;
}

/** A PDF of a page in HTML. */
async function byLibreOffice(html: string): Promise<string> {
  const page = bench.path('page.html');
  await writeFile(page, `<!DOCTYPE html><meta charset="utf-8">${html}`);
  const profile = `-env:UserInstallation=file://${bench.path('profile')}`;
  const to = ['--convert-to', 'pdf:writer_web_pdf_Export', '--outdir', bench.folder];
  await execa('soffice', [profile, '--headless', ...to, page]);
  return bench.path('page.pdf');
}

describe('text of fonts that only name their encoding', () => {
  test.each([
    ["the Macintosh's", macText],
    ['one of its own', subsetText],
  ])('%s: stays, though Ghostscript alone changes it', async (_, make) => {
    const source = await make(bench.path(`${make.name}.pdf`));
    expect(await text(source)).toBe('Nature’s');
    expect(await text(await byGhostscript(source))).not.toBe('Nature’s');
    const { path, warnings } = await bench.run(distill, source, { quality: 'printer' });
    await check(path);
    expect([await text(path), warnings]).toEqual(['Nature’s', []]);
  });
});

test('characters that Ghostscript misreads or writes wrongly are right, also in what it wrote itself', async () => {
  // Carlito has a ligature for ti, which Ghostscript writes with its bytes swapped; of its own tables it reads one byte of two.
  const source = await byLibreOffice('<p style="font-family: Carlito">Article, multitude – καλημέρα</p>');
  const once = await byGhostscript(source);
  expect(await text(once)).not.toContain('Article');
  expect(await text(await byGhostscript(once))).not.toContain('καλημέρα');
  for (const pdf of [source, once]) {
    const { path, warnings } = await bench.run(distill, pdf, { quality: 'printer' });
    expect([await text(path), warnings]).toEqual([await text(pdf), []]);
  }
});

test('the text layer of a scan that Ghostscript wrote once stays', async () => {
  const words = { text: 'Straight “quoted” words', dpi: 300 };
  const scan = sharp({ text: words }).flatten({ background: 'white' }).negate({ alpha: false });
  await scan.extend({ top: 99, bottom: 99, left: 99, right: 99, background: 'white' }).toFile(bench.path('scan.png'));
  await execa('tesseract', [bench.path('scan.png'), bench.path('scan'), 'pdf']);
  const once = await byGhostscript(bench.path('scan.pdf'));
  expect(await text(once)).toContain('“quoted”');
  expect(await text(await byGhostscript(once))).not.toContain('quoted”');
  const { path, warnings } = await bench.run(distill, once, { quality: 'printer' });
  expect([await text(path), warnings]).toEqual([await text(once), []]);
});

describe('pages that Ghostscript draws wrongly', () => {
  test('stay as they are, with a warning', async () => {
    const source = await shadedPage(bench.path('shaded.pdf'));
    expect(await pictures(await byGhostscript(source))).not.toEqual(await pictures(source));
    for (const asked of [{ quality: 'ebook' }, { dpi: 72 }] as const satisfies Partial<PdfOptions>[]) {
      const { path, warnings } = await bench.run(distill, source, asked);
      expect(await pictures(path)).toEqual(await pictures(source));
      expect(warnings).toMatchObject([
        { code: 'output_limited', message: expect.stringContaining('page 1'), details: { pages: [1] } },
      ]);
    }
  });

  test('by file_size too', async () => {
    const shaded = await shadedPage(bench.path('sized.pdf'));
    const photos = await bench.pdf({ image: ['rgb', 'jpeg'], dpi: 600, pixels: 500 });
    const source = bench.path('sized-photos.pdf');
    await execa('qpdf', [shaded, '--pages', '.', photos, '--', source]);
    const { path, warnings } = await bench.run(fileSize, source, { file_size: 60 });
    expect(await text(path)).toBe(await text(source));
    const { size } = await stat(path);
    expect(size).toBeLessThanOrEqual(60 * 1024);
    expect(size).toBeGreaterThan(30 * 1024);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('spoil some of this PDF')]);
  });

  test.each([{ color: 'cmyk' }, { version: '1.4' }] as const)(
    'are refused with %o, as no other way leads there',
    async (asked) => {
      const source = await shadedPage(bench.path('refused.pdf'));
      await expect(bench.run(distill, source, asked)).rejects.toMatchObject({
        code: 'conversion_failed',
        details: { option: Object.keys(asked)[0], pages: [1] },
      });
    },
  );
});

test('what stays in colour is refused with color gray', async () => {
  const source = await bluePattern(bench.path('blue.pdf'));
  await expect(bench.run(distill, source, { color: 'gray' })).rejects.toMatchObject({
    code: 'conversion_failed',
    message: expect.stringContaining('still in colour'),
  });
});

test('document information that is another part of the document keeps no page from being written', async () => {
  const source = await circularInformation(bench.path('circle.pdf'));
  const { path } = await bench.run(distill, source, { color: 'gray' });
  expect([await text(path), await text(source)]).toEqual(['Information', 'Information']);
});

describe('images alone, where Ghostscript spoils pages', () => {
  test.each([
    ['quality', { quality: 'screen' }],
    ['dpi', { dpi: 72 }],
    ['images_quality', { images_quality: 20 }],
    ['compression', { compression: 'strong' }],
  ] as const)('%s makes them smaller, and they look the same', async (_, asked) => {
    const source = await bench.pdf({ image: ['rgb', 'jpeg', 'cmyk', 'cmykjpeg', 'gray'], dpi: 600, pixels: 500 });
    const shaded = await shadedPage(bench.path('with.pdf'));
    const both = bench.path('both.pdf');
    await execa('qpdf', [shaded, '--pages', '.', source, '--', both]);
    const { path, warnings } = await bench.run(distill, both, asked);
    await check(path);
    expect((await stat(path)).size).toBeLessThan(0.7 * (await stat(both)).size);
    expect(await text(path)).toBe(await text(both));
    const second = async (pdf: string) => {
      const alone = bench.path('second.pdf');
      await execa('qpdf', [pdf, '--pages', '.', '2', '--', alone]);
      return colorAt(alone, 50, 730, 24);
    };
    const [before, after] = [await second(both), await second(path)];
    for (const [band, value] of before.entries()) expect(Math.abs(value - (after[band] ?? 0))).toBeLessThan(12);
    expect(warnings).toMatchObject([{ message: expect.stringContaining('only images were changed') }]);
  });
});
