import { describe, expect, it } from 'vitest';
import { type Asked, converted, draw, photo, psnr, sizeOf, usePictures } from './support.ts';

usePictures();

describe('cropping', () => {
  it.each<[string, Asked]>([
    ['210x130+10+5', { crop_left: 10, crop_right: 20, crop_top: 5, crop_bottom: 25 }],
    ['240x159+0+1', { crop_top: 1 }],
    ['100x40+30+20', { crop_origin_x: 30, crop_origin_y: 20, crop_width: 100, crop_height: 40 }],
    ['100x160+0+0', { crop_width: 100 }],
    ['1x1+239+159', { crop_origin_x: 239, crop_origin_y: 159 }],
  ])('keeps %s, as ImageMagick does', async (area, options) => {
    const source = await photo();
    const result = await converted(source, options);
    expect(await psnr(result.path, await draw(source, '-crop', area, '+repage'))).toBe(Infinity);
    expect(result.warnings).toEqual([]);
  });

  it('cuts an area that reaches out at the edge, and says so', async () => {
    const result = await converted(await photo(), { crop_origin_x: 200, crop_width: 100, crop_height: 160 });
    expect(await sizeOf(result.path)).toBe('40x160');
    expect(result.warnings).toMatchObject([{ code: 'option_adjusted', option: 'crop_width' }]);
  });

  it.each<[string, Asked]>([
    ['crop_left', { crop_left: 120, crop_right: 120 }],
    ['crop_top', { crop_bottom: 199999 }],
    ['crop_origin_x', { crop_origin_x: 240 }],
    ['crop_origin_y', { crop_origin_y: 160, crop_height: 1 }],
  ])('refuses to leave nothing, and names %s', async (option, options) => {
    await expect(converted(await photo(), options)).rejects.toMatchObject({
      code: 'option_invalid',
      details: { option, width: 240, height: 160 },
    });
  });

  it('comes before resizing: width and height are those of the result', async () => {
    const result = await converted(await photo(), { crop_left: 120, width: 60, height: 80 });
    expect(await sizeOf(result.path)).toBe('60x80');
  });
});
