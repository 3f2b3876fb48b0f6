// HAVAL (Y. Zheng, J. Pieprzyk, J. Seberry, 1992) with 3, 4 or 5 passes. The host writes the fraction of pi to PI and calls init().

/** The fraction of pi in words of 32 bits: 8 for the first chaining value, then 32 for each of the passes 2 to 5. */
export const PI: usize = memory.data(544, 16);
/** The chaining value: eight words of 32 bits. */
export const STATE: usize = memory.data(32, 16);
/** Buffer for a block that the host assembles. */
export const BLOCK: usize = memory.data(128, 16);

/** The words of the current block. */
const WORK: usize = memory.data(32, 16);
const K: usize = PI + 32;

// The word of the block for each step, 32 in each pass.
const ORDER: usize = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
  5, 14, 26, 18, 11, 28, 7, 16, 0, 23, 20, 22, 1, 10, 4, 8, 30, 3, 21, 9, 17, 24, 29, 6, 19, 12, 15, 13, 2, 25, 31, 27,
  19, 9, 4, 20, 28, 17, 8, 22, 29, 14, 25, 12, 24, 30, 16, 26, 31, 15, 7, 3, 1, 0, 18, 27, 13, 6, 21, 10, 23, 11, 5, 2,
  24, 4, 0, 14, 2, 7, 28, 23, 26, 6, 30, 20, 18, 25, 19, 3, 22, 11, 31, 21, 8, 27, 12, 9, 1, 29, 5, 15, 17, 10, 16, 13,
  27, 3, 21, 26, 17, 11, 20, 29, 19, 0, 12, 7, 13, 8, 31, 10, 5, 9, 14, 30, 18, 6, 28, 24, 2, 23, 16, 22, 4, 1, 25, 15,
]);

/** Initialises from the fraction of pi: call once, after it was written. */
export function init(): void {
  reset();
}

/** Sets the chaining value to that of an empty message. */
export function reset(): void {
  memory.copy(STATE, PI, 32);
}

// The boolean functions of the five passes, in forms that need few operations.

@inline
function f1(x6: u32, x5: u32, x4: u32, x3: u32, x2: u32, x1: u32, x0: u32): u32 {
  return (x1 & (x0 ^ x4)) ^ (x2 & x5) ^ (x3 & x6) ^ x0;
}

@inline
function f2(x6: u32, x5: u32, x4: u32, x3: u32, x2: u32, x1: u32, x0: u32): u32 {
  return (x2 & ((x1 & ~x3) ^ (x4 & x5) ^ x6 ^ x0)) ^ (x4 & (x1 ^ x5)) ^ (x3 & x5) ^ x0;
}

@inline
function f3(x6: u32, x5: u32, x4: u32, x3: u32, x2: u32, x1: u32, x0: u32): u32 {
  return (x3 & ((x1 & x2) ^ x6 ^ x0)) ^ (x1 & x4) ^ (x2 & x5) ^ x0;
}

@inline
function f4(x6: u32, x5: u32, x4: u32, x3: u32, x2: u32, x1: u32, x0: u32): u32 {
  return (x4 & ((x5 & ~x2) ^ (x3 & ~x6) ^ x1 ^ x6 ^ x0)) ^ (x3 & ((x1 & x2) ^ x5 ^ x6)) ^ (x2 & x6) ^ x0;
}

@inline
function f5(x6: u32, x5: u32, x4: u32, x3: u32, x2: u32, x1: u32, x0: u32): u32 {
  return (x0 & ((x1 & x2 & x3) ^ ~x5)) ^ (x1 & x4) ^ (x2 & x5) ^ (x3 & x6);
}

/** The boolean function of a pass after the permutation of its inputs, which depends on the number of passes. */
@inline
function phi(passes: i32, pass: i32, x6: u32, x5: u32, x4: u32, x3: u32, x2: u32, x1: u32, x0: u32): u32 {
  if (passes == 3) {
    if (pass == 1) return f1(x1, x0, x3, x5, x6, x2, x4);
    if (pass == 2) return f2(x4, x2, x1, x0, x5, x3, x6);
    return f3(x6, x1, x2, x3, x4, x5, x0);
  }
  if (passes == 4) {
    if (pass == 1) return f1(x2, x6, x1, x4, x5, x3, x0);
    if (pass == 2) return f2(x3, x5, x2, x0, x1, x6, x4);
    if (pass == 3) return f3(x1, x4, x3, x6, x0, x2, x5);
    return f4(x6, x4, x0, x5, x2, x1, x3);
  }
  if (pass == 1) return f1(x3, x4, x1, x0, x5, x2, x6);
  if (pass == 2) return f2(x6, x2, x1, x0, x3, x4, x5);
  if (pass == 3) return f3(x2, x6, x0, x4, x3, x1, x5);
  if (pass == 4) return f4(x1, x5, x3, x2, x0, x4, x6);
  return f5(x2, x5, x0, x6, x4, x3, x1);
}

@inline
function step(
  passes: i32, pass: i32, at: usize, n: usize,
  x7: u32, x6: u32, x5: u32, x4: u32, x3: u32, x2: u32, x1: u32, x0: u32,
): u32 {
  const word = load<u32>(at + (<usize>load<u8>(n, ORDER) << 2));
  const constant = pass == 1 ? 0 : load<u32>(n << 2, K - 128);
  return rotr<u32>(phi(passes, pass, x6, x5, x4, x3, x2, x1, x0), 7) + rotr<u32>(x7, 11) + word + constant;
}

/** One pass over a block: 32 steps on the words in WORK. */
@inline
function run(passes: i32, pass: i32, at: usize): void {
  let a = load<u32>(WORK);
  let b = load<u32>(WORK, 4);
  let c = load<u32>(WORK, 8);
  let d = load<u32>(WORK, 12);
  let e = load<u32>(WORK, 16);
  let f = load<u32>(WORK, 20);
  let g = load<u32>(WORK, 24);
  let h = load<u32>(WORK, 28);
  const end: usize = pass * 32;
  for (let n: usize = end - 32; n < end; n += 8) {
    h = step(passes, pass, at, n, h, g, f, e, d, c, b, a);
    g = step(passes, pass, at, n + 1, g, f, e, d, c, b, a, h);
    f = step(passes, pass, at, n + 2, f, e, d, c, b, a, h, g);
    e = step(passes, pass, at, n + 3, e, d, c, b, a, h, g, f);
    d = step(passes, pass, at, n + 4, d, c, b, a, h, g, f, e);
    c = step(passes, pass, at, n + 5, c, b, a, h, g, f, e, d);
    b = step(passes, pass, at, n + 6, b, a, h, g, f, e, d, c);
    a = step(passes, pass, at, n + 7, a, h, g, f, e, d, c, b);
  }
  store<u32>(WORK, a);
  store<u32>(WORK, b, 4);
  store<u32>(WORK, c, 8);
  store<u32>(WORK, d, 12);
  store<u32>(WORK, e, 16);
  store<u32>(WORK, f, 20);
  store<u32>(WORK, g, 24);
  store<u32>(WORK, h, 28);
}

@inline
function compress(passes: i32, at: usize, blocks: i32): void {
  for (; blocks > 0; blocks--, at += 128) {
    v128.store(WORK, v128.load(STATE));
    v128.store(WORK, v128.load(STATE, 16), 16);
    run(passes, 1, at);
    run(passes, 2, at);
    run(passes, 3, at);
    if (passes >= 4) run(passes, 4, at);
    if (passes == 5) run(passes, 5, at);
    v128.store(STATE, i32x4.add(v128.load(STATE), v128.load(WORK)));
    v128.store(STATE, i32x4.add(v128.load(STATE, 16), v128.load(WORK, 16)), 16);
  }
}

/** Processes `blocks` blocks of 128 bytes from `at`, with 3 passes. */
export function transform3(at: usize, blocks: i32): void {
  compress(3, at, blocks);
}

/** Like `transform3`, with 4 passes. */
export function transform4(at: usize, blocks: i32): void {
  compress(4, at, blocks);
}

/** Like `transform3`, with 5 passes. */
export function transform5(at: usize, blocks: i32): void {
  compress(5, at, blocks);
}
