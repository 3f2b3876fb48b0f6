import type { Digester } from './digester.ts';
import { WasmModule } from './wasm-digester.ts';

/** Order in which a CRC takes the bits of a byte. */
export type BitOrder = 'lowest bit first' | 'highest bit first';

/** Bytes of the module's buffer for data from other memory. */
const BLOCK_BYTES = 16_384;

/**
 * CRC-32. Lowest bit first: the CRC of zip and zlib, PHP's `crc32b`. Highest bit first: the CRC of bzip2, PHP's `crc32`, which PHP writes
 * with the lowest byte first.
 */
export class CrcDigester implements Digester {
  readonly #module = new WasmModule('crc32');

  constructor(order: BitOrder) {
    this.#module.call('init', order === 'lowest bit first' ? 1 : 0);
  }

  buffers(count: number, size: number): Uint8Array[] {
    return this.#module.buffers(count, size);
  }

  update(data: Uint8Array): void {
    if (this.#module.holds(data)) {
      this.#take(data);
      return;
    }
    const block = this.#module.bytes(this.#module.address('BLOCK'), BLOCK_BYTES);
    for (let at = 0; at < data.length; at += BLOCK_BYTES) {
      const part = data.subarray(at, at + BLOCK_BYTES);
      block.set(part);
      this.#take(block.subarray(0, part.length));
    }
  }

  digest(): Uint8Array {
    // The module's byte order of the register is the reverse of PHP's.
    return this.#module
      .bytes(this.#module.address('STATE'), 4)
      .map((byte) => byte ^ 0xff)
      .reverse();
  }

  #take(data: Uint8Array): void {
    this.#module.call('update', data.byteOffset, data.byteOffset + data.length);
  }
}
