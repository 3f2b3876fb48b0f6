/**
 * Does `work` for every item, at most `atOnce` at a time, in order. After the first error nothing more is begun; the error is thrown when
 * the running calls have ended, so that nothing is left behind.
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failed = false;
  const takeNext = async (): Promise<void> => {
    for (let next = queue.next(); !failed && next.done !== true; next = queue.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.max(1, atOnce) }, takeNext));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

/** Like Promise.all, but throws an error only when all promises have settled, so that nothing goes on in a folder that is removed. */
export async function allDone<const Results extends readonly unknown[]>(
  works: {
    readonly [Index in keyof Results]: Promise<Results[Index]>;
  },
): Promise<Results> {
  await Promise.allSettled(works);
  return (await Promise.all(works)) as unknown as Results;
}

/** Returns the results of `work` for every item, in order; otherwise like forEachConcurrently. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  await forEachConcurrently(items.entries(), atOnce, async ([index, item]) => {
    results[index] = await work(item, index);
  });
  return results;
}
