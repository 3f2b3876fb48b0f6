import { setImmediate } from 'node:timers/promises';

/** So many steps of a few microseconds each take no longer than others can wait. */
const STEPS = 1000;

/** The items of a long list, so that other work has its turn now and then while they are looked at. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let left = STEPS;
  for (const item of items) {
    left -= 1;
    if (left === 0) {
      await setImmediate();
      left = STEPS;
    }
    yield item;
  }
}
