import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../../src/work/context.ts';
import { copyBytes, read } from './bytes.ts';

/**
 * LZH (libarchive, archive_read_support_format_lha.c): 7-Zip cannot read headers of level 3, nor entries with only a Unicode name. Such an
 * archive is rewritten with headers that 7-Zip reads; the compressed data stays the same.
 */

/** Length of the header before the extended headers, by level. */
const BASE = { 1: 25, 2: 24, 3: 28 } as const;
const NAME_LENGTH = 21;
const LONGEST_HEADER = 64 * 1024;
/** Kinds of extended headers. */
const CHECKSUM = 0;
const FILE_NAME = 1;
const UNICODE_NAME = 0x44;

interface Entry {
  readonly level: 0 | 1 | 2 | 3;
  /** The header without extended headers. */
  readonly base: Buffer;
  /** Type and content of each extended header. */
  readonly extended: readonly Buffer[];
  readonly dataAt: number;
  readonly dataBytes: number;
}

/** Returns the path of an archive that 7-Zip can read: the given one, or a copy in the work folder. A damaged one is returned unchanged. */
export async function readableLzh(archive: string, { workFolder }: WorkContext): Promise<string> {
  await using file = await open(archive);
  const entries = await entriesOf(file);
  if (!entries.some((entry) => entry.level === 3 || isNameless(entry))) return archive;
  const path = join(workFolder, 'readable.lzh');
  await using copy = await open(path, 'w');
  for (const [index, entry] of entries.entries()) {
    await copy.appendFile(headerOf(entry, index));
    await copyBytes(file, copy, entry.dataAt, entry.dataBytes);
  }
  await copy.appendFile(Buffer.from([0]));
  return path;
}

/** Returns all entries; none if a header is invalid. */
async function entriesOf(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  const entries: Entry[] = [];
  for (let at = 0; at < size; ) {
    const head = await read(file, at, LONGEST_HEADER);
    if (head[0] === 0 && entries.length > 0) break;
    const entry = parseEntry(head, at);
    if (entry === null || entry.dataAt + entry.dataBytes > size) return [];
    entries.push(entry);
    at = entry.dataAt + entry.dataBytes;
  }
  return entries;
}

function parseEntry(head: Buffer, at: number): Entry | null {
  const level = head[20];
  if (head.length < 28 || !/^-l[hz].-$/.test(head.toString('latin1', 2, 7))) return null;
  if (level !== 0 && level !== 1 && level !== 2 && level !== 3) return null;
  const packed = head.readUInt32LE(7);
  const short = 2 + (head[0] ?? 0);
  if (level === 0) return { level, base: head.subarray(0, short), extended: [], dataAt: at + short, dataBytes: packed };
  const width = level === 3 ? 4 : 2;
  const first = level === 1 ? short - 2 : BASE[level];
  const chain = extendedIn(head, first, width);
  if (chain === null) return null;
  const whole = level === 1 ? chain.end : level === 2 ? head.readUInt16LE(0) : head.readUInt32LE(24);
  // In level 1, extended headers count as compressed data.
  const dataBytes = level === 1 ? packed - (chain.end - short) : packed;
  if (whole < chain.end || dataBytes < 0) return null;
  return { level, base: head.subarray(0, first), extended: chain.headers, dataAt: at + whole, dataBytes };
}

/** Reads a chain of headers, each followed by the size of the next; null if it does not end. */
function extendedIn(head: Buffer, first: number, width: 2 | 4): { headers: Buffer[]; end: number } | null {
  const headers: Buffer[] = [];
  for (let at = first; at + width <= head.length; ) {
    const size = head.readUIntLE(at, width);
    at += width;
    if (size === 0) return { headers, end: at };
    if (size <= width || at + size > head.length) return null;
    headers.push(head.subarray(at, at + size - width));
    at += size - width;
  }
  return null;
}

const isNameless = ({ level, base, extended }: Entry): boolean =>
  level > 0 &&
  extended.some(([kind]) => kind === UNICODE_NAME) &&
  !extended.some(([kind]) => kind === FILE_NAME) &&
  (level > 1 || base[NAME_LENGTH] === 0);

/** Returns the header in a form that 7-Zip reads; an entry with only a Unicode name also gets a unique plain one. */
function headerOf(entry: Entry, index: number): Buffer {
  const { level, base, extended } = entry;
  if (level === 0) return base;
  const name = isNameless(entry) ? [Buffer.from(`\x01unnamed-${index}`)] : [];
  const others = [...name, ...extended.filter(([kind]) => kind !== CHECKSUM)];
  return level === 1 ? levelOne(base, chained(others), entry.dataBytes) : levelTwo(base, others);
}

/** Concatenates headers, each after its size in two bytes. */
function chained(headers: readonly Buffer[]): Buffer {
  const parts = headers.flatMap((header) => [u16(header.length + 2), header]);
  return Buffer.concat([...parts, u16(0)]);
}

function levelOne(base: Buffer, headers: Buffer, dataBytes: number): Buffer {
  const whole = Buffer.concat([base, headers]);
  whole.writeUInt32LE(dataBytes + headers.length - 2, 7);
  const short = whole.subarray(2, base.length + 2);
  whole[1] = short.reduce((sum, byte) => (sum + byte) & 0xff, 0);
  return whole;
}

/** Pads the header: a size whose first byte is 0 would mean the end of the archive. */
function levelTwo(base: Buffer, others: readonly Buffer[]): Buffer {
  const headers = chained([Buffer.from([CHECKSUM, 0, 0]), ...others]);
  const length = BASE[2] + headers.length;
  const whole = Buffer.concat([base.subarray(0, BASE[2]), headers, Buffer.alloc(length % 256 === 0 ? 1 : 0)]);
  whole.writeUInt16LE(whole.length, 0);
  whole[20] = 2;
  // After the size and type of the first header. The checksum covers the whole header, with zeros in its own place.
  whole.writeUInt16LE(crc16(whole), BASE[2] + 3);
  return whole;
}

/** CRC-16/ARC. */
function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >> 1) ^ ((crc & 1) === 1 ? 0xa001 : 0);
  }
  return crc;
}

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};
