import { CRC8StreamHandler } from '@node-projects/acad-ts';

const VERSION = 'AC1012';
/** Of the count of section locators in the header of R13 to 2000 DWG files. */
const LOCATOR_COUNT = 0x15;
const LOCATOR_BYTES = 9;
/** The least and the most locators that such a file has. */
const LEAST_LOCATORS = 3;
const MOST_LOCATORS = 6;
/** What the check sum of the locators begins with (Open Design Specification for .dwg files, "R13-R15 file header"). */
const CHECKSUM_SEED = 0xc0c1;
const VERSION_AT = 0;

/**
 * A DWG file of Release 13 (AC1012), made of one of Release 14 that holds only what R13 has as well (`downgrade` to
 * AC1012): objects and sections of both are encoded alike, so the version and the check sum over it are all that
 * differ. Changes nothing in `bytes`.
 * @throws Error if `bytes` is no DWG file of Release 14
 */
export function dwgAsR13(bytes: Uint8Array): Uint8Array {
  const result = Buffer.from(bytes);
  if (result.toString('latin1', VERSION_AT, VERSION.length) !== 'AC1014') throw new Error('not a DWG file of AC1014');
  const locators = result.readUInt32LE(LOCATOR_COUNT);
  if (locators < LEAST_LOCATORS || locators > MOST_LOCATORS) throw new Error('the header has no section locators');
  const checksumAt = LOCATOR_COUNT + 4 + locators * LOCATOR_BYTES;
  const checksum = (header: Uint8Array) => CRC8StreamHandler.getCRCValue(CHECKSUM_SEED, header, 0, checksumAt);
  // Writers differ in a constant that is applied to it, by the count of locators: the same one is kept.
  const applied = checksum(result) ^ result.readUInt16LE(checksumAt);
  result.write(VERSION, VERSION_AT, 'latin1');
  result.writeUInt16LE((checksum(result) ^ applied) & 0xffff, checksumAt);
  return result;
}
