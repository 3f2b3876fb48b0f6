/**
 * Compression of R2007 files: LZ77 that stores literal bytes in a special order (Open Design Specification for .dwg files, R2007,
 * "Decompression").
 */

/** For runs of 1 to 32 bytes: the parts of the stored run, [bytes, offset], that form the run. */
const PARTS =
  '1@0|2@0|3@0|4@0|1@4 4@0|1@5 4@1 1@0|2@5 4@1 1@0|8@0|1@8 8@0|1@9 8@1 1@0|2@9 8@1 1@0|4@8 8@0|1@12 4@8 8@0|' +
  '1@13 4@9 8@1 1@0|2@13 4@9 8@1 1@0|16@0|8@9 1@8 8@0|1@17 16@1 1@0|3@16 16@0|4@16 16@0|1@20 4@16 16@0|' +
  '2@20 4@16 16@0|3@20 4@16 16@0|8@16 16@0|8@17 1@16 16@0|1@25 8@17 1@16 16@0|2@25 8@17 1@16 16@0|4@24 8@16 16@0|' +
  '1@28 4@24 8@16 16@0|2@28 4@24 8@16 16@0|1@30 4@26 8@18 16@2 2@0|16@16 16@0';

function placesOf(bytes: number, offset: number): number[] {
  const straight = Array.from({ length: bytes }, (_, i) => offset + i);
  if (bytes === 2 || bytes === 3) return straight.reverse();
  return bytes === 16 ? [...straight.slice(8), ...straight.slice(0, 8)] : straight;
}

/** For a run of each length: the offsets at which its bytes are stored. */
const PLACES: readonly (readonly number[])[] = [
  [],
  ...PARTS.split('|').map((parts) =>
    parts.split(' ').flatMap((part) => {
      const [bytes, offset] = part.split('@').map(Number);
      return placesOf(bytes ?? 0, offset ?? 0);
    }),
  ),
];
const LONGEST_RUN = 32;

/** A match at an earlier place. */
interface Match {
  readonly offset: number;
  readonly length: number;
}

const SHORT = { offset: 512, length: 14 };
const MIDDLE = { offset: 8192, length: 18 };
const LONG = { offset: 0xffff, length: 255 };
const LEAST_MATCH = 4;
/** Fewest bytes of a literal run at the beginning, and of one after a match that does not have its length. */
const LEAST_RUN = 8;
const RUNS_IN_MATCH = 7;
const HASH_BITS = 15;

class Output {
  readonly #bytes: number[] = [];
  /** Offset of the length of the next run of 1 to 7 bytes: the last byte of a match. */
  #pending: number | null = null;

  match({ length, offset }: Match): void {
    const bytes = this.#bytes;
    if (offset <= SHORT.offset && length <= SHORT.length) {
      bytes.push((length << 4) | ((offset - 1) & 15), ((offset - 1) >> 4) << 3);
    } else if (offset <= MIDDLE.offset && length <= MIDDLE.length) {
      bytes.push(0x10 | (length - 3), (offset - 1) & 0xff, ((offset - 1) >> 8) << 3);
    } else bytes.push(0x20 | (length & 7), offset & 0xff, offset >> 8, length & 0xf8);
    this.#pending = bytes.length - 1;
  }

  run(data: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length === 0) return;
    if (this.#pending !== null && length <= RUNS_IN_MATCH) {
      this.#bytes[this.#pending] = (this.#bytes[this.#pending] ?? 0) | length;
    } else this.#runLength(length);
    this.#pending = null;
    for (let at = start; at < end; at += LONGEST_RUN) this.#store(data.subarray(at, Math.min(end, at + LONGEST_RUN)));
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  #runLength(length: number): void {
    const bytes = this.#bytes;
    let rest = length - LEAST_RUN;
    if (rest < 15) {
      bytes.push(rest);
      return;
    }
    rest -= 15;
    bytes.push(15, Math.min(rest, 0xff));
    if (rest < 0xff) return;
    rest -= 0xff;
    for (;;) {
      const part = Math.min(rest, 0xffff);
      bytes.push(part & 0xff, part >> 8);
      if (part < 0xffff) return;
      rest -= part;
    }
  }

  #store(run: Uint8Array): void {
    const stored = new Array<number>(run.length).fill(0);
    for (const [at, place] of (PLACES[run.length] ?? []).entries()) stored[place] = run[at] ?? 0;
    this.#bytes.push(...stored);
  }
}

function hashAt(data: Uint8Array, at: number): number {
  const word = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16) | ((data[at + 3] ?? 0) << 24);
  return Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
}

function matchAt(data: Uint8Array, at: number, earlier: number): Match | null {
  const offset = at - earlier;
  if (earlier < 0 || offset > LONG.offset) return null;
  let length = 0;
  while (length < LONG.length && at + length < data.length && data[earlier + length] === data[at + length]) length++;
  return length < LEAST_MATCH ? null : { offset, length };
}

/** Compresses data of at least 8 bytes; the result may be longer than `data`. */
export function compress(data: Uint8Array): Uint8Array {
  const output = new Output();
  const last = new Int32Array(1 << HASH_BITS).fill(-1);
  let from = 0;
  let at = 0;
  while (at + LEAST_MATCH <= data.length) {
    const hash = hashAt(data, at);
    const match = matchAt(data, at, last[hash] ?? -1);
    last[hash] = at;
    const first = from === 0;
    if (match === null || (first && at < LEAST_RUN)) {
      at++;
      continue;
    }
    output.run(data, from, at);
    output.match(match);
    for (let inside = at + 1; inside < at + match.length && inside + LEAST_MATCH <= data.length; inside++) {
      last[hashAt(data, inside)] = inside;
    }
    at += match.length;
    from = at;
  }
  output.run(data, from, data.length);
  return output.bytes();
}
