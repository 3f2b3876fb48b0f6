import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { readServiceConfig } from '../../src/service/config.ts';
import type { ServiceContext } from '../../src/service/context.ts';
import { type Database, openDatabase } from '../../src/service/database/open.ts';
import { type DispatchContext, takeProgress, takeReport } from '../../src/service/dispatch/take-report.ts';
import { createJobInserts } from '../../src/service/jobs/insert-jobs.ts';
import { newJob } from '../../src/service/jobs/new-job.ts';
import { createKey } from '../../src/service/keys/keys.ts';
import { createSecrets } from '../../src/service/secrets/secrets.ts';
import { failedReport } from '../../src/task/failed-report.ts';
import type { OrderedReport } from '../../src/task/types.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { median, table, timed } from '../bench-worker/statistics.ts';

/** Minimum number of tasks in all jobs of one size. */
const TASKS = 1000;
/** Number of progress reports that are written together, as if they arrived while others were being written. */
const AT_ONCE = 10;

/**
 * Measures the cost of storing the reports of a job: for each task a progress report and a final one, one after another, with its own
 * output and warning.
 * @param sizes numbers of tasks of a job; the first one is the base of the comparison
 */
export async function measureReports(
  folder: string,
  { sizes, rounds, withPostgres }: { sizes: readonly number[]; rounds: number; withPostgres: boolean },
): Promise<string> {
  const rows = await measure('SQLite', folder, null, sizes, rounds);
  if (withPostgres) {
    const postgres = await startPostgres();
    try {
      rows.push(...(await measure('PostgreSQL', folder, await postgres.database(), sizes, rounds)));
    } finally {
      await postgres.stop();
    }
  }
  const head = ['database, tasks of a job', 'progress ms', 'ratio', 'statements', 'final ms', 'ratio', 'statements'];
  return `For each task, median of ${rounds} rounds\n\n${table([head, ...rows])}`;
}

/** Cost for each task. */
interface Cost {
  readonly ms: number;
  readonly statements: number;
}

async function measure(
  name: string,
  folder: string,
  url: string | null,
  sizes: readonly number[],
  rounds: number,
): Promise<string[][]> {
  const { db, close } = await openDatabase(url, join(folder, 'reports.sqlite'));
  try {
    const costs = new Map(sizes.map((size) => [size, [] as { progress: Cost; final: Cost }[]]));
    // In turn, so that other load affects all of them; the first round is not counted.
    for (let round = -1; round < rounds; round += 1) {
      for (const [size, measured] of costs) {
        const cost = await measureJobs(db, folder, url, size);
        if (round >= 0) measured.push(cost);
      }
    }
    const medianOf = (size: number, kind: 'progress' | 'final', value: keyof Cost) =>
      median((costs.get(size) ?? []).map((cost) => cost[kind][value]));
    const [first = 0] = sizes;
    return sizes.map((size) => [
      `${name}, ${size}`,
      ...(['progress', 'final'] as const).flatMap((kind) => [
        medianOf(size, kind, 'ms').toFixed(3),
        (medianOf(size, kind, 'ms') / medianOf(first, kind, 'ms')).toFixed(2),
        medianOf(size, kind, 'statements').toFixed(1),
      ]),
    ]);
  } finally {
    await close();
  }
}

async function measureJobs(db: Database, folder: string, url: string | null, size: number) {
  const count = Math.max(1, Math.ceil(TASKS / size));
  const counter = { statements: 0 };
  const context = contextOf(db.withPlugin(counting(counter)), folder, url);
  const tasks: StartedTask[] = [];
  for (let index = 0; index < count; index += 1) tasks.push(...(await startJob(db, folder, url, size)));
  const cost = async (work: () => Promise<unknown>): Promise<Cost> => {
    counter.statements = 0;
    const seconds = await timed(work);
    return { ms: (seconds * 1000) / tasks.length, statements: counter.statements / tasks.length };
  };
  return {
    progress: await cost(async () => {
      for (let from = 0; from < tasks.length; from += AT_ONCE) {
        const reports = tasks.slice(from, from + AT_ONCE).map((task) => reportOf(task, { progress: 5 }));
        await takeProgress(context, reports);
      }
    }),
    final: await cost(async () => {
      for (const task of tasks) await takeReport(context, finalOf(task));
    }),
  };
}

interface StartedTask {
  readonly id: string;
  readonly job_id: string;
  readonly conversion_id: string;
  readonly input_ids: string;
}

async function startJob(db: Database, folder: string, url: string | null, size: number): Promise<StartedTask[]> {
  const context = contextOf(db, folder, url);
  const key = await createKey(db, { name: 'bench', contract: 'unlimited' });
  const conversion = [{ category: 'audio', target: 'mp3' }];
  const inputs = Array.from({ length: size }, (_, index) => {
    const body = { type: 'remote' as const, source: `https://files.example/${index}.wav` };
    const content = { type: body.type, source: body.source, status: 'ready' as const, location: body.source };
    return { id: randomUUID(), body, content };
  });
  const request = { statusFormat: 'string', alias: null, idempotent: null, baseUrl: 'http://bench' } as const;
  const job = await newJob(context, key, { conversion, process: true }, inputs, request);
  const inserts = createJobInserts(context);
  await inserts.insert(job);
  return [...job.tasks];
}

function contextOf(db: Database, folder: string, url: string | null): ServiceContext & DispatchContext {
  const config = readServiceConfig({ DATA_DIR: folder, ...(url !== null && { DATABASE_URL: url }) }, {}, 2);
  const context: Partial<ServiceContext> = {
    config,
    db,
    secrets: createSecrets(SECRET),
    wakeCallbacks: () => {},
    wakeDeliveries: () => {},
    now: Date.now,
  };
  // Reports of completed tasks need nothing else.
  return context as ServiceContext;
}

const SECRET = randomBytes(32);

function counting(counter: { statements: number }): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      counter.statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

const reportOf = (task: StartedTask, more: Partial<OrderedReport>): OrderedReport => ({
  ...failedReport(task),
  status: 'processing',
  attempt: 1,
  sequence: 1,
  ...more,
});

function finalOf(task: StartedTask): OrderedReport {
  const [input = ''] = JSON.parse(task.input_ids) as string[];
  return reportOf(task, {
    status: 'completed',
    progress: 100,
    sequence: 2,
    input: [{ id: input, filename: 'a.wav', size: 1000, content_type: 'audio/wav', checksum: 'c0ffee'.repeat(5) }],
    output: [
      {
        id: `${task.id}-1`,
        source: { conversion: task.conversion_id, input: [input] },
        filename: 'a.mp3',
        uri: `file:///outputs/${task.id}/a.mp3`,
        size: 100,
        content_type: 'audio/mpeg',
        checksum: 'c0ffee'.repeat(5),
      },
    ],
    warnings: [
      {
        source: 'input',
        id_source: input,
        code: 'metadata_lost',
        message: 'Some tags of the file have no place in the output.',
        details: { tags: ['comment'] },
      },
    ],
  });
}
