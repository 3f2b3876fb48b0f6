import { createHash } from 'node:crypto';
import { ACAD_TS_VERSION, ORIGINALS } from './originals.ts';

/** Undoes a patch. */
export type Undo = () => void;

/** A repair of acad-ts: changes its classes and returns the function that restores them. */
export type Patch = () => Undo;

type Method = (...args: never[]) => unknown;

/** A class, for its static methods, or its prototype. */
type Owner = object;

/**
 * Replaces a method of a class, which may be private, by the result of `make`.
 * @throws Error if the class has no such method, or not the expected one: see originals.ts
 */
export function replaceMethod<Replaced extends Method>(
  owner: Owner,
  name: string,
  make: (original: Replaced) => Replaced,
): Undo {
  const { value: original } = checkedProperty(owner, name, 'value');
  Reflect.set(owner, name, make(original as Replaced));
  return () => Reflect.set(owner, name, original);
}

/** Replaces the getter of a property and keeps its setter. Throws as replaceMethod does. */
export function replaceGetter<Self>(owner: Owner, name: string, get: (this: Self) => unknown): Undo {
  const original = checkedProperty(owner, name, 'get');
  Object.defineProperty(owner, name, { ...original, get });
  return () => Object.defineProperty(owner, name, original);
}

/** Replaces the setter of a property by the result of `make` and keeps its getter. Throws as replaceMethod does. */
export function replaceSetter<Self, Value>(
  owner: Owner,
  name: string,
  make: (original: (this: Self, value: Value) => void) => (this: Self, value: Value) => void,
): Undo {
  const original = checkedProperty(owner, name, 'set');
  Object.defineProperty(owner, name, { ...original, set: make(original.set as (this: Self, value: Value) => void) });
  return () => Object.defineProperty(owner, name, original);
}

/** Functions of acad-ts that were checked, and their replacements: a method can be patched twice. */
const known = new WeakMap<Owner, Set<string>>();

function checkedProperty(owner: Owner, name: string, kind: 'get' | 'set' | 'value'): PropertyDescriptor {
  const property = Object.getOwnPropertyDescriptor(owner, name);
  const original: unknown = property?.[kind];
  const path = `${pathOf(owner)}${name}`;
  if (property === undefined || typeof original !== 'function') {
    throw new Error(`acad-ts has no ${path} to patch; the patches are for version ${ACAD_TS_VERSION}`);
  }
  const names = known.get(owner) ?? new Set();
  if (!names.has(name)) checkSource(path, original.toString());
  known.set(owner, names.add(name));
  return property;
}

/** @throws Error if a function of acad-ts is not the one that a patch was written for */
function checkSource(path: string, source: string): void {
  const digest = createHash('sha256').update(source).digest('hex').slice(0, DIGEST_LENGTH);
  if (ORIGINALS[path] === digest) return;
  const was = ORIGINALS[path] ?? 'none';
  throw new Error(
    `${path} of acad-ts is not the function that was patched in version ${ACAD_TS_VERSION} (its digest is ${digest}, was ${was}). Read what changed, make its patch right, and put the new digest into tools/formats/dwg/patches/originals.ts.`,
  );
}

const DIGEST_LENGTH = 16;

/** Returns `Color.` for a class, `DxfReader#` for a prototype. */
function pathOf(owner: Owner): string {
  return typeof owner === 'function' ? `${owner.name}.` : `${owner.constructor.name}#`;
}
