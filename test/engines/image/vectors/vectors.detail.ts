import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { errorOf } from '../../../support/error-of.ts';
import { convert, convertAll, makeScratch, onlyPath, psnr } from '../decode/support.ts';

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">
  <rect x="10" y="10" width="120" height="80" fill="#c00"/><circle cx="200" cy="60" r="40" fill="#0a0"/>
  <text x="30" y="150" font-family="DejaVu Sans" font-size="20">Vectors stay</text></svg>`;

const VEILED =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="50" height="50" opacity=".5"/></svg>';

let scratch: ScratchFolder;
/** The drawing in each format; the others are made by the programs of the formats. */
const files: Record<string, string> = {};

async function file(name: string, content: string): Promise<string> {
  await writeFile(scratch.path(name), content);
  return scratch.path(name);
}

beforeAll(async () => {
  scratch = await makeScratch();
  const svg = await file('own.svg', DRAWING);
  const [pdf, eps, ps] = ['own.pdf', 'own.eps', 'own.ps'].map((name) => scratch.path(name));
  await execa('rsvg-convert', ['-f', 'pdf', '-o', `${pdf}`, svg]);
  await execa('pdftops', ['-eps', `${pdf}`, `${eps}`]);
  await execa('pdftops', [`${pdf}`, `${ps}`]);
  Object.assign(files, { svg, pdf, eps, ps });
});
afterAll(() => scratch.remove());

const stdout = async (program: string, ...args: string[]): Promise<string> => (await execa(program, args)).stdout;

/** Draws a result with a program that did not write it. */
async function drawnAs(target: string, path: string): Promise<string> {
  const png = `${path}.png`;
  const gs = [
    '-q',
    '-dSAFER',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=png16m',
    '-r96',
    '-dTextAlphaBits=4',
    '-dGraphicsAlphaBits=4',
  ];
  const crop = target === 'eps' ? ['-dEPSCrop'] : [];
  if (target === 'svg') await execa('rsvg-convert', ['-b', 'white', '-o', png, path]);
  else await execa('gs', [...gs, ...crop, `-sOutputFile=${png}`, path]);
  return png;
}

/** Evaluates an XPath expression, by lxml. */
const xpath = (path: string, expression: string): Promise<string> =>
  stdout(
    '/usr/bin/python3',
    '-c',
    'import sys; from lxml import etree; print(etree.parse(sys.argv[1]).xpath(sys.argv[2]))',
    path,
    expression,
  );

/** Number of pictures in a result, and its text, by programs that did not write it. */
async function contentOf(target: string, path: string): Promise<{ pictures: number; text: string }> {
  if (target === 'svg') {
    const pictures = Number(await xpath(path, 'count(//*[local-name()="image"])'));
    return { pictures, text: (await xpath(path, 'string(//*[local-name()="text"])')).trim() };
  }
  const pdf = target === 'pdf' ? path : `${path}.pdf`;
  if (target !== 'pdf') await execa('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-o', pdf, path]);
  const images = (await stdout('pdfimages', '-list', pdf)).split('\n').slice(2).filter(Boolean);
  return { pictures: images.length, text: (await stdout('pdftotext', pdf, '-')).trim() };
}

const TARGETS = ['svg', 'pdf', 'eps', 'ps'];
const PAIRS = ['svg', 'pdf', 'eps', 'ps']
  .flatMap((format) => TARGETS.map((target) => [format, target] as const))
  .filter(([format, target]) => format !== 'pdf' || target !== 'pdf');

describe('a drawing has no pixels', () => {
  test.each(PAIRS)('%s to %s', async (format, target) => {
    const converted = await convert(scratch, files[format] ?? '', { target });
    const path = onlyPath(converted);
    const isGlyphs = target === 'svg' && format !== 'svg';
    expect(await contentOf(target, path)).toEqual({ pictures: 0, text: isGlyphs ? '' : 'Vectors stay' });
    expect(converted.codes).toEqual(isGlyphs ? ['output_limited'] : []);
    expect(await psnr(await drawnAs(target, path), await drawnAs('svg', files.svg ?? ''))).toBeGreaterThan(20);
    const again = onlyPath(await convert(scratch, files[format] ?? '', { target }));
    expect((await readFile(again)).equals(await readFile(path)), 'two runs give the same bytes').toBe(true);
  });

  test('a drawing that is not well-formed is refused, and not copied', async () => {
    const broken = await file('broken.svg', DRAWING.replace('</text>', '</texture>'));
    const error = await errorOf(convert(scratch, broken, { target: 'svg' }));
    expect(error).toMatchObject({ code: 'input_damaged' });
  });

  test('the check of pictures finds those of a picture', async () => {
    const rotated = await convert(scratch, files.svg ?? '', { target: 'pdf', options: { rotate: 90 } });
    expect((await contentOf('pdf', onlyPath(rotated))).pictures).toBe(1);
    expect(rotated.warnings).toMatchObject([{ code: 'output_limited', message: /for option rotate works on pixels/ }]);
  });
});

describe('the size of a drawing', () => {
  const pageOf = async (path: string) => /Page size: +(.+ x .+) pts/.exec(await stdout('pdfinfo', path))?.[1];
  test.each([
    [{ width: 600 }, '450 x 300'],
    [{ width: 4, resize_by: 'inches' }, '288 x 192'],
    [{ width: 600, dpi: 72 }, '600 x 400'],
  ])('of a page, by %j', async (options, size) => {
    const converted = await convert(scratch, files.svg ?? '', { target: 'pdf', options });
    expect(await pageOf(onlyPath(converted))).toBe(size);
    expect(converted.codes).toEqual([]);
  });

  test('keeps its proportions on a page of another shape, with a warning', async () => {
    const converted = await convert(scratch, files.ps ?? '', { target: 'pdf', options: { width: 400, height: 400 } });
    expect(await pageOf(onlyPath(converted))).toBe('300 x 300');
    expect(converted.codes).toEqual(['option_adjusted']);
  });

  test.each(['svg', 'pdf'])('of an SVG, from %s', async (format) => {
    const options = { width: 600, height: 100 };
    const path = onlyPath(await convert(scratch, files[format] ?? '', { target: 'svg', options }));
    const found = await xpath(
      path,
      'concat(/*/@width, "|", /*/@height, "|", /*/@viewBox, "|", /*/@preserveAspectRatio)',
    );
    expect(found).toBe(format === 'svg' ? '600|100|0 0 300 200|none' : '600|100|0 0 225 150|none');
  });

  test('dpi alone changes no page, with a warning', async () => {
    const converted = await convert(scratch, files.svg ?? '', { target: 'eps', options: { dpi: 300 } });
    expect(converted.codes).toEqual(['option_no_effect']);
  });
});

describe('pages', () => {
  test('are SVGs and EPSs of their own, and together one PostScript file', async () => {
    const three = scratch.path('three.pdf');
    await execa('qpdf', ['--empty', '--pages', `${files.pdf}`, `${files.pdf}`, `${files.pdf}`, '--', three]);
    const suffixes = async (target: string, options = {}) =>
      (await convert(scratch, three, { target, options })).outputs.map(({ suffix }) => suffix);
    expect(await suffixes('svg')).toEqual(['-1', '-2', '-3']);
    expect(await suffixes('eps', { pages: '2-3' })).toEqual(['-2', '-3']);
    const ps = onlyPath(await convert(scratch, three, { target: 'ps', options: { pages: '1,3' } }));
    expect(
      (await stdout('gs', '-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=txtwrite', '-o', '-', ps)).match(/Vectors/g),
    ).toHaveLength(2);
  });

  test('are merged with pictures into a PDF', async () => {
    const merged = await convertAll(scratch, [files.svg ?? '', files.eps ?? ''], {
      target: 'pdf',
      options: { merge: true },
    });
    expect(await stdout('pdfinfo', onlyPath(merged))).toMatch(/^Pages: +2$/m);
  });
});

test('transparency becomes pixels in PostScript, with a warning, and stays in a PDF', async () => {
  const veiled = await file('veiled.svg', VEILED);
  const eps = await convert(scratch, veiled, { target: 'eps' });
  expect(eps.warnings).toMatchObject([{ code: 'output_limited', message: /PostScript has no transparency/ }]);
  expect((await contentOf('eps', onlyPath(eps))).pictures).toBe(1);
  const pdf = await convert(scratch, veiled, { target: 'pdf' });
  expect([(await contentOf('pdf', onlyPath(pdf))).pictures, pdf.codes]).toEqual([0, []]);
});

describe('a drawing reads no other file', () => {
  const linked = (href: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="50" height="50"><image width="50" height="50" xlink:href="${href}"/></svg>`;

  // A picture with an alpha channel counts twice in a PDF.
  test('nor the one beside it, but shows pictures that it contains', async () => {
    const secret = scratch.path('secret.png');
    await execa('rsvg-convert', ['-o', secret, files.svg ?? '']);
    const data = `data:image/png;base64,${(await readFile(secret)).toString('base64')}`;
    for (const [href, pictures] of [
      ['secret.png', 0],
      [`file://${secret}`, 0],
      [data, 2],
    ] as const) {
      const path = onlyPath(await convert(scratch, await file('linked.svg', linked(href)), { target: 'pdf' }));
      expect((await contentOf('pdf', path)).pictures, href.slice(0, 40)).toBe(pictures);
    }
  });
});

test('what librsvg does not draw is named', async () => {
  const path = '<path id="p" d="M0 40 H90"/><text><textPath href="#p">Along</textPath></text>';
  const lost = await file('lost.svg', `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">${path}</svg>`);
  const { warnings } = await convert(scratch, lost, { target: 'pdf' });
  expect(warnings).toMatchObject([{ code: 'output_limited', message: 'Text along a path is not drawn.' }]);
  expect((await convert(scratch, lost, { target: 'svg' })).codes).toEqual([]);
});

describe('damaged drawings', () => {
  test.each(['svg', 'pdf', 'ps'])('%s', async (format) => {
    const content = (await readFile(files[format] ?? '', 'latin1')).slice(0, format === 'svg' ? 120 : 400);
    const damaged = await file(`damaged.${format}`, content);
    await expect(convert(scratch, damaged, { target: 'eps' })).rejects.toMatchObject({
      code: expect.stringMatching(/^input_(?:damaged|truncated|wrong_type)$/),
    });
  });
});
