import type { FileHandle } from 'node:fs/promises';

/** One entry of a zip, as in its central directory (APPNOTE.TXT 4.3.12). */
export interface ZipEntry {
  readonly name: string;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** 0: stored; 8: deflated (4.4.5). */
  readonly method: number;
  readonly encrypted: boolean;
  /** Offset of its local header from the start of the zip. */
  readonly offset: number;
}

/** Longest end record, with its comment. */
export const END_SEARCH_BYTES = 22 + 65535;
export const END_SIGNATURE = 'PK\x05\x06';
const ENTRY_BYTES = 46;
const CHUNK_BYTES = 1024 * 1024;
/** Value of a 32-bit field whose number is in the zip64 extra field (4.5.3). */
const IN_ZIP64 = 0xffffffff;

interface Directory {
  readonly offset: number;
  readonly size: number;
}

/**
 * Yields the entries of a zip from its central directory, in bounded memory; none without a directory. Nothing is unpacked, and all numbers
 * are checked against the file.
 */
export async function* zipEntries(file: FileHandle, fileSize: number): AsyncGenerator<ZipEntry> {
  const directory = await findDirectory(file, fileSize);
  if (directory === null) return;
  const end = directory.offset + directory.size;
  let at = directory.offset;
  let chunk: Buffer = Buffer.alloc(0);
  let start = at;
  while (at + ENTRY_BYTES <= end) {
    // The longest entry has three fields of 64 KiB.
    if (at + 4 * 65536 > start + chunk.length && start + chunk.length < end) {
      start = at;
      chunk = await read(file, start, Math.min(CHUNK_BYTES, end - start));
    }
    const entry = readEntry(chunk, at - start);
    if (entry === null) return;
    yield entry;
    at += entry.length;
  }
}

async function findDirectory(file: FileHandle, fileSize: number): Promise<Directory | null> {
  const from = Math.max(0, fileSize - END_SEARCH_BYTES);
  const tail = await read(file, from, END_SEARCH_BYTES);
  const at = tail.lastIndexOf(END_SIGNATURE, undefined, 'latin1');
  if (at === -1 || at + 22 > tail.length) return null;
  const found = (await findDirectory64(file, tail, at)) ?? {
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
  // If data precedes the zip, offsets count from the zip's own start: the directory ends at its end record.
  const counted = from + at - found.size;
  for (const offset of [found.offset, counted]) {
    if (offset < 0 || offset + found.size > fileSize) continue;
    const signature = await read(file, offset, 4);
    if (signature.toString('latin1') === 'PK\x01\x02') return { offset, size: found.size };
  }
  return null;
}

async function findDirectory64(file: FileHandle, tail: Buffer, end: number): Promise<Directory | null> {
  const locator = end - 20;
  if (locator < 0 || tail.toString('latin1', locator, locator + 4) !== 'PK\x06\x07') return null;
  const record = await read(file, Number(tail.readBigUInt64LE(locator + 8)), 56);
  if (record.length < 56 || record.toString('latin1', 0, 4) !== 'PK\x06\x06') return null;
  return { size: Number(record.readBigUInt64LE(40)), offset: Number(record.readBigUInt64LE(48)) };
}

function readEntry(bytes: Buffer, at: number): (ZipEntry & { readonly length: number }) | null {
  if (at + ENTRY_BYTES > bytes.length || bytes.toString('latin1', at, at + 4) !== 'PK\x01\x02') return null;
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
    number,
    number,
    number,
  ];
  const extraAt = at + ENTRY_BYTES + nameBytes;
  const packed = bytes.readUInt32LE(at + 20);
  const unpacked = bytes.readUInt32LE(at + 24);
  const long = longSizes(bytes.subarray(extraAt, extraAt + extraBytes), unpacked === IN_ZIP64, packed === IN_ZIP64);
  return {
    name: bytes.toString('utf8', at + ENTRY_BYTES, extraAt),
    packedBytes: long.packed ?? packed,
    unpackedBytes: long.unpacked ?? unpacked,
    method: bytes.readUInt16LE(at + 10),
    encrypted: (bytes.readUInt16LE(at + 8) & 1) !== 0,
    offset: bytes.readUInt32LE(at + 42),
    length: ENTRY_BYTES + nameBytes + extraBytes + commentBytes,
  };
}

/** The zip64 extra field contains, in this order, only those sizes that its entry leaves to it. */
function longSizes(
  extra: Buffer,
  needsUnpacked: boolean,
  needsPacked: boolean,
): { unpacked?: number; packed?: number } {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    const number = (index: number) =>
      8 * index + 8 <= field.length ? { value: Number(field.readBigUInt64LE(8 * index)) } : null;
    const unpacked = needsUnpacked ? number(0) : null;
    const packed = needsPacked ? number(needsUnpacked ? 1 : 0) : null;
    return {
      ...(unpacked === null ? {} : { unpacked: unpacked.value }),
      ...(packed === null ? {} : { packed: packed.value }),
    };
  }
  return {};
}

async function read(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(offset) || offset < 0) return Buffer.alloc(0);
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
