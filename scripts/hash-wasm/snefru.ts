// Snefru (R. C. Merkle, 1990) with 8 passes and 256 bits. The host writes the published S-boxes to SBOX and calls init().
//
// Each look-up depends on the one before, so the time of that chain is the speed. Words and tables are therefore kept rotated left by
// two bits, which makes the lowest byte the offset of its table entry as it stands, and a second set of tables holds only these
// offsets: from one look-up to the next there is one load and one exclusive or.

/** 16 tables of 256 words of 32 bits. */
export const SBOX: usize = memory.data(16384, 64);
/** The chaining value: eight words of 32 bits. */
export const STATE: usize = memory.data(32, 16);
/** Buffer for a block that the host assembles. */
export const BLOCK: usize = memory.data(64, 16);
/** The 16 words of the current block. */
const WORK: usize = memory.data(64, 16);
/** For every entry of SBOX, the offset given by its lowest byte. */
const OFFSET: usize = memory.data(16384, 64);

/** Initialises from the S-boxes: call once, after they were written. */
export function init(): void {
  for (let at: usize = 0; at < 16384; at += 4) {
    const word = rotl<u32>(load<u32>(SBOX + at), 2);
    store<u32>(SBOX + at, word);
    store<u32>(OFFSET + at, word & 0x3fc);
  }
  reset();
}

/** One round: each word selects an entry that is added to both its neighbours in the ring; then all words turn right. */
@inline
function round(even: u32, odd: u32, turn: u32): void {
  let word = load<u32>(WORK);
  let at = even | (word & 0x3fc);
  const t0 = load<u32>(at, SBOX);
  let next = load<u32>(WORK, 4);
  at = load<u32>(at, OFFSET) ^ (even | (next & 0x3fc));
  next ^= t0;
  let t = load<u32>(at, SBOX);
  const first = word ^ t;
  word = next;
  next = load<u32>(WORK, 8);
  at = load<u32>(at, OFFSET) ^ (odd | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 4);
  word = next;
  next = load<u32>(WORK, 12);
  at = load<u32>(at, OFFSET) ^ (odd | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 8);
  word = next;
  next = load<u32>(WORK, 16);
  at = load<u32>(at, OFFSET) ^ (even | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 12);
  word = next;
  next = load<u32>(WORK, 20);
  at = load<u32>(at, OFFSET) ^ (even | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 16);
  word = next;
  next = load<u32>(WORK, 24);
  at = load<u32>(at, OFFSET) ^ (odd | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 20);
  word = next;
  next = load<u32>(WORK, 28);
  at = load<u32>(at, OFFSET) ^ (odd | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 24);
  word = next;
  next = load<u32>(WORK, 32);
  at = load<u32>(at, OFFSET) ^ (even | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 28);
  word = next;
  next = load<u32>(WORK, 36);
  at = load<u32>(at, OFFSET) ^ (even | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 32);
  word = next;
  next = load<u32>(WORK, 40);
  at = load<u32>(at, OFFSET) ^ (odd | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 36);
  word = next;
  next = load<u32>(WORK, 44);
  at = load<u32>(at, OFFSET) ^ (odd | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 40);
  word = next;
  next = load<u32>(WORK, 48);
  at = load<u32>(at, OFFSET) ^ (even | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 44);
  word = next;
  next = load<u32>(WORK, 52);
  at = load<u32>(at, OFFSET) ^ (even | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 48);
  word = next;
  next = load<u32>(WORK, 56);
  at = load<u32>(at, OFFSET) ^ (odd | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 52);
  word = next;
  next = load<u32>(WORK, 60) ^ t0;
  at = load<u32>(at, OFFSET) ^ (odd | (next & 0x3fc));
  next ^= t;
  t = load<u32>(at, SBOX);
  store<u32>(WORK, rotr<u32>(word ^ t, turn), 56);
  word = next;
  store<u32>(WORK, rotr<u32>(word, turn), 60);
  store<u32>(WORK, rotr<u32>(first ^ t, turn));
}

/** Sets the chaining value to that of an empty message. */
export function reset(): void {
  memory.fill(STATE, 0, 32);
}

/** Processes `blocks` blocks of 32 bytes from `at`. */
export function transform(at: usize, blocks: i32): void {
  for (; blocks > 0; blocks--, at += 32) {
    for (let n: usize = 0; n < 32; n += 4) {
      store<u32>(WORK + n, rotl<u32>(load<u32>(STATE + n), 2));
      store<u32>(WORK + n, rotl<u32>(bswap<u32>(load<u32>(at + n)), 2), 32);
    }
    for (let table: u32 = 0; table < 16384; table += 2048) {
      // By 16, 8, 16 and 24 bits.
      for (let turns: u32 = 0x18100810; turns != 0; turns >>= 8) round(table, table + 1024, turns);
    }
    for (let n: usize = 0; n < 32; n += 4) {
      store<u32>(STATE + n, load<u32>(STATE + n) ^ rotr<u32>(load<u32>(WORK + 60 - n), 2));
    }
  }
}
