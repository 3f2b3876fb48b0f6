import { setImmediate } from 'node:timers/promises';

/** Items that are made in a few milliseconds, whatever they are. */
const PORTION = 500;

/** What is made of items, in their order. Of many, others are served in between. */
export async function mapInPortions<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % PORTION === 0) await setImmediate();
    made.push(make(item, index));
  }
  return made;
}
