import type { Sharp } from 'sharp';
import { Picture, type Pixels } from '../picture.ts';
import { hasAlphaChannel } from './luma.ts';

/**
 * Distance, in pixels, to which visible colours spread into fully transparent surroundings, so that a filter does not pull hidden colours
 * into the visible part. No filter here reaches further with a visible weight.
 */
const REACH = 3;

/** Applies a filter of sharp to the colours of the picture; its transparency stays exactly as it is. */
export async function filterColours(picture: Picture, filter: (pipeline: Sharp) => Sharp): Promise<Picture> {
  if (!picture.hasAlpha) return picture.with('finished', filter);
  const filtered = async (colours: Pixels): Promise<Pixels> =>
    (await Picture.fromPixels(colours).with('finished', filter)).pixels();
  return Picture.fromPixels(await changeColours(await picture.pixels(), filtered));
}

/** Applies a change to the colours, grey or RGB, with their surroundings; transparency stays exactly as it is. */
export async function changeColours(
  pixels: Pixels,
  change: (colours: Pixels) => Pixels | Promise<Pixels>,
): Promise<Pixels> {
  return hasAlphaChannel(pixels) ? withAlphaOf(pixels, await change(coloursOf(pixels))) : change(pixels);
}

/** Returns the colours without alpha; hidden ones next to visible ones are made similar to these. */
export function coloursOf(pixels: Pixels): Pixels {
  const { data, width, height, channels } = pixels;
  const colours = channels === 4 ? 3 : 1;
  const apart = Buffer.allocUnsafe(width * height * colours);
  const known = new Uint8Array(width * height);
  for (let pixel = 0; pixel < known.length; pixel += 1) {
    const from = pixel * channels;
    for (let channel = 0; channel < colours; channel += 1) apart[pixel * colours + channel] = data[from + channel] ?? 0;
    known[pixel] = (data[from + channels - 1] ?? 0) > 0 ? KNOWN : UNKNOWN;
  }
  const result: Pixels = { data: apart, width, height, channels: colours };
  spread(result, known);
  return result;
}

/** Combines the colours of one picture, grey or RGB, with the alpha of another of the same size. */
export function withAlphaOf(pixels: Pixels, { data, width, height, channels: colours }: Pixels): Pixels {
  const channels = colours >= 3 ? 4 : 2;
  const joined = Buffer.allocUnsafe(width * height * channels);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const to = pixel * channels;
    for (let channel = 0; channel < channels - 1; channel += 1)
      joined[to + channel] = data[pixel * colours + channel] ?? 0;
    joined[to + channels - 1] = pixels.data[(pixel + 1) * pixels.channels - 1] ?? 0;
  }
  return { data: joined, width, height, channels };
}

/** State of a pixel's colour: unknown, computable in this round, known. */
const UNKNOWN = 0;
const FOUND = 1;
const KNOWN = 2;

/** Gives pixels of unknown colour the mean of their neighbours, in REACH rounds. Changes both arguments. */
function spread(colours: Pixels, known: Uint8Array): void {
  const { width, height } = colours;
  let reached = edgeOf(known, width, height);
  for (let round = 0; round < REACH; round += 1) {
    const hidden: number[] = [];
    for (const pixel of reached)
      for (const other of neighboursOf(pixel, width, height)) {
        if (known[other] !== UNKNOWN) continue;
        known[other] = FOUND;
        hidden.push(other);
      }
    for (const pixel of hidden) takeMean(colours, known, pixel);
    for (const pixel of hidden) known[pixel] = KNOWN;
    reached = hidden;
  }
}

/** Returns the known pixels with an unknown one beside, above or below them. */
function edgeOf(known: Uint8Array, width: number, height: number): number[] {
  const edge: number[] = [];
  for (let row = 0, pixel = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, pixel += 1) {
      if (known[pixel] === UNKNOWN) continue;
      const isEdge =
        (column > 0 && known[pixel - 1] === UNKNOWN) ||
        (column < width - 1 && known[pixel + 1] === UNKNOWN) ||
        (row > 0 && known[pixel - width] === UNKNOWN) ||
        (row < height - 1 && known[pixel + width] === UNKNOWN);
      if (isEdge) edge.push(pixel);
    }
  return edge;
}

/** Returns up to eight neighbours. */
function neighboursOf(pixel: number, width: number, height: number): number[] {
  const column = pixel % width;
  const row = (pixel - column) / width;
  const found: number[] = [];
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y += 1)
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x += 1)
      if (x !== column || y !== row) found.push(y * width + x);
  return found;
}

/** Computes the mean of the neighbours of known colour, of which there is at least one. Changes the pixel. */
function takeMean({ data, width, height, channels }: Pixels, known: Uint8Array, pixel: number): void {
  const neighbours = neighboursOf(pixel, width, height).filter((other) => known[other] === KNOWN);
  for (let channel = 0; channel < channels; channel += 1) {
    const sum = neighbours.reduce((total, other) => total + (data[other * channels + channel] ?? 0), 0);
    data[pixel * channels + channel] = Math.round(sum / neighbours.length);
  }
}
