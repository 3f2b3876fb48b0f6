import { StringDecoder } from 'node:string_decoder';

/** Longest line, characters; longer ones are cut, so that a program without line ends does not fill memory. */
const LONGEST_LINE = 64 * 1024;
const KEPT_BYTES = 1024 * 1024;

/**
 * Splits a byte stream into lines. Carriage returns and backspaces end a line too, because progress meters redraw with them. Empty lines
 * are left out, lines over `longest` characters (64 Ki) cut.
 */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #longest: number;
  readonly #decoder = new StringDecoder('utf8');
  #partial = '';

  constructor(onLine: (line: string) => void, longest = LONGEST_LINE) {
    this.#onLine = onLine;
    this.#longest = longest;
  }

  write(chunk: Buffer): void {
    this.#take(this.#decoder.write(chunk));
  }

  /** Emits what came after the last line end. */
  end(): void {
    this.#take(`${this.#decoder.end()}\n`);
  }

  #take(text: string): void {
    const pieces = text.split(/[\r\n\b]+/);
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      const line = this.#cut(this.#partial + piece);
      this.#partial = '';
      if (line !== '') this.#onLine(line);
    }
    if (this.#partial.length < this.#longest) this.#partial = this.#cut(this.#partial + last);
  }

  #cut(line: string): string {
    return line.length > this.#longest ? line.slice(0, this.#longest) : line;
  }
}

/** Keeps the last MiB of a byte stream. */
export class Tail {
  #chunks: Buffer[] = [];
  #bytes = 0;

  write(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // Joins the chunks now and then, because many tiny ones need far more memory than their bytes.
    if (this.#bytes > 2 * KEPT_BYTES || this.#chunks.length > 512) this.#join();
  }

  /** Returns the last MiB as text, never beginning inside a character. */
  toString(): string {
    this.#join();
    const bytes = this.#chunks[0] ?? Buffer.alloc(0);
    let start = 0;
    while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return bytes.toString('utf8', start);
  }

  #join(): void {
    const all = Buffer.concat(this.#chunks);
    const kept = all.length > KEPT_BYTES ? Buffer.from(all.subarray(all.length - KEPT_BYTES)) : all;
    this.#chunks = kept.length > 0 ? [kept] : [];
    this.#bytes = kept.length;
  }
}
