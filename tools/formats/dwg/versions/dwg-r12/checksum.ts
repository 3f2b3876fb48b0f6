import { CRC8StreamHandler } from '@node-projects/acad-ts';

const SEED = 0xc0c1;

/** Returns the check sum that follows each entity and table entry, and the header. */
export function checksum(bytes: Uint8Array): number {
  return CRC8StreamHandler.getCRCValue(SEED, bytes, 0, bytes.length) & 0xffff;
}
