import { open } from 'node:fs/promises';
import type { BookJob } from './job.ts';
import { lockedByDrm } from './outcome.ts';

/** Places in a Palm database, which a Mobipocket book is: the place of its first record, and in that the kind of encryption. */
const FIRST_RECORD = 78;
const ENCRYPTION = 12;

/**
 * Throws ConversionError `input_drm` for a Mobipocket book whose header says that it is encrypted; calibre takes old ones for
 * damaged. Other kinds of books say so while they are read.
 *
 * @see https://wiki.mobileread.com/wiki/MOBI#PalmDOC_Header
 */
export async function refuseLocked({ input, format }: BookJob): Promise<void> {
  if (format !== 'mobi' && format !== 'azw3') return;
  const file = await open(input);
  try {
    const numberAt = async (place: number, bytes: number): Promise<number> => {
      const buffer = Buffer.alloc(bytes);
      await file.read(buffer, 0, bytes, place);
      return buffer.readUIntBE(0, bytes);
    };
    const record = await numberAt(FIRST_RECORD, 4);
    if ((await numberAt(record + ENCRYPTION, 2)) !== 0) throw lockedByDrm();
  } finally {
    await file.close();
  }
}
