// The part of WebAssembly that this engine uses: the compiler's own declarations come only with those of a browser.
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
    /** Adds so many pages of 64 KiB; returns the previous number of pages. */
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
