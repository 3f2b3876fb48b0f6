import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { onDisk } from '../../../src/disk/disk.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS, unpackedBytesAllowed } from '../archives/limits.ts';
import { END_SEARCH_BYTES, END_SIGNATURE, zipEntries } from './safety-zip.ts';

/**
 * Refuses a zipped office file whose directory states more unpacked data than an archive may have, before a program reads it. A file that
 * is not a zip, or has a broken directory, passes: false sizes are caught by the limits of the program that reads it. Throws
 * ConversionError `input_bomb`.
 */
export async function refuseBombs(
  { path, filename, size }: Pick<LocalInput, 'path' | 'filename' | 'size'>,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
): Promise<void> {
  if (!(await mayBeZip(path))) return;
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const allowed = unpackedBytesAllowed(size, limits);
    let entries = 0;
    let unpacked = 0;
    let packed = 0;
    for await (const entry of zipEntries(file, size)) {
      entries += 1;
      unpacked += entry.unpackedBytes;
      packed += entry.packedBytes;
      if (entries > limits.maxEntries) {
        throw bomb(`${filename} holds more than ${limits.maxEntries} parts.`, { limit_entries: limits.maxEntries });
      }
      if (unpacked > allowed) {
        const mebibytes = Math.floor(allowed / 1024 ** 2);
        const text = `${filename} unpacks to more than the ${mebibytes} MiB that are allowed for its size.`;
        throw bomb(text, { limit_bytes: allowed });
      }
      // Entries that share their packed bytes: https://www.bamsoftware.com/hacks/zipbomb/
      if (packed > size) throw bomb(`Parts of ${filename} overlap, which only files made to do harm have.`, {});
    }
  } finally {
    await file.close();
  }
}

/** Most files are not zips: a single read shows that. */
async function mayBeZip(path: string): Promise<boolean> {
  const { bytes } = await onDisk('readPart', path, -END_SEARCH_BYTES);
  return Buffer.from(bytes.buffer).includes(END_SIGNATURE, 0, 'latin1');
}

function bomb(message: string, details: Record<string, unknown>): ConversionError {
  return new ConversionError('input_bomb', message, { details });
}
