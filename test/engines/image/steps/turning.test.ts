import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { alphaOf, converted, draw, figure, photo, pixelAt, psnr, rgba, seeThrough, sizeOf } from './support.ts';

/** A page of words of several lengths, turned clockwise by so many degrees over white; a picture of pixels only. */
async function page(degrees: number, size = '500x600'): Promise<string> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const words: string[] = [];
  for (let y = 40, line = 0; y < height - 40; y += 16, line += 1)
    for (let x = 40, word = 0; x < width - 60; word += 1) {
      const length = 10 + ((line * 7 + word * 13) % 29);
      words.push(`rectangle ${x},${y} ${x + length},${y + 5 + ((line + word) % 3)}`);
      x += length + 6;
    }
  const turned = ['-background', 'white', '-rotate', String(degrees), '+repage'];
  return draw('-size', size, 'xc:white', '-fill', '#222222', '-draw', words.join(' '), ...turned);
}

/** The angle that ImageMagick measures, clockwise. */
const skewByImageMagick = async (path: string): Promise<number> =>
  -(await figure(path, '%[deskew:angle]', '-background', 'white', '-deskew', '40%'));

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

  it.each([1, 3, 6, 8])(
    'comes after turning upright by Exif orientation %d, whatever else is asked for',
    async (orientation) => {
      const source = await photo();
      const camera = `${source}.jpg`;
      await sharp(source)
        .withMetadata({ orientation })
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        .toFile(camera);
      const upright = await draw(camera, '-auto-orient');
      for (const options of [
        {},
        { width: 60, height: 50 },
        { crop_left: 20 },
        { crop_left: 20, width: 60, height: 50 },
      ]) {
        for (const rotate of [90, 180, 270]) {
          const [one, other] = [
            await converted(camera, { ...options, rotate }),
            await converted(upright, { ...options, rotate }),
          ];
          expect(await sizeOf(one.path)).toBe(await sizeOf(other.path));
          expect(await sizeOf(one.path)).toBe(`${one.width}x${one.height}`);
          expect(await psnr(one.path, other.path)).toBeGreaterThan(26);
        }
      }
    },
  );

  it.each([1, 33, 45, 120, 199, 359])('by %d degrees clockwise, the canvas grows', async (rotate) => {
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
  });

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

  it('corners are white where the target holds no transparency', async () => {
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

describe('deskew', () => {
  it.each([2, 4, 7, -3, -9.5])('a page turned by %d degrees is straight', async (degrees) => {
    const tilted = await page(degrees);
    // ImageMagick's own measure is no good above about 9 degrees.
    if (Math.abs(degrees) < 9) expect(Math.abs((await skewByImageMagick(tilted)) - degrees)).toBeLessThan(0.3);
    const result = await converted(tilted, { deskew: true });
    expect(Math.abs(await skewByImageMagick(result.path))).toBeLessThanOrEqual(0.15);
    expect(result.warnings).toEqual([]);
    expect(result.hasAlpha).toBe(false);
    expect(await pixelAt(result.path, 0, 0)).toEqual([255, 255, 255, 255]);
  });

  it('a large page as well as ImageMagick', async () => {
    const straight = await page(0, '1200x1500');
    const tilted = await page(4, '1200x1500');
    const middle = ['-gravity', 'Center', '-crop', '900x900+0+0', '+repage'];
    const own = (await converted(tilted, { deskew: true })).path;
    const theirs = await draw(tilted, '-background', 'white', '-deskew', '40%', '+repage');
    const [wanted, ours, others] = await Promise.all([straight, own, theirs].map((path) => draw(path, ...middle)));
    const [ourQuality, otherQuality] = [await psnr(wanted ?? '', ours ?? ''), await psnr(wanted ?? '', others ?? '')];
    expect(ourQuality).toBeGreaterThan(otherQuality - 1);
  });

  it('works on the negative and on a transparent page, whose corners become transparent', async () => {
    const tilted = await page(4);
    const negative = await draw(tilted, '-negate');
    const transparent = await draw(tilted, '-transparent', 'white');
    const [one, two] = await Promise.all([negative, transparent].map((path) => converted(path, { deskew: true })));
    expect(Math.abs(await skewByImageMagick(await draw(one?.path ?? '', '-negate')))).toBeLessThanOrEqual(0.2);
    const flat = await draw(two?.path ?? '', '-background', 'white', '-flatten');
    expect(Math.abs(await skewByImageMagick(flat))).toBeLessThanOrEqual(0.15);
    expect((await pixelAt(two?.path ?? '', 0, 0))[3]).toBe(0);
  });

  it.each([0, 0.2])('a page turned by %d degrees stays as it is', async (degrees) => {
    const source = await page(degrees);
    const result = await converted(source, { deskew: true });
    expect(await psnr(result.path, source)).toBe(Infinity);
    expect(result.warnings).toEqual([]);
  });

  it.each([
    ['noise', ['-seed', '5', '-size', '300x300', 'xc:gray', '+noise', 'Random', '-colorspace', 'Gray']],
    ['one colour', ['-size', '300x300', 'xc:orange']],
    ['a plasma', ['-seed', '5', '-size', '300x300', 'plasma:fractal']],
    ['a disc', ['-size', '300x300', 'xc:white', '-draw', 'circle 150,150 150,60']],
  ])('%s has no angle: nothing is turned, and the user is told', async (_, args) => {
    const source = await draw(...args);
    const result = await converted(source, { deskew: true });
    expect(await psnr(result.path, source)).toBe(Infinity);
    expect(result.warnings).toMatchObject([{ code: 'option_no_effect', option: 'deskew' }]);
  });

  it('a page turned by more than 10 degrees stays as it is, and the user is told', async () => {
    const result = await converted(await page(14), { deskew: true });
    expect(result.warnings).toMatchObject([{ code: 'option_no_effect', option: 'deskew' }]);
  });
});
