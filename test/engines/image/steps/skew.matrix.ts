import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Pixels } from '../../../../engines/image/picture.ts';
import { skewOf } from '../../../../engines/image/steps/skew.ts';
import { sample } from '../../../support/sample.ts';
import { draw, usePictures } from './support.ts';

usePictures();

/** Lines drawn at an angle by ImageMagick itself, smooth at their edges. */
async function lines(degrees: number): Promise<Pixels> {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const drawn = Array.from({ length: 30 }, (_, line) => {
    const y = 60 + line * 22;
    const [left, right] = [60 + ((line * 37) % 90), 640 - ((line * 53) % 200)];
    return `line ${left},${y + (left - 350) * slope} ${right},${y + (right - 350) * slope}`;
  });
  const path = await draw(
    '-size',
    '700x780',
    'xc:white',
    '-strokewidth',
    '6',
    '-stroke',
    'black',
    '-draw',
    drawn.join(' '),
  );
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels as Pixels['channels'] };
}

it.each(sample('found skews', [-10, -6.3, -1.1, -0.4, 0, 0.3, 0.7, 2, 3.5, 8.8, 10], 4))(
  'finds %d degrees to a tenth',
  async (degrees) => {
    expect(Math.abs((skewOf(await lines(degrees)) ?? Number.NaN) - degrees)).toBeLessThanOrEqual(0.1);
  },
);

it.each(sample('other skews', [-11.5, 13, 30, 45], 2))('does not find %d degrees', async (degrees) => {
  expect(skewOf(await lines(degrees))).toBeNull();
});
