import { describe, expect, it } from 'vitest';
import { sample } from '../../../support/sample.ts';
import { converted, draw, figure, pixelAt, psnr, usePictures } from './support.ts';

usePictures();

/** What ImageMagick draws: its name and how. */
const WITHOUT_ANGLE: readonly (readonly [string, readonly string[]])[] = [
  ['noise', ['-seed', '5', '-size', '300x300', 'xc:gray', '+noise', 'Random', '-colorspace', 'Gray']],
  ['one colour', ['-size', '300x300', 'xc:orange']],
  ['a plasma', ['-seed', '5', '-size', '300x300', 'plasma:fractal']],
  ['a disc', ['-size', '300x300', 'xc:white', '-draw', 'circle 150,150 150,60']],
];

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

describe('deskew', () => {
  it.each(sample('skews', [2, 4, 7, -3, -9.5], 2))('a page turned by %d degrees is straight', async (degrees) => {
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
    const straight = await page(0, '600x750');
    const tilted = await page(4, '600x750');
    const middle = ['-gravity', 'Center', '-crop', '450x450+0+0', '+repage'];
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

  it.each(sample('without an angle', WITHOUT_ANGLE, 2))(
    '%s has no angle: nothing is turned, and the user is told',
    async (_, args) => {
      const source = await draw(...args);
      const result = await converted(source, { deskew: true });
      expect(await psnr(result.path, source)).toBe(Infinity);
      expect(result.warnings).toMatchObject([{ code: 'option_no_effect', option: 'deskew' }]);
    },
  );

  it('a page turned by more than 10 degrees stays as it is, and the user is told', async () => {
    const result = await converted(await page(14), { deskew: true });
    expect(result.warnings).toMatchObject([{ code: 'option_no_effect', option: 'deskew' }]);
  });
});
