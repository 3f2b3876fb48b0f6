// CRC-32 with the bits of a byte taken lowest first, as in zip (PHP's `crc32b`), or highest first, as in bzip2 (PHP's `crc32`).
//
// Long data is shortened before the tables see it. The polynomial x^4018 + x^2091 + x^1837 + 1 is a multiple of the CRC's, and so is its
// eighth power, x^(8*4018) + x^(8*2091) + x^(8*1837) + 1. A byte may therefore be struck out if it is added to the bytes 1927, 2181 and
// 4018 places after it. Done from front to back, in vectors, this leaves the last 4018 bytes, which have the same CRC as the whole.

const NEAR: usize = 4018 - 2091;
const MIDDLE: usize = 4018 - 1837;
const FAR: usize = 4018;
/** Shorter data is not worth it. */
const SHORTEST: usize = 4 * FAR;

const POLYNOMIAL: u32 = 0x04c11db7;
const MIRRORED_POLYNOMIAL: u32 = 0xedb88320;

/** Buffer for data from outside this memory. */
export const BLOCK: usize = memory.data(16384, 16);
/** The register, inverted; the byte that meets the next byte of data is the lowest. */
export const STATE: usize = memory.data(4, 16);

// Eight tables of 256 words: what a byte does to the register, with 0 to 7 bytes after it.
const T0: usize = memory.data(8192, 64);
const T1: usize = T0 + 1024;
const T2: usize = T1 + 1024;
const T3: usize = T2 + 1024;
const T4: usize = T3 + 1024;
const T5: usize = T4 + 1024;
const T6: usize = T5 + 1024;
const T7: usize = T6 + 1024;

/** Returns the effect of a byte on an empty register. */
function entry(value: u32, lowestFirst: bool): u32 {
  // Highest first, the register follows the textbooks and is converted to this memory's byte order at the end.
  let word = lowestFirst ? value : value << 24;
  for (let bit = 0; bit < 8; bit++) {
    word = lowestFirst ? (word >> 1) ^ (word & 1 ? MIRRORED_POLYNOMIAL : 0) : (word << 1) ^ (word >> 31 ? POLYNOMIAL : 0);
  }
  return lowestFirst ? word : bswap<u32>(word);
}

/** Makes the tables for an order of bits and starts an empty message. */
export function init(lowestFirst: bool): void {
  for (let value: u32 = 0; value < 256; value++) store<u32>(T0 + (value << 2), entry(value, lowestFirst));
  for (let at = T1; at < T0 + 8192; at += 4) {
    const word = load<u32>(at - 1024);
    store<u32>(at, (word >> 8) ^ load<u32>((word & 0xff) << 2, T0));
  }
  store<u32>(STATE, 0xffffffff);
}

@inline
function slot(word: u32, n: u32): u32 {
  return (n == 0 ? word << 2 : word >> (8 * n - 2)) & 0x3fc;
}

/** The register after the bytes from `at` to `end`, by tables. */
function byTables(crc: u32, at: usize, end: usize): u32 {
  for (; at + 8 <= end; at += 8) {
    const low = load<u32>(at) ^ crc;
    const high = load<u32>(at, 4);
    crc = load<u32>(slot(low, 0), T7) ^ load<u32>(slot(low, 1), T6) ^ load<u32>(slot(low, 2), T5) ^ load<u32>(slot(low, 3), T4)
      ^ load<u32>(slot(high, 0), T3) ^ load<u32>(slot(high, 1), T2) ^ load<u32>(slot(high, 2), T1) ^ load<u32>(slot(high, 3), T0);
  }
  for (; at < end; at++) crc = (crc >> 8) ^ load<u32>(slot(crc ^ load<u8>(at), 0), T0);
  return crc;
}

/** Adds to each byte from `at` to `end` those at the chosen distances before it. */
@inline
function add(at: usize, end: usize, near: bool, middle: bool, far: bool): void {
  for (; at + 16 <= end; at += 16) {
    let sum = v128.load(at);
    if (near) sum = v128.xor(sum, v128.load(at - NEAR));
    if (middle) sum = v128.xor(sum, v128.load(at - MIDDLE));
    if (far) sum = v128.xor(sum, v128.load(at - FAR));
    v128.store(at, sum);
  }
  for (; at < end; at++) {
    let sum = load<u8>(at);
    if (near) sum ^= load<u8>(at - NEAR);
    if (middle) sum ^= load<u8>(at - MIDDLE);
    if (far) sum ^= load<u8>(at - FAR);
    store<u8>(at, sum);
  }
}

/** Processes the bytes from `at` to `end`, and may overwrite them. */
export function update(at: usize, end: usize): void {
  let crc = load<u32>(STATE);
  if (end - at >= SHORTEST) {
    store<u32>(at, load<u32>(at) ^ crc);
    // The first bytes have no bytes that far before them; the last ones are not struck out themselves.
    const rest = end - FAR;
    add(at + NEAR, at + MIDDLE, true, false, false);
    add(at + MIDDLE, at + FAR, true, true, false);
    add(at + FAR, rest + NEAR, true, true, true);
    add(rest + NEAR, rest + MIDDLE, false, true, true);
    add(rest + MIDDLE, end, false, false, true);
    crc = 0;
    at = rest;
  }
  store<u32>(STATE, byTables(crc, at, end));
}
