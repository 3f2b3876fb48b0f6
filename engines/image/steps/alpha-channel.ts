import { Picture, type Pixels } from '../picture.ts';
import { rgbaOf } from './rgba.ts';
import { type Step, warnNoEffect } from './step.ts';

/** Tolerance per channel for the colour: JPEG does not keep colours exactly. */
const TOLERANCE = 12;

/** Makes a colour transparent everywhere; `auto_create` the background: the border's most frequent colour, from the edges inwards. */
export const alphaChannel: Step = {
  name: 'alpha_channel',
  options: ['alpha_channel'],
  asked: (options) => options.alpha_channel !== undefined,
  async run(picture, job) {
    const choice = job.options.alpha_channel ?? 'auto_create';
    if (!job.alpha) {
      warnNoEffect(job, 'alpha_channel', 'the target does not support transparency');
      return picture;
    }
    const pixels = await picture.pixels();
    const cleared = choice === 'auto_create' ? withoutBackground(pixels) : withoutColor(pixels, choice);
    if (cleared !== null) return Picture.fromPixels(cleared);
    const why = choice === 'auto_create' ? 'the border is transparent already' : `nothing has the color ${choice}`;
    warnNoEffect(job, 'alpha_channel', why);
    return Picture.fromPixels(pixels);
  },
};

/** Channels from 0 to 255. */
type Color = readonly [red: number, green: number, blue: number];

/** `color`: `#rrggbb`. Returns null if no visible pixel has it. */
export function withoutColor(pixels: Pixels, color: string): Pixels | null {
  const number = Number.parseInt(color.slice(1), 16);
  const result = rgbaOf(pixels);
  const isNear = nearness(result, [number >> 16, (number >> 8) & 255, number & 255]);
  let changed = false;
  for (let at = 0; at < result.data.length; at += 4)
    if (isNear(at)) {
      result.data[at + 3] = 0;
      changed = true;
    }
  return changed ? result : null;
}

/** Returns null if the border is transparent already. */
export function withoutBackground(pixels: Pixels): Pixels | null {
  const result = rgbaOf(pixels);
  const { data, width, height } = result;
  const border = [...borderOf(width, height)].filter((pixel) => (data[pixel * 4 + 3] ?? 0) > 0);
  if (border.length === 0) return null;
  const isNear = nearness(result, commonColor(data, border));
  // Each pixel is cleared before it is pushed onto the stack, so that it is pushed once.
  const stack = new Int32Array(width * height);
  let depth = 0;
  const clear = (pixel: number): void => {
    if (!isNear(pixel * 4)) return;
    data[pixel * 4 + 3] = 0;
    stack[depth] = pixel;
    depth += 1;
  };
  for (const pixel of border) clear(pixel);
  while (depth > 0) {
    depth -= 1;
    const pixel = stack[depth] ?? 0;
    const column = pixel % width;
    if (column > 0) clear(pixel - 1);
    if (column < width - 1) clear(pixel + 1);
    if (pixel >= width) clear(pixel - width);
    if (pixel < width * (height - 1)) clear(pixel + width);
  }
  return result;
}

/** Returns a check whether the visible pixel at an index of an RGBA picture has nearly that colour. */
function nearness({ data }: Pixels, [red, green, blue]: Color): (at: number) => boolean {
  return (at) =>
    (data[at + 3] ?? 0) > 0 &&
    Math.abs((data[at] ?? 0) - red) <= TOLERANCE &&
    Math.abs((data[at + 1] ?? 0) - green) <= TOLERANCE &&
    Math.abs((data[at + 2] ?? 0) - blue) <= TOLERANCE;
}

/** Yields the numbers of the pixels at the four edges, each once. */
function* borderOf(width: number, height: number): Generator<number> {
  for (let column = 0; column < width; column += 1) {
    yield column;
    if (height > 1) yield (height - 1) * width + column;
  }
  for (let row = 1; row < height - 1; row += 1) {
    yield row * width;
    if (width > 1) yield row * width + width - 1;
  }
}

/** Returns the mean of the largest group of similar colours. Photographs vary a little, so groups have 16 levels. */
function commonColor(data: Buffer, pixels: readonly number[]): Color {
  const groups = Map.groupBy(pixels, (pixel) => {
    const group = (channel: number): number => (data[pixel * 4 + channel] ?? 0) >> 4;
    return (group(0) << 8) | (group(1) << 4) | group(2);
  });
  const largest = [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), []);
  const mean = (channel: number): number =>
    largest.reduce((sum, pixel) => sum + (data[pixel * 4 + channel] ?? 0), 0) / largest.length;
  return [mean(0), mean(1), mean(2)];
}
