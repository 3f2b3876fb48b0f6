import { CRC8StreamHandler } from '@node-projects/acad-ts';

const SEED = 0xc0c1;

/** The check sum that stands behind each entity and table entry and behind the header. */
export function checksum(bytes: Uint8Array): number {
  return CRC8StreamHandler.getCRCValue(SEED, bytes, 0, bytes.length) & 0xffff;
}
