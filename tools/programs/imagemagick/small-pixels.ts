import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { runMagick } from './magick.ts';

/** Longest side, pixels: enough for what colours a picture has. */
const SIDE = 256;
/** Bytes before the pixels of a TGA without a name and a palette. */
const HEADER = 18;

/** Returns the pixels of a PNG, reduced and over white: red, green and blue each. Throws ConversionError as running a program does. */
export async function smallPixels(png: string, context: WorkContext): Promise<Uint8Array> {
  const path = join(await partFolder(context, 'small'), 'small.tga');
  const reduced = ['-background', 'white', '-alpha', 'remove', '-alpha', 'off', '-resize', `${SIDE}x${SIDE}>`];
  const plain = ['-colorspace', 'sRGB', '-depth', '8', '-type', 'TrueColor', '-compress', 'none'];
  await runMagick({ args: [`png:${png}`, ...reduced, ...plain, '+set', 'comment', `tga:${path}`] }, context);
  const file = await readFile(path);
  const [width, height] = [file.readUInt16LE(12), file.readUInt16LE(14)];
  const start = HEADER + file.readUInt8(0);
  const pixels = file.subarray(start, start + 3 * width * height);
  // TGA has blue first.
  for (let at = 0; at + 2 < pixels.length; at += 3) pixels.subarray(at, at + 3).reverse();
  return pixels;
}
