/*
 * Event-based simulation of workers and their queues: tasks arrive, wait in the queue of their category, and occupy a slot of a worker for
 * their duration. Nothing is random here: the caller draws the tasks.
 */

export interface Arrival {
  /** Time of arrival, seconds from the start. */
  readonly at: number;
  /** Category, which determines the queue. */
  readonly category: string;
  /** Kind for the statistics of waits; a category may have several. */
  readonly kind: string;
  /** Duration in a slot, seconds. */
  readonly seconds: number;
}

/**
 * Which waiting task a free slot takes. `arrival`: the oldest of all. `turns`: the categories take turns, as in a worker of several
 * categories, to which the broker gives equally many tasks of each. `shortest`: one of the category with the shortest tasks on average.
 */
export type Order = 'arrival' | 'turns' | 'shortest';

/** Workers with the same categories. */
export interface Pool {
  readonly categories: readonly string[];
  readonly order: Order;
  readonly slotsPerWorker: number;
  /** Fixed number of workers, or how their number follows the tasks. */
  readonly workers: number | Scaling;
}

/** Like KEDA and the autoscaler of Kubernetes: the load is checked at intervals; workers start late and leave slowly. */
export interface Scaling {
  readonly least: number;
  readonly most: number;
  /** Returns the number of workers for the waiting and running tasks of each category. */
  readonly wanted: (unfinished: ReadonlyMap<string, number>) => number;
  /** Seconds between two checks. */
  readonly every: number;
  /** Seconds from the decision until a worker takes its first task. */
  readonly start: number;
  /** Seconds for which fewer workers must be wanted before one is removed, and seconds between further removals. */
  readonly leave: { readonly after: number; readonly each: number };
}

export interface Result {
  /** Seconds that each task waited, by kind, in order of their start. */
  readonly waits: ReadonlyMap<string, readonly number[]>;
  /** Time when the last task ended. */
  readonly end: number;
  /** Total seconds that workers existed until then. */
  readonly workerSeconds: number;
  readonly mostWorkers: number;
}

/** Each category needs one pool. @throws RangeError if a task's category has none */
export function simulate(arrivals: readonly Arrival[], pools: readonly Pool[]): Result {
  const byPool = Map.groupBy(arrivals, ({ category }) => {
    const index = pools.findIndex(({ categories }) => categories.includes(category));
    if (index < 0) throw new RangeError(`no pool takes ${category}`);
    return index;
  });
  const results = pools.map((pool, index) => simulatePool(byPool.get(index) ?? [], pool));
  return {
    waits: new Map(results.flatMap(({ waits }) => [...waits])),
    end: Math.max(0, ...results.map(({ end }) => end)),
    workerSeconds: results.reduce((sum, { workerSeconds }) => sum + workerSeconds, 0),
    mostWorkers: results.reduce((sum, { mostWorkers }) => sum + mostWorkers, 0),
  };
}

/** Pools share nothing, so each is simulated separately. */
function simulatePool(unordered: readonly Arrival[], pool: Pool): Result {
  const arrivals = unordered.toSorted((one, other) => one.at - other.at);
  const queues = new Queues(pool, arrivals);
  const crew = new Crew(pool);
  const waits = new Map<string, number[]>();
  let next = 0;
  let now = 0;
  let end = 0;
  while (next < arrivals.length || queues.waiting > 0 || crew.running > 0) {
    now = Math.min(arrivals[next]?.at ?? Number.POSITIVE_INFINITY, crew.nextEvent(now));
    crew.endTasks(now, (category) => queues.ended(category));
    for (let arrival = arrivals[next]; arrival !== undefined && arrival.at <= now; arrival = arrivals[next]) {
      queues.add(arrival);
      next += 1;
    }
    crew.scale(now, queues.unfinished);
    while (crew.hasSlot(now) && queues.waiting > 0) {
      const task = queues.take();
      const before = waits.get(task.kind);
      if (before === undefined) waits.set(task.kind, [now - task.at]);
      else before.push(now - task.at);
      crew.run(task, now);
      end = Math.max(end, now + task.seconds);
    }
  }
  return { waits, end, workerSeconds: crew.secondsUntil(end), mostWorkers: crew.most };
}

/** Waiting tasks by category. */
class Queues {
  /** Number of waiting and running tasks. */
  readonly unfinished = new Map<string, number>();
  waiting = 0;
  readonly #order: Order;
  readonly #lines = new Map<string, Arrival[]>();
  /** Number of tasks that have left each queue: queues are long, and removing the first item of an array moves all others. */
  readonly #taken = new Map<string, number>();
  /** Categories in the order in which free slots check them. */
  #categories: readonly string[];

  constructor({ order, categories }: Pool, arrivals: readonly Arrival[]) {
    this.#order = order;
    this.#categories = order === 'shortest' ? byMean(categories, arrivals) : categories;
  }

  add(arrival: Arrival): void {
    const line = this.#lines.get(arrival.category);
    if (line === undefined) this.#lines.set(arrival.category, [arrival]);
    else line.push(arrival);
    this.waiting += 1;
    this.unfinished.set(arrival.category, (this.unfinished.get(arrival.category) ?? 0) + 1);
  }

  take(): Arrival {
    const busy = this.#categories.filter((category) => this.#first(category) !== undefined);
    const at = (category: string) => this.#first(category)?.at ?? Number.POSITIVE_INFINITY;
    const chosen =
      this.#order === 'arrival' ? busy.reduce((one, other) => (at(other) < at(one) ? other : one)) : busy[0];
    const first = chosen === undefined ? undefined : this.#first(chosen);
    if (chosen === undefined || first === undefined) throw new RangeError('nothing waits');
    this.#taken.set(chosen, (this.#taken.get(chosen) ?? 0) + 1);
    this.waiting -= 1;
    if (this.#order === 'turns') this.#categories = [...this.#categories.filter((each) => each !== chosen), chosen];
    return first;
  }

  ended(category: string): void {
    this.unfinished.set(category, (this.unfinished.get(category) ?? 0) - 1);
  }

  #first(category: string): Arrival | undefined {
    return this.#lines.get(category)?.[this.#taken.get(category) ?? 0];
  }
}

function byMean(categories: readonly string[], arrivals: readonly Arrival[]): string[] {
  const groups = Map.groupBy(arrivals, ({ category }) => category);
  const mean = (category: string) => {
    const tasks = groups.get(category) ?? [];
    return tasks.reduce((sum, { seconds }) => sum + seconds, 0) / Math.max(1, tasks.length);
  };
  return categories.toSorted((one, other) => mean(one) - mean(other));
}

/** The workers of a pool and their tasks. */
class Crew {
  most: number;
  readonly #slots: number;
  readonly #scaling: Scaling | null;
  /** Times when workers take their first task; workers that are to leave are removed. */
  readonly #starts: number[];
  readonly #running: { readonly category: string; readonly end: number }[] = [];
  #lookAt: number;
  /** Last time when all existing workers were wanted. */
  #neededAt = 0;
  #leftAt = Number.NEGATIVE_INFINITY;
  #counted = 0;
  #countedAt = 0;

  constructor({ workers, slotsPerWorker }: Pool) {
    const count = typeof workers === 'number' ? workers : workers.least;
    this.#slots = slotsPerWorker;
    this.#scaling = typeof workers === 'number' ? null : workers;
    this.#starts = Array.from({ length: count }, () => Number.NEGATIVE_INFINITY);
    this.#lookAt = this.#scaling?.every ?? Number.POSITIVE_INFINITY;
    this.most = count;
  }

  get running(): number {
    return this.#running.length;
  }

  /** Returns the time of the next event that happens by itself. */
  nextEvent(now: number): number {
    const starts = this.#starts.filter((start) => start > now);
    return Math.min(this.#running[0]?.end ?? Number.POSITIVE_INFINITY, this.#lookAt, ...starts);
  }

  hasSlot(now: number): boolean {
    const ready = this.#starts.filter((start) => start <= now).length;
    return this.#running.length < ready * this.#slots;
  }

  /** Keeps tasks in the order of their ends. */
  run({ category, seconds }: Arrival, now: number): void {
    const end = now + seconds;
    const behind = this.#running.findIndex((each) => each.end > end);
    this.#running.splice(behind < 0 ? this.#running.length : behind, 0, { category, end });
  }

  endTasks(now: number, onEnd: (category: string) => void): void {
    for (let first = this.#running[0]; first !== undefined && first.end <= now; first = this.#running[0]) {
      this.#running.shift();
      onEnd(first.category);
    }
  }

  /** A leaving worker finishes its tasks, so only its free slots disappear at once. */
  scale(now: number, unfinished: ReadonlyMap<string, number>): void {
    const scaling = this.#scaling;
    if (scaling === null || now < this.#lookAt) return;
    this.#lookAt = now + scaling.every;
    const count = this.#starts.length;
    const wanted = Math.min(scaling.most, Math.max(scaling.least, Math.ceil(scaling.wanted(unfinished))));
    if (wanted >= count) this.#neededAt = now;
    // By default the autoscaler doubles the pods, or adds four, in each period of 15 seconds.
    const grown = Math.min(wanted, Math.max(2 * count, count + 4));
    this.#count(now);
    for (let more = count; more < grown; more += 1) this.#starts.push(now + scaling.start);
    const mayLeave = now - this.#neededAt >= scaling.leave.after && now - this.#leftAt >= scaling.leave.each;
    if (wanted < count && mayLeave) {
      this.#starts.pop();
      this.#leftAt = now;
    }
    this.most = Math.max(this.most, this.#starts.length);
  }

  secondsUntil(end: number): number {
    this.#count(Math.max(end, this.#countedAt));
    return this.#counted;
  }

  #count(now: number): void {
    this.#counted += this.#starts.length * (now - this.#countedAt);
    this.#countedAt = now;
  }
}
