import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../../support/engine-context.ts';
import { BLACK, convertOne, drawingsOf, FINE, inked, type Raster, RED, raster, WHITE } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await drawingsOf('features.py');
});
afterAll(() => scratch.remove());

const [GREEN, BLUE, CYAN, MAGENTA] = ['#00ff00', '#0000ff', '#00ffff', '#ff00ff'];

type Area = readonly [left: number, bottom: number, right: number, top: number];

/** Returns the colours of an area, except those of smoothed edges. */
function colorsIn({ at }: Raster, [left, bottom, right, top]: Area): string[] {
  const found = new Set<string>();
  for (let x = left; x < right; x += 0.2) for (let y = bottom; y < top; y += 0.2) found.add(at(x, y));
  return [WHITE, BLACK, RED, GREEN, BLUE, CYAN, MAGENTA].filter((color) => found.has(color));
}

async function picture(name: string) {
  const made = await convertOne(scratch, 'image', scratch.path(`${name}.dxf`), 'png', FINE);
  return { ...made, raster: await raster(made.path) };
}

describe('what is in a drawing', () => {
  let seen: Raster;
  beforeAll(async () => {
    const made = await picture('features');
    expect(made.warnings).toEqual([]);
    seen = made.raster;
  });

  test.each([
    ['inside of a clip', 40, 40, RED],
    ['outside of it', 25, 40, WHITE],
    ['inside of a clip that hides', 100, 40, WHITE],
    ['around it', 85, 40, RED],
    ['the last cell of an array', 212, 42, GREEN],
    ['inside of a boundary with an elliptic edge', 350, 53, MAGENTA],
    ['where the ellipse would be a circle', 350, 58, WHITE],
    ['beside the ellipse', 322, 53, WHITE],
    ['a line as white as the paper', 40, 180, BLACK],
    ['an area as white as the paper', 80, 180, WHITE],
    ['beside it', 72, 180, RED],
    ['the extension line of a dimension without a block', 250, 160, RED],
    ['its dimension line', 300, 170, RED],
    ['one of its arrowheads', 254, 170, RED],
  ])('%s', (_, x, y, color) => {
    expect(seen.at(x, y)).toBe(color);
  });

  test('the text of a dimension without a block is above its line', () => {
    expect(colorsIn(seen, [280, 171.5, 320, 185])).toEqual([WHITE, RED]);
  });

  test('attributes are repeated in the cells of an array', () => {
    for (const x of [156, 186, 216]) {
      for (const y of [20, 40]) expect(colorsIn(seen, [x, y, x + 18, y + 10])).toContain(BLUE);
    }
  });

  test('a gradient goes from its first colour to its second', () => {
    const [red, mixed, blue] = [262, 280, 298].map((x) => seen.at(x, 30));
    expect(red).toMatch(/^#[ef].00[01]./);
    expect(blue).toMatch(/^#[01].00[ef]./);
    expect(mixed).toMatch(/^#[6-9].00[6-9]./);
  });

  test('colours and heights inside of MTEXT', () => {
    expect(colorsIn(seen, [20, 89, 28, 101])).toEqual([WHITE, BLACK]);
    expect(colorsIn(seen, [31, 89, 40, 101])).toContain(RED);
    // The third letter is twice as high as the others.
    expect(colorsIn(seen, [42, 101.5, 62, 109])).toEqual([WHITE, GREEN]);
    expect(colorsIn(seen, [20, 101.5, 40, 109])).toEqual([WHITE]);
  });

  test('a line under MTEXT, and its alignment', () => {
    expect(inked(seen, [22, 127, 56, 129])).toBeGreaterThan(0.1);
    expect(colorsIn(seen, [20, 158, 90, 171])).toEqual([WHITE]);
    expect(colorsIn(seen, [98, 158, 121, 171])).toEqual([WHITE, MAGENTA]);
  });

  test('MTEXT is broken at its width', () => {
    for (const y of [160, 143.3, 126.7]) expect(colorsIn(seen, [130, y, 182, y + 10])).toEqual([WHITE, CYAN]);
    expect(colorsIn(seen, [190, 120, 240, 171])).toEqual([WHITE]);
  });
});

test('a solid is drawn by its edges, straight and round, where its model is', async () => {
  const { raster: seen, warnings } = await picture('solid');
  expect(warnings).toEqual([]);
  const isDark = (x: number, y: number) => inked(seen, [x - 0.6, y - 0.6, x + 0.6, y + 0.6]) > 0;
  expect([isDark(160, 120), isDark(160, 145), isDark(220, 100), isDark(200, 120), isDark(200, 100)]).toEqual([
    ...[true, false, true, true, false],
  ]);
});

test('a table whose cell has no value is shown by its block', async () => {
  const { raster: seen, warnings } = await picture('table');
  expect(warnings).toEqual([]);
  expect([seen.at(120, 110), seen.at(90, 110)]).toEqual([RED, WHITE]);
});

const corpora = process.env.CORPORA_DIR;

describe.skipIf(corpora === undefined)('real drawings of CORPORA_DIR', () => {
  const reported = (name: string) => join(corpora ?? '', 'reported/cad', name);
  const shown = async (path: string, width: number) => {
    const made = await convertOne(scratch, 'image', path, 'png', { width });
    return { ...made, raster: await raster(made.path) };
  };
  /** Returns the share of a picture that is not white. */
  const ink = (seen: Raster, [left, top, right, bottom]: Area): number => {
    let [dark, all] = [0, 0];
    for (let x = left; x < right; x += 1) {
      for (let y = top; y < bottom; y += 1) {
        all += 1;
        if (seen.pixel(x, y) !== WHITE) dark += 1;
      }
    }
    return dark / all;
  };

  test('a table alone is seen', async () => {
    const { raster: seen, warnings } = await shown(reported('acad_table_simple.dxf'), 1000);
    expect(warnings).toEqual([]);
    expect(ink(seen, [0, 0, seen.width, seen.height])).toBeGreaterThan(0.01);
  });

  test('both hatches have the same outline: one of edges, one of a polyline', async () => {
    const { raster: seen } = await shown(reported('hatches_2.dxf'), 1000);
    const half = Math.floor(seen.width / 2);
    const [edges, polyline] = [ink(seen, [0, 0, half, seen.height]), ink(seen, [half, 0, seen.width, seen.height])];
    expect(Math.abs(edges / polyline - 1)).toBeLessThan(0.05);
  });

  test('MTEXT has its colours', async () => {
    const { raster: seen } = await shown(reported('mtext_complex_inline_codes.dxf'), 4000);
    const colors = new Set<string>();
    for (let x = 0; x < seen.width; x += 1) for (let y = 0; y < 1400; y += 1) colors.add(seen.pixel(x, y));
    for (const color of [RED, GREEN, BLUE]) expect(colors).toContain(color);
  });

  test('clipped references have less than the one that is not clipped', async () => {
    const made = await convertOne(scratch, 'image', reported('xclip.dxf'), 'svg');
    expect((await readFile(made.path, 'utf8')).match(/<clipPath /g)).toHaveLength(8);
  });
});
