// What this engine uses of WebAssembly: the compiler's own declarations come only with those of a browser.
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
    /** Adds so many pages of 64 KiB; the number of pages before. */
    grow(pages: number): number;
  }
  class Global {
    readonly value: number;
  }
  type Exports = Record<string, ((...args: number[]) => number) | Memory | Global>;
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Exports;
  }
}
