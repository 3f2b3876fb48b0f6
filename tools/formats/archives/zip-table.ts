import { open } from 'node:fs/promises';
import { readMembers } from '../../../src/files/formats/zip-members.ts';
import { read } from './bytes.ts';

/** A comment at the end has at most 64 KiB (APPNOTE.TXT 4.3.16). */
const END_BYTES = 22 + 0xff_ff;
/** Bytes of 200,000 entries with names of some length. */
const LARGEST_TABLE = 64 * 1024 ** 2;

/**
 * Counts the entries of a zip's table, as far as it can be followed, whatever its end record counts (APPNOTE.TXT 4.3.12). The table begins
 * at the offset given by its length in the end record, or else at the first of its headers after `dataEnd`, the end of the last entry.
 */
export async function countTableEntries(path: string, dataEnd: number): Promise<number> {
  await using file = await open(path);
  const { size } = await file.stat();
  const from = Math.max(0, size - END_BYTES);
  const tail = await read(file, from, END_BYTES);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const length = end === -1 || end + 22 > tail.length ? 0 : tail.readUInt32LE(end + 12);
  if (length > 0 && length <= Math.min(LARGEST_TABLE, from + end)) {
    const members = readMembers(await read(file, from + end - length, length), 'central');
    if (members.length > 0) return members.length;
  }
  const rest = await read(file, dataEnd, Math.min(LARGEST_TABLE, Math.max(0, size - dataEnd)));
  const begin = rest.indexOf('PK\x01\x02', undefined, 'latin1');
  return begin === -1 ? 0 : readMembers(rest.subarray(begin), 'central').length;
}
