import type { Pixels } from '../picture.ts';
import { hasAlphaChannel, LEVELS, lumaOf } from './luma.ts';

/** Largest angle to either side, degrees. */
const LARGEST = 10;
const COARSE = 0.25;
const FINE = 0.05;

/** Factor by which the lines must be clearer at the right angle than at any distant one, so that it is not a coincidence. */
const CLEARER = 2.5;
const NEAR = 2;

/**
 * Returns how far the lines of a picture (of text, of a table) are turned clockwise, degrees, by projection profiles: upper and lower edges
 * of dark areas are counted along the lines of each angle; at the right angle most of them coincide.
 * @returns null if no angle of up to 10° stands out
 */
export function skewOf(pixels: Pixels): number | null {
  const edges = edgesOf(pixels);
  const clear = (degrees: number): Angle => ({ degrees, clear: clearness(edges, pixels, degrees) });
  const coarse = range(-LARGEST - NEAR, LARGEST + NEAR, COARSE).map(clear);
  const near = clearest(coarse);
  const best = clearest(range(near.degrees - COARSE, near.degrees + COARSE, FINE).map(clear));
  const other = clearest(coarse.filter(({ degrees }) => Math.abs(degrees - best.degrees) > NEAR));
  const isFound = best.clear > other.clear * CLEARER && Math.abs(best.degrees) <= LARGEST + FINE / 2;
  return isFound ? best.degrees : null;
}

interface Angle {
  readonly degrees: number;
  readonly clear: number;
}

const clearest = (angles: readonly Angle[]): Angle =>
  angles.reduce((best, angle) => (angle.clear > best.clear ? angle : best), { degrees: 0, clear: 0 });

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);

/**
 * Returns the sum of the squares of the edges on each line, upper minus lower ones. Lines are a pixel wide: with finer ones, the upright
 * picture would leave every second line empty.
 */
function clearness({ x, y, sign }: Edges, { width, height }: Pixels, degrees: number): number {
  const angle = (degrees * Math.PI) / 180;
  const down = Math.cos(angle);
  const across = -Math.sin(angle);
  const reach = width + height;
  const lines = new Int32Array(2 * reach);
  for (let edge = 0; edge < x.length; edge += 1) {
    const line = reach + Math.floor((y[edge] ?? 0) * down + (x[edge] ?? 0) * across);
    lines[line] = (lines[line] ?? 0) + (sign[edge] ?? 0);
  }
  return lines.reduce((sum, count) => sum + count * count, 0);
}

/** Positions where a pixel is dark and the one above it bright, 1, or the reverse, -1. The picture's own border does not count. */
interface Edges {
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  readonly sign: Int8Array;
}

function edgesOf(pixels: Pixels): Edges {
  const { width } = pixels;
  const luma = onPaper(pixels);
  const limit = separation(luma);
  const signAt = (pixel: number): number =>
    Number((luma[pixel - width] ?? 0) > limit) - Number((luma[pixel] ?? 0) > limit);
  let count = 0;
  for (let pixel = width; pixel < luma.length; pixel += 1) count += Math.abs(signAt(pixel));
  const [x, y, sign] = [new Uint16Array(count), new Uint16Array(count), new Int8Array(count)];
  for (let pixel = width, edge = 0; pixel < luma.length; pixel += 1) {
    const found = signAt(pixel);
    if (found === 0) continue;
    x[edge] = pixel % width;
    y[edge] = Math.floor(pixel / width);
    sign[edge] = found;
    edge += 1;
  }
  return { x, y, sign };
}

/** Returns the brightness over white, 0 to 255. */
function onPaper(pixels: Pixels): Uint8Array {
  const luma = lumaOf(pixels);
  const { data, channels } = pixels;
  if (!hasAlphaChannel(pixels)) return luma;
  return luma.map((level, pixel) => 255 - ((255 - level) * (data[(pixel + 1) * channels - 1] ?? 0)) / 255);
}

/** Returns the level that best separates dark from bright: N. Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979. */
function separation(luma: Uint8Array): number {
  const counts = new Uint32Array(LEVELS);
  for (const level of luma) counts[level] = (counts[level] ?? 0) + 1;
  const sum = counts.reduce((total, count, level) => total + count * level, 0);
  let best = { level: 0, between: 0 };
  let darkCount = 0;
  let darkSum = 0;
  for (const [level, count] of counts.entries()) {
    darkCount += count;
    darkSum += count * level;
    const brightCount = luma.length - darkCount;
    if (darkCount === 0 || brightCount === 0) continue;
    const apart = darkSum / darkCount - (sum - darkSum) / brightCount;
    const between = darkCount * brightCount * apart * apart;
    if (between > best.between) best = { level, between };
  }
  return best.level;
}
