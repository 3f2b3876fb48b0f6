import { setImmediate } from 'node:timers/promises';

/** So many steps of a few microseconds each take no longer than others can wait. */
const STEPS = 500;

/** The items of a long list, so that other work has its turn now and then while they are looked at. */
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

/** What is made of the items of a long list, in their order, as `yielding`. */
export async function mapYielding<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for await (const item of yielding(items)) made.push(make(item, made.length));
  return made;
}
