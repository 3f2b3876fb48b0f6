import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sample } from '../../../support/sample.ts';
import {
  type Asked,
  alphaOf,
  converted,
  draw,
  figure,
  photo,
  pixelAt,
  psnr,
  rgba,
  seeThrough,
  sizeOf,
  usePictures,
} from './support.ts';

usePictures();

/** Every orientation that keeps left and right, each turn, and what else works on the sides of a picture. */
const EXIF = [1, 3, 6, 8].flatMap((orientation) =>
  [{}, { width: 60, height: 50 }, { crop_left: 20 }, { crop_left: 20, width: 60, height: 50 }].flatMap((others) =>
    [90, 180, 270].map((rotate): Asked & { orientation: number } => ({ orientation, ...others, rotate })),
  ),
);

describe('rotate', () => {
  it.each([90, 180, 270])('by %d degrees pixel for pixel, as ImageMagick', async (rotate) => {
    for (const source of [await photo(), await seeThrough()]) {
      const result = await converted(source, { rotate });
      const [own, theirs] = await Promise.all([rgba(result.path), rgba(source, '-rotate', String(rotate))]);
      expect(own.equals(theirs)).toBe(true);
      expect(await sizeOf(result.path)).toBe(`${result.width}x${result.height}`);
    }
  });

  it('comes before resizing and after cropping', async () => {
    const source = await photo();
    const result = await converted(source, { rotate: 90, crop_right: 40, width: 80, height: 100 });
    expect(await sizeOf(result.path)).toBe('80x100');
    const args = ['-crop', '200x160+0+0', '+repage', '-rotate', '90', '-filter', 'Lanczos', '-resize', '80x100!'];
    expect(await psnr(result.path, await draw(source, ...args))).toBeGreaterThan(38);
  });

  it.each(sample('Exif and rotate', EXIF, 6))('comes after turning upright by Exif: %o', async (asked) => {
    const { orientation, ...options } = asked;
    const source = await photo();
    const camera = `${source}-${orientation}.jpg`;
    await sharp(source).withMetadata({ orientation }).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toFile(camera);
    const upright = await draw(camera, '-auto-orient');
    const [one, other] = [await converted(camera, options), await converted(upright, options)];
    expect(await sizeOf(one.path)).toBe(await sizeOf(other.path));
    expect(await sizeOf(one.path)).toBe(`${one.width}x${one.height}`);
    expect(await psnr(one.path, other.path)).toBeGreaterThan(26);
  });

  it.each(sample('angles', [1, 33, 45, 120, 199, 359], 2))(
    'by %d degrees clockwise, the canvas grows',
    async (rotate) => {
      const source = await photo();
      const result = await converted(source, { rotate });
      const angle = (rotate * Math.PI) / 180;
      const [across, along] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
      expect(result.width).toBe(Math.ceil(240 * across + 160 * along));
      expect(result.height).toBe(Math.ceil(240 * along + 160 * across));
      // The middle alone: ImageMagick's canvas is larger by some pixels of border.
      const middle = ['-gravity', 'Center', '-crop', '100x100+0+0', '+repage'];
      const own = await draw(result.path, '-background', 'white', '-flatten', ...middle);
      const distort = [
        '-virtual-pixel',
        'Transparent',
        '-filter',
        'Point',
        '-interpolate',
        'Bilinear',
        '+distort',
        'SRT',
      ];
      const theirs = [source, '-alpha', 'set', ...distort, String(rotate), '+repage'];
      const sized = ['-gravity', 'Center', '-background', 'none', '-extent', `${result.width}x${result.height}`];
      const fitted = await draw(...theirs, ...sized, '-background', 'white', '-flatten', ...middle);
      expect(await psnr(own, fitted)).toBeGreaterThan(26);
    },
  );

  it('corners are transparent where the target holds that, and the edge is not dark', async () => {
    const white = await draw('-size', '120x80', 'xc:white');
    const result = await converted(white, { rotate: 30 });
    expect(result.hasAlpha).toBe(true);
    expect(await pixelAt(result.path, 0, 0)).toEqual([255, 255, 255, 0]);
    expect((await pixelAt(result.path, result.width >> 1, result.height >> 1))[3]).toBe(255);
    expect(await figure(result.path, '%[fx:minima]', '-alpha', 'off')).toBe(1);
    // As much is opaque as the picture was large.
    const opaque = (await alphaOf(result.path)).reduce((sum, alpha) => sum + alpha / 255, 0);
    expect(Math.abs(opaque - 120 * 80)).toBeLessThan(100);
  });

  it('corners are white where the target does not support transparency', async () => {
    const black = await draw('-size', '120x80', 'xc:black');
    const result = await converted(black, { rotate: 30 }, { alpha: false });
    expect(result.hasAlpha).toBe(false);
    expect(await pixelAt(result.path, 0, 0)).toEqual([255, 255, 255, 255]);
    expect(await pixelAt(result.path, result.width >> 1, result.height >> 1)).toEqual([0, 0, 0, 255]);
    const dark = await figure(result.path, '%[fx:(1-mean)*w*h]');
    expect(Math.abs(dark - 120 * 80)).toBeLessThan(100);
  });

  it('of a transparent picture: what is hidden is not seen at the edges', async () => {
    const source = await draw('-size', '100x100', 'xc:#00000000', '-fill', '#ff0000', '-draw', 'rectangle 30,30 70,70');
    const result = await converted(source, { rotate: 20 });
    const pixels = await rgba(result.path);
    for (let at = 0; at < pixels.length; at += 4)
      if ((pixels[at + 3] ?? 0) > 0) expect([...pixels.subarray(at, at + 3)]).toEqual([255, 0, 0]);
  });

  it('is refused where the canvas would have more pixels than are made', async () => {
    const wide = await draw('-size', '15000x1', 'xc:red');
    await expect(converted(wide, { rotate: 45 })).rejects.toMatchObject({
      code: 'option_invalid',
      details: { option: 'rotate' },
    });
  });
});
