import { readFileSync } from 'node:fs';
import type { Digester } from './digester.ts';

/** Modules `wasm/<name>.wasm`, whose sources are scripts/hash-wasm/<name>.ts. */
export const WASM_MODULES = ['crc32', 'gost', 'haval', 'ripemd', 'snefru', 'tiger', 'whirlpool'] as const;

export type WasmName = (typeof WASM_MODULES)[number];

const PAGE_BYTES = 65_536;

/** Instance of a module; its exports are those of its source. */
export class WasmModule {
  readonly exports: WebAssembly.Exports;
  readonly #memory: WebAssembly.Memory;

  constructor(name: WasmName) {
    this.exports = new WebAssembly.Instance(compiled(name)).exports;
    this.#memory = this.exports.memory as WebAssembly.Memory;
  }

  /** Calls an exported function. */
  call(name: string, ...args: number[]): void {
    (this.exports[name] as (...args: number[]) => void)(...args);
  }

  /** Value of an exported constant, an address. */
  address(name: string): number {
    return (this.exports[name] as WebAssembly.Global).value as number;
  }

  /** The bytes at an address. Valid until the next `buffers`. */
  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, length);
  }

  /** Grows the memory by so many buffers. */
  buffers(count: number, size: number): Uint8Array[] {
    const pages = Math.ceil(size / PAGE_BYTES);
    const start = this.#memory.grow(pages * count) * PAGE_BYTES;
    return Array.from({ length: count }, (_, n) => this.bytes(start + n * pages * PAGE_BYTES, size));
  }

  /** Whether the data is in this memory. */
  holds(data: Uint8Array): boolean {
    return data.buffer === this.#memory.buffer;
  }
}

const modules = new Map<WasmName, WebAssembly.Module>();

function compiled(name: WasmName): WebAssembly.Module {
  let module = modules.get(name);
  if (!module) {
    module = new WebAssembly.Module(readFileSync(new URL(`wasm/${name}.wasm`, import.meta.url)));
    modules.set(name, module);
  }
  return module;
}

/** What a block hash adds to its compression function. */
export interface BlockHash {
  readonly module: WasmName;
  /** Bytes of a block. */
  readonly blockSize: number;
  /** Exported function that processes whole blocks: (address, blocks, ...arguments). */
  readonly transform: string;
  readonly transformArgs?: readonly number[];
  /** Writes the tables that the module does not make itself; called before the module's `init`. */
  prepare?(module: WasmModule): void;
  /** Returns what follows a message of so many bytes, up to the end of a block. */
  padding(messageBytes: number): Uint8Array;
  /** Works on the module after the padding, before the digest is read. */
  finish?(module: WasmModule, messageBytes: number): void;
  /** Computes the digest from the bytes of the chaining value. */
  result(state: Uint8Array): Uint8Array;
  readonly stateBytes: number;
}

/** Streams data of any length through a WASM compression function; data in its own `buffers` is not copied. */
export class BlockDigester implements Digester {
  readonly #hash: BlockHash;
  readonly #module: WasmModule;
  readonly #block: number;
  #pending = 0;
  #total = 0;

  constructor(hash: BlockHash) {
    this.#hash = hash;
    this.#module = new WasmModule(hash.module);
    hash.prepare?.(this.#module);
    this.#module.call('init');
    this.#block = this.#module.address('BLOCK');
  }

  buffers(count: number, size: number): Uint8Array[] {
    return this.#module.buffers(count, size);
  }

  update(data: Uint8Array): void {
    this.#total += data.length;
    const { blockSize } = this.#hash;
    let at = 0;
    if (this.#pending > 0) {
      at = Math.min(blockSize - this.#pending, data.length);
      this.#keep(data.subarray(0, at));
      if (this.#pending < blockSize) return;
      this.#transform(this.#block, 1);
      this.#pending = 0;
    }
    const whole = Math.floor((data.length - at) / blockSize) * blockSize;
    if (whole > 0) this.#wholeBlocks(data.subarray(at, at + whole));
    this.#keep(data.subarray(at + whole));
  }

  digest(): Uint8Array {
    const total = this.#total;
    this.update(this.#hash.padding(total));
    this.#hash.finish?.(this.#module, total);
    return this.#hash.result(this.#module.bytes(this.#module.address('STATE'), this.#hash.stateBytes));
  }

  #keep(rest: Uint8Array): void {
    this.#module.bytes(this.#block + this.#pending, rest.length).set(rest);
    this.#pending += rest.length;
  }

  #wholeBlocks(data: Uint8Array): void {
    const { blockSize } = this.#hash;
    if (this.#module.holds(data)) {
      this.#transform(data.byteOffset, data.length / blockSize);
      return;
    }
    // Foreign data is short (keys, padding), so one block at a time is fast enough.
    for (let at = 0; at < data.length; at += blockSize) {
      this.#module.bytes(this.#block, blockSize).set(data.subarray(at, at + blockSize));
      this.#transform(this.#block, 1);
    }
  }

  #transform(address: number, blocks: number): void {
    this.#module.call(this.#hash.transform, address, blocks, ...(this.#hash.transformArgs ?? []));
  }
}
