import type { LocalInput } from '../../src/work/context.ts';
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from '../../tools/archives/limits.ts';
import { refuseBombs } from '../../tools/office-files/safety.ts';

const GiB = 1024 ** 3;

/**
 * What a book that is a zip may hold: calibre unpacks all of it, keeps its texts in memory, and looks at each part. Of 10,000 documents it
 * makes a book in minutes; the largest books of comics have about 5000 pictures.
 */
const BOOK_LIMITS: ArchiveLimits = { ...DEFAULT_ARCHIVE_LIMITS, maxBytes: 4 * GiB, maxEntries: 20_000 };

/**
 * Refuses, before any program sees it, a book that is a zip and unpacks to more than a book may. What is not a zip passes.
 *
 * @throws ConversionError `input_bomb`
 */
export function refuseBookBombs(input: Pick<LocalInput, 'path' | 'filename' | 'size'>): Promise<void> {
  return refuseBombs(input, BOOK_LIMITS);
}
