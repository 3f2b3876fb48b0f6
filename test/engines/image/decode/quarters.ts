import { writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { pixelsOf, sizeOf } from './support.ts';

/** Colours of the test picture: upper left, upper right, lower left, lower right. */
export const QUARTERS = [
  [200, 30, 60],
  [20, 160, 40],
  [30, 60, 210],
  [240, 230, 220],
] as const;

export const WIDTH = 48;
export const HEIGHT = 32;

/** Writes the test picture as PPM: four quarters of different colour, so that any turn or mirroring shows. */
export async function writeQuarters(path: string): Promise<void> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const quarter = (y < HEIGHT / 2 ? 0 : 2) + (x < WIDTH / 2 ? 0 : 1);
      pixels.set(QUARTERS[quarter as 0 | 1 | 2 | 3], (y * WIDTH + x) * 3);
    }
  }
  await writeFile(path, Buffer.concat([Buffer.from(`P6\n${WIDTH} ${HEIGHT}\n255\n`), pixels]));
}

/** Expects the test picture, each colour within so many units of 255. */
export async function expectQuarters(
  file: string,
  { within = 2, size = [WIDTH, HEIGHT], colors = QUARTERS as readonly (readonly number[])[] } = {},
): Promise<void> {
  const [width = 0, height = 0] = size;
  expect(await sizeOf(file)).toBe(`${width}x${height}`);
  const middles = [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => [Math.floor(width * x), Math.floor(height * y)] as const),
  );
  for (const [index, pixel] of (await pixelsOf(file, middles)).entries()) {
    for (const [channel, value] of (colors[index] ?? []).entries()) {
      const difference = Math.abs((pixel[channel] ?? 0) - value);
      expect(difference, `quarter ${index} of ${file} is ${pixel}, not ${colors[index]}`).toBeLessThanOrEqual(within);
    }
  }
}
