import { below, type Chance, pick } from '../random.ts';

/** Changes bytes at random into new ones. `other` is another file of the same format. */
export type Mutator = (bytes: Buffer, chance: Chance, other: Buffer) => Buffer;

const MOST_FLIPS = 32;
const LONGEST_RUN = 512;
const LONGEST_CHUNK = 64 * 1024;
/** Most bytes that a mutator adds, unless it takes them from another file. */
export const MOST_ADDED = LONGEST_CHUNK;

/** Values for a 32-bit field: zero, one, the limits of signed and unsigned integers. */
const EXTREMES = [0, 1, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
/** Values for a number in digits. */
export const EXTREME_NUMBERS: readonly string[] = [
  '0',
  '-1',
  '1',
  '65536',
  '2147483648',
  '-2147483649',
  '99999999999999999999',
  '1e308',
  'NaN',
  '',
];

/** Flips single bits, a few in the whole file. */
function flipBits(bytes: Buffer, chance: Chance): Buffer {
  const changed = Buffer.from(bytes);
  for (let flips = 1 + below(chance, MOST_FLIPS); flips > 0; flips -= 1) {
    const at = below(chance, changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << below(chance, 8));
  }
  return changed;
}

/** Replaces a run of bytes with zeros, ones, or noise. */
function replaceRun(bytes: Buffer, chance: Chance): Buffer {
  const changed = Buffer.from(bytes);
  const { start, end } = range(changed, chance, LONGEST_RUN);
  const fill = pick(chance, [() => 0, () => 0xff, () => below(chance, 256)]);
  for (let at = start; at < end; at += 1) changed[at] = fill();
  return changed;
}

/** Removes the end. */
function truncate(bytes: Buffer, chance: Chance): Buffer {
  return Buffer.from(bytes.subarray(0, below(chance, bytes.length)));
}

/** Joins the beginning of one file and the end of another, both split at the same share of their length. */
function splice(bytes: Buffer, chance: Chance, other: Buffer): Buffer {
  const part = chance();
  return Buffer.concat([
    bytes.subarray(0, Math.floor(bytes.length * part)),
    other.subarray(Math.floor(other.length * part)),
  ]);
}

/** Replaces a number that could be a length, a count or an offset in this file with an extreme one. */
function extremeLength(bytes: Buffer, chance: Chance): Buffer {
  const changed = Buffer.from(bytes);
  const places = lengthFields(bytes, below(chance, bytes.length));
  if (places.length === 0) return changed;
  const { at, isLittle } = pick(chance, places);
  const value = pick(chance, [...EXTREMES, bytes.length, bytes.length + 1]) >>> 0;
  if (isLittle) changed.writeUInt32LE(value, at);
  else changed.writeUInt32BE(value, at);
  return changed;
}

interface LengthField {
  readonly at: number;
  readonly isLittle: boolean;
}

const MOST_FIELDS = 64;

/** Returns the first places from an offset on, and around the end, whose 32 bits are not above the file's size. */
function lengthFields(bytes: Buffer, from: number): LengthField[] {
  const found: LengthField[] = [];
  const last = bytes.length - 4;
  for (let step = 0; step <= last && found.length < MOST_FIELDS; step += 1) {
    const at = (from + step) % (last + 1);
    const [little, big] = [bytes.readUInt32LE(at), bytes.readUInt32BE(at)];
    if (little > 0 && little <= bytes.length) found.push({ at, isLittle: true });
    if (big > 0 && big <= bytes.length) found.push({ at, isLittle: false });
  }
  return found;
}

function duplicateChunk(bytes: Buffer, chance: Chance): Buffer {
  const { start, end } = range(bytes, chance, LONGEST_CHUNK);
  return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start, end), bytes.subarray(end)]);
}

function removeChunk(bytes: Buffer, chance: Chance): Buffer {
  const { start, end } = range(bytes, chance, LONGEST_CHUNK);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
}

/** Replaces a number in digits with an extreme one: text formats have such lengths. */
function extremeNumber(bytes: Buffer, chance: Chance): Buffer {
  // One character per byte, so that nothing else changes.
  const text = bytes.toString('latin1');
  const from = below(chance, text.length);
  const digits = /-?\d+(?:\.\d+)?/g;
  digits.lastIndex = from;
  const match = digits.exec(text) ?? /-?\d+/.exec(text);
  if (match === null) return Buffer.from(bytes);
  const changed =
    text.slice(0, match.index) + pick(chance, EXTREME_NUMBERS) + text.slice(match.index + match[0].length);
  return Buffer.from(changed, 'latin1');
}

/** Mutators by the name that a report shows. */
export const MUTATORS = {
  'flip bits': flipBits,
  'replace a run': replaceRun,
  truncate,
  splice,
  'extreme length': extremeLength,
  'extreme number': extremeNumber,
  'duplicate a chunk': duplicateChunk,
  'remove a chunk': removeChunk,
} as const satisfies Record<string, Mutator>;

/** Returns an upper limit for the result of any mutator of a file of `size` bytes and another one of `other`. */
export const largestMutation = (size: number, other: number): number => size + Math.max(other, LONGEST_CHUNK);

/** Returns a range in a file that is not empty: at least one byte, and at most `longest`. */
function range(bytes: Buffer, chance: Chance, longest: number): { readonly start: number; readonly end: number } {
  const start = below(chance, bytes.length);
  // Short ranges more often than long ones.
  const length = 1 + Math.floor(chance() * chance() * Math.min(longest, bytes.length - start));
  return { start, end: Math.min(bytes.length, start + length) };
}
