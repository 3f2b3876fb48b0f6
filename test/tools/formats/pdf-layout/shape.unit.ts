import { describe, expect, test } from 'vitest';
import { linesPlace, shapeOf } from '../../../../tools/formats/pdf-layout/shape.ts';
import type { Line } from '../../../../tools/formats/pdf-text/reading/page.ts';

const COLUMN = { x0: 100, x1: 500 };

/** Lines of 10 points from x0 to x1, 12 points apart. */
const lines = (...places: readonly (readonly [number, number])[]): Line[] =>
  places.map(([x0, x1], index) => ({
    x0,
    x1,
    y0: 100 + 12 * index,
    y1: 110 + 12 * index,
    words: [],
    block: 0,
    line: index,
    size: 10,
    rtl: false,
  }));

describe('the place of lines says how a paragraph is aligned', () => {
  test.each([
    ['justified', lines([112, 500], [100, 500], [100, 500], [100, 250]), 'both', { left: 0, right: 0, first: 12 }],
    ['left', lines([100, 480], [100, 495], [100, 470], [100, 250]), 'left', { left: 0, first: 0 }],
    ['further in, and held back', lines([140, 400], [140, 420], [140, 300]), 'left', { left: 40, right: 65, first: 0 }],
    ['centred lines', lines([150, 450], [200, 400]), 'center', { left: 0, right: 0, first: 0 }],
    ['one centred line', lines([200, 400]), 'center', { left: 0, right: 0, first: 0 }],
    ['one line at the right', lines([400, 500]), 'right', { left: 0, right: 0, first: 0 }],
    ['one line at the left', lines([100, 200]), 'left', { left: 0, right: 0, first: 0 }],
  ] as const)('%s', (_, given, align, indent) => {
    expect(shapeOf(given, COLUMN, null)).toMatchObject({ align, indent });
  });

  test('an item hangs by its mark', () => {
    expect(shapeOf(lines([110, 490], [128, 480]), COLUMN, 128)).toMatchObject({ indent: { left: 28, first: -18 } });
  });
});

test('lines have the distance that they have on the page', () => {
  const { pitch, top, bottom } = linesPlace(lines([100, 500], [100, 500], [100, 300]));
  expect(pitch).toBe(12);
  expect(bottom - top).toBe(36);
});
