import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../src/service/database/open.ts';
import { createKey } from '../src/service/keys/keys.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { startBroker } from '../test/support/rabbitmq.ts';
import { processesOf } from './chaos/check.ts';
import { Replicas } from './chaos/replicas.ts';
import { makeTasks, random } from './chaos/tasks.ts';
import { Client, serveInputs } from './chaos-service/jobs.ts';
import { Services } from './chaos-service/services.ts';

/*
 * `node scripts/chaos-service.ts [jobs=300] [seed]`: jobs through two replicas of the service on one PostgreSQL and three
 * workers behind RabbitMQ; services and workers are killed at random. At the end each job has one final status and each
 * output is right, as other programs see it, or this exits with 1.
 */

export interface ServiceChaosResult {
  readonly counts: Readonly<Record<string, number>>;
  /** What should not be, in words; empty where all went well. */
  readonly violations: readonly string[];
}

/** No job of a run takes longer, whatever happens to it, ms. */
const PATIENCE_MS = 180_000;
/** Milliseconds between kills: at least, and by chance so many more. */
const KILL_PAUSE = [800, 2500] as const;
/** Jobs that clients follow at the same time. */
const AT_ONCE = 12;

export async function runServiceChaos({ jobs, seed }: { jobs: number; seed: number }): Promise<ServiceChaosResult> {
  const chance = random(seed);
  const folder = await mkdtemp(join(tmpdir(), 'convertd-chaos-'));
  const closers: (() => Promise<unknown> | unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const [postgres, broker] = await Promise.all([startPostgres(), startBroker()]);
    closers.push(broker.stop, postgres.stop);
    const url = await postgres.database();
    const { db, close } = await openDatabase(url, '');
    closers.push(close);
    const { key } = await createKey(db, { name: 'chaos', contract: 'unlimited' });
    const tasks = await makeTasks(jobs, chance, join(folder, 'inputs'));
    const inputs = await serveInputs(tasks);
    closers.push(inputs.close);
    const store = join(folder, 'outputs');
    const common = { AMQP_URL: broker.url, OUTPUT_STORE: store, ALLOWED_ADDRESSES: inputs.address };
    const secret = randomBytes(32).toString('hex');
    const services = new Services({ ...common, DATABASE_URL: url, SERVICE_SECRET: secret }, join(folder, 'services'));
    const workers = new Replicas(
      { ...common, DATA_DIR: join(folder, 'workers'), PORT: '0', CONCURRENCY: '2', RETRY_DELAYS: '1,2,4' },
      join(folder, 'workers', 'logs'),
    );
    closers.push(
      () => services.killAll(),
      () => workers.killAll(),
    );
    await services.start(2);
    await workers.start(3);

    const client = new Client(() => services.urls, key, chance);
    const started = performance.now();
    const over = new AbortController();
    const killing = kill(services, workers, chance, over.signal);
    const ended = await inLanes(tasks, async (task) => ({
      task,
      job: await client.run(task, inputs.url(task), PATIENCE_MS),
    }));
    const seconds = (performance.now() - started) / 1000;
    over.abort();
    await killing;

    const violations = [...client.wrong];
    for (const { task, job } of ended) {
      const { category, target } = task.task.conversion;
      const found = job === null ? ['no final status'] : await client.faults(task, job, join(folder, 'downloads'));
      violations.push(...found.map((fault) => `${category}/${target} ${job?.id ?? task.task.id}: ${fault}`));
    }
    // Tasks of canceled jobs that were on a killed worker may still come to their end.
    await setTimeout(3000);
    const codes = [...(await services.stop()), ...(await workers.stop())];
    if (codes.some((code) => code !== 0)) violations.push(`services and workers exit with ${codes.join(', ')}`);
    const rows = await db.selectFrom('tasks').select(['id', 'state']).execute();
    if (rows.length !== jobs) violations.push(`${rows.length} tasks for ${jobs} jobs`);
    const known = new Set([
      '.convertd',
      'inputs',
      ...rows.filter((row) => row.state === 'completed').map(({ id }) => id),
    ]);
    const left = (await readdir(store)).filter((name) => !known.has(name));
    if (left.length > 0) violations.push(`left in the store: ${left.join(', ')}`);
    const pids = await processesOf(folder);
    if (pids.length > 0) violations.push(`processes are left: ${pids.join(', ')}`);

    const count = (status: string) => ended.filter(({ job }) => job?.status === status).length;
    const counts = {
      jobs,
      completed: count('completed'),
      failed: count('failed'),
      canceled: count('canceled'),
      'kills of services': services.kills,
      'kills of workers': workers.kills,
      'requests made again': client.repeated,
      seconds: Math.round(seconds),
    };
    return { counts, violations };
  } finally {
    for (const closer of closers.reverse()) await closer();
  }
}

async function kill(services: Services, workers: Replicas, chance: () => number, over: AbortSignal): Promise<void> {
  const [least, more] = KILL_PAUSE;
  for (;;) {
    await setTimeout(least + chance() * more, undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    await (chance() < 0.5 ? services : workers).killOne(chance());
  }
}

/** Does it for each item, some at a time, in order. */
async function inLanes<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

if (import.meta.main) {
  const [jobs = '300', seed = '1'] = process.argv.slice(2);
  const { counts, violations } = await runServiceChaos({ jobs: Number(jobs), seed: Number(seed) });
  for (const [name, count] of Object.entries(counts)) process.stdout.write(`${name}: ${count}\n`);
  for (const violation of violations) process.stdout.write(`VIOLATION ${violation}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
