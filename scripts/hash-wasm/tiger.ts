// Tiger (R. Anderson and E. Biham, 1996) with 3 or more passes. The S-boxes are made at start by the generator that its authors
// published, from its seed text.

/** The chaining value: three words of 64 bits. */
export const STATE: usize = memory.data(24, 16);
/** Buffer for a block that the host assembles. */
export const BLOCK: usize = memory.data(64, 16);

// Four tables of 256 words of 64 bits.
const T1: usize = memory.data(8192, 64);
const T2: usize = T1 + 2048;
const T3: usize = T2 + 2048;
const T4: usize = T3 + 2048;

// "Tiger - A Fast New Hash Function, by Ross Anderson and Eli Biham"
const SEED: usize = memory.data<u8>([
  0x54, 0x69, 0x67, 0x65, 0x72, 0x20, 0x2d, 0x20, 0x41, 0x20, 0x46, 0x61, 0x73, 0x74, 0x20, 0x4e, 0x65, 0x77, 0x20, 0x48, 0x61, 0x73,
  0x68, 0x20, 0x46, 0x75, 0x6e, 0x63, 0x74, 0x69, 0x6f, 0x6e, 0x2c, 0x20, 0x62, 0x79, 0x20, 0x52, 0x6f, 0x73, 0x73, 0x20, 0x41, 0x6e,
  0x64, 0x65, 0x72, 0x73, 0x6f, 0x6e, 0x20, 0x61, 0x6e, 0x64, 0x20, 0x45, 0x6c, 0x69, 0x20, 0x42, 0x69, 0x68, 0x61, 0x6d,
]);
const SEED_PASSES: i32 = 5;

/** Address, within a table, of the entry that byte `n` of a word selects. */
@inline
function slot(word: u64, n: i32): u32 {
  return (n == 0 ? <u32>word << 3 : <u32>(word >> (8 * n - 3))) & 0x7f8;
}

@inline
function even(c: u64): u64 {
  return load<u64>(slot(c, 0), T1) ^ load<u64>(slot(c, 2), T2) ^ load<u64>(slot(c, 4), T3) ^ load<u64>(slot(c, 6), T4);
}

@inline
function odd(c: u64): u64 {
  return load<u64>(slot(c, 1), T4) ^ load<u64>(slot(c, 3), T3) ^ load<u64>(slot(c, 5), T2) ^ load<u64>(slot(c, 7), T1);
}

/** Processes `blocks` blocks of 64 bytes from `at`, with `passes` passes each. */
export function transform(at: usize, blocks: i32, passes: i32): void {
  let a = load<u64>(STATE);
  let b = load<u64>(STATE, 8);
  let c = load<u64>(STATE, 16);
  for (; blocks > 0; blocks--, at += 64) {
    let x0 = load<u64>(at);
    let x1 = load<u64>(at, 8);
    let x2 = load<u64>(at, 16);
    let x3 = load<u64>(at, 24);
    let x4 = load<u64>(at, 32);
    let x5 = load<u64>(at, 40);
    let x6 = load<u64>(at, 48);
    let x7 = load<u64>(at, 56);
    const a0 = a;
    const b0 = b;
    const c0 = c;
    let factor: u64 = 5;
    for (let pass = 0; ; ) {
      c ^= x0; a -= even(c); b = (b + odd(c)) * factor;
      a ^= x1; b -= even(a); c = (c + odd(a)) * factor;
      b ^= x2; c -= even(b); a = (a + odd(b)) * factor;
      c ^= x3; a -= even(c); b = (b + odd(c)) * factor;
      a ^= x4; b -= even(a); c = (c + odd(a)) * factor;
      b ^= x5; c -= even(b); a = (a + odd(b)) * factor;
      c ^= x6; a -= even(c); b = (b + odd(c)) * factor;
      a ^= x7; b -= even(a); c = (c + odd(a)) * factor;
      // Multiplied by 5 in the first pass, 7 in the second, 9 in every later one.
      factor = pass == 0 ? 7 : 9;
      const t = a; a = c; c = b; b = t;
      if (++pass >= passes) break;

      x0 -= x7 ^ 0xa5a5a5a5a5a5a5a5;
      x1 ^= x0;
      x2 += x1;
      x3 -= x2 ^ (~x1 << 19);
      x4 ^= x3;
      x5 += x4;
      x6 -= x5 ^ (~x4 >> 23);
      x7 ^= x6;
      x0 += x7;
      x1 -= x0 ^ (~x7 << 19);
      x2 ^= x1;
      x3 += x2;
      x4 -= x3 ^ (~x2 >> 23);
      x5 ^= x4;
      x6 += x5;
      x7 -= x6 ^ 0x0123456789abcdef;
    }
    a ^= a0;
    b -= b0;
    c += c0;
  }
  store<u64>(STATE, a);
  store<u64>(STATE, b, 8);
  store<u64>(STATE, c, 16);
}

/** Sets the chaining value to that of an empty message. */
export function reset(): void {
  store<u64>(STATE, 0x0123456789abcdef);
  store<u64>(STATE, 0xfedcba9876543210, 8);
  store<u64>(STATE, 0xf096a5b4c3b2e187, 16);
}

/** Makes the S-boxes: identity tables whose columns are swapped according to Tiger itself, repeatedly fed with the seed. */
export function init(): void {
  reset();
  for (let i: usize = 0; i < 1024; i++) {
    store<u64>(T1 + (i << 3), (i & 0xff) * 0x0101010101010101);
  }
  let word: usize = 2;
  for (let pass = 0; pass < SEED_PASSES; pass++) {
    for (let row: usize = 0; row < 256; row++) {
      for (let table = T1; table <= T4; table += 2048) {
        if (++word == 3) {
          word = 0;
          transform(SEED, 1, 3);
        }
        for (let column: usize = 0; column < 8; column++) {
          const one = table + (row << 3) + column;
          const other = table + (<usize>load<u8>(STATE + (word << 3) + column) << 3) + column;
          const kept = load<u8>(one);
          store<u8>(one, load<u8>(other));
          store<u8>(other, kept);
        }
      }
    }
  }
  reset();
}
