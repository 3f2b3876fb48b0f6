import { join } from 'node:path';
import { openDatabase } from '../../src/service/database/open.ts';
import { unsentTasks } from '../../src/service/dispatch/broker-tasks.ts';
import { takeNext } from '../../src/service/dispatch/leases.ts';
import { RECORD_KEPT_MS } from '../../src/service/expiry.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { median, table, timed } from '../bench-worker/statistics.ts';
import { fill } from './fill.ts';
import { startServe } from './process.ts';

/** Nothing listens there, so jobs wait. */
const NO_BROKER = 'amqp://127.0.0.1:1';
const TIMES = 100;
/** Number of jobs that expire when the service starts. */
const EXPIRING = 500;

const COLUMNS = ['create', 'one job', 'list of 50', 'page 10', 'claim a task', '50 to broker', 'expire one job'];

/** Measures a single request or step with this many jobs in the database, one at a time. */
export async function measureGrowth(folder: string, sizes: readonly number[], withPostgres: boolean): Promise<string> {
  const rows: string[][] = [];
  for (const jobs of sizes)
    rows.push([`SQLite, ${power(jobs)}`, ...(await measure(join(folder, `growth-${jobs}`), jobs, null))]);
  if (withPostgres) {
    const postgres = await startPostgres();
    try {
      for (const jobs of sizes) {
        const url = await postgres.database();
        rows.push([`PostgreSQL, ${power(jobs)}`, ...(await measure(join(folder, `growth-pg-${jobs}`), jobs, url))]);
      }
    } finally {
      await postgres.stop();
    }
  }
  return `Median of ${TIMES}, one at a time, ms\n\n${table([['database, jobs', ...COLUMNS], ...rows])}`;
}

/** Formats 1000 as 10³. */
const power = (count: number): string => `10${'⁰¹²³⁴⁵⁶⁷⁸⁹'[Math.round(Math.log10(count))]}`;

async function measure(dataDir: string, jobs: number, url: string | null): Promise<string[]> {
  const env = {
    DATA_DIR: dataDir,
    AMQP_URL: NO_BROKER,
    LOG_LEVEL: 'error',
    ...(url !== null && { DATABASE_URL: url }),
  };
  const first = await startServe(env);
  await first.stop();
  const file = join(dataDir, 'convertd.sqlite');
  const { db, close } = await openDatabase(url, file);
  const { id: owner } = await db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  await fill(db, { from: 1, until: jobs, owner });
  const claims = await claim(db);
  const sends = await send(db);
  const expiring = await db
    .updateTable('jobs')
    .set({ expires_at: Date.now() - RECORD_KEPT_MS - 1000 })
    .where('id', 'in', (query) =>
      query.selectFrom('jobs').select('id').where('key_id', '=', owner).orderBy('created_at').limit(EXPIRING),
    )
    .executeTakeFirst();
  await close();
  const service = await startServe(env);
  try {
    const expired = await untilExpired(url, file, Number(expiring.numUpdatedRows));
    const headers = { 'x-svc-api-key': first.key };
    const body = JSON.stringify({
      input: [{ type: 'remote', source: 'https://files.example/a.wav' }],
      conversion: [{ category: 'audio', target: 'mp3' }],
      process: true,
    });
    const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
    const id = (await ask(`${service.url}/v2/jobs`, post)).id;
    const requests = [
      () => ask(`${service.url}/v2/jobs`, post),
      () => ask(`${service.url}/v2/jobs/${id}`, { headers }),
      () => ask(`${service.url}/v2/jobs?status=completed`, { headers }),
      () => ask(`${service.url}/v2/jobs?page=10`, { headers }),
    ];
    const times: string[] = [];
    for (const request of requests) times.push(await medianOf(request));
    const row = [...times, claims, sends, expired];
    console.error(`${power(jobs)} jobs: ${row.join(' ')}`);
    return row;
  } finally {
    await service.stop();
  }
}

/** @param undo called after each run, not measured */
async function medianOf(work: () => Promise<unknown>, undo = async () => {}): Promise<string> {
  const times: number[] = [];
  for (let index = -20; index < TIMES; index += 1) {
    const seconds = await timed(work);
    if (index >= 0) times.push(seconds);
    await undo();
  }
  return (median(times) * 1000).toFixed(2);
}

async function ask(url: string, options: RequestInit): Promise<{ id: string }> {
  const answer = await fetch(url, options);
  if (!answer.ok && answer.status !== 204) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return text === '' ? { id: '' } : JSON.parse(text);
}

type Database = Awaited<ReturnType<typeof openDatabase>>['db'];

async function claim(db: Database): Promise<string> {
  let key = '';
  return medianOf(async () => {
    const next = await takeNext(db, 'bench', key, Date.now());
    if (next === null) throw new Error('no task waits');
    key = next.key;
  }, release(db));
}

/** Releases everything that was leased. */
const release = (db: Database) => async () =>
  void (await db
    .updateTable('tasks')
    .set({ lease_until: 0 })
    .where('state', '=', 'waiting')
    .where('lease_until', '>', 0)
    .execute());

async function send(db: Database): Promise<string> {
  return medianOf(async () => {
    const { length } = await unsentTasks(db, 'bench', 20, Date.now, async () => 0).take();
    if (length !== 50) throw new Error(`${length} tasks were taken`);
  }, release(db));
}

/** Returns ms for each job. */
async function untilExpired(url: string | null, file: string, count: number): Promise<string> {
  const { db, close } = await openDatabase(url, file);
  try {
    const left = async () => {
      const row = await db
        .selectFrom('jobs')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('status', '=', 'completed')
        .where('expires_at', '<', Date.now())
        .executeTakeFirstOrThrow();
      return Number(row.count);
    };
    // The first ones may be gone before counting begins.
    const before = await left();
    const seconds = await timed(async () => {
      while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 2));
    });
    return before < count / 4 ? '?' : ((seconds * 1000) / before).toFixed(2);
  } finally {
    await close();
  }
}
