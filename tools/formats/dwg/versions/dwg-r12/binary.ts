/** Reads numbers and bytes in sequence, lowest byte first. Throws RangeError beyond the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Offset of the next value. */
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  byte(): number {
    return this.#view.getUint8(this.#pass(1));
  }

  short(): number {
    return this.#view.getInt16(this.#pass(2), true);
  }

  long(): number {
    return this.#view.getInt32(this.#pass(4), true);
  }

  unsignedLong(): number {
    return this.#view.getUint32(this.#pass(4), true);
  }

  real(): number {
    return this.#view.getFloat64(this.#pass(8), true);
  }

  bytes(count: number): Uint8Array {
    if (count < 0 || this.at + count > this.#bytes.length) throw new RangeError('reading beyond the end');
    return this.#bytes.subarray(this.at, this.#pass(count) + count);
  }

  skip(count: number): void {
    this.bytes(count);
  }

  #pass(count: number): number {
    const { at } = this;
    this.at += count;
    return at;
  }
}

const FIRST_SIZE = 1024;

/** Writes numbers and bytes in sequence, lowest byte first. */
export class ByteWriter {
  #bytes = new Uint8Array(FIRST_SIZE);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Bytes written so far; later writing may change them. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  byte(value: number): void {
    const at = this.#room(1);
    this.#view.setUint8(at, value);
  }

  short(value: number): void {
    const at = this.#room(2);
    this.#view.setInt16(at, value, true);
  }

  long(value: number): void {
    const at = this.#room(4);
    this.#view.setUint32(at, value, true);
  }

  real(value: number): void {
    const at = this.#room(8);
    this.#view.setFloat64(at, value, true);
  }

  bytes(value: Uint8Array): void {
    const at = this.#room(value.length);
    this.#bytes.set(value, at);
  }

  zeros(count: number): void {
    this.bytes(new Uint8Array(count));
  }

  /** Removes everything from `at` on. */
  cut(at: number): void {
    this.#length = at;
  }

  /** Overwrites a short at `at`. */
  shortAt(at: number, value: number): void {
    this.#view.setUint16(at, value, true);
  }

  /** Overwrites a long at `at`. */
  longAt(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  /** Reserves `count` bytes and returns their offset. */
  #room(count: number): number {
    const at = this.#length;
    if (at + count > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, at + count));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#length += count;
    return at;
  }
}
