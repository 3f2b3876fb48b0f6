/** Bytes of LAME's tag in the first frame of an MP3 file, which states how many samples players skip at both ends. */
const TAG_BYTES = 120;
const NAME_BYTES = 9;
const DELAY_AT = 21;
const CHECKSUM_AT = 34;

/**
 * Completes the first frame of a file with what a copy of frames does not know: the encoder, and the samples to skip, at the beginning from
 * the tag of the first part and at the end from that of the last. Returns the frame, or null if one of them has no tag.
 */
export function completeTag(frame: Buffer, first: Buffer, last: Buffer): Buffer | null {
  const [at, from, until] = [frame, first, last].map(tagOf);
  if (at == null || from == null || until == null) return null;
  const made = Buffer.from(frame);
  first.copy(made, at, from, from + NAME_BYTES);
  const delay = first.readUIntBE(from + DELAY_AT, 3) >> 12;
  const padding = last.readUIntBE(until + DELAY_AT, 3) & 0xfff;
  made.writeUIntBE((delay << 12) | padding, at + DELAY_AT, 3);
  made.writeUInt16BE(checksum(made.subarray(0, at + CHECKSUM_AT)), at + CHECKSUM_AT);
  return made;
}

/** Returns where LAME's part of the tag begins in a frame. Null if there is none. */
function tagOf(frame: Buffer): number | null {
  // After the header and the side information, whose length depends on version and channels.
  for (const at of [13, 21, 36]) {
    const name = frame.toString('latin1', at, at + 4);
    if ((name === 'Xing' || name === 'Info') && frame.length >= at + TAG_BYTES + CHECKSUM_AT + 2) return at + TAG_BYTES;
  }
  return null;
}

/** Returns where the first frame of an MP3 file begins: after its tags, whose header is given. */
export function firstFrame(header: Buffer): number {
  if (header.toString('latin1', 0, 3) !== 'ID3') return 0;
  return 10 + [...header.subarray(6, 10)].reduce((size, byte) => size * 128 + byte, 0);
}

/** Returns the CRC-16 of the tag, reflected. */
function checksum(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
