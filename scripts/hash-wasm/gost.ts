// GOST R 34.11-94 with the S-boxes of its test parameters (RFC 5831, RFC 4357).

/** The chaining value, 32 bytes, and the sum of all blocks, 32 bytes. */
export const STATE: usize = memory.data(64, 16);
/** Buffer for a block that the host assembles. */
export const BLOCK: usize = memory.data(64, 16);
const SUM: usize = STATE + 32;

// The eight 4-bit boxes in pairs, each a table of 256 words with the rotation by 11 bits included.
const T0: usize = memory.data(4096, 64);
const T1: usize = T0 + 1024;
const T2: usize = T1 + 1024;
const T3: usize = T2 + 1024;

// Row n substitutes the n-th lowest 4 bits.
const BOXES: usize = memory.data<u8>([
  4, 10, 9, 2, 13, 8, 0, 14, 6, 11, 1, 12, 7, 15, 5, 3,
  14, 11, 4, 12, 6, 13, 15, 10, 2, 3, 8, 1, 0, 7, 5, 9,
  5, 8, 1, 13, 10, 3, 4, 2, 14, 15, 12, 7, 6, 0, 9, 11,
  7, 13, 10, 1, 0, 8, 9, 15, 14, 4, 6, 12, 11, 2, 5, 3,
  6, 12, 7, 1, 5, 15, 13, 8, 4, 10, 9, 14, 0, 3, 11, 2,
  4, 11, 10, 0, 7, 2, 1, 13, 3, 6, 8, 5, 9, 12, 15, 14,
  13, 11, 4, 1, 3, 15, 5, 9, 0, 10, 14, 7, 6, 8, 2, 12,
  1, 15, 13, 0, 5, 7, 10, 4, 9, 2, 3, 14, 6, 11, 8, 12,
]);

// The constant C3, lowest word first; C2 and C4 are zero.
const C3: usize = memory.data<u64>([0xff00ff00ff00ff00, 0x00ff00ff00ff00ff, 0xff0000ff00ffff00, 0xff00ffff000000ff]);

// Four keys of 32 bytes.
const KEYS: usize = memory.data(128, 16);
// The words U and V that the keys are made of, 32 bytes each.
const U: usize = memory.data(32, 16);
const V: usize = memory.data(32, 16);
// The words of 16 bits that pass through the mixing register, one after the other.
const MIX: usize = memory.data(192, 16);

/** Makes the tables. */
export function init(): void {
  for (let value: usize = 0; value < 256; value++) {
    for (let pair: usize = 0; pair < 4; pair++) {
      const low = load<u8>(BOXES + (pair << 5) + (value & 15));
      const high = load<u8>(BOXES + (pair << 5) + 16 + (value >> 4));
      store<u32>(T0 + (pair << 10) + (value << 2), rotl<u32>(<u32>((high << 4) | low) << (<u32>pair << 3), 11));
    }
  }
  reset();
}

/** Sets the chaining value and the sum to those of an empty message. */
export function reset(): void {
  memory.fill(STATE, 0, 64);
}

@inline
function substitute(value: u32): u32 {
  return load<u32>((value << 2) & 0x3fc, T0) ^ load<u32>((value >> 6) & 0x3fc, T1)
    ^ load<u32>((value >> 14) & 0x3fc, T2) ^ load<u32>((value >> 22) & 0x3fc, T3);
}

/** A: the four words of 64 bits move down by one; the new highest one is the sum of the two lowest. */
@inline
function moveDown(at: usize): void {
  const lowest = load<u64>(at);
  const next = load<u64>(at, 8);
  store<u64>(at, next);
  store<u64>(at, load<u64>(at, 16), 8);
  store<u64>(at, load<u64>(at, 24), 16);
  store<u64>(at, lowest ^ next, 24);
}

/** P: byte 8 i + k of U ^ V becomes byte i + 4 k of the key. */
@inline
function makeKey(key: usize): void {
  for (let i: usize = 0; i < 4; i++) {
    const word = load<u64>(U + (i << 3)) ^ load<u64>(V + (i << 3));
    store<u8>(key + i, <u8>word);
    store<u8>(key + i, <u8>(word >> 8), 4);
    store<u8>(key + i, <u8>(word >> 16), 8);
    store<u8>(key + i, <u8>(word >> 24), 12);
    store<u8>(key + i, <u8>(word >> 32), 16);
    store<u8>(key + i, <u8>(word >> 40), 20);
    store<u8>(key + i, <u8>(word >> 48), 24);
    store<u8>(key + i, <u8>(word >> 56), 28);
  }
}

function makeKeys(block: usize): void {
  memory.copy(U, STATE, 32);
  memory.copy(V, block, 32);
  makeKey(KEYS);
  for (let n: usize = 1; n < 4; n++) {
    moveDown(U);
    if (n == 2) {
      for (let i: usize = 0; i < 32; i += 8) store<u64>(U + i, load<u64>(U + i) ^ load<u64>(C3 + i));
    }
    moveDown(V);
    moveDown(V);
    makeKey(KEYS + (n << 5));
  }
}

/** Enciphers the four words of 64 bits of the chaining value, each with its own key, into MIX: side by side, since they are independent. */
function encipher(): void {
  let a = load<u32>(STATE);
  let b = load<u32>(STATE, 4);
  let c = load<u32>(STATE, 8);
  let d = load<u32>(STATE, 12);
  let e = load<u32>(STATE, 16);
  let f = load<u32>(STATE, 20);
  let g = load<u32>(STATE, 24);
  let h = load<u32>(STATE, 28);
  // Key words 0 to 7 three times upwards, then once downwards, two rounds a turn.
  for (let n: u32 = 0; n < 32; n += 2) {
    const even: usize = n < 24 ? <usize>(n & 7) << 2 : <usize>(31 - n) << 2;
    const odd: usize = even ^ 4;
    b ^= substitute(a + load<u32>(KEYS + even));
    d ^= substitute(c + load<u32>(KEYS + even, 32));
    f ^= substitute(e + load<u32>(KEYS + even, 64));
    h ^= substitute(g + load<u32>(KEYS + even, 96));
    a ^= substitute(b + load<u32>(KEYS + odd));
    c ^= substitute(d + load<u32>(KEYS + odd, 32));
    e ^= substitute(f + load<u32>(KEYS + odd, 64));
    g ^= substitute(h + load<u32>(KEYS + odd, 96));
  }
  // The last round does not swap.
  store<u32>(MIX, b);
  store<u32>(MIX, a, 4);
  store<u32>(MIX, d, 8);
  store<u32>(MIX, c, 12);
  store<u32>(MIX, f, 16);
  store<u32>(MIX, e, 20);
  store<u32>(MIX, h, 24);
  store<u32>(MIX, g, 28);
}

/** Psi, so many times: the register of 16 words of 16 bits moves up; the new word is the sum of six of the old. */
@inline
function turn(at: usize, times: usize): void {
  for (const end = at + (times << 1); at < end; at += 2) {
    store<u16>(at, load<u16>(at) ^ load<u16>(at, 2) ^ load<u16>(at, 4) ^ load<u16>(at, 6) ^ load<u16>(at, 24) ^ load<u16>(at, 30), 32);
  }
}

@inline
function add(at: usize, from: usize): void {
  v128.store(at, v128.xor(v128.load(at), v128.load(from)));
  v128.store(at, v128.xor(v128.load(at, 16), v128.load(from, 16)), 16);
}

/** The step function: chaining value and block make the next chaining value. */
function step(block: usize): void {
  makeKeys(block);
  encipher();
  turn(MIX, 12);
  add(MIX + 24, block);
  turn(MIX + 24, 1);
  add(MIX + 26, STATE);
  turn(MIX + 26, 61);
  memory.copy(STATE, MIX + 148, 32);
}

/** Processes `blocks` blocks of 32 bytes from `at`, including the sum. */
export function transform(at: usize, blocks: i32): void {
  for (; blocks > 0; blocks--, at += 32) {
    let carry: u64 = 0;
    for (let n: usize = 0; n < 32; n += 4) {
      carry += <u64>load<u32>(SUM + n) + <u64>load<u32>(at + n);
      store<u32>(SUM + n, <u32>carry);
      carry >>= 32;
    }
    step(at);
  }
}

/** Ends a message: BLOCK contains its length in bits; the sum follows. */
export function finish(): void {
  step(BLOCK);
  step(SUM);
}
