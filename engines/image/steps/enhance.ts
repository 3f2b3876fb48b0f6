import { Picture, type Pixels } from '../picture.ts';
import { hasAlphaChannel } from './luma.ts';
import type { Step } from './step.ts';

/** Distance up to which neighbours are compared, pixels. */
const REACH = 2;

/** Weights of the neighbours in the mean, rows from the top: nearer ones count more. */
const WEIGHTS = [
  [5, 8, 10, 8, 5],
  [8, 20, 40, 20, 8],
  [10, 40, 80, 40, 10],
  [8, 20, 40, 20, 8],
  [5, 8, 10, 8, 5],
] as const;

/**
 * Colours within this distance are the same apart from noise. The squared differences of red, green, blue and alpha, each 0 to 1, are
 * weighted by 4 + m, 7 - m, 5 - m and 5 - m, where m is the mean of the two values; the limit of their sum is 0.069. (As in ImageMagick's
 * -enhance, see `EnhanceImage`.) Computed here in integers: times 510 x 255².
 */
const SCALE = 510;
const LIMIT = Math.ceil(0.069 * SCALE * 255 ** 2);

/** Reduces noise: each pixel becomes the weighted mean of its neighbours of nearly its own colour, so edges stay. */
export const enhance: Step = {
  name: 'enhance',
  options: ['enhance'],
  asked: (options) => options.enhance === true,
  async run(picture) {
    return Picture.fromPixels(enhanced(await picture.pixels()));
  },
};

/** Works like ImageMagick's, except that transparency stays exactly as it is. */
export function enhanced(pixels: Pixels): Pixels {
  const { width, height, channels } = pixels;
  const { packed, stride } = padded(pixels);
  const result = Buffer.from(pixels.data);
  const isGrey = channels < 3;
  const offsets = Int32Array.from(WEIGHTS.flatMap((row, y) => row.map((_, x) => (y - REACH) * stride + (x - REACH))));
  const weights = Int32Array.from(WEIGHTS.flat());
  for (let row = 0, to = 0; row < height; row += 1) {
    let place = (row + REACH) * stride + REACH;
    for (let column = 0; column < width; column += 1, place += 1, to += channels) {
      const own = packed[place] ?? 0;
      const red = own & 255;
      const green = (own >> 8) & 255;
      const blue = (own >> 16) & 255;
      const opacity = own >>> 24;
      let total = 0;
      let redSum = 0;
      let greenSum = 0;
      let blueSum = 0;
      for (let at = 0; at < offsets.length; at += 1) {
        const other = packed[place + (offsets[at] ?? 0)] ?? 0;
        const otherRed = other & 255;
        const otherGreen = (other >> 8) & 255;
        const otherBlue = (other >> 16) & 255;
        const otherOpacity = other >>> 24;
        const apart =
          Math.imul(4 * SCALE + otherRed + red, square(otherRed - red)) +
          Math.imul(7 * SCALE - otherGreen - green, square(otherGreen - green)) +
          Math.imul(5 * SCALE - otherBlue - blue, square(otherBlue - blue)) +
          Math.imul(5 * SCALE - otherOpacity - opacity, square(otherOpacity - opacity));
        // 0 if the colour differs; without a branch, which noise makes unpredictable.
        const weight = (weights[at] ?? 0) & ((apart - LIMIT) >> 31);
        total += weight;
        redSum += Math.imul(weight, otherRed);
        greenSum += Math.imul(weight, otherGreen);
        blueSum += Math.imul(weight, otherBlue);
      }
      const half = total >> 1;
      result[to] = (redSum + half) / total;
      if (isGrey) continue;
      result[to + 1] = (greenSum + half) / total;
      result[to + 2] = (blueSum + half) / total;
    }
  }
  return { ...pixels, data: result };
}

const square = (number: number): number => Math.imul(number, number);

/** Repeats the edge pixels REACH times at every edge, in 32 bits each: red lowest, alpha highest. `stride`: length of a row. */
function padded(pixels: Pixels): { packed: Int32Array; stride: number } {
  const { data, width, height, channels } = pixels;
  const stride = width + 2 * REACH;
  const packed = new Int32Array(stride * (height + 2 * REACH));
  const isOpaque = !hasAlphaChannel(pixels);
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0];
  for (let y = -REACH, to = 0; y < height + REACH; y += 1) {
    const row = Math.min(height - 1, Math.max(0, y)) * width;
    for (let x = -REACH; x < width + REACH; x += 1, to += 1) {
      const from = (row + Math.min(width - 1, Math.max(0, x))) * channels;
      const alpha = isOpaque ? 255 : (data[from + channels - 1] ?? 0);
      packed[to] =
        (data[from] ?? 0) | ((data[from + green] ?? 0) << 8) | ((data[from + blue] ?? 0) << 16) | (alpha << 24);
    }
  }
  return { packed, stride };
}
