import type { Pixels } from '../picture.ts';
import { grainOf } from './grain.ts';
import { hasAlphaChannel, lumaOf } from './luma.ts';

/** The look of a photograph of a certain time. There is no standard: these are our own recipes. */
export interface Look {
  /** Sigma of the blur, as a share of the longest side. */
  readonly blur: number;
  /** Remaining saturation: 0, a grey picture, to 1, unchanged. */
  readonly saturation: number;
  /** Levels to which black and white have faded, 0 to 255. */
  readonly black: number;
  readonly white: number;
  /** Factors of red, green and blue. */
  readonly tone: readonly [number, number, number];
  /** How much darker the corners are than the centre, 0 to 1. */
  readonly vignette: number;
  /** Standard deviation of the grain, levels. */
  readonly grain: number;
}

export const LOOKS = {
  // A print on yellowed paper: soft, colourless, brownish, dark at the corners, coarse.
  1900: { blur: 1 / 2000, saturation: 0, black: 42, white: 232, tone: [1.04, 0.93, 0.74], vignette: 0.5, grain: 9 },
  // A colour print whose dyes have faded.
  1980: { blur: 0, saturation: 0.75, black: 26, white: 246, tone: [1.06, 1, 0.86], vignette: 0.2, grain: 4 },
} as const satisfies Record<string, Look>;

/** Gives the picture, already blurred if needed, that look. RGB, with its transparency. The result is always the same. */
export function aged(pixels: Pixels, look: Look): Pixels {
  const { data, width, height, channels } = pixels;
  const alpha = hasAlphaChannel(pixels);
  const out = alpha ? 4 : 3;
  const [greenAt, blueAt] = channels >= 3 ? [1, 2] : [0, 0];
  const luma = lumaOf(pixels);
  const result = new Uint8ClampedArray(width * height * out);
  const { saturation, vignette, black } = look;
  const range = (look.white - black) / 255;
  const [toneRed, toneGreen, toneBlue] = look.tone;
  const grain = grainOf(width, height, look.grain);
  const across = fromCentre(width, height);
  const down = fromCentre(height, width);
  for (let row = 0, from = 0, to = 0, pixel = 0; row < height; row += 1) {
    const noise = grain(row);
    for (let column = 0; column < width; column += 1, from += channels, to += out, pixel += 1) {
      const brightness = luma[pixel] ?? 0;
      const distance = (across[column] ?? 0) + (down[row] ?? 0);
      const light = (1 - vignette * distance * distance) * range;
      const speck = noise[column] ?? 0;
      const red = brightness + ((data[from] ?? 0) - brightness) * saturation;
      const green = brightness + ((data[from + greenAt] ?? 0) - brightness) * saturation;
      const blue = brightness + ((data[from + blueAt] ?? 0) - brightness) * saturation;
      result[to] = (red * light + black) * toneRed + speck;
      result[to + 1] = (green * light + black) * toneGreen + speck;
      result[to + 2] = (blue * light + black) * toneBlue + speck;
      if (alpha) result[to + 3] = data[from + channels - 1] ?? 0;
    }
  }
  return { data: Buffer.from(result.buffer), width, height, channels: out };
}

/** Returns each column's share of the squared distance from the centre, which is 1 at the corners. */
function fromCentre(length: number, other: number): Float32Array {
  const diagonal = (length * length + other * other) / 4;
  return Float32Array.from({ length }, (_, at) => (at + 0.5 - length / 2) ** 2 / diagonal);
}
