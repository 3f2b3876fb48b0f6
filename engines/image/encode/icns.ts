import sharp from 'sharp';
import type { Pixels } from '../picture.ts';

/** The longest side of a macOS icon. */
export const LARGEST_ICNS = 1024;

/** Types of PNG entries by their side: at normal density, and at twice the density of a smaller one. */
const TYPES: ReadonlyMap<number, readonly string[]> = new Map([
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['icp6', 'ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [LARGEST_ICNS, ['ic10']],
]);

const HEADER = 8;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Encodes a macOS icon: the picture centred on transparent squares, in all usual sizes up to the first that holds it whole.
 * @param pixels at most LARGEST_ICNS pixels a side
 */
export async function encodeIcns({ data, width, height, channels }: Pixels): Promise<Buffer> {
  const longest = Math.max(width, height);
  const sides = [...TYPES.keys()].filter((_, index, all) => index === 0 || (all[index - 1] ?? 0) < longest);
  const entries: Buffer[] = [];
  for (const side of sides) {
    const png = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
      .toColourspace('srgb')
      .ensureAlpha()
      .resize({ width: side, height: side, fit: 'contain', background: TRANSPARENT })
      .png()
      .toBuffer();
    for (const type of TYPES.get(side) ?? []) entries.push(headed(type, png));
  }
  return headed('icns', Buffer.concat(entries));
}

/** Puts a type of four letters and the total length before the content. */
function headed(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(HEADER);
  head.write(type, 'latin1');
  head.writeUInt32BE(HEADER + content.length, 4);
  return Buffer.concat([head, content]);
}
