import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../../../src/task/types.ts';
import { fixture } from '../../../../engines/cad/support.ts';
import type { ScratchFolder } from '../../../../support/engine-context.ts';
import { CONVERT } from '../../../../support/imagemagick.ts';
import {
  BLACK,
  convertOne,
  drawingsOf,
  FINE,
  inked,
  likeness,
  type Raster,
  RED,
  raster,
  run,
  SHEET_HEIGHT,
  SHEET_WIDTH,
  WHITE,
} from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await drawingsOf('drawings.py');
});
afterAll(() => scratch.remove());

const convert = (category: 'image' | 'document', path: string, target: string, options: OptionValues = {}) =>
  convertOne(scratch, category, path, target, options);

const drawing = (name: string): string => scratch.path(`${name}.dxf`);

describe('a drawing as pixels', () => {
  let picture: Raster;
  let warnings: readonly { code: string; details: Record<string, unknown> }[];
  beforeAll(async () => {
    const made = await convert('image', drawing('sheet'), 'png', FINE);
    warnings = made.warnings;
    picture = await raster(made.path);
  });

  test('is as large as the drawing and its margins', () => {
    expect([picture.width, picture.height]).toEqual([2100, 1100]);
  });

  test.each([
    ['a line in colour 1', 40, 20, RED],
    ['paper beside it', 40, 22, WHITE],
    ['a line in colour 7', 50, 30, BLACK],
    ['a filled ring in true colour', 115, 50, '#0080ff'],
    ['the hole in it', 100, 50, WHITE],
    ['an arc at 45 degrees', 160 + 20 * Math.SQRT1_2, 50 + 20 * Math.SQRT1_2, '#ff00ff'],
    ['where the arc is not', 160 - 20 * Math.SQRT1_2, 50 - 20 * Math.SQRT1_2, WHITE],
    ['a layer that is off', 50, 40, WHITE],
    ['a layer that is frozen', 50, 41, WHITE],
    ['a layer that is not plotted', 50, 42, WHITE],
    ['in a block, colour by block', 335, 25, '#0000ff'],
    ['in a block, on layer 0', 335, 45, '#00ff00'],
    ['between the two', 335, 35, WHITE],
    ['the top of a spline', 220, 120, BLACK],
    ['the top of an ellipse', 220, 70, BLACK],
    ['its side', 210, 50, BLACK],
    ['a bulged polyline, in the middle of its arc', 40, 80, BLACK],
    ['half its width beside that', 40, 79.2, BLACK],
    ['more than half its width beside that', 40, 78.7, WHITE],
    ['the wide end of a tapering polyline', 118, 104, BLACK],
    ['its narrow end', 84, 104, WHITE],
    ['before a wipeout', 155, 120, RED],
    ['under the wipeout', 170, 120, WHITE],
    ['a ray', 150, 150, '#00ffff'],
    ['a ray at the edge of the drawing', 199, 199, '#00ffff'],
  ])('%s', (_, x, y, color) => {
    expect(picture.at(x, y)).toBe(color);
  });

  test('text stands where it should, as high and turned as it should', () => {
    // Four letters H of 20 units' height, upwards from 290, 20.
    expect(inked(picture, [270, 20, 290, 98])).toBeGreaterThan(0.3);
    expect(inked(picture, [271, 20, 273, 98])).toBeGreaterThan(0.2);
    expect(inked(picture, [260, 10, 269.5, 110])).toBe(0);
    expect(inked(picture, [290.5, 10, 300, 110])).toBe(0);
    expect(inked(picture, [270, 105, 290, 125])).toBe(0);
  });

  test('pattern hatches are lines, dashed lines have gaps, dimensions their text', () => {
    expect(inked(picture, [341, 101, 389, 149])).toBeGreaterThan(0.02);
    expect(inked(picture, [341, 101, 389, 149])).toBeLessThan(0.3);
    expect(inked(picture, [302, 189.9, 388, 190.1])).toBeGreaterThan(0.4);
    expect(inked(picture, [302, 189.9, 388, 190.1])).toBeLessThan(0.95);
    expect(inked(picture, [214, 160.5, 226, 167])).toBeGreaterThan(0.1);
  });

  test('what cannot be drawn is counted', () => {
    expect(warnings).toEqual([
      expect.objectContaining({ code: 'output_limited', details: { missing: { '3DSOLID': 1 } } }),
    ]);
  });
});

test('far from the origin it is the same picture', async () => {
  const [near, far] = await Promise.all(
    ['sheet', 'far'].map(async (name) => (await convert('image', drawing(name), 'png', { width: 1000 })).path),
  );
  // Pattern hatches begin at the origin, so theirs is another: it is cut off.
  expect(await likeness(near ?? '', far ?? '', '780x524+0+0')).toBeGreaterThan(35);
});

describe('a drawing as svg', () => {
  test('stays lines, as large as asked', async () => {
    const { path, warnings } = await convert('image', drawing('sheet'), 'svg', { width: 2100 });
    expect(warnings.map(({ details }) => details)).toEqual([{ missing: { '3DSOLID': 1 } }]);
    const png = scratch.path('rendered.png');
    await run('rsvg-convert', [path, '-o', png]);
    const picture = await raster(png);
    expect([picture.width, picture.height]).toEqual([2100, 1100]);
    expect([picture.at(40, 20), picture.at(115, 50), picture.at(100, 50)]).toEqual([RED, '#0080ff', WHITE]);
    expect(await readFile(path, 'utf8')).toContain('>Ø40 ±1</text>');
  });

  test('is traced for an option that works on pixels, with a warning', async () => {
    const { path, warnings } = await convert('image', drawing('closed-r12'), 'svg', { rotate: 90 });
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'output_limited', details: { option: 'rotate' } }));
    const png = scratch.path('traced.png');
    await run('rsvg-convert', [path, '-o', png]);
    const { width, height } = await raster(png);
    expect(height).toBeGreaterThan(1.5 * width);
  });
});

describe('a drawing as a document', () => {
  test('is a page of lines and text', async () => {
    const { path } = await convert('document', drawing('sheet'), 'pdf');
    const { stdout: info } = await run('pdfinfo', [path]);
    expect(info).toMatch(/Pages:\s+1\n/);
    const size = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(info)?.slice(1).map(Number) ?? [];
    const points = [SHEET_WIDTH, SHEET_HEIGHT].map((millimetres) => (millimetres / 25.4) * 72);
    for (const [index, expected] of points.entries()) expect(size[index]).toBeCloseTo(expected, 0);
    const { stdout: text } = await run('pdftotext', ['-layout', path, '-']);
    for (const words of ['Ø40 ±1', 'Upper line', 'Lower line']) expect(text).toContain(words);
    expect((await run('pdfimages', ['-list', path])).stdout.trim().split('\n')).toHaveLength(2);
    const png = scratch.path('page');
    await run('pdftocairo', ['-png', '-singlefile', '-r', '127', path, png]);
    const picture = await raster(`${png}.png`);
    expect([picture.at(40, 20), picture.at(115, 50), picture.at(100, 50)]).toEqual([RED, '#0080ff', WHITE]);
  });

  test('gives its text', async () => {
    const { path } = await convert('document', drawing('sheet'), 'txt');
    expect(await readFile(path, 'utf8')).toContain('Ø40 ±1');
  });
});

test('DWG and DXF of one drawing are the same picture', async () => {
  const paths = ['plan-2000.dwg', 'plan-2000.dxf'].map(fixture);
  const [dwg = '', dxf = ''] = await Promise.all(
    paths.map(async (path) => (await convert('image', path, 'png', { width: 800 })).path),
  );
  expect(await likeness(dwg, dxf, '100%')).toBeGreaterThan(25);
});

describe('drawings in which there is little to see', () => {
  test.each(['empty', 'hidden'])('%s: white paper, with a warning', async (name) => {
    const { path, warnings } = await convert('image', drawing(name), 'png');
    expect(warnings.map(({ message }) => message).join()).toMatch(/nothing visible/);
    const { stdout } = await run(CONVERT, [path, '-format', '%[fx:minima]', 'info:']);
    expect(stdout).toBe('1');
  });

  test('an empty model: the sheet is shown, with a warning', async () => {
    const { path, warnings } = await convert('image', drawing('paper'), 'png');
    expect(warnings).toContainEqual(expect.objectContaining({ details: { layout: 'Layout1' } }));
    const { stdout } = await run(CONVERT, [path, '-fill', 'black', '+opaque', 'red', '-unique-colors', 'txt:']);
    expect(stdout).toContain('#FF0000');
  });
});

test.each(['doubling', 'array'])('blocks without end (%s) are refused in time', async (name) => {
  await expect(convert('image', drawing(name), 'png')).rejects.toMatchObject({ code: 'input_bomb' });
});
