import { describe, expect, test } from 'vitest';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import {
  distillArguments,
  distillationOf,
  jpegCoding,
} from '../../../../engines/document/operations/quality/distill-arguments.ts';
import { nextLevel, reduction } from '../../../../engines/document/operations/quality/file-size.ts';

const of = (options: Partial<PdfOptions>) =>
  distillationOf({ allow_multiple_outputs: false, linearize: false, ...options }, '1.7');

describe('which option wins', () => {
  test('quality over compression strong, which is ebook', () => {
    expect(of({ compression: 'strong' })).toEqual(of({ quality: 'ebook' }));
    expect(of({ compression: 'strong', quality: 'printer' })).toEqual(of({ quality: 'printer' }));
  });

  test('dpi, images_quality and color over quality, each for its own', () => {
    const { images, color } = of({ quality: 'screen', dpi: 200, images_quality: 60, color: 'cmyk' });
    expect(images).toEqual({
      coding: 'recode',
      jpeg: { qFactor: 0.8, halfColor: true },
      downsample: { dpi: 200, monoDpi: 200, threshold: 1 },
    });
    expect(color).toBe('CMYK');
    expect(of({ quality: 'screen', dpi: 200 }).images.jpeg).toEqual(of({ quality: 'screen' }).images.jpeg);
  });

  test('images stay as they are where nothing is said of them', () => {
    expect(of({ filters: [{ filter_name: 'remove_text' }] }).images).toMatchObject({
      coding: 'keep',
      downsample: null,
    });
    expect(of({ color: 'gray' }).images.coding).toBe('auto');
    expect(of({ quality: 'insane', dpi: 100 }).images.coding).toBe('auto');
  });
});

test('a filter named twice is one', () => {
  const filters = [{ filter_name: 'remove_text' }, { filter_name: 'remove_text' }] as const;
  expect(of({ filters: [...filters] }).remove).toEqual(['TEXT']);
});

test("the scale of the tables is libjpeg's", () => {
  expect([10, 25, 50, 75, 90, 100].map((quality) => jpegCoding(quality).qFactor)).toEqual([5, 2, 1, 0.5, 0.2, 0.01]);
});

test('arguments end with PostScript of our own words only', () => {
  const args = distillArguments(of({ quality: 'prepress' }));
  expect(args.at(-2)).toBe('-c');
  expect(args.at(-1)).toMatch(/^<< \/BeginPage \{ pop << [\w\s/.<>[\]]+ >> setdistillerparams \} >> setpagedevice$/);
});

test('the search guesses between the ends, and keeps away from them', () => {
  const ends = [
    { level: -1, bytes: 1e6 },
    { level: 1, bytes: 1e4 },
  ] as const;
  expect(nextLevel(...ends, 1e5)).toBeCloseTo(0, 1);
  expect(nextLevel(...ends, 1.01e4)).toBeCloseTo(0.7);
  expect(nextLevel(...ends, 1e6)).toBeCloseTo(-0.7);
});

test('each level is smaller than the one before', () => {
  const levels = [-1, -0.5, -0.1, 0.1, 0.5, 1].map((level) => reduction(level, '1.7').images);
  const dpi = levels.map(({ downsample }) => downsample?.dpi ?? 0);
  const factors = levels.map(({ jpeg }) => jpeg.qFactor);
  expect(dpi).toEqual([...dpi].sort((a, b) => b - a));
  expect(factors).toEqual([...factors].sort((a, b) => a - b));
});
