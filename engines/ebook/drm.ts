import { open } from 'node:fs/promises';
import type { LocalInput } from '../../src/work/context.ts';
import { lockedByDrm } from '../../tools/programs/calibre/outcome.ts';

/** Start of a KFX book with DRM. A book without DRM starts differently, and is not read here either. */
const KFX_LOCKED = '\xeaDRMION\xee';

/** Offsets in a Palm database: of the creator, and of the position of its first record. */
const OWNER = 60;
const FIRST_RECORD = 78;
/** Offset in that record of a PalmDOC or Mobipocket book; 0: not encrypted. https://wiki.mobileread.com/wiki/MOBI#PalmDOC_Header */
const ENCRYPTION = 12;
/** First number in the record of a locked eReader book: https://wiki.mobileread.com/wiki/EReader */
const EREADER_LOCKED: readonly number[] = [260, 272];

const PALM: ReadonlySet<string> = new Set(['azw3', 'mobi', 'pdb']);

/**
 * Throws ConversionError `input_drm` for books that calibre would take for something else: KFX, PalmDOC (whose text would be noise),
 * eReader and old Mobipocket books. For others the converter reports DRM.
 */
export async function refuseLocked({ path, format }: LocalInput): Promise<void> {
  if (format === null || (format.name !== 'kfx' && !PALM.has(format.name))) return;
  const file = await open(path);
  try {
    const read = async (place: number, length: number): Promise<Buffer> =>
      (await file.read(Buffer.alloc(length), 0, length, place)).buffer;
    if ((await read(0, KFX_LOCKED.length)).toString('latin1') === KFX_LOCKED) throw lockedByDrm();
    if (format.name === 'kfx') return;
    const owner = (await read(OWNER, 8)).toString('latin1');
    const record = await read((await read(FIRST_RECORD, 4)).readUInt32BE(0), 16);
    const isPalmDoc = owner === 'TEXtREAd' || format.name !== 'pdb';
    if (isPalmDoc && record.readUInt16BE(ENCRYPTION) !== 0) throw lockedByDrm();
    if (owner === 'PNRdPPrs' && EREADER_LOCKED.includes(record.readUInt16BE(0))) throw lockedByDrm();
  } finally {
    await file.close();
  }
}
