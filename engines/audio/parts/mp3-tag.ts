/** The tag of LAME within the first frame of an MP3 file, which says how many samples players skip at both ends. */
const TAG_BYTES = 120;
const NAME_BYTES = 9;
const DELAY_AT = 21;
const CHECKSUM_AT = 34;

/**
 * What a copy of frames does not know, put into the first frame of a file: the encoder, and the samples to skip, at the beginning from the
 * tag of the first part and at the end from that of the last. Returns the frame; null: one of them has no tag.
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

/** Where LAME's part of the tag begins in a frame; null: it has none. */
function tagOf(frame: Buffer): number | null {
  // Behind the header and the side information, whose length depends on version and channels.
  for (const at of [13, 21, 36]) {
    const name = frame.toString('latin1', at, at + 4);
    if ((name === 'Xing' || name === 'Info') && frame.length >= at + TAG_BYTES + CHECKSUM_AT + 2) return at + TAG_BYTES;
  }
  return null;
}

/** Where the first frame of an MP3 file begins: behind its tags, whose header is given. */
export function firstFrame(header: Buffer): number {
  if (header.toString('latin1', 0, 3) !== 'ID3') return 0;
  return 10 + [...header.subarray(6, 10)].reduce((size, byte) => size * 128 + byte, 0);
}

/** CRC-16 of the tag, reflected. */
function checksum(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
