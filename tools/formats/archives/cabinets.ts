import { open } from 'node:fs/promises';
import { read } from './bytes.ts';

/** A cabinet's information about its set of volumes (Microsoft Cabinet Format, CFHEADER). */
export interface Cabinet {
  /** Id shared by all volumes of a set. */
  readonly setId: number;
  /** Number of the volume, from 1. */
  readonly number: number;
  /** Names of the volumes before and after it, which programs look for; null for the first or the last. */
  readonly previous: string | null;
  readonly next: string | null;
}

const FIXED = 36;
const HAS_PREVIOUS = 1;
const HAS_NEXT = 2;
const HAS_RESERVED = 4;

/** Fixed fields, 64 KiB reserved for the program that wrote it, and four names. */
const LONGEST_HEADER = 68 * 1024;

/** Reads from a file's header which volume it is; null if it is not a cabinet, or the only one. */
export async function readCabinet(path: string): Promise<Cabinet | null> {
  await using file = await open(path);
  const head = await read(file, 0, LONGEST_HEADER);
  if (head.length < FIXED + 4 || head.toString('latin1', 0, 4) !== 'MSCF') return null;
  const flags = head.readUInt16LE(30);
  if ((flags & (HAS_PREVIOUS | HAS_NEXT)) === 0) return null;
  let at = FIXED + ((flags & HAS_RESERVED) === 0 ? 0 : 4 + head.readUInt16LE(FIXED));
  const text = (): string => {
    const end = head.indexOf(0, at);
    const from = at;
    at = end === -1 ? head.length : end + 1;
    return head.toString('utf8', from, end === -1 ? head.length : end);
  };
  // Each name is followed by that of the volume's disk.
  const names = (flag: number): string | null => ((flags & flag) === 0 ? null : ([text(), text()][0] ?? null));
  const previous = names(HAS_PREVIOUS);
  return { setId: head.readUInt16LE(32), number: head.readUInt16LE(34) + 1, previous, next: names(HAS_NEXT) };
}
