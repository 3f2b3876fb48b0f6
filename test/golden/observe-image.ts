import { extname } from 'node:path';
import { execa } from 'execa';
import { CONVERT } from '../support/imagemagick.ts';

/** What programs that did not write a picture find: its size, and its colours in coarse parts. */
export interface ImageObservation {
  width: number;
  height: number;
  /** Red, green, blue and alpha, 0 to 255, of 4 x 4 parts, row by row. */
  parts: number[][];
}

const PARTS = 4;

/** Programs that make a PNG from formats that ImageMagick does not read, or reads with wrong colours. */
const READERS: Readonly<Record<string, (path: string, png: string) => [string, ...string[]]>> = {
  '.avif': (path, png) => ['heif-convert', path, png],
  '.heic': (path, png) => ['heif-convert', path, png],
  '.jxl': (path, png) => ['djxl', path, png],
  '.psd': (path, png) => ['ffmpeg', '-v', 'error', '-i', path, png],
  '.pdf': (path, png) => ['pdftoppm', '-r', '72', '-png', '-singlefile', path, png.slice(0, -'.png'.length)],
  '.svg': (path, png) => ['rsvg-convert', path, '-o', png],
};

export async function observeImage(path: string): Promise<ImageObservation> {
  const file = await readable(path);
  const { stdout: size } = await execa(CONVERT, [`${file}[0]`, '-format', '%w %h\n', 'info:']);
  const [width = 0, height = 0] = size.split(' ').map(Number);
  const parts = ['-alpha', 'set', '-filter', 'Box', '-resize', `${PARTS}x${PARTS}!`, '-depth', '8', 'rgba:-'];
  const { stdout } = await execa(CONVERT, [`${file}[0]`, ...parts], { encoding: 'buffer' });
  const at = (part: number): number[] => [...stdout.subarray(part * 4, part * 4 + 4)];
  return { width, height, parts: Array.from({ length: PARTS * PARTS }, (_, part) => at(part)) };
}

async function readable(path: string): Promise<string> {
  const reader = READERS[extname(path)];
  if (reader === undefined) return path;
  const png = `${path}.png`;
  const [program, ...args] = reader(path, png);
  await execa(program, args);
  return png;
}

/** Difference in the mean of a part that two versions of a lossy encoder may have. */
const TOLERANCE = 4;

/** Returns differences that exceed those of two versions of one encoder; empty if there are none. */
export function compareImages(expected: ImageObservation, actual: ImageObservation): string[] {
  const differences = (['width', 'height'] as const)
    .filter((name) => expected[name] !== actual[name])
    .map((name) => `${name}: expected ${expected[name]}, got ${actual[name]}`);
  expected.parts.forEach((wanted, part) => {
    const got = actual.parts[part] ?? [];
    const alphas = Math.max(wanted[3] ?? 0, got[3] ?? 0);
    // Transparent parts have no visible colour.
    const seen = alphas <= TOLERANCE ? [3] : [0, 1, 2, 3];
    if (seen.some((channel) => Math.abs((wanted[channel] ?? 0) - (got[channel] ?? 0)) > TOLERANCE)) {
      differences.push(`part ${part + 1} of ${PARTS ** 2}: expected ${wanted.join(' ')}, got ${got.join(' ')}`);
    }
  });
  return differences;
}
