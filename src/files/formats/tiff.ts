import { type ByteSource, has, latin1 } from './byte-source.ts';
import type { FormatName } from './names.ts';

const MAKE = 271;
const SUB_IFDS = 330;
const DNG_VERSION = 50706;

const MAX_ENTRIES = 512;

/** Recognises TIFF, BigTIFF, and camera raw formats that are TIFF with their own tags. */
export async function byTiffTags(source: ByteSource): Promise<FormatName | null> {
  const { head } = source;
  const little = has(head, 0, 'II');
  if (!little && !has(head, 0, 'MM')) return null;
  const version = little ? head.subarray(2, 4).toReversed() : head.subarray(2, 4);
  if (version[0] !== 0 || head.length < 8) return null;
  if (version[1] === 43) return 'tiff';
  if (version[1] !== 42) return null;
  if (has(head, 8, 'CR\x02')) return 'cr2';
  const u16 = (bytes: Buffer, at: number): number => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (bytes: Buffer, at: number): number => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));

  const start = u32(head, 4);
  const directory = await source.read(start, 2 + MAX_ENTRIES * 12);
  const count = directory.length < 2 ? 0 : Math.min(u16(directory, 0), Math.floor((directory.length - 2) / 12));
  const values = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    const at = 2 + index * 12;
    values.set(u16(directory, at), u32(directory, at + 8));
  }
  if (values.has(DNG_VERSION)) return 'dng';
  const makeAt = values.get(MAKE);
  if (makeAt === undefined || !values.has(SUB_IFDS)) return 'tiff';
  const make = latin1(await source.read(makeAt, 8), 0, 8).toUpperCase();
  if (make.startsWith('NIKON')) return 'nef';
  return make.startsWith('SONY') ? 'arw' : 'tiff';
}
