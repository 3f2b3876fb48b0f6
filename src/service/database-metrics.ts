import { Gauge, type Registry } from 'prom-client';
import { listCategories } from '../catalog/index.ts';
import type { Database } from './database/open.ts';
import { JOB_STATUSES } from './states.ts';
import { categoryOf } from './tasks/lane.ts';

const WAITING = ['waiting', 'sent'] as const;
const UNFINISHED = [...WAITING, 'processing'] as const;

/**
 * Adds metrics of jobs, tasks and callbacks from the database, read at each scrape; the same from each replica. While it does not answer
 * they are left out, and `convertd_database_connected` is 0.
 */
export function addDatabaseMetrics(registry: Registry, db: Database): void {
  const registers = [registry];
  /** One reading for all gauges of a scrape, which ask at the same time. */
  let reading: Promise<Counts | null> | null = null;
  const read = (): Promise<Counts | null> => {
    reading ??= readCounts(db)
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  new Gauge({
    name: 'convertd_database_connected',
    help: 'Whether the database answers: 1 or 0.',
    registers,
    async collect() {
      this.set((await read()) === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'convertd_jobs',
    help: 'Jobs that are kept, by status.',
    labelNames: ['status'],
    registers,
    async collect() {
      const now = await read();
      this.reset();
      if (now !== null) for (const status of JOB_STATUSES) this.set({ status }, now.jobs.get(status) ?? 0);
    },
  });
  new Gauge({
    name: 'convertd_tasks_waiting',
    help: 'Tasks of started jobs that have not begun: those that wait here, and those sent to the broker.',
    labelNames: ['state'],
    registers,
    async collect() {
      const now = await read();
      this.reset();
      if (now !== null) for (const state of WAITING) this.set({ state }, now.tasks.get(state) ?? 0);
    },
  });
  new Gauge({
    name: 'convertd_tasks_unfinished',
    help: 'Tasks of started jobs that wait or run, by category: what there is to do for workers.',
    labelNames: ['category'],
    registers,
    async collect() {
      const now = await read();
      this.reset();
      if (now === null) return;
      for (const category of listCategories()) this.set({ category }, now.unfinished.get(category) ?? 0);
    },
  });
  const addNumber = (name: string, help: string, numberOf: (now: Counts) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const now = await read();
        if (now === null) this.remove();
        else this.set(numberOf(now));
      },
    });
  addNumber(
    'convertd_oldest_task_waiting_seconds',
    'How long the task has waited that has waited for longest; 0 where none waits.',
    ({ oldestTask }) => (oldestTask === null ? 0 : Math.max(0, Date.now() - oldestTask) / 1000),
  );
  addNumber(
    'convertd_callbacks_waiting',
    'Callbacks that are to be made, at once or at their next attempt.',
    ({ callbacks }) => callbacks,
  );
}

type Counts = Awaited<ReturnType<typeof readCounts>>;

async function readCounts(db: Database) {
  const jobs = await db
    .selectFrom('job_counts')
    .select(({ fn }) => ['status', fn.sum<number | string>('jobs').as('count')])
    .groupBy('status')
    .execute();
  const tasks = await db
    .selectFrom('tasks')
    .select(({ fn }) => ['state', fn.countAll<number | string>().as('count'), fn.min('created_at').as('oldest')])
    .where('state', 'in', WAITING)
    .groupBy('state')
    .execute();
  const lanes = await db
    .selectFrom('tasks')
    .select(({ fn }) => ['lane', fn.countAll<number | string>().as('count')])
    .where('state', 'in', UNFINISHED)
    .groupBy('lane')
    .execute();
  const unfinished = new Map<string, number>();
  for (const row of lanes) {
    const category = categoryOf(row.lane);
    unfinished.set(category, (unfinished.get(category) ?? 0) + Number(row.count));
  }
  const { count } = await db
    .selectFrom('callbacks')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return {
    jobs: new Map(jobs.map((row) => [row.status as string, Number(row.count)])),
    tasks: new Map(tasks.map((row) => [row.state as string, Number(row.count)])),
    oldestTask: tasks.length === 0 ? null : Math.min(...tasks.map(({ oldest }) => Number(oldest))),
    unfinished,
    callbacks: Number(count),
  };
}
