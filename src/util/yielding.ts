import { setImmediate } from 'node:timers/promises';

/** Steps of a few microseconds each between two pauses: together they take no longer than other work can wait. */
const STEPS = 500;

/** Yields the items of a long list, with pauses in which other work can run. */
export async function* yielding<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let left = STEPS;
  for (const item of items) {
    if (left === 0) {
      await setImmediate();
      left = STEPS;
    }
    left -= 1;
    yield item;
  }
}

/** Maps the items of a long list in order, with the pauses of `yielding`. */
export async function mapYielding<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for await (const item of yielding(items)) made.push(make(item, made.length));
  return made;
}
