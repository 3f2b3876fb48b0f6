import { basename, dirname } from 'node:path';
import sharp from 'sharp';
import type { Measure } from './measure.ts';

/** Difference of a channel from which a pixel counts as another one: more than rounding and the edges of shapes make. */
const LEAST_DIFFERENCE = 48;
/** Share of pixels that can differ in pictures that look alike. */
const MOST_DIFFERENT = 0.005;

/** Drawings with the picture that is expected of them: `a.png` beside `a.svg`, as in resvg's tests. Grouped by the folder above their own. */
export const asPixels: Measure = async (files, convert) =>
  [...files].flatMap((input) => {
    const right = input.replace(/\.svg$/, '.png');
    if (right === input || !files.has(right)) return [];
    const score = async () => {
      const { width = 1, height = 1 } = await sharp(right).metadata();
      const [made = ''] = await convert(input, 'png', { width, height });
      const share = await differentPixels(made, right, { width, height });
      return { scores: { pixels: 1 - share, alike: Number(share <= MOST_DIFFERENT) } };
    };
    return [{ input, group: `picture of svg: ${basename(dirname(dirname(input)))}`, score }];
  });

/** Returns the share of pixels that differ, on white. */
async function differentPixels(
  made: string,
  right: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<number> {
  const [one, other] = await Promise.all([made, right].map((path) => pixelsOf(path, width, height)));
  if (one === undefined || other === undefined) return 1;
  let different = 0;
  for (let at = 0; at < other.length; at += 3) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) >= LEAST_DIFFERENCE,
    );
    if (differs) different += 1;
  }
  return different / (width * height);
}

const pixelsOf = (path: string, width: number, height: number): Promise<Buffer> =>
  sharp(path)
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .removeAlpha()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
