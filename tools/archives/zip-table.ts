import { open } from 'node:fs/promises';
import { readMembers } from '../../src/files/formats/zip-members.ts';
import { read } from './bytes.ts';

/** A comment at the end has at most 64 KiB (APPNOTE.TXT 4.3.16). */
const END_BYTES = 22 + 0xff_ff;
/** Of 200,000 entries with names of some length. */
const LARGEST_TABLE = 64 * 1024 ** 2;

/**
 * How many entries the table at the end of a zip has, as far as it can be followed and whatever its end record counts (APPNOTE.TXT 4.3.12);
 * null if it has none, or is a zip64.
 */
export async function countTableEntries(path: string): Promise<number | null> {
  await using file = await open(path);
  const { size } = await file.stat();
  const from = Math.max(0, size - END_BYTES);
  const tail = await read(file, from, END_BYTES);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end === -1 || end + 22 > tail.length) return null;
  const length = tail.readUInt32LE(end + 12);
  if (length > Math.min(LARGEST_TABLE, from + end)) return null;
  const table = await read(file, from + end - length, length);
  return readMembers(table, 'central').length;
}
