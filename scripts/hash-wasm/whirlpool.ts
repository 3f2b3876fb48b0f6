// Whirlpool (P. Barreto and V. Rijmen, ISO/IEC 10118-3). All tables are made at start from the two 4-bit boxes of its definition.

/** The chaining value: eight rows of eight bytes. */
export const STATE: usize = memory.data(64, 16);
/** Buffer for a block that the host assembles. */
export const BLOCK: usize = memory.data(64, 16);

// Key and text of the current block.
const KEY: usize = memory.data(64, 16);
const TEXT: usize = memory.data(64, 16);
// Ten round keys to add: the S-box in order fills their first rows, the others are zero.
const CONSTANT: usize = memory.data(640, 16);

// For each column of the state, 256 words: the S-box and the diffusion matrix in one.
const T0: usize = memory.data(16384, 64);
const T1: usize = T0 + 2048;
const T2: usize = T1 + 2048;
const T3: usize = T2 + 2048;
const T4: usize = T3 + 2048;
const T5: usize = T4 + 2048;
const T6: usize = T5 + 2048;
const T7: usize = T6 + 2048;

// The exponential box E, its inverse, and the pseudo-random box R.
const E: usize = memory.data<u8>([1, 11, 9, 12, 13, 6, 15, 3, 14, 8, 7, 4, 10, 2, 5, 0]);
const INVERSE: usize = memory.data<u8>([15, 0, 13, 7, 11, 14, 5, 10, 9, 2, 12, 1, 3, 4, 8, 6]);
const R: usize = memory.data<u8>([7, 12, 11, 13, 14, 4, 9, 15, 6, 3, 8, 10, 2, 5, 1, 0]);

function substitute(value: usize): u8 {
  const high = load<u8>(E + (value >> 4));
  const low = load<u8>(INVERSE + (value & 15));
  const both = load<u8>(R + (high ^ low));
  return (load<u8>(E + (high ^ both)) << 4) | load<u8>(INVERSE + (low ^ both));
}

/** Doubles in the field of 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1. */
function double(value: u64): u64 {
  return (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

/** Makes the tables. */
export function init(): void {
  for (let value: usize = 0; value < 256; value++) {
    const one: u64 = substitute(value);
    const two = double(one);
    const four = double(two);
    const eight = double(four);
    // The first row of the circulant matrix: 1 1 4 1 8 5 2 9, first byte lowest.
    const row = one | (one << 8) | (four << 16) | (one << 24) | (eight << 32) | ((four ^ one) << 40) | (two << 48) | ((eight ^ one) << 56);
    for (let column: usize = 0; column < 8; column++) {
      store<u64>(T0 + (column << 11) + (value << 3), rotl<u64>(row, column << 3));
    }
    if (value < 80) store<u8>(CONSTANT + ((value & ~7) << 3) + (value & 7), <u8>one);
  }
  reset();
}

/** Sets the chaining value to that of an empty message. */
export function reset(): void {
  memory.fill(STATE, 0, 64);
}

/** Offset, within a table, of the entry that byte `n` of a row selects. */
@inline
function slot(row: u64, n: i32): u32 {
  return (n == 0 ? <u32>row << 3 : <u32>(row >> (8 * n - 3))) & 0x7f8;
}

/** One row after substitution, the shift of columns and diffusion; `a` to `h` are the rows that its bytes 0 to 7 come from. */
@inline
function diffuse(a: u64, b: u64, c: u64, d: u64, e: u64, f: u64, g: u64, h: u64): u64 {
  return load<u64>(slot(a, 0), T0) ^ load<u64>(slot(b, 1), T1) ^ load<u64>(slot(c, 2), T2) ^ load<u64>(slot(d, 3), T3)
    ^ load<u64>(slot(e, 4), T4) ^ load<u64>(slot(f, 5), T5) ^ load<u64>(slot(g, 6), T6) ^ load<u64>(slot(h, 7), T7);
}

/** One round: replaces the rows at `at` and adds the rows at `key`. */
@inline
function round(at: usize, key: usize): void {
  const a = load<u64>(at);
  const b = load<u64>(at, 8);
  const c = load<u64>(at, 16);
  const d = load<u64>(at, 24);
  const e = load<u64>(at, 32);
  const f = load<u64>(at, 40);
  const g = load<u64>(at, 48);
  const h = load<u64>(at, 56);
  store<u64>(at, diffuse(a, h, g, f, e, d, c, b) ^ load<u64>(key));
  store<u64>(at, diffuse(b, a, h, g, f, e, d, c) ^ load<u64>(key, 8), 8);
  store<u64>(at, diffuse(c, b, a, h, g, f, e, d) ^ load<u64>(key, 16), 16);
  store<u64>(at, diffuse(d, c, b, a, h, g, f, e) ^ load<u64>(key, 24), 24);
  store<u64>(at, diffuse(e, d, c, b, a, h, g, f) ^ load<u64>(key, 32), 32);
  store<u64>(at, diffuse(f, e, d, c, b, a, h, g) ^ load<u64>(key, 40), 40);
  store<u64>(at, diffuse(g, f, e, d, c, b, a, h) ^ load<u64>(key, 48), 48);
  store<u64>(at, diffuse(h, g, f, e, d, c, b, a) ^ load<u64>(key, 56), 56);
}

/** Processes `blocks` blocks of 64 bytes from `at`. */
export function transform(at: usize, blocks: i32): void {
  for (; blocks > 0; blocks--, at += 64) {
    for (let n: usize = 0; n < 64; n += 8) {
      store<u64>(KEY + n, load<u64>(STATE + n));
      store<u64>(TEXT + n, load<u64>(STATE + n) ^ load<u64>(at + n));
    }
    for (let constant = CONSTANT; constant < CONSTANT + 640; constant += 64) {
      round(KEY, constant);
      round(TEXT, KEY);
    }
    for (let n: usize = 0; n < 64; n += 8) {
      store<u64>(STATE + n, load<u64>(STATE + n) ^ load<u64>(TEXT + n) ^ load<u64>(at + n));
    }
  }
}
