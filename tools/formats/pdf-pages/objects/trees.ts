import type { PdfObjects } from './objects.ts';
import { isRef, type Value } from './values.ts';

/** Yields the pairs of a name tree or number tree (ISO 32000-2, 7.9.6 and 7.9.7), in order. */
export function* treeEntries(
  objects: PdfObjects,
  root: Value | undefined,
  list: '/Names' | '/Nums',
): Generator<[string, Value]> {
  const seen = new Set<string>();
  const waiting: Value[] = [root ?? null];
  while (waiting.length > 0) {
    const node = waiting.pop() ?? null;
    // A tree that contains itself has no end.
    if (isRef(node)) {
      if (seen.has(node)) continue;
      seen.add(node);
    }
    const dict = objects.entries(node);
    const pairs = objects.items(dict[list]);
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      yield [String(objects.resolve(pairs[index])), pairs[index + 1] ?? null];
    }
    pushReversed(waiting, objects.items(dict['/Kids']));
  }
}

/** Pushes values in reverse order, so that the first is taken next. */
export function pushReversed(stack: Value[], values: readonly Value[]): void {
  for (let index = values.length - 1; index >= 0; index -= 1) stack.push(values[index] ?? null);
}
