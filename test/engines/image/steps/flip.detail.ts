import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Asked, converted, draw, photo, psnr, rgba, seeThrough, sizeOf, usePictures } from './support.ts';

usePictures();

/** What ImageMagick calls the same. */
const THEIRS = { horizontal: ['-flop'], vertical: ['-flip'], both: ['-flop', '-flip'] } as const;
const AXES = ['horizontal', 'vertical', 'both'] as const;

describe('flip', () => {
  it.each(AXES)('%s, pixel for pixel, as ImageMagick', async (flip) => {
    for (const source of [await photo(), await seeThrough()]) {
      const [own, theirs] = [await converted(source, { flip }), await rgba(source, ...THEIRS[flip])];
      expect((await rgba(own.path)).equals(theirs)).toBe(true);
    }
  });

  it.each<[Asked, string[]]>([
    [{ crop_left: 40 }, ['-crop', '200x160+40+0', '+repage']],
    [{ rotate: 90 }, ['-rotate', '90']],
    [{ rotate: 270, crop_top: 20 }, ['-crop', '240x140+0+20', '+repage', '-rotate', '270']],
    [{ color: 'negate' }, ['-negate']],
  ])('comes after %o', async (options, theirs) => {
    const source = await photo();
    const own = await converted(source, { ...options, flip: 'horizontal' });
    expect(await psnr(own.path, await draw(source, ...theirs, '-flop'))).toBe(Infinity);
  });

  it.each([3, 6, 8])('comes after turning upright by Exif orientation %d', async (orientation) => {
    const camera = `${await photo()}-flip-${orientation}.jpg`;
    await sharp(await photo())
      .withMetadata({ orientation })
      .jpeg({ quality: 95 })
      .toFile(camera);
    const own = await converted(camera, { flip: 'horizontal' });
    const theirs = await draw(camera, '-auto-orient', '-flop');
    expect(await sizeOf(own.path)).toBe(await sizeOf(theirs));
    expect(await psnr(own.path, theirs)).toBeGreaterThan(26);
  });

  it('mirrors a picture that was resized', async () => {
    const source = await photo();
    const own = await converted(source, { flip: 'both', width: 100, height: 70 });
    const theirs = await draw(source, '-filter', 'Lanczos', '-resize', '100x70!', '-flip', '-flop');
    expect(await psnr(own.path, theirs)).toBeGreaterThan(38);
  });
});
