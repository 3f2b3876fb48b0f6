// RIPEMD-128 and RIPEMD-160 (H. Dobbertin, A. Bosselaers, B. Preneel, 1996). Both read the message in the same orders with the same
// rotations; the longer one has a fifth round and a fifth word.

/** The chaining value: four or five words of 32 bits. */
export const STATE: usize = memory.data(20, 16);
/** Buffer for a block that the host assembles. */
export const BLOCK: usize = memory.data(64, 16);

// Byte offsets of the message words, 16 a round: left line, then right line.
const ORDER: usize = memory.data(160, 16);
// Rotations, 16 a round: left line, then right line.
const ROTATION: usize = memory.data<u8>([
  11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8,
  7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
  11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5,
  11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
  9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6,
  8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6,
  9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
  9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5,
  15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
  8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11,
]);
const RHO: usize = memory.data<u8>([7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8]);

// The words of the current block, in the two lines.
const LEFT: usize = memory.data(20, 16);
const RIGHT: usize = memory.data(20, 16);

const K1: u32 = 0;
const K2: u32 = 0x5a827999;
const K3: u32 = 0x6ed9eba1;
const K4: u32 = 0x8f1bbcdc;
const K5: u32 = 0xa953fd4e;

/** Makes the word orders: each round applies the permutation rho to the one before; the right line starts with 9 i + 5. */
export function init(): void {
  for (let i: usize = 0; i < 16; i++) {
    let left = i;
    let right = (i * 9 + 5) & 15;
    for (let round: usize = 0; round < 5; round++) {
      store<u8>(ORDER + round * 16 + i, <u8>(left << 2));
      store<u8>(ORDER + 80 + round * 16 + i, <u8>(right << 2));
      left = load<u8>(RHO + left);
      right = load<u8>(RHO + right);
    }
  }
  reset();
}

/** Sets the chaining value to that of an empty message. */
export function reset(): void {
  store<u32>(STATE, 0x67452301);
  store<u32>(STATE, 0xefcdab89, 4);
  store<u32>(STATE, 0x98badcfe, 8);
  store<u32>(STATE, 0x10325476, 12);
  store<u32>(STATE, 0xc3d2e1f0, 16);
}

@inline
function mix(kind: i32, x: u32, y: u32, z: u32): u32 {
  if (kind == 1) return x ^ y ^ z;
  if (kind == 2) return (x & (y ^ z)) ^ z;
  if (kind == 3) return (x | ~y) ^ z;
  if (kind == 4) return (z & (x ^ y)) ^ y;
  return x ^ (y | ~z);
}

@inline
function word(block: usize, step: usize): u32 {
  return load<u32>(block + load<u8>(step, ORDER));
}

@inline
function turn(value: u32, step: usize): u32 {
  return rotl<u32>(value, load<u8>(step, ROTATION));
}

@inline
function step128(kind: i32, k: u32, at: usize, n: usize, a: u32, b: u32, c: u32, d: u32): u32 {
  return turn(a + mix(kind, b, c, d) + word(at, n) + k, n);
}

/** One round of both lines of RIPEMD-128 on the words in LEFT and RIGHT. */
@inline
function round128(round: i32, k: u32, kRight: u32, at: usize): void {
  let a = load<u32>(LEFT);
  let b = load<u32>(LEFT, 4);
  let c = load<u32>(LEFT, 8);
  let d = load<u32>(LEFT, 12);
  let e = load<u32>(RIGHT);
  let f = load<u32>(RIGHT, 4);
  let g = load<u32>(RIGHT, 8);
  let h = load<u32>(RIGHT, 12);
  const end: usize = round * 16;
  for (let n: usize = end - 16; n < end; n += 4) {
    a = step128(round, k, at, n, a, b, c, d);
    e = step128(5 - round, kRight, at, n + 80, e, f, g, h);
    d = step128(round, k, at, n + 1, d, a, b, c);
    h = step128(5 - round, kRight, at, n + 81, h, e, f, g);
    c = step128(round, k, at, n + 2, c, d, a, b);
    g = step128(5 - round, kRight, at, n + 82, g, h, e, f);
    b = step128(round, k, at, n + 3, b, c, d, a);
    f = step128(5 - round, kRight, at, n + 83, f, g, h, e);
  }
  store<u32>(LEFT, a);
  store<u32>(LEFT, b, 4);
  store<u32>(LEFT, c, 8);
  store<u32>(LEFT, d, 12);
  store<u32>(RIGHT, e);
  store<u32>(RIGHT, f, 4);
  store<u32>(RIGHT, g, 8);
  store<u32>(RIGHT, h, 12);
}

/** Processes `blocks` blocks of 64 bytes from `at` (RIPEMD-128). */
export function transform128(at: usize, blocks: i32): void {
  for (; blocks > 0; blocks--, at += 64) {
    const state = v128.load(STATE);
    v128.store(LEFT, state);
    v128.store(RIGHT, state);
    round128(1, K1, 0x50a28be6, at);
    round128(2, K2, 0x5c4dd124, at);
    round128(3, K3, 0x6d703ef3, at);
    round128(4, K4, 0, at);
    const h0 = load<u32>(STATE);
    store<u32>(STATE, load<u32>(STATE, 4) + load<u32>(LEFT, 8) + load<u32>(RIGHT, 12));
    store<u32>(STATE, load<u32>(STATE, 8) + load<u32>(LEFT, 12) + load<u32>(RIGHT), 4);
    store<u32>(STATE, load<u32>(STATE, 12) + load<u32>(LEFT) + load<u32>(RIGHT, 4), 8);
    store<u32>(STATE, h0 + load<u32>(LEFT, 4) + load<u32>(RIGHT, 8), 12);
  }
}

@inline
function step160(kind: i32, k: u32, at: usize, n: usize, a: u32, b: u32, c: u32, d: u32, e: u32): u32 {
  return turn(a + mix(kind, b, c, d) + word(at, n) + k, n) + e;
}

/** One round of both lines of RIPEMD-160 on the words in LEFT and RIGHT. */
@inline
function round160(round: i32, k: u32, kRight: u32, at: usize): void {
  let a = load<u32>(LEFT);
  let b = load<u32>(LEFT, 4);
  let c = load<u32>(LEFT, 8);
  let d = load<u32>(LEFT, 12);
  let e = load<u32>(LEFT, 16);
  let f = load<u32>(RIGHT);
  let g = load<u32>(RIGHT, 4);
  let h = load<u32>(RIGHT, 8);
  let i = load<u32>(RIGHT, 12);
  let j = load<u32>(RIGHT, 16);
  const end: usize = round * 16;
  for (let n: usize = end - 16; n < end; n++) {
    const left = step160(round, k, at, n, a, b, c, d, e);
    a = e;
    e = d;
    d = rotl<u32>(c, 10);
    c = b;
    b = left;
    const right = step160(6 - round, kRight, at, n + 80, f, g, h, i, j);
    f = j;
    j = i;
    i = rotl<u32>(h, 10);
    h = g;
    g = right;
  }
  store<u32>(LEFT, a);
  store<u32>(LEFT, b, 4);
  store<u32>(LEFT, c, 8);
  store<u32>(LEFT, d, 12);
  store<u32>(LEFT, e, 16);
  store<u32>(RIGHT, f);
  store<u32>(RIGHT, g, 4);
  store<u32>(RIGHT, h, 8);
  store<u32>(RIGHT, i, 12);
  store<u32>(RIGHT, j, 16);
}

/** Processes `blocks` blocks of 64 bytes from `at` (RIPEMD-160). */
export function transform160(at: usize, blocks: i32): void {
  for (; blocks > 0; blocks--, at += 64) {
    memory.copy(LEFT, STATE, 20);
    memory.copy(RIGHT, STATE, 20);
    round160(1, K1, 0x50a28be6, at);
    round160(2, K2, 0x5c4dd124, at);
    round160(3, K3, 0x6d703ef3, at);
    round160(4, K4, 0x7a6d76e9, at);
    round160(5, K5, 0, at);
    const h0 = load<u32>(STATE);
    store<u32>(STATE, load<u32>(STATE, 4) + load<u32>(LEFT, 8) + load<u32>(RIGHT, 12));
    store<u32>(STATE, load<u32>(STATE, 8) + load<u32>(LEFT, 12) + load<u32>(RIGHT, 16), 4);
    store<u32>(STATE, load<u32>(STATE, 12) + load<u32>(LEFT, 16) + load<u32>(RIGHT), 8);
    store<u32>(STATE, load<u32>(STATE, 16) + load<u32>(LEFT) + load<u32>(RIGHT, 4), 12);
    store<u32>(STATE, h0 + load<u32>(LEFT, 4) + load<u32>(RIGHT, 8), 16);
  }
}
