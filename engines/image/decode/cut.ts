import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramPlaces } from '../../../src/process/programs.ts';
import { type Decoder, damaged, INPUT, picturesIn, runDecoder, type Unpacking } from './decoder.ts';
import { own } from './own.ts';
import { PILLOW, runScript } from './python.ts';
import { headOf } from './variants.ts';

/** Decoders of pictures that end early and that the usual decoders refuse: they convert the readable part, with a warning. */

/** Keeps the complete rows, in a picture of the full size. */
export const webpRows: Decoder = {
  name: 'libwebp',
  programs: [PILLOW],
  async unpack(unpacking) {
    const path = await takeRows('webp_rows.py', 'rows.tiff', unpacking);
    return picturesIn([path], unpacking);
  },
};

/** Keeps the complete strips or rows of tiles, as a picture of less height; later pages are lost. */
export const tiffRows: Decoder = {
  name: 'sharp',
  programs: [PILLOW],
  async unpack(unpacking) {
    const path = await takeRows('tiff_rows.py', 'rows.tiff', unpacking);
    return own.unpack({ ...unpacking, input: { ...unpacking.input, path } });
  },
};

const [STRIPS, STRIP_BYTES, TILES, TILE_BYTES] = [273, 279, 324, 325];
const MOST_DIRECTORIES = 1000;
const MOST_PARTS = 1_000_000;

/** Whether a TIFF whose directory precedes its pixels ends within these, or before its next page (TIFF 6.0, section 2). Not BigTIFF. */
export async function tiffEndsEarly(path: string): Promise<boolean> {
  await using file = await open(path);
  const { size } = await file.stat();
  const read = async (at: number, length: number): Promise<Buffer | null> => {
    if (at + length > size) return null;
    return (await file.read(Buffer.alloc(length), 0, length, at)).buffer;
  };
  const head = await read(0, 8);
  const little = head?.toString('latin1', 0, 4) === 'II*\0';
  if (head === null || (!little && head.toString('latin1', 0, 4) !== 'MM\0*')) return false;
  const number = (bytes: Buffer, at: number, width: number): number =>
    little ? bytes.readUIntLE(at, width) : bytes.readUIntBE(at, width);
  const valuesOf = async (entry: Buffer): Promise<readonly number[]> => {
    const width = number(entry, 2, 2) === 3 ? 2 : 4;
    const count = Math.min(MOST_PARTS, number(entry, 4, 4));
    const bytes = count * width <= 4 ? entry.subarray(8) : await read(number(entry, 8, 4), count * width);
    return Array.from({ length: bytes === null ? 0 : count }, (_, index) =>
      number(bytes ?? entry, index * width, width),
    );
  };
  let at = number(head, 4, 4);
  for (let page = 0; page < MOST_DIRECTORIES && at !== 0; page += 1) {
    const count = await read(at, 2);
    const directory = count === null ? null : await read(at + 2, number(count, 0, 2) * 12 + 4);
    if (directory === null) return page > 0;
    const values = new Map<number, readonly number[]>();
    for (let entry = 0; entry + 12 < directory.length; entry += 12) {
      const tag = number(directory, entry, 2);
      if (PLACES.has(tag)) values.set(tag, await valuesOf(directory.subarray(entry, entry + 12)));
    }
    const lengths = values.get(STRIP_BYTES) ?? values.get(TILE_BYTES) ?? [];
    const starts = values.get(STRIPS) ?? values.get(TILES) ?? [];
    if (starts.some((start, index) => start + (lengths[index] ?? 0) > size)) return true;
    at = number(directory, directory.length - 4, 4);
  }
  return false;
}

const PLACES: ReadonlySet<number> = new Set([STRIPS, STRIP_BYTES, TILES, TILE_BYTES]);

/** Writes the complete rows to a file in the folder, with a script that prints their number and the height. Returns the file's path. */
async function takeRows(script: string, output: string, unpacking: Unpacking): Promise<string> {
  const { context, folder } = unpacking;
  const { exitCode, stdout, stderr } = await runScript(PILLOW, script, [INPUT, output], unpacking);
  const [, rows, height] = /^(\d+) of (\d+)$/m.exec(stdout) ?? [];
  if (exitCode !== 0 || rows === undefined || rows === height) throw damaged(stderr);
  const message = `The picture ends early: ${rows} of its ${height} rows are complete and were converted.`;
  context.warn('input_truncated', message, { rows: Number(rows), height: Number(height) });
  return join(folder, output);
}

const OPENJPEG: ProgramPlaces = {
  name: 'opj_decompress',
  candidates: ['/usr/bin/opj_decompress'],
  package: 'libopenjp2-tools',
};

/** Decodes JPEG 2000 up to the cut: with less detail, or without its last rows, depending on the order in which it was written. */
export const partialJpeg2000: Decoder = {
  name: 'OpenJPEG',
  programs: [OPENJPEG],
  async unpack(unpacking) {
    const { input, folder, context } = unpacking;
    const missing = bytesMissing(await headOf(input.path), input.size);
    if (missing <= 0) throw damaged('it does not end early');
    const args = ['-allow-partial', '-i', INPUT, '-o', 'part.png'];
    const { exitCode, stderr, stdout } = await runDecoder(OPENJPEG, args, unpacking);
    if (exitCode !== 0) throw damaged(`${stdout}\n${stderr}`);
    const percent = Math.floor((100 * input.size) / (input.size + missing));
    const message = `The picture ends early: ${percent} % of its data was read and converted. It has less detail than the complete picture, or a part is missing.`;
    context.warn('input_truncated', message, { percent });
    return picturesIn([join(folder, 'part.png')], unpacking);
  },
};

/** Marker of a tile part (ISO/IEC 15444-1, A.4.2), and the offset of its length in bytes. */
const TILE_PART = Buffer.from([0xff, 0x90, 0, 10]);
const TILE_PART_BYTES = 6;

/** Returns the bytes missing from the first tile part; most files have one. Returns 0 if its length is not stated. */
function bytesMissing(head: Buffer, size: number): number {
  const at = head.indexOf(TILE_PART);
  if (at === -1 || at + TILE_PART_BYTES + 4 > head.length) return 0;
  return at + head.readUInt32BE(at + TILE_PART_BYTES) - size;
}
