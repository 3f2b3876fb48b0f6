import { setTimeout as sleep } from 'node:timers/promises';

/** Values of one query. */
const MOST = 500;
/** After a query for at least this many, the next one waits, so that more share it: a query costs as much as some requests. */
const CROWD = 8;
/** How long it waits; ms. */
const GATHER_MS = 2;

/** Waiting for one value, maybe several times. */
interface Wanted<Value> {
  readonly promise: Promise<Value | undefined>;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A lookup for many at once: who asks while a query runs, or in the same round of the event loop, shares the next query. A query always
 * begins after it was asked for, so nobody gets an older answer than by a query of their own.
 *
 * @param load one query for all of these; what is not in its answer is undefined. Where it throws, it throws for all of them, so
 *   no value may be one that the database refuses
 */
export function batched<Value>(
  load: (wanted: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (wanted: string) => Promise<Value | undefined> {
  let waiting = new Map<string, Wanted<Value>>();
  let busy = false;
  /** Since the last query began. */
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
      // After all requests that came in this round.
      setImmediate(() => void run());
    }
    return wanted.promise;
  };
}
