import { type AnyPixels, type Pixels, pixelsOf, valuesLike, whiteOf } from '../picture.ts';
import { hasAlphaChannel } from './luma.ts';
import { rgbaOf } from './rgba.ts';

/** Positions are counted in 1/256 of a pixel. */
const ONE = 256;

/** What the canvas shows outside the turned picture. */
export type Corners = 'white' | 'transparent';

/** Returns the size of the canvas that holds a picture turned by so many degrees, whole pixels. */
export function turnedSize(width: number, height: number, degrees: number): { width: number; height: number } {
  const { sine, cosine } = directionOf(degrees);
  const whole = (length: number): number => Math.max(1, Math.ceil(length - 1e-6));
  return {
    width: whole(width * Math.abs(cosine) + height * Math.abs(sine)),
    height: whole(width * Math.abs(sine) + height * Math.abs(cosine)),
  };
}

/**
 * Turns a picture clockwise around its centre, onto a canvas that grows so that nothing is lost. Bilinear, with colours weighted by their
 * opacity; the edges are smooth. With transparent corners the result is RGBA.
 */
export function turn(pixels: Pixels, degrees: number, corners: Corners): Pixels;
export function turn(pixels: AnyPixels, degrees: number, corners: Corners): AnyPixels;
export function turn(pixels: AnyPixels, degrees: number, corners: Corners): AnyPixels {
  const source = corners === 'transparent' ? rgbaOf(pixels) : pixels;
  const { width, height, channels } = source;
  const size = turnedSize(width, height, degrees);
  const { sine, cosine } = directionOf(degrees);
  const white = whiteOf(source);
  const data = valuesLike(source, size.width * size.height * channels).fill(white);
  if (corners === 'transparent') for (let at = channels - 1; at < data.length; at += channels) data[at] = 0;
  const blend = hasAlphaChannel(source) ? blendWithAlpha : blendOpaque;
  const around = surrounded(source, corners);
  for (let row = 0; row < size.height; row += 1) {
    // Source position of the centre of the row's first pixel; one column further it moves by (cosine, -sine).
    const x = 0.5 - size.width / 2;
    const y = row + 0.5 - size.height / 2;
    const fromX = x * cosine + y * sine + width / 2 - 0.5;
    const fromY = y * cosine - x * sine + height / 2 - 0.5;
    const [first, end] = columnsInside(fromX, fromY, cosine, -sine, width, height, size.width);
    let to = (row * size.width + first) * channels;
    for (let column = first; column < end; column += 1, to += channels) {
      const sourceX = ((fromX + column * cosine + 1) * ONE) | 0;
      const sourceY = ((fromY - column * sine + 1) * ONE) | 0;
      const from = ((sourceY >> 8) * (width + 2) + (sourceX >> 8)) * channels;
      blend(around, from, (width + 2) * channels, sourceX & 255, sourceY & 255, data, to, channels, white);
    }
  }
  return pixelsOf(data, { ...size, channels });
}

function directionOf(degrees: number): { sine: number; cosine: number } {
  const angle = (degrees * Math.PI) / 180;
  return { sine: Math.sin(angle), cosine: Math.cos(angle) };
}

/** Returns the columns of a row whose source is within one pixel around the picture, so that all four neighbours exist. */
function columnsInside(
  fromX: number,
  fromY: number,
  stepX: number,
  stepY: number,
  width: number,
  height: number,
  columns: number,
): [number, number] {
  let first = 0;
  let end = columns;
  for (const [from, step, length] of [
    [fromX, stepX, width],
    [fromY, stepY, height],
  ] as const) {
    // -1 <= from + column * step < length
    if (Math.abs(step) < 1e-12) {
      if (from < -1 || from >= length) return [0, 0];
      continue;
    }
    const [enters, leaves] = [(-1 - from) / step, (length - from) / step].sort((a, b) => a - b) as [number, number];
    first = Math.max(first, Math.ceil(enters + 1e-9));
    end = Math.min(end, Math.ceil(leaves - 1e-9));
  }
  return [first, Math.max(first, end)];
}

/** Adds one pixel at every edge, in the colour of the corners. */
function surrounded(pixels: AnyPixels, corners: Corners): Buffer | Uint16Array {
  const { data, width, height, channels } = pixels;
  const stride = (width + 2) * channels;
  const around = valuesLike(pixels, stride * (height + 2)).fill(corners === 'white' ? whiteOf(pixels) : 0);
  for (let row = 0; row < height; row += 1)
    around.set(data.subarray(row * width * channels, (row + 1) * width * channels), (row + 1) * stride + channels);
  return around;
}

/** Blends four neighbours, of which the upper left starts at `from`, into the pixel at `to`. `right`, `down`: shares of ONE. */
function blendOpaque(
  source: Buffer | Uint16Array,
  from: number,
  stride: number,
  right: number,
  down: number,
  result: Buffer | Uint16Array,
  to: number,
  channels: number,
): void {
  const below = from + stride;
  for (let channel = 0; channel < channels; channel += 1) {
    const above = (source[from + channel] ?? 0) * (ONE - right) + (source[from + channels + channel] ?? 0) * right;
    const under = (source[below + channel] ?? 0) * (ONE - right) + (source[below + channels + channel] ?? 0) * right;
    result[to + channel] = (above * (ONE - down) + under * down + ONE * 128) / (ONE * ONE);
  }
}

function blendWithAlpha(
  source: Buffer | Uint16Array,
  from: number,
  stride: number,
  right: number,
  down: number,
  result: Buffer | Uint16Array,
  to: number,
  channels: number,
  white: number,
): void {
  const last = channels - 1;
  const below = from + stride;
  const least =
    (source[from + last] ?? 0) &
    (source[from + channels + last] ?? 0) &
    (source[below + last] ?? 0) &
    (source[below + channels + last] ?? 0);
  if (least === white) {
    blendOpaque(source, from, stride, right, down, result, to, channels);
    return;
  }
  const upperLeft = (ONE - right) * (ONE - down) * (source[from + last] ?? 0);
  const upperRight = right * (ONE - down) * (source[from + channels + last] ?? 0);
  const lowerLeft = (ONE - right) * down * (source[below + last] ?? 0);
  const lowerRight = right * down * (source[below + channels + last] ?? 0);
  const opacity = upperLeft + upperRight + lowerLeft + lowerRight;
  result[to + last] = (opacity + ONE * 128) / (ONE * ONE);
  if (opacity === 0) return;
  for (let channel = 0; channel < last; channel += 1)
    result[to + channel] = Math.round(
      ((source[from + channel] ?? 0) * upperLeft +
        (source[from + channels + channel] ?? 0) * upperRight +
        (source[below + channel] ?? 0) * lowerLeft +
        (source[below + channels + channel] ?? 0) * lowerRight) /
        opacity,
    );
}
