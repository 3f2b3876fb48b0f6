import { describe, expect, it } from 'vitest';
import type { ImageOptions } from '../../../../engines/image/options.ts';
import { type Asked, converted, draw, figure, photo, pixelAt, psnr, rgba, seeThrough, usePictures } from './support.ts';

usePictures();

type Color = NonNullable<ImageOptions['color']>;

/** Every colour that the picture has, as `r,g,b`. */
async function colorsOf(path: string): Promise<Set<string>> {
  const pixels = await rgba(path);
  const colors = new Set<string>();
  for (let at = 0; at < pixels.length; at += 4) colors.add(pixels.subarray(at, at + 3).join());
  return colors;
}

const BLACK_AND_WHITE = new Set(['0,0,0', '255,255,255']);

/** Mean of a channel (`r`, `g`, `b`) or of all of an area, 0 to 1. */
const mean = (path: string, channel: 'r' | 'g' | 'b' | '', area: string): Promise<number> =>
  figure(path, `%[fx:mean${channel === '' ? '' : `.${channel}`}]`, '-crop', area, '+repage');

describe('color', () => {
  it('colored changes nothing', async () => {
    const source = await photo();
    expect(await psnr((await converted(source, { color: 'colored' })).path, source)).toBe(Infinity);
  });

  it('gray is the brightness by Rec. 709, as ImageMagick has it', async () => {
    const source = await photo();
    const result = await converted(source, { color: 'gray' });
    expect(await psnr(result.path, await draw(source, '-colorspace', 'Gray'))).toBeGreaterThan(50);
    expect(await pixelAt(result.path, 110, 120)).toEqual([126, 126, 126, 255]);
  });

  it('negate reverses each channel', async () => {
    const source = await photo();
    const result = await converted(source, { color: 'negate' });
    expect(await psnr(result.path, await draw(source, '-negate'))).toBe(Infinity);
  });

  it('sepia is the matrix of CSS', async () => {
    const source = await photo();
    const result = await converted(source, { color: 'sepia' });
    const matrix = '0.393 0.769 0.189 0.349 0.686 0.168 0.272 0.534 0.131';
    expect(await psnr(result.path, await draw(source, '-color-matrix', matrix))).toBeGreaterThan(50);
  });

  it('monochrome is black and white alone, with the brightness of the picture everywhere', async () => {
    const source = await photo();
    const result = await converted(source, { color: 'monochrome' });
    expect(await colorsOf(result.path)).toEqual(BLACK_AND_WHITE);
    const [own, grey] = [
      await draw(result.path, '-blur', '0x5'),
      await draw(source, '-colorspace', 'Gray', '-blur', '0x5'),
    ];
    expect(await psnr(own, grey)).toBeGreaterThan(32);
    // No threshold: that loses the brightness.
    const cut = await draw(source, '-colorspace', 'Gray', '-threshold', '50%', '-blur', '0x5');
    expect(await psnr(cut, grey)).toBeLessThan(20);
  });
});

describe('the look of old photographs', () => {
  const gray = (): Promise<string> => draw('-size', '300x200', 'xc:#808080');

  it.each<Color>(['1900', '1980'])('%s is the same each time', async (color) => {
    const source = await photo();
    const [one, two] = [await converted(source, { color }), await converted(source, { color })];
    expect(await psnr(one.path, two.path)).toBe(Infinity);
  });

  it.each([
    ['1900', 0.08, 0.2, 6, 12],
    ['1980', 0.04, 0.12, 2, 6],
  ] as const)('%s is warm, darker at the corners, with grain', async (color, least, most, fine, coarse) => {
    const { path } = await converted(await gray(), { color });
    const middle = '60x60+120+70';
    const [red, green, blue] = await Promise.all(
      (['r', 'g', 'b'] as const).map((channel) => mean(path, channel, middle)),
    );
    expect(red).toBeGreaterThan(green ?? 1);
    expect(green).toBeGreaterThan(blue ?? 1);
    const darker = (await mean(path, '', middle)) - (await mean(path, '', '30x30+0+0'));
    expect(darker).toBeGreaterThan(least);
    expect(darker).toBeLessThan(most);
    const grain =
      255 * (await figure(path, '%[fx:standard_deviation]', '-crop', middle, '+repage', '-channel', 'R', '-separate'));
    expect(grain).toBeGreaterThan(fine);
    expect(grain).toBeLessThan(coarse);
  });

  it.each([
    ['1900', 0.02],
    ['1980', 1],
  ] as const)('%s fades black and white, and colour', async (color, left) => {
    const path = async (fill: string): Promise<string> =>
      (await converted(await draw('-size', '200x200', `xc:${fill}`), { color })).path;
    const middle = '60x60+70+70';
    expect(await mean(await path('black'), '', middle)).toBeGreaterThan(0.08);
    expect(await mean(await path('white'), 'b', middle)).toBeLessThan(0.9);
    // What is left of the difference between a red and a green of one brightness.
    const [red, green] = [await path('#f80000'), await path('#005900')];
    const difference = (await mean(red, 'r', middle)) - (await mean(green, 'r', middle));
    expect(difference).toBeLessThan(left);
    if (color === '1980') expect(difference).toBeGreaterThan(0.5);
  });

  it.each([
    ['1900', 0.05, 0.3],
    ['1980', -0.02, 0.02],
  ] as const)('%s: how soft an edge is', async (color, least, most) => {
    const source = await draw('-size', '2400x400', 'xc:black', '-fill', 'white', '-draw', 'rectangle 1200,0 2399,399');
    const { path } = await converted(source, { color });
    const [beside, further] = [await mean(path, '', '1x400+1200+0'), await mean(path, '', '1x400+1220+0')];
    expect(further - beside).toBeGreaterThan(least);
    expect(further - beside).toBeLessThan(most);
  });
});

describe('black_white_threshold', () => {
  it.each([1, 60, 128, 200, 254])('%d: what is brighter is white, the rest black', async (level) => {
    const ramp = await draw('-size', '256x4', '-define', 'gradient:angle=90', 'gradient:black-white');
    const { path } = await converted(ramp, { black_white_threshold: level });
    const [before, after] = [await rgba(ramp), await rgba(path)];
    for (let at = 0; at < 256 * 4; at += 4) expect(after[at]).toBe((before[at] ?? 0) > level ? 255 : 0);
    expect(await colorsOf(path)).toEqual(BLACK_AND_WHITE);
  });

  it('is ImageMagick’s threshold of the grey picture', async () => {
    const source = await photo();
    const result = await converted(source, { black_white_threshold: 100 });
    const theirs = await draw(source, '-colorspace', 'Gray', '-threshold', `${(100 / 255) * 100}%`);
    expect(await psnr(result.path, theirs)).toBeGreaterThan(20);
  });

  it('0 takes the mean of the picture', async () => {
    const source = await draw(await photo(), '+level', '5%,40%');
    const level = Math.floor(255 * (await figure(source, '%[fx:mean]', '-colorspace', 'Gray')));
    const [own, same] = await Promise.all(
      [0, level].map((threshold) => converted(source, { black_white_threshold: threshold })),
    );
    expect(await psnr(own?.path ?? '', same?.path ?? '')).toBeGreaterThan(25);
    expect(await figure(own?.path ?? '', '%[fx:mean]')).toBeGreaterThan(0.2);
    // Half of the range instead of the mean: all black.
    const half = await converted(source, { black_white_threshold: 128 });
    expect(await figure(half.path, '%[fx:mean]')).toBe(0);
  });

  it('0 of a transparent picture takes the mean of what is seen', async () => {
    const seen = await draw('-size', '100x100', 'gradient:#b0b0b0-#f0f0f0');
    const hidden = await draw(
      ...[seen, '-size', '100x300', 'xc:black', '-append'],
      ...['(', '-size', '100x100', 'xc:white', '-size', '100x300', 'xc:black', '-append', ')'],
      ...['-alpha', 'off', '-compose', 'CopyOpacity', '-composite'],
    );
    const result = await converted(hidden, { black_white_threshold: 0 });
    expect(await mean(await draw(result.path, '-alpha', 'off'), '', '100x100+0+0')).toBeCloseTo(0.5, 1);
  });
});

describe('transparency', () => {
  it.each<Asked>([
    ...(['1900', '1980', 'gray', 'monochrome', 'negate', 'sepia'] as const).map((color) => ({ color })),
    ...(['enhance', 'despeckle', 'normalize', 'equalize', 'sharpen'] as const).map((option) => ({ [option]: true })),
    { black_white_threshold: 0 },
    { black_white_threshold: 90 },
    { color: 'gray', sharpen: true, despeckle: true, black_white_threshold: 10 },
  ])('stays exactly as it is with %o', async (options) => {
    const source = await seeThrough();
    const result = await converted(source, options);
    expect(result.hasAlpha).toBe(true);
    const alpha = async (path: string): Promise<string> => draw(path, '-alpha', 'extract');
    expect(await psnr(await alpha(result.path), await alpha(source))).toBe(Infinity);
  });
});
