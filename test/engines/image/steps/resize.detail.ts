import { describe, expect, it } from 'vitest';
import {
  type Asked,
  alphaOf,
  converted,
  draw,
  figure,
  photo,
  pixelAt,
  psnr,
  seeThrough,
  sizeOf,
  usePictures,
} from './support.ts';

usePictures();

describe('the size of the result', () => {
  it.each<[string, Asked]>([
    ['120x40', { width: 120, height: 40 }],
    ['120x80', { width: 120 }],
    ['60x40', { height: 40 }],
    ['480x320', { width: 480 }],
    ['120x160', { resize_by: 'perc', width: 50, height: 100 }],
    ['60x40', { resize_by: 'perc', width: 25 }],
    ['200x300', { resize_by: 'inches', width: 2, height: 3 }],
    ['197x79', { resize_by: 'cm', width: 5, height: 2 }],
    ['197x79', { resize_by: 'mm', width: 50, height: 20 }],
    ['120x160', { resolution_unit: 'perc', width: 50, height: 100 }],
    ['120x40', { resolution_unit: 'perc', resize_by: 'px', width: 120, height: 40 }],
    ['240x240', { aspect_ratio: '1:1' }],
    ['160x160', { aspect_ratio: '1:1', resize_handling: 'keep_aspect_ratio_crop' }],
    ['240x135', { aspect_ratio: '16:9', resize_handling: 'keep_aspect_ratio_crop' }],
    ['240x240', { aspect_ratio: '1:1', resize_handling: 'keep_aspect_ratio_fill_black' }],
    ['284x160', { aspect_ratio: '16:9', resize_handling: 'keep_aspect_ratio_fill_white' }],
    ['240x240', { aspect_ratio: '1:1', width: 10, height: 10 }],
    ['1x1', { width: 1, height: 1 }],
    ['24x1', { resize_by: 'perc', width: 10, height: 0.01 }],
  ])('%s by %o', async (size, options) => {
    const result = await converted(await photo(), options, { density: 100 });
    expect(await sizeOf(result.path)).toBe(size);
    expect(`${result.width}x${result.height}`).toBe(size);
  });

  it('is refused where it has more pixels than are made', async () => {
    await expect(converted(await photo(), { width: 200000 })).rejects.toMatchObject({
      code: 'option_invalid',
      details: { option: 'width' },
    });
  });

  it.each<[string, Asked]>([
    ['resize_handling', { resize_handling: 'keep_aspect_ratio_crop' }],
    ['resize_by', { resize_by: 'cm' }],
  ])('%s without a size says that it has no effect', async (option, options) => {
    const source = await photo();
    const result = await converted(source, options);
    expect(result.warnings).toMatchObject([{ code: 'option_no_effect', option }]);
    expect(await psnr(result.path, source)).toBe(Infinity);
  });
});

describe('resize_handling', () => {
  it('stretch distorts', async () => {
    const source = await photo();
    const result = await converted(source, { width: 100, height: 100 });
    expect(await psnr(result.path, await draw(source, '-filter', 'Lanczos', '-resize', '100x100!'))).toBeGreaterThan(
      38,
    );
  });

  it('keep_aspect_ratio_crop cuts off what sticks out', async () => {
    const source = await photo();
    const result = await converted(source, { width: 100, height: 100, resize_handling: 'keep_aspect_ratio_crop' });
    const args = ['-filter', 'Lanczos', '-resize', '100x100^', '-gravity', 'Center', '-extent', '100x100'];
    expect(await psnr(result.path, await draw(source, ...args))).toBeGreaterThan(38);
  });

  it.each([
    ['black', 'keep_aspect_ratio_fill_black', [0, 0, 0, 255]],
    ['white', 'keep_aspect_ratio_fill_white', [255, 255, 255, 255]],
    ['none', 'keep_aspect_ratio_fill_transparent', [0, 0, 0, 0]],
  ] as const)('bars are %s', async (color, resize_handling, bar) => {
    const source = await photo();
    const result = await converted(source, { width: 120, height: 120, resize_handling });
    for (const y of [0, 19, 100, 119]) expect(await pixelAt(result.path, 60, y)).toEqual(bar);
    const args = ['-filter', 'Lanczos', '-resize', '120x80!', '-background', color, '-gravity', 'Center'];
    expect(await psnr(result.path, await draw(source, ...args, '-extent', '120x120'))).toBeGreaterThan(38);
  });

  it('white bars do not fill what is transparent inside the picture', async () => {
    const result = await converted(await seeThrough(), {
      ...{ width: 120, height: 120, resize_handling: 'keep_aspect_ratio_fill_white' },
    });
    expect(await pixelAt(result.path, 5, 5)).toEqual([255, 255, 255, 255]);
    expect((await pixelAt(result.path, 5, 60))[3]).toBe(0);
  });

  it('bars at the sides, where the picture is too narrow', async () => {
    const result = await converted(await photo(), {
      ...{ width: 240, height: 80, resize_handling: 'keep_aspect_ratio_fill_black' },
    });
    for (const x of [0, 59, 180, 239]) expect(await pixelAt(result.path, x, 40)).toEqual([0, 0, 0, 255]);
    expect(await pixelAt(result.path, 85, 20)).not.toEqual([0, 0, 0, 255]);
  });

  it('a target without transparency gets white bars instead of transparent ones, and the user is told', async () => {
    const options = { width: 120, height: 120, resize_handling: 'keep_aspect_ratio_fill_transparent' } as const;
    const result = await converted(await photo(), options, { alpha: false });
    expect(await pixelAt(result.path, 60, 5)).toEqual([255, 255, 255, 255]);
    expect(result.warnings).toMatchObject([{ code: 'option_adjusted', option: 'resize_handling' }]);
  });

  it('blurred bars show the picture itself, without its details, and the middle is sharp', async () => {
    const source = await photo();
    const size = { width: 240, height: 400 };
    const result = await converted(source, { ...size, resize_handling: 'keep_aspect_ratio_fill_blurred' });
    expect(await sizeOf(result.path)).toBe('240x400');
    const bar = ['-crop', '240x120+0+0', '+repage'];
    const middle = await draw(result.path, '-crop', '240x160+0+120', '+repage');
    expect(await psnr(middle, source)).toBeGreaterThan(50);
    // What a sharp cover of the whole would show there.
    const cover = await draw(source, '-resize', '240x400^', '-gravity', 'Center', '-extent', '240x400');
    const detail = ['-morphology', 'Edge', 'Square', '-colorspace', 'Gray'];
    const [blurredDetail, sharpDetail, blurredMean, sharpMean] = await Promise.all([
      figure(result.path, '%[fx:maxima]', ...bar, ...detail),
      figure(cover, '%[fx:maxima]', ...bar, ...detail),
      figure(result.path, '%[fx:mean]', ...bar),
      figure(cover, '%[fx:mean]', ...bar),
    ]);
    expect(blurredDetail).toBeLessThan(sharpDetail / 2);
    expect(Math.abs(blurredMean - sharpMean)).toBeLessThan(0.05);
  });

  it('blurred bars of a transparent picture leave its transparent parts alone', async () => {
    const source = await seeThrough();
    const options = { width: 240, height: 300, resize_handling: 'keep_aspect_ratio_fill_blurred' } as const;
    const result = await converted(source, options);
    const middle = await draw(result.path, '-crop', '240x160+0+70', '+repage');
    expect(await alphaOf(middle)).toEqual(await alphaOf(source));
    // Not darkened by the black that hides under the transparent part: as bright as the same of what is seen.
    const over = await converted(await draw(source, '-background', 'white', '-flatten'), options);
    const flat = await draw(result.path, '-background', 'white', '-flatten');
    expect(await psnr(flat, over.path)).toBeGreaterThan(30);
  });

  it.each(['16x4', '3x300', '1x1'])('blurred bars at %s', async (size) => {
    const [width, height] = size.split('x').map(Number) as [number, number];
    const result = await converted(await photo(), { width, height, resize_handling: 'keep_aspect_ratio_fill_blurred' });
    expect(await sizeOf(result.path)).toBe(size);
  });
});
