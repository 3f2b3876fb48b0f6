/** Numbers from 0 to below 1. */
export type Chance = () => number;

/** Returns the same numbers for the same seed (mulberry32, public domain). */
export function random(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns numbers for one of many parts of a run, independent of those of other parts. */
export function randomOfPart(seed: number, part: number): Chance {
  const scattered = Math.imul(seed ^ 0x9e3779b1, 0x85ebca6b) ^ Math.imul(part + 1, 0xc2b2ae35);
  return random(scattered);
}

/** Returns an integer from 0 to below `limit`. */
export const below = (chance: Chance, limit: number): number => Math.floor(chance() * limit);

/** Returns one of the items. Throws if there are none. */
export function pick<Item>(chance: Chance, items: readonly Item[]): Item {
  const item = items[below(chance, items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
