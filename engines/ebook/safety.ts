import type { LocalInput } from '../../src/work/context.ts';
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from '../../tools/formats/archives/limits.ts';
import { refuseBombs } from '../../tools/formats/office-files/safety.ts';

const GiB = 1024 ** 3;

/**
 * Limits of a book that is a zip: calibre unpacks all of it, keeps its texts in memory, and looks at each part. It makes a book of 10,000
 * documents in minutes; the largest comics have about 5000 pictures.
 */
const BOOK_LIMITS: ArchiveLimits = { ...DEFAULT_ARCHIVE_LIMITS, maxBytes: 4 * GiB, maxEntries: 20_000 };

/**
 * Refuses a book that is a zip and unpacks to more than a book may, before any program reads it. Other files pass.
 *
 * @throws ConversionError `input_bomb`
 */
export function refuseBookBombs(input: Pick<LocalInput, 'path' | 'filename' | 'size'>): Promise<void> {
  return refuseBombs(input, BOOK_LIMITS);
}
