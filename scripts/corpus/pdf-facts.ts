import { stat } from 'node:fs/promises';
import { execa } from 'execa';

/** Facts about a PDF from poppler, which writes none of the outputs. */
export interface PdfFacts {
  readonly pages: number;
  /** Letters and digits of all pages, sorted: their positions differ if pages are rotated or reduced. */
  readonly letters: string;
  readonly first: Picture;
  readonly last: Picture;
  /** Whether these pages have any colour. */
  readonly colored: boolean;
  /** Bytes of the file. */
  readonly bytes: number;
}

/** A rendered page in grey, one byte per pixel, row by row; the longer side has SIDE pixels, each the mean of SHRINK by SHRINK. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIDE = 160;
/** Factor of the first rendering: the look of thin strokes depends on their position on the pixel grid. */
const SHRINK = 4;

/** Enough for any page; ends rendering that never finishes. */
const LIMITS = { timeout: 120_000, maxBuffer: 64 * 1024 ** 2 };

/** Throws if poppler cannot read the PDF or render its first and last page. */
export async function pdfFacts(path: string, password?: string): Promise<PdfFacts> {
  const unlock = password === undefined ? [] : ['-upw', password];
  const info = await execa('pdfinfo', [...unlock, path], LIMITS);
  const pages = Number(/^Pages:\s+(\d+)/m.exec(info.stdout)?.[1]);
  const text = await execa('pdftotext', [...unlock, '-q', path, '-'], LIMITS);
  const { size: bytes } = await stat(path);
  let colored = false;
  const render = async (page: number): Promise<Picture> => {
    const args = [
      ...unlock,
      '-q',
      '-cropbox',
      '-scale-to',
      String(SIDE * SHRINK),
      '-f',
      String(page),
      '-l',
      String(page),
    ];
    const { stdout } = await execa('pdftoppm', [...args, path], { ...LIMITS, encoding: 'buffer' });
    colored ||= hasColor(stdout);
    return shrunk(readPixmap(stdout));
  };
  const first = await render(1);
  const last = pages === 1 ? first : await render(pages);
  return { pages, letters: lettersOf(text.stdout), first, last, colored, bytes };
}

function lettersOf(text: string): string {
  return [...text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '')].sort().join('');
}

/**
 * Reads a P6 pixmap with 255 shades, as pdftoppm writes it; the mean of red, green and blue. For grey output, poppler would compute some
 * colour spaces differently than for colours.
 */
function readPixmap(bytes: Uint8Array): Picture {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 64)));
  const [width, height] = [Number(head?.[1]), Number(head?.[2])];
  const colors = bytes.subarray(head?.[0].length ?? 0);
  if (!(width * height > 0) || colors.length !== 3 * width * height) throw new Error('a page does not render');
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = ((colors[3 * at] ?? 0) + (colors[3 * at + 1] ?? 0) + (colors[3 * at + 2] ?? 0)) / 3;
  }
  return { width, height, pixels };
}

/** Smallest saturation of a colour, of 255; below it may be a rounded grey. */
const LEAST_SATURATION = 40;
const FEWEST_COLORED = 20;

/** Whether a pixmap has pixels that are not grey. */
function hasColor(bytes: Uint8Array): boolean {
  let count = 0;
  const head = /^P6\s+\d+\s+\d+\s+255\s/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 64)));
  for (let at = head?.[0].length ?? 0; at + 2 < bytes.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = bytes.subarray(at, at + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) >= LEAST_SATURATION) count += 1;
  }
  return count >= FEWEST_COLORED;
}

function shrunk({ width, height, pixels }: Picture): Picture {
  const small = { width: Math.ceil(width / SHRINK), height: Math.ceil(height / SHRINK) };
  const sums = new Uint32Array(small.width * small.height);
  const counts = new Uint32Array(sums.length);
  for (const [index, value] of pixels.entries()) {
    const x = Math.floor((index % width) / SHRINK);
    const y = Math.floor(index / width / SHRINK);
    const at = y * small.width + x;
    sums[at] = (sums[at] ?? 0) + value;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return { ...small, pixels: Uint8Array.from(sums, (sum, index) => sum / (counts[index] ?? 1)) };
}

/** Rotates the picture by 90 degrees clockwise. */
export function turned({ width, height, pixels }: Picture): Picture {
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) result[x * height + (height - 1 - y)] = pixels[y * width + x] ?? 0;
  }
  return { width: height, height: width, pixels: result };
}

export const isWhite = ({ pixels }: Picture): boolean => pixels.every((value) => value > 250);

/**
 * Returns how far a picture is from the expected one, relative to that one's own variation: 0 if equal, about 1 for another picture or the
 * same one upside down. Sizes must be equal except for rounding, otherwise it is infinite.
 */
export function difference(made: Picture, expected: Picture): number {
  const [width, height] = [Math.min(made.width, expected.width), Math.min(made.height, expected.height)];
  if (Math.max(made.width, expected.width) > width + 1 || Math.max(made.height, expected.height) > height + 1) {
    return Number.POSITIVE_INFINITY;
  }
  const mean = expected.pixels.reduce((sum, value) => sum + value, 0) / expected.pixels.length;
  let [apart, varies] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const wanted = expected.pixels[y * expected.width + x] ?? 0;
      apart += Math.abs((made.pixels[y * made.width + x] ?? 0) - wanted);
      varies += Math.abs(wanted - mean);
    }
  }
  // On a page of one colour, a small deviation of grey is not a difference.
  return apart / Math.max(varies, width * height);
}

/** Returns the share of a text's letters that another one has, 0 to 1; 1 if there are none. */
export function shareKept(letters: string, kept: string): number {
  const counts = new Map<string, number>();
  for (const letter of kept) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let [all, found] = [0, 0];
  for (const letter of letters) {
    const left = counts.get(letter) ?? 0;
    all += 1;
    if (left > 0) found += 1;
    counts.set(letter, left - 1);
  }
  return all === 0 ? 1 : found / all;
}
