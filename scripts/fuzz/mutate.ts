import { below, type Chance, pick } from '../random.ts';
import { MUTATORS, type MutatorName } from './mutators.ts';
import { type Change, mutatePackage } from './packages.ts';

export interface Mutation {
  readonly bytes: Buffer;
  /** What was done, in order: `inside the package: flip bits`. */
  readonly steps: readonly string[];
}

const NAMES = Object.keys(MUTATORS) as MutatorName[];
const BINARY = NAMES.filter((name) => name !== 'extreme number');
const MOST_STEPS = 3;
/** Of the files that are packages, so many are changed inside. */
const INSIDE = 0.8;
/** A change may change nothing: zeros where zeros are. */
const TRIES = 10;

/**
 * Changes a file in one to three steps. The bytes differ from those of the source, and are the same for the same source, other
 * file and numbers.
 * @param bytes of the source, not empty
 * @param other another file of the same format, not empty; the source itself where there is none
 */
export function mutate(bytes: Buffer, chance: Chance, other: Buffer): Mutation {
  const steps: string[] = [];
  let changed = bytes;
  for (let left = 1 + below(chance, MOST_STEPS); left > 0 && changed.length > 0; left -= 1) {
    const change = mutateOnce(changed, chance, other);
    changed = change.bytes;
    steps.push(change.step);
  }
  if (!changed.equals(bytes)) return { bytes: changed, steps };
  const last = Buffer.from(bytes);
  const at = below(chance, last.length);
  last[at] = (last[at] ?? 0) ^ 1;
  return { bytes: last, steps: [...steps, 'flip one bit'] };
}

function mutateOnce(bytes: Buffer, chance: Chance, other: Buffer): Change {
  for (let tries = TRIES; ; tries -= 1) {
    const inside = chance() < INSIDE ? mutatePackage(bytes, chance, (member) => apply(member, chance, member)) : null;
    const change = inside ?? apply(bytes, chance, other);
    if (tries === 0 || !change.bytes.equals(bytes)) return change;
  }
}

function apply(bytes: Buffer, chance: Chance, other: Buffer): Change {
  const step = pick(chance, isText(bytes) ? NAMES : BINARY);
  return { bytes: MUTATORS[step](bytes, chance, other), step };
}

const LOOKED_AT = 4096;

/** No zero bytes at its start. */
const isText = (bytes: Buffer): boolean => !bytes.subarray(0, LOOKED_AT).includes(0);
