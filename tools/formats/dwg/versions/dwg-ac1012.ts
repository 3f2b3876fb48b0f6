import { CRC8StreamHandler } from '@node-projects/acad-ts';

const VERSION = 'AC1012';
/** Offset of the count of section locators in the header of R13 to 2000 DWG files. */
const LOCATOR_COUNT = 0x15;
const LOCATOR_BYTES = 9;
/** Smallest and largest number of locators in such a file. */
const LEAST_LOCATORS = 3;
const MOST_LOCATORS = 6;
/** Seed of the check sum of the locators (Open Design Specification for .dwg files, "R13-R15 file header"). */
const CHECKSUM_SEED = 0xc0c1;
const VERSION_AT = 0;

/**
 * Converts a DWG file of Release 14 to Release 13 (AC1012). The file must hold only what R13 supports (`downgrade` to AC1012). Objects and
 * sections of both are encoded alike; only the version and the check sum over it differ. Does not change `bytes`.
 * @throws Error if `bytes` is not a DWG file of Release 14
 */
export function dwgAsR13(bytes: Uint8Array): Uint8Array {
  const result = Buffer.from(bytes);
  if (result.toString('latin1', VERSION_AT, VERSION.length) !== 'AC1014') throw new Error('not a DWG file of AC1014');
  const locators = result.readUInt32LE(LOCATOR_COUNT);
  if (locators < LEAST_LOCATORS || locators > MOST_LOCATORS) throw new Error('the header has no section locators');
  const checksumAt = LOCATOR_COUNT + 4 + locators * LOCATOR_BYTES;
  const checksum = (header: Uint8Array) => CRC8StreamHandler.getCRCValue(CHECKSUM_SEED, header, 0, checksumAt);
  // Depending on the count of locators, writers apply different constants to it: the same one is kept.
  const applied = checksum(result) ^ result.readUInt16LE(checksumAt);
  result.write(VERSION, VERSION_AT, 'latin1');
  result.writeUInt16LE((checksum(result) ^ applied) & 0xffff, checksumAt);
  return result;
}
