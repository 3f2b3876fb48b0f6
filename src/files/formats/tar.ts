import { type ByteSource, latin1 } from './byte-source.ts';
import type { FormatName } from './names.ts';

const BLOCK = 512;
const CHECKSUM_AT = 148;

/**
 * Recognises a tar of any age by the checksum of its first header, the only feature that all share. Checked before other signatures,
 * because a tar begins with the name of its first member, which may look like one of them.
 */
export function byTarHeader({ head }: ByteSource): FormatName | null {
  if (head.length < BLOCK) return null;
  const recorded = /^[ \0]*([0-7]{1,7})[ \0]/.exec(latin1(head, CHECKSUM_AT, CHECKSUM_AT + 8))?.[1];
  if (recorded === undefined) return null;
  let unsigned = 0;
  let signed = 0;
  for (let at = 0; at < BLOCK; at++) {
    const byte = at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? 0x20 : (head[at] ?? 0);
    unsigned += byte;
    // Some old writers summed signed characters.
    signed += byte < 128 ? byte : byte - 256;
  }
  const sum = Number.parseInt(recorded, 8);
  return sum === unsigned || sum === signed ? 'tar' : null;
}
