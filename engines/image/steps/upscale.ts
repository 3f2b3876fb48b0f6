import { unavailable } from '../models.ts';
import { Picture, type Pixels } from '../picture.ts';
import { type Enlarger, loadEnlarger } from '../upscale/model.ts';
import { requireSize } from './limit.ts';
import { hasAlphaChannel } from './luma.ts';
import { stretched } from './scaled.ts';
import { coloursOf, withAlphaOf } from './split-alpha.ts';
import type { Step } from './step.ts';

/** Pixels around the inside of a tile that the model sees too, so that no seams show. */
const SURROUNDINGS = 16;

/** Weights of red, green and blue in the brightness that models for brightness alone are trained with (ITU-R BT.601). */
const WEIGHTS = [0.299, 0.587, 0.114] as const;

/** Enlarges a picture with a model, tile by tile; its transparency is enlarged without it. */
export const upscale: Step = {
  name: 'upscale',
  options: ['upscale_factor'],
  asked: ({ upscale_factor }) => upscale_factor !== undefined,
  async run(picture, { options: { upscale_factor: factor = 1 }, upscaler }) {
    if (upscaler === undefined) throw unavailable('upscale', 'no model is installed for it');
    requireSize({ width: picture.width * factor, height: picture.height * factor }, 'upscale_factor');
    const source = await picture.pixels();
    const model = await loadEnlarger(upscaler);
    let colours = hasAlphaChannel(source) ? coloursOf(source) : source;
    // A model that enlarges less is used twice; one that enlarges more is reduced, tile by tile.
    const passes = model.scale < factor ? [2, factor / 2] : [factor];
    for (const pass of passes) colours = await enlarged(colours, model, pass);
    if (!hasAlphaChannel(source)) return Picture.fromPixels(colours);
    return Picture.fromPixels(withAlphaOf(await stretched(alphaOf(source), colours), colours));
  },
};

/** Returns the transparency of a picture as a grey one. */
function alphaOf({ data, width, height, channels }: Pixels): Pixels {
  const alpha = Buffer.allocUnsafe(width * height);
  for (let pixel = 0; pixel < alpha.length; pixel += 1) alpha[pixel] = data[(pixel + 1) * channels - 1] ?? 0;
  return { data: alpha, width, height, channels: 1 };
}

/** Returns grey or RGB pixels, enlarged. */
async function enlarged(source: Pixels, model: Enlarger, factor: number): Promise<Pixels> {
  const { channels } = source;
  const size = { width: source.width * factor, height: source.height * factor };
  const result: Pixels = { data: Buffer.allocUnsafe(size.width * size.height * channels), ...size, channels };
  const { width, height } = model.tile;
  const inside = { width: width - 2 * SURROUNDINGS, height: height - 2 * SURROUNDINGS };
  for (let top = 0; top < source.height; top += inside.height)
    for (let left = 0; left < source.width; left += inside.width) {
      const tile = tileOf(source, { width, height }, left - SURROUNDINGS, top - SURROUNDINGS);
      const made = await enlargedTile(tile, model, factor);
      const used = {
        width: Math.min(inside.width, source.width - left) * factor,
        height: Math.min(inside.height, source.height - top) * factor,
      };
      for (let row = 0; row < used.height; row += 1) {
        const from = ((row + SURROUNDINGS * factor) * made.width + SURROUNDINGS * factor) * channels;
        const to = ((top * factor + row) * size.width + left * factor) * channels;
        made.data.copy(result.data, to, from, from + used.width * channels);
      }
    }
  return result;
}

/** Cuts a tile out of a picture, whose outermost pixels go on where it ends. */
function tileOf(
  source: Pixels,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
  left: number,
  top: number,
): Pixels {
  const { channels } = source;
  const within = (at: number, length: number): number => Math.min(Math.max(at, 0), length - 1);
  const data = Buffer.allocUnsafe(width * height * channels);
  for (let row = 0, to = 0; row < height; row += 1) {
    const line = within(top + row, source.height) * source.width;
    for (let column = 0; column < width; column += 1) {
      const from = (line + within(left + column, source.width)) * channels;
      for (let channel = 0; channel < channels; channel += 1, to += 1) data[to] = source.data[from + channel] ?? 0;
    }
  }
  return { data, width, height, channels };
}

async function enlargedTile(tile: Pixels, model: Enlarger, factor: number): Promise<Pixels> {
  const { width, height, channels } = tile;
  const planes = new Float32Array(model.channels * width * height);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    if (model.channels === 1) planes[pixel] = brightness(tile, pixel) / 255;
    else
      for (let channel = 0; channel < 3; channel += 1)
        planes[channel * width * height + pixel] = (tile.data[pixel * channels + (channel % channels)] ?? 0) / 255;
  const made = await model.enlarge(planes);
  const size = { width: width * model.scale, height: height * model.scale };
  const count = size.width * size.height;
  const data = new Uint8ClampedArray(count * channels);
  const plain = model.channels === 1 && channels === 3 ? await stretched(tile, size) : null;
  for (let pixel = 0; pixel < count; pixel += 1) {
    // Colours keep their distance from the brightness, which alone the model has enlarged.
    const moved = plain === null ? 0 : (made[pixel] ?? 0) * 255 - brightness(plain, pixel);
    for (let channel = 0; channel < channels; channel += 1) {
      const at = pixel * channels + channel;
      if (plain !== null) data[at] = (plain.data[at] ?? 0) + moved;
      else if (channels === 1 && model.channels === 3) data[at] = 255 * meanOf(made, pixel, count);
      else data[at] = (made[channel * count + pixel] ?? 0) * 255;
    }
  }
  const result: Pixels = { data: Buffer.from(data.buffer), ...size, channels };
  return factor === model.scale ? result : stretched(result, { width: width * factor, height: height * factor });
}

function brightness({ data, channels }: Pixels, pixel: number): number {
  if (channels < 3) return data[pixel * channels] ?? 0;
  return WEIGHTS.reduce((sum, weight, channel) => sum + weight * (data[pixel * channels + channel] ?? 0), 0);
}

const meanOf = (planes: Float32Array, pixel: number, count: number): number =>
  WEIGHTS.reduce((sum, weight, channel) => sum + weight * (planes[channel * count + pixel] ?? 0), 0);
