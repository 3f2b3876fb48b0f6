const ENTRIES = 0x270;
const PADDING_BYTES = 0x80 * 4;
const BITS_64 = 0xffffffffn;

/** Positions of the ten bits of an encoded value, lowest first. */
const VALUE_BITS = [0x8000000n, 0x200000n, 0x8000n, 0x200n, 0x8n]
  .map((bit) => bit << 32n)
  .concat([0x20000000n, 0x800000n, 0x20000n, 0x800n, 0x20n]);
const RANDOM_BITS = (0xf7df7df7n << 32n) | 0xdf7df7dfn;

/**
 * Random numbers of an R2007 file: they hide its seeds, and fill the rest of its pages (Open Design Specification for .dwg files, "CRC
 * random encoding").
 */
export class RandomEncoder {
  readonly seed: bigint;
  readonly #table = new Uint32Array(ENTRIES);
  #index = 0;
  readonly #padding: Uint8Array;

  constructor(seed: bigint) {
    this.seed = seed;
    const first = (half: bigint) => (Math.imul(Number(half & BITS_64), 0x343fd) + 0x269ec3) >>> 0;
    this.#table[0] = first(seed);
    let value = first(seed >> 32n);
    this.#table[1] = value;
    for (let i = 2; i < ENTRIES; i++) {
      value = (Math.imul((value >>> 30) ^ value, 0x6c078965) + i) >>> 0;
      this.#table[i] = value;
    }
    const padding = Buffer.alloc(PADDING_BYTES);
    for (let i = 0; i < PADDING_BYTES; i += 4) padding.writeUInt32LE(this.#table[this.#index++] ?? 0, i);
    this.#padding = padding;
  }

  next(): bigint {
    this.#index += 2;
    if (this.#index + 1 >= ENTRIES) this.#index = 0;
    return (BigInt(this.#table[this.#index + 1] ?? 0) << 32n) | BigInt(this.#table[this.#index] ?? 0);
  }

  /** Hides a ten-bit value in a random number. */
  encode(value: number): bigint {
    let result = this.next() & RANDOM_BITS;
    for (const [bit, place] of VALUE_BITS.entries()) if ((value >> bit) & 1) result |= place;
    return result;
  }

  /** Fills the end of a page from `start`. */
  fill(page: Uint8Array, start: number): void {
    for (let at = start; at < page.length; at++) page[at] = this.#padding[(at - start) % PADDING_BYTES] ?? 0;
  }
}
