import { setTimeout as sleep } from 'node:timers/promises';

/** Largest number of values in one query. */
const MOST = 500;
/** After a query for at least this many values, the next query waits, so that more share it: a query costs as much as some requests. */
const CROWD = 8;
/** Time that it waits, ms. */
const GATHER_MS = 2;

/** A value that callers wait for, perhaps several of them. */
interface Wanted<Value> {
  readonly promise: Promise<Value | undefined>;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a lookup for many callers at once: callers that ask while a query runs, or in the same round of the event loop, share the next
 * query. A query always begins after it was asked for, so nobody gets an older answer than from a separate query.
 *
 * @param load one query for all these values; those missing in its answer are undefined. If it throws, it throws for all of them, so no
 *   value may be one that the database refuses
 */
export function batched<Value>(
  load: (wanted: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (wanted: string) => Promise<Value | undefined> {
  let waiting = new Map<string, Wanted<Value>>();
  let busy = false;
  /** Number of values asked for since the last query began. */
  let asked = 0;

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const isCrowd = asked >= CROWD;
      asked = 0;
      const batch = takeBatch();
      try {
        const found = await load([...batch.keys()]);
        for (const [name, { resolve }] of batch) resolve(found.get(name));
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
      if (isCrowd) await sleep(GATHER_MS);
    }
    busy = false;
  }

  function takeBatch(): ReadonlyMap<string, Wanted<Value>> {
    const all = waiting;
    waiting = new Map();
    if (all.size <= MOST) return all;
    const entries = [...all];
    waiting = new Map(entries.slice(MOST));
    return new Map(entries.slice(0, MOST));
  }

  return (name) => {
    asked += 1;
    const known = waiting.get(name);
    if (known !== undefined) return known.promise;
    const wanted = Promise.withResolvers<Value | undefined>();
    waiting.set(name, wanted);
    if (!busy) {
      busy = true;
      // Runs after all requests of this round.
      setImmediate(() => void run());
    }
    return wanted.promise;
  };
}
