/** Undoes a patch. */
export type Undo = () => void;

/** A repair of acad-ts: changes its classes and returns the function that changes them back. */
export type Patch = () => Undo;

type Method = (...args: never[]) => unknown;

/**
 * Replaces a method of a class, private ones too, by what `make` makes of it.
 * @throws Error where the class has no such method: another version of acad-ts is installed than was patched
 */
export function replaceMethod<Replaced extends Method>(
  prototype: object,
  name: string,
  make: (original: Replaced) => Replaced,
): Undo {
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== 'function' || !Object.hasOwn(prototype, name)) {
    throw new Error(`acad-ts has no method ${name} here to patch`);
  }
  Reflect.set(prototype, name, make(original as Replaced));
  return () => Reflect.set(prototype, name, original);
}
