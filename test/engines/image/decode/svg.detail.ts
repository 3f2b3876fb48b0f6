import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM_FONTS, withFamilies } from '../../../../engines/image/svg/fonts.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, makeScratch, onlyPath, pixelOf, psnr, sizeOf } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

let drawn = 0;

async function draw(svg: string | Buffer): Promise<string> {
  const path = scratch.path(`drawing-${++drawn}.svg`);
  await writeFile(path, svg);
  return onlyPath(await convert(scratch, path, { target: 'png' }));
}

const svg = (body: string, before = ''): string =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="white"/>${body}</svg>`;

const GREEN = [0, 128, 0, 255];

/** As rsvg-convert draws it. */
async function reference(svg: string): Promise<string> {
  const path = scratch.path(`reference-${++drawn}.png`);
  await execa('rsvg-convert', ['-o', path], { input: svg });
  return path;
}

test('text along a path, which librsvg leaves out', async () => {
  const style = 'font-family="Liberation Sans" font-size="40"';
  const along = svg(
    `<path id="p" d="M20 60 H190" fill="none"/><text ${style}><textPath href="#p">Quagmire</textPath></text>`,
  );
  const straight = await reference(svg(`<text x="20" y="60" ${style}>Quagmire</text>`));
  expect(await psnr(await draw(along), straight)).toBeGreaterThan(25);
  expect(await psnr(await reference(along), straight)).toBeLessThan(20);
});

test.each([
  ['UTF-16', 'utf16le', '\ufeff'],
  ['ISO-8859-1', 'latin1', ''],
] as const)('a drawing in %s', async (encoding, bytes, mark) => {
  const style = 'font-family="Liberation Sans" font-size="40"';
  const text = svg(`<text y="60" ${style}>Überfluß</text>`);
  const encoded = Buffer.from(`${mark}<?xml version="1.0" encoding="${encoding}"?>${text}`, bytes);
  expect(await psnr(await draw(encoded), await reference(text))).toBeGreaterThan(25);
});

describe('what librsvg still draws', () => {
  test('a drawing that ends the process of resvg', async () => {
    const body =
      '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="200" height="2000"><feComposite in="SourceGraphic" in2="SourceGraphic" operator="arithmetic" k2="1"/></filter><rect width="200" height="100" fill="green" filter="url(#f)"/>';
    const alone = `import { renderSvg } from ${JSON.stringify(import.meta.resolve('../../../../engines/image/svg/render.ts'))};
      import { SYSTEM_FONTS } from ${JSON.stringify(import.meta.resolve('../../../../engines/image/svg/fonts.ts'))};
      renderSvg(${JSON.stringify(svg(body))}, SYSTEM_FONTS, true);`;
    const control = await execa(process.execPath, ['--input-type=module', '-e', alone], { reject: false });
    expect(control.signal ?? control.exitCode).not.toBe(0);
    expect(await pixelOf(await draw(svg(body)), 100, 50)).toEqual(GREEN);
  });

  test('a declaration that is important, and a paint in quotes', async () => {
    const body =
      '<style>rect { fill: green !important }</style><rect id="r" width="200" height="100" style="fill:red"/>';
    expect(await pixelOf(await draw(svg(body)), 100, 50)).toEqual(GREEN);
    const quoted = `<linearGradient id="g"><stop stop-color="green"/></linearGradient><rect width="200" height="100" fill="url('#g')"/>`;
    expect(await pixelOf(await draw(svg(quoted)), 100, 50)).toEqual(GREEN);
  });
});

test('a drawing whose declarations have brackets in quotes has the size that is asked for', async () => {
  // It looks as the end of the declarations does.
  const before = '<!DOCTYPE svg [<!ENTITY end "]>">]>';
  const path = scratch.path('declared.svg');
  await writeFile(path, svg('<rect width="200" height="100" fill="green"/>', before));
  const made = onlyPath(await convert(scratch, path, { target: 'png', options: { width: 800 } }));
  expect((await sizeOf(made)).trim()).toBe('800x400');
  expect(await pixelOf(made, 700, 350)).toEqual(GREEN);
});

describe('families of fonts', () => {
  const word = (family: string): string => svg(`<text x="5" y="60" font-size="40" ${family}>Quagmire</text>`);

  test.each([
    ['font-family="Arial"', 'Liberation Sans'],
    [`style="font-family:'Helvetica Neue', serif" class="Times"`, 'Liberation Sans'],
    ['font-family="sans-serif"', 'Liberation Sans'],
    ['font-family="&quot;Courier New&quot;"', 'Liberation Mono'],
    ['font-family="Calibri"', 'Carlito'],
    ['font-family="No Such Family"', 'Liberation Serif'],
    ['', 'Liberation Serif'],
  ])('%s is drawn in %s', async (family, expected) => {
    const picture = await draw(word(family));
    const likeness = async (name: string) => psnr(picture, await reference(word(`font-family="${name}"`)));
    expect(await likeness(expected)).toBeGreaterThan(25);
    expect(await likeness(expected === 'Liberation Serif' ? 'Liberation Sans' : 'Liberation Serif')).toBeLessThan(20);
  });

  test('names are replaced in styles alone, and whole', () => {
    const families = (text: string) => withFamilies(text, SYSTEM_FONTS);
    expect(families('<style>a{font:bold 12px/1 serif}b{font-family:"Courier New"}</style>')).toBe(
      '<style>a{font:bold 12px/1 Liberation Serif}b{font-family:"Courier New", Liberation Mono}</style>',
    );
    for (const kept of [
      '<text>font: Times</text>',
      '<text font-family="Arial Black, Noto Serif"/>',
      '<g style="fill:red" class="Times" id="serif"/>',
      '<g style="font-family:x" class="Times, serif"/>',
    ]) {
      expect(families(kept)).toBe(kept);
    }
  });
});
