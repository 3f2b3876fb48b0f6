import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { alphaOf, converted, draw, photo, pixelAt, psnr, seeThrough, usePictures } from './support.ts';

usePictures();

/** A ring on a white page: white inside and outside of it. */
const ring = (...args: string[]): Promise<string> =>
  draw(
    '-size',
    '100x100',
    'xc:white',
    '-fill',
    'none',
    '-stroke',
    '#203080',
    '-strokewidth',
    '8',
    '-draw',
    'circle 50,50 50,20',
    ...args,
  );

describe('alpha_channel by a color', () => {
  it('makes it transparent everywhere, as ImageMagick does', async () => {
    const source = await ring();
    const result = await converted(source, { alpha_channel: '#ffffff' });
    expect(result.hasAlpha).toBe(true);
    expect(await pixelAt(result.path, 2, 2)).toEqual([255, 255, 255, 0]);
    expect((await pixelAt(result.path, 50, 50))[3]).toBe(0);
    expect(await pixelAt(result.path, 50, 20)).toEqual([0x20, 0x30, 0x80, 255]);
    const theirs = await draw(source, '-fuzz', '2%', '-transparent', 'white', '-alpha', 'extract');
    expect(await psnr(await draw(result.path, '-alpha', 'extract'), theirs)).toBeGreaterThan(25);
  });

  it.each([
    ['#6496c8', 0],
    ['#6496d4', 0],
    ['#588abc', 0],
    ['#6496d5', 255],
    ['#576496', 255],
    ['#64a396', 255],
  ])('takes colours within 12 a channel: %s', async (color, alpha) => {
    const source = await draw('-size', '20x20', 'xc:#000000', '-fill', '#6496c8', '-draw', 'rectangle 5,5 15,15');
    const result = await converted(source, { alpha_channel: color });
    expect((await pixelAt(result.path, 10, 10))[3]).toBe(alpha);
    expect((await pixelAt(result.path, 0, 0))[3]).toBe(255);
    expect(result.warnings.map((warning) => warning.code)).toEqual(alpha === 0 ? [] : ['option_no_effect']);
  });

  it('adds to the transparency that is there', async () => {
    const source = await seeThrough();
    const before = await alphaOf(source);
    const result = await converted(source, { alpha_channel: '#20a040' });
    const after = await alphaOf(result.path);
    expect((await pixelAt(result.path, 115, 125))[3]).toBe(0);
    expect(after[130 * 240 + 200]).toBe(before[130 * 240 + 200]);
    expect(after.every((alpha, at) => alpha === 0 || alpha === before[at])).toBe(true);
  });
});

describe('alpha_channel auto_create', () => {
  it('takes the background from the edges inwards, and leaves its colour inside', async () => {
    const result = await converted(await ring(), { alpha_channel: 'auto_create' });
    expect((await pixelAt(result.path, 2, 2))[3]).toBe(0);
    expect((await pixelAt(result.path, 97, 50))[3]).toBe(0);
    expect(await pixelAt(result.path, 50, 50)).toEqual([255, 255, 255, 255]);
  });

  it('finds the most frequent colour of the border, with the noise of a JPEG', async () => {
    const clean = await draw(await ring(), '-fill', '#c03030', '-draw', 'rectangle 0,90 30,99');
    const jpeg = `${clean}.jpg`;
    await sharp(clean).jpeg({ quality: 80 }).toFile(jpeg);
    for (const path of [jpeg, await draw(clean, '-seed', '3', '-attenuate', '0.1', '+noise', 'Uniform')]) {
      const result = await converted(path, { alpha_channel: 'auto_create' });
      expect((await pixelAt(result.path, 97, 50))[3]).toBe(0);
      expect((await pixelAt(result.path, 10, 95))[3]).toBe(255);
      expect((await pixelAt(result.path, 50, 50))[3]).toBe(255);
    }
  });

  it('says so where the border is transparent already', async () => {
    const source = await draw('-size', '40x40', 'xc:none', '-fill', 'red', '-draw', 'rectangle 10,10 30,30');
    const result = await converted(source, { alpha_channel: 'auto_create' });
    expect(await alphaOf(result.path)).toEqual(await alphaOf(source));
    expect(result.warnings).toMatchObject([{ code: 'option_no_effect', option: 'alpha_channel' }]);
  });

  it.each(['1x1', '1x30', '30x1', '2x2'])('works on %s', async (size) => {
    const result = await converted(await draw('-size', size, 'xc:orange'), { alpha_channel: 'auto_create' });
    expect((await alphaOf(result.path)).every((alpha) => alpha === 0)).toBe(true);
  });
});

it.each(['#ffffff', 'auto_create'])(
  'alpha_channel %s on a target without transparency does nothing, and says so',
  async (alpha_channel) => {
    const source = await photo();
    const result = await converted(source, { alpha_channel }, { alpha: false });
    expect(await psnr(result.path, source)).toBe(Infinity);
    expect(result.warnings).toMatchObject([{ code: 'option_no_effect', option: 'alpha_channel' }]);
  },
);

it('antialias says that it concerns drawings', async () => {
  const source = await photo();
  const result = await converted(source, { antialias: true });
  expect(result.warnings).toMatchObject([{ code: 'option_no_effect', option: 'antialias' }]);
  expect((await converted(source, { antialias: false }, { isDrawn: true })).warnings).toEqual([]);
});
