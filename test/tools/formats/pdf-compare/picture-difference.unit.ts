import { describe, expect, test } from 'vitest';
import { type Picture, parsePixmaps } from '../../../../tools/formats/pdf-compare/picture.ts';
import { type ColorChange, pictureDifference } from '../../../../tools/formats/pdf-compare/picture-difference.ts';

type Color = readonly [red: number, green: number, blue: number];

const [WIDTH, HEIGHT] = [200, 300];
const WHITE: Color = [255, 255, 255];

/** Makes a page from the colour of each pixel. */
function picture(colorAt: (x: number, y: number) => Color, width = WIDTH, height = HEIGHT): Picture {
  const pixels = new Uint8Array(3 * width * height);
  for (let at = 0; at < width * height; at += 1) pixels.set(colorAt(at % width, Math.floor(at / width)), 3 * at);
  return { width, height, pixels };
}

/** A square of one colour on white. */
const square = (color: Color, side = 60): Picture =>
  picture((x, y) => (x >= 40 && x < 40 + side && y >= 40 && y < 40 + side ? color : WHITE));

const blank = picture(() => WHITE);
const tolerance = (colors: ColorChange, dpi: number | null = null) => ({ colors, dpi });

describe('no difference', () => {
  test.each([
    ['the same', square([255, 0, 0]), square([255, 0, 0]), tolerance('none')],
    ['a shade that is hardly another', square([200, 60, 60]), square([210, 50, 65]), tolerance('none')],
    ['noise of JPEG', square([120, 120, 120]), noisy(square([120, 120, 120]), 40), tolerance('none')],
    ['a row of pixels less', square([0, 0, 0]), picture(() => WHITE, WIDTH, HEIGHT - 1), tolerance('inks'), 'blank'],
    ['red as the grey of its luminance', square([255, 0, 0]), square([127, 127, 127]), tolerance('gray')],
    ['red as the grey of its luma', square([255, 0, 0]), square([76, 76, 76]), tolerance('imagesGray')],
    ['another ink of the same lightness', square([0, 173, 239]), square([83, 174, 229]), tolerance('inks')],
    ['a picture of few pixels', square([0, 0, 0], 8), square([0, 0, 0], 12), tolerance('none', 20)],
  ] as const)('%s', (_, before, after, allowed, found: string | null = null) => {
    expect(pictureDifference(before, after, allowed)).toBe(found);
  });
});

describe('a difference', () => {
  test.each([
    ['a page that became white', square([0, 0, 0]), blank, tolerance('none'), 'blank'],
    ['something that was not there', blank, square([0, 0, 0]), tolerance('none'), 'different'],
    ['a tint that is gone', square([215, 215, 215]), blank, tolerance('none'), 'blank'],
    ['another colour as light', square([255, 0, 0]), square([0, 145, 0]), tolerance('none'), 'different'],
    ['what stays in colour', square([255, 0, 0]), square([255, 0, 0]), tolerance('gray'), 'in colour'],
    ['red as black', square([255, 0, 0]), square([0, 0, 0]), tolerance('gray'), 'different'],
    ['another size', blank, picture(() => WHITE, HEIGHT, WIDTH), tolerance('none'), 'different'],
    ['a small mark that is gone', square([0, 0, 0], 10), blank, tolerance('none', 150), 'blank'],
  ] as const)('%s', (_, before, after, allowed, found) => {
    expect(pictureDifference(before, after, allowed)).toBe(found);
  });
});

/** Makes pixels lighter and darker by this much, in turn. */
function noisy(source: Picture, by: number): Picture {
  const pixels = source.pixels.map((value, at) => Math.max(0, Math.min(255, value + (at % 2 === 0 ? by : -by))));
  return { ...source, pixels };
}

describe('pixmaps of several pages', () => {
  const page = (width: number, height: number) =>
    Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), Buffer.alloc(3 * width * height, 7)]);

  test('each with its size and pixels', () => {
    const found = parsePixmaps(Buffer.concat([page(2, 3), page(5, 1)]));
    expect(found.map(({ width, height, pixels }) => [width, height, pixels.length])).toEqual([
      [2, 3, 18],
      [5, 1, 15],
    ]);
    expect(found[1]?.pixels.every((value) => value === 7)).toBe(true);
  });

  test('one that is cut short is left out', () => {
    expect(parsePixmaps(Buffer.concat([page(2, 3), page(5, 1).subarray(0, -1)]))).toHaveLength(1);
    expect(parsePixmaps(Buffer.from('nonsense'))).toEqual([]);
  });
});
