import { type Chance, pick } from '../../random.ts';
import type { Mutator } from '../mutators.ts';

/** A file format whose parts can be changed one by one. */
export interface Structure {
  /** Prefix of its mutators' names: `xml: nest an element`. */
  readonly name: string;
  /** Whether bytes have this format, by their beginning. */
  readonly matches: (bytes: Buffer) => boolean;
  /** Mutators by their effect. One that finds nothing to change returns its input. */
  readonly mutators: Readonly<Record<string, Mutator>>;
}

/** An integer in a file. */
export interface Field {
  readonly at: number;
  /** Width in bytes. */
  readonly width: 1 | 2 | 4 | 8;
  readonly isLittle: boolean;
}

/** Sets a field to an extreme value of its width, or next to its own value. Changes `bytes`; ignores a field beyond their end. */
export function setExtreme(bytes: Buffer, field: Field, chance: Chance): void {
  const { at, width } = field;
  if (at < 0 || at + width > bytes.length) return;
  const now = read(bytes, field);
  const most = (1n << BigInt(width * 8)) - 1n;
  const signed = most >> 1n;
  write(
    bytes,
    field,
    pick(chance, [0n, 1n, most, most - 1n, signed, signed + 1n, now + 1n, now - 1n, 2n * now, BigInt(bytes.length)]),
  );
}

function read(bytes: Buffer, { at, width, isLittle }: Field): bigint {
  const part = Buffer.from(bytes.subarray(at, at + width));
  return BigInt(`0x${(isLittle ? part.reverse() : part).toString('hex')}`);
}

/** Writes the lowest bits of a value. Changes `bytes`, which must contain the field. */
export function write(bytes: Buffer, { at, width, isLittle }: Field, value: bigint): void {
  const hex = BigInt.asUintN(width * 8, value).toString(16);
  const part = Buffer.from(hex.padStart(width * 2, '0'), 'hex');
  (isLittle ? part.reverse() : part).copy(bytes, at);
}

/** Returns the bytes with a range replaced. */
export const replaced = (bytes: Buffer, start: number, end: number, by: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, start), by, bytes.subarray(end)]);
