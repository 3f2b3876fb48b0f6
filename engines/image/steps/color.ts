import type { ImageOptions } from '../options.ts';
import { type AnyPixels, isDeepPixels, Picture, type Pixels, pixelsOf, valuesLike, whiteOf } from '../picture.ts';
import { dither } from './dither.ts';
import { greyOf, hasAlphaChannel, lumaOf, nearest, tableOf, withTable } from './luma.ts';
import { aged, LOOKS } from './old-photograph.ts';
import { filterColours } from './split-alpha.ts';
import type { Step } from './step.ts';

/** Changes the colours of the whole picture; its transparency stays. */
export const color: Step = {
  name: 'color',
  options: ['color'],
  asked: (options) => options.color !== 'colored',
  async run(picture, { options }) {
    const choice = options.color;
    const soft = await softened(picture, choice);
    return Picture.fromPixels(
      isOfLevels(choice) ? recoloured(await soft.fullPixels(), choice) : recoloured(await soft.pixels(), choice),
    );
  },
};

/** Choices that are computed from the values of each pixel alone, at their own depth. */
type OfLevels = 'colored' | 'gray' | 'negate' | 'sepia';

const isOfLevels = (choice: Choice): choice is OfLevels =>
  choice !== '1900' && choice !== '1980' && choice !== 'monochrome';

type Choice = ImageOptions['color'];

/** Blurs: old lenses are not sharp. */
async function softened(picture: Picture, choice: Choice): Promise<Picture> {
  if (choice !== '1900' && choice !== '1980') return picture;
  const sigma = LOOKS[choice].blur * Math.max(picture.width, picture.height);
  // Below what sharp supports and the eye notices.
  return sigma < 0.3 ? picture : filterColours(picture, (pipeline) => pipeline.blur(sigma));
}

/** Returns the colours of `choice`; for old photographs the picture is already blurred. */
export function recoloured(pixels: Pixels, choice: Choice): Pixels;
export function recoloured(pixels: AnyPixels, choice: OfLevels): AnyPixels;
export function recoloured(pixels: AnyPixels, choice: Choice): AnyPixels {
  switch (choice) {
    case 'colored':
      return pixels;
    case '1900':
    case '1980':
      return aged(ofBytes(pixels), LOOKS[choice]);
    case 'gray':
      return greyOf(pixels, lumaOf(pixels));
    case 'monochrome':
      return dithered(ofBytes(pixels));
    case 'negate':
      return withTable(
        pixels,
        tableOf(pixels, (level) => whiteOf(pixels) - level),
      );
    case 'sepia':
      return brown(pixels);
  }
}

function ofBytes(pixels: AnyPixels): Pixels {
  if (isDeepPixels(pixels)) throw new Error('this look uses 8 bits per channel');
  return pixels;
}

function dithered(pixels: Pixels): Pixels {
  const luma = lumaOf(pixels);
  dither(luma, pixels.width, pixels.height);
  return greyOf(pixels, luma);
}

/** Weights of red, green and blue in each channel of the result: the sepia filter of W3C's Filter Effects, 7.1. */
const SEPIA = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
] as const;

function brown(pixels: AnyPixels): AnyPixels {
  const { width, height, channels } = pixels;
  const { source, alpha, stride } = { source: pixels.data, alpha: hasAlphaChannel(pixels), stride: channels };
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0];
  const result = valuesLike(pixels, width * height * (alpha ? 4 : 3));
  const white = whiteOf(pixels);
  const value = (sum: number): number => Math.min(white, nearest(sum));
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = SEPIA;
  for (let from = 0, to = 0; from < source.length; from += stride) {
    const r = source[from] ?? 0;
    const g = source[from + green] ?? 0;
    const b = source[from + blue] ?? 0;
    result[to] = value(rr * r + rg * g + rb * b);
    result[to + 1] = value(gr * r + gg * g + gb * b);
    result[to + 2] = value(br * r + bg * g + bb * b);
    if (alpha) result[to + 3] = source[from + stride - 1] ?? 0;
    to += alpha ? 4 : 3;
  }
  return pixelsOf(result, { width, height, channels: alpha ? 4 : 3 });
}
