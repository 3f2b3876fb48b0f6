import { Transform } from 'node:stream';
import type { Range } from '../../../tools/programs/libreoffice/job.ts';

const QUOTE = 0x22;
const LINE_END = 0x0a;

/** Removes some rows and columns of a csv. The rest is passed on byte for byte. */
export class CutCells extends Transform {
  readonly #separator: number;
  readonly #rows: Gaps;
  readonly #columns: Gaps;
  #row = 0;
  #column = 0;
  #isQuoted = false;
  #isFirst = true;

  /**
   * @param separator of cells, in ASCII
   * @param rows counted from 0, ascending, as are the columns. A row ends with LF; cells that contain one are quoted.
   */
  constructor(separator: string, rows: readonly Range[], columns: readonly Range[]) {
    super();
    this.#separator = separator.charCodeAt(0);
    this.#rows = new Gaps(rows);
    this.#columns = new Gaps(columns);
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    const kept: Buffer[] = [];
    let begin = 0;
    const keep = (end: number) => {
      if (end > begin && this.#isKept()) kept.push(chunk.subarray(begin, end));
      begin = end;
    };
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      if (this.#isQuoted || (byte !== this.#separator && byte !== LINE_END)) continue;
      keep(at);
      if (byte === LINE_END) {
        // The line end belongs to the row, whatever becomes of its last cell.
        if (!this.#rows.has(this.#row)) kept.push(chunk.subarray(at, at + 1));
        this.#row += 1;
        this.#column = 0;
        this.#isFirst = true;
        this.#columns.rewind();
      } else {
        if (this.#isKept()) this.#isFirst = false;
        this.#column += 1;
        // A separator goes before each kept cell except the first.
        if (this.#isKept() && !this.#isFirst) kept.push(chunk.subarray(at, at + 1));
      }
      begin = at + 1;
    }
    keep(chunk.length);
    if (kept.length > 0) this.push(Buffer.concat(kept));
    done();
  }

  #isKept(): boolean {
    return !this.#rows.has(this.#row) && !this.#columns.has(this.#column);
  }
}

/** Ranges that are queried in ascending order. */
class Gaps {
  readonly #ranges: readonly Range[];
  #at = 0;

  constructor(ranges: readonly Range[]) {
    this.#ranges = ranges;
  }

  has(index: number): boolean {
    while ((this.#ranges[this.#at]?.[1] ?? Number.POSITIVE_INFINITY) < index) this.#at += 1;
    return (this.#ranges[this.#at]?.[0] ?? Number.POSITIVE_INFINITY) <= index;
  }

  rewind(): void {
    this.#at = 0;
  }
}
