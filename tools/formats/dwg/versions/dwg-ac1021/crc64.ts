/**
 * The 64-bit check sums of R2007 files: a cyclic redundancy check by the polynomial of ECMA-182 in two flavours, and
 * the seeds they start with (Open Design Specification for .dwg files, "64-bit CRC calculation").
 */

const ECMA_182 = 0x42f0e1eba9ea3693n;
const ECMA_182_MIRRORED = 0x95ac9329ac4bc9b5n;
const MULTIPLIER = 0x343fdn;
const INCREMENT = 0x269ec3n;

interface Table {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

function tableOf(entry: (byte: bigint) => bigint): Table {
  const high = new Uint32Array(256);
  const low = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    const value = BigInt.asUintN(64, entry(BigInt(byte)));
    high[byte] = Number(value >> 32n);
    low[byte] = Number(value & 0xffffffffn);
  }
  return { high, low };
}

const NORMAL = tableOf((byte) => {
  let value = byte << 56n;
  for (let bit = 0; bit < 8; bit++) {
    value = BigInt.asUintN(64, (value >> 63n) & 1n ? (value << 1n) ^ ECMA_182 : value << 1n);
  }
  return value;
});

const MIRRORED = tableOf((byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ ECMA_182_MIRRORED : value >> 1n;
  return value;
});

/** Order in which the bytes of a block are taken, by its length. */
export const ORDERS: readonly (readonly number[])[] = [
  [],
  [0],
  [0, 1],
  [0, 1, 2],
  [2, 3, 0, 1],
  [2, 3, 0, 1, 4],
  [2, 3, 0, 1, 4, 5],
  [2, 3, 0, 1, 4, 5, 6],
  [6, 7, 4, 5, 2, 3, 0, 1],
];
const BLOCK = 8;

function run(
  data: Uint8Array,
  seed: bigint,
  step: (byte: number, state: { high: number; low: number }) => void,
): bigint {
  const state = { high: Number((seed >> 32n) & 0xffffffffn), low: Number(seed & 0xffffffffn) };
  for (let start = 0; start < data.length; start += BLOCK) {
    const order = ORDERS[Math.min(BLOCK, data.length - start)] ?? [];
    for (const offset of order) step(data[start + offset] ?? 0, state);
  }
  return (BigInt(state.high >>> 0) << 32n) | BigInt(state.low >>> 0);
}

/** Returns the check sum whose bits are all inverted at the end. */
export function normalCrc(data: Uint8Array, seed: bigint): bigint {
  const value = run(data, seed, (byte, state) => {
    const index = (byte ^ (state.high >>> 24)) & 0xff;
    const high = ((state.high << 8) | (state.low >>> 24)) ^ (NORMAL.high[index] ?? 0);
    state.low = (state.low << 8) ^ (NORMAL.low[index] ?? 0);
    state.high = high;
  });
  return BigInt.asUintN(64, ~value);
}

/** Returns the check sum that shifts in the other direction. */
export function mirroredCrc(data: Uint8Array, seed: bigint): bigint {
  return run(data, seed, (byte, state) => {
    const index = (byte ^ state.low) & 0xff;
    const low = ((state.low >>> 8) | (state.high << 24)) ^ (MIRRORED.low[index] ?? 0);
    state.high = (state.high >>> 8) ^ (MIRRORED.high[index] ?? 0);
    state.low = low;
  });
}

/** Returns the first kind of seed for a check sum over `length` bytes. */
export function firstSeed(seed: bigint, length: number): bigint {
  const once = BigInt.asUintN(64, (seed + BigInt(length)) * MULTIPLIER + INCREMENT);
  const twice = BigInt.asUintN(64, once * (MULTIPLIER << 32n) + (INCREMENT << 32n));
  return BigInt.asUintN(64, ~(once | twice));
}

/** Returns the second kind. */
export function secondSeed(seed: bigint, length: number): bigint {
  const once = BigInt.asUintN(64, (seed + BigInt(length)) * MULTIPLIER + INCREMENT);
  return BigInt.asUintN(64, ~(once * ((1n << 32n) + MULTIPLIER) + (BigInt(length) + INCREMENT)));
}
