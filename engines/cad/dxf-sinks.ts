import { closeSync, openSync, writeSync } from 'node:fs';

const BUFFER_BYTES = 1024 * 1024;

/** Writes text or bytes to a file synchronously in large pieces: the output that acad-ts's DXF writer needs. */
export class FileSink {
  readonly #file: number;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  readonly #encode: (text: string) => string;
  readonly #encoder = new TextEncoder();
  #used = 0;

  /** `encode` converts each text to what is written, as UTF-8. */
  constructor(path: string, encode: (text: string) => string) {
    this.#file = openSync(path, 'wx');
    this.#encode = encode;
  }

  write(value: string | Uint8Array): void {
    const bytes = typeof value === 'string' ? this.#encoder.encode(this.#encode(value)) : value;
    if (this.#used + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length > BUFFER_BYTES) {
      writeAll(this.#file, bytes);
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  flush(): void {
    writeAll(this.#file, this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  /** Does nothing, since the writer calls it twice. See `end`. */
  close(): void {}

  end(): void {
    this.flush();
    closeSync(this.#file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Keeps in memory what is written to it. */
export class TextSink {
  readonly #pieces: string[] = [];

  write(value: string | Uint8Array): void {
    if (typeof value !== 'string') throw new TypeError('only text is written here');
    this.#pieces.push(value);
  }

  flush(): void {}

  close(): void {}

  get text(): string {
    return this.#pieces.join('');
  }
}
