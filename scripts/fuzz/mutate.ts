import { below, type Chance, pick, random } from '../random.ts';
import { MUTATORS, type Mutator } from './mutators.ts';
import { type Members, membersOf, namesOf, PACKAGE_MUTATORS, packed } from './packages.ts';
import { STRUCTURES, structureOf } from './structures/index.ts';

/** One change, described so that it can be repeated. */
export interface Step {
  /** The changed member of a package; omitted for the file itself. */
  readonly member?: string;
  /** Name of the mutator. */
  readonly mutator: string;
  /** Seed of its random numbers. */
  readonly chance: number;
}

export interface Mutation {
  readonly bytes: Buffer;
  /** Changes in order. */
  readonly steps: readonly Step[];
}

const NAMES = Object.keys(MUTATORS);
const BINARY = NAMES.filter((name) => name !== 'extreme number');
const FLIP_ONE = 'flip one bit';

/** All mutators by name; those for a structure have its name as prefix. */
export const ALL_MUTATORS: Readonly<Record<string, Mutator>> = Object.fromEntries([
  ...Object.entries(MUTATORS),
  ...STRUCTURES.flatMap(({ name, mutators }) =>
    Object.entries(mutators).map(([each, mutator]) => [`${name}: ${each}`, mutator] as const),
  ),
  [FLIP_ONE, flipOneBit],
]);

const MOST_STEPS = 3;
/** Share of packages that are changed inside. */
const INSIDE = 0.75;
/** Share of these that lose a member, or have it exchanged with another. */
const WHOLE_MEMBER = 0.15;
/** Share of files with a known structure that are changed by it; the others are changed as plain bytes. */
const STRUCTURED = 0.6;
/** Attempts, because a change may have no effect: zeros in place of zeros. */
const TRIES = 10;

/**
 * Changes a file in one to three steps. The bytes differ from those of the source, and are the same for the same source, other file and
 * numbers.
 * @param bytes of the source, not empty
 * @param other another file of the same format, not empty; the source itself if there is none
 */
export function mutate(bytes: Buffer, chance: Chance, other: Buffer): Mutation {
  const steps: Step[] = [];
  let changed = bytes;
  for (let left = 1 + below(chance, MOST_STEPS); left > 0 && changed.length > 0; left -= 1) {
    const { bytes: next, step } = mutateOnce(changed, chance, other);
    changed = next;
    steps.push(step);
  }
  if (!changed.equals(bytes)) return { bytes: changed, steps };
  const last: Step = { mutator: FLIP_ONE, chance: newSeed(chance) };
  return { bytes: perform(bytes, last, other), steps: [...steps, last] };
}

/** Repeats one change. Throws if there is no such mutator or member. */
export function perform(bytes: Buffer, { member, mutator, chance }: Step, other: Buffer): Buffer {
  if (member === undefined) return mutatorOf(mutator)(bytes, random(chance), other);
  const members = membersOf(bytes);
  const content = members?.[member];
  if (members === null || content === undefined) throw new Error(`the file has no member ${member}`);
  const whole = PACKAGE_MUTATORS[mutator];
  if (whole !== undefined) return packed(whole(members, member, random(chance)));
  const old = Buffer.from(content);
  return packed({ ...members, [member]: Uint8Array.from(mutatorOf(mutator)(old, random(chance), old)) });
}

function mutateOnce(bytes: Buffer, chance: Chance, other: Buffer): { readonly bytes: Buffer; readonly step: Step } {
  const members = membersOf(bytes);
  for (let tries = TRIES; ; tries -= 1) {
    const step = planStep(bytes, members, chance);
    const changed = perform(bytes, step, other);
    if (tries === 0 || !changed.equals(bytes)) return { bytes: changed, step };
  }
}

function planStep(bytes: Buffer, members: Members | null, chance: Chance): Step {
  const names = members !== null && chance() < INSIDE ? namesOf(members) : [];
  if (members === null || names.length === 0) return { mutator: pickMutator(bytes, chance), chance: newSeed(chance) };
  const member = pick(chance, names);
  const isWhole = chance() < WHOLE_MEMBER;
  const content = Buffer.from(members[member] ?? []);
  const mutator = isWhole ? pick(chance, Object.keys(PACKAGE_MUTATORS)) : pickMutator(content, chance);
  return { member, mutator, chance: newSeed(chance) };
}

function pickMutator(bytes: Buffer, chance: Chance): string {
  const structure = structureOf(bytes);
  if (structure === undefined || chance() >= STRUCTURED) return pick(chance, isText(bytes) ? NAMES : BINARY);
  return `${structure.name}: ${pick(chance, Object.keys(structure.mutators))}`;
}

function mutatorOf(name: string): Mutator {
  const mutator = ALL_MUTATORS[name];
  if (mutator === undefined) throw new Error(`there is no mutator "${name}"`);
  return mutator;
}

const newSeed = (chance: Chance): number => below(chance, 2 ** 32);

function flipOneBit(bytes: Buffer, chance: Chance): Buffer {
  const changed = Buffer.from(bytes);
  const at = below(chance, changed.length);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

const LOOKED_AT = 4096;

/** Whether there are no zero bytes at its start. */
const isText = (bytes: Buffer): boolean => !bytes.subarray(0, LOOKED_AT).includes(0);
