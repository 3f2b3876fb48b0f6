import { open } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { ConversionError } from '../../../src/task/errors.ts';
import { type ZipEntry, zipEntries } from './safety-zip.ts';

/** Most parts of a document; a file with more is meant to fill memory. */
const MAX_ENTRIES = 100_000;
/** Most unpacked bytes of one part in memory. */
const MAX_MEMBER_BYTES = 32 * 1024 ** 2;
const LOCAL_HEADER_BYTES = 30;

/** Access to the parts of a zipped document by name. */
export interface ZipMembers {
  /** Entries in the order of the directory. */
  readonly entries: readonly ZipEntry[];
  has(name: string): boolean;
  /** Returns the unpacked bytes of a part; null if it is missing, encrypted, too large, or cannot be unpacked. */
  read(name: string): Promise<Buffer | null>;
}

/**
 * Reads single parts of a zip into memory; for use in a separate process, because unpacking blocks. The file is open while `use` runs.
 * Throws ConversionError `input_damaged` if it has no directory, `input_bomb` for more than 100,000 parts.
 */
export async function withZipMembers<Result>(
  path: string,
  use: (members: ZipMembers) => Promise<Result>,
): Promise<Result> {
  await using file = await open(path);
  const { size } = await file.stat();
  const entries: ZipEntry[] = [];
  for await (const entry of zipEntries(file, size)) {
    entries.push(entry);
    if (entries.length > MAX_ENTRIES) {
      throw new ConversionError('input_bomb', `The document holds more than ${MAX_ENTRIES} parts.`);
    }
  }
  if (entries.length === 0)
    throw new ConversionError('input_damaged', 'The list of the document\u2019s parts is missing.');
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const bytesAt = async (offset: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  return await use({
    entries,
    has: (name) => byName.has(name),
    async read(name) {
      const entry = byName.get(name);
      if (entry === undefined || entry.encrypted || entry.unpackedBytes > MAX_MEMBER_BYTES) return null;
      if (entry.packedBytes > size) return null;
      const header = await bytesAt(entry.offset, LOCAL_HEADER_BYTES);
      if (header.length < LOCAL_HEADER_BYTES || header.toString('latin1', 0, 4) !== 'PK\x03\x04') return null;
      const start = entry.offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
      return unpacked(entry, await bytesAt(start, entry.packedBytes));
    },
  });
}

function unpacked({ method }: ZipEntry, packed: Buffer): Buffer | null {
  if (method === 0) return packed;
  if (method !== 8) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_MEMBER_BYTES });
  } catch {
    return null;
  }
}
