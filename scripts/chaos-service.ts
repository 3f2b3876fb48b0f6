import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../src/service/database/open.ts';
import { createKey } from '../src/service/keys/keys.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { startBroker } from '../test/support/rabbitmq.ts';
import { killAtRandom } from './chaos/kills.ts';
import { awaitWhileMoving } from './chaos/moving.ts';
import { Replicas } from './chaos/replicas.ts';
import { openClient, type Client as Reports } from './chaos/reports.ts';
import { makeTasks } from './chaos/tasks.ts';
import { awaitQuiet, processesLeft, repeatFaults } from './chaos/verdict.ts';
import { Client, serveInputs, wasGivenUp } from './chaos-service/jobs.ts';
import { canMount, enterOwnMounts, mountDisk } from './chaos-service/mounts.ts';
import { breakAtRandom, possibleOutages } from './chaos-service/outages.ts';
import { Services } from './chaos-service/services.ts';
import { leftAfterExpiry, strayFolders } from './chaos-service/store.ts';
import { random } from './random.ts';

/*
 * `node scripts/chaos-service.ts [jobs=300] [seed]`: jobs through two replicas of the service on one PostgreSQL and three workers behind
 * RabbitMQ; services and workers are killed at random, while the database, the broker, the store and a clock fail one after the other. At
 * the end each job must have one final status, each output must be right according to other programs, the broker must have carried one
 * final report of each task, and the store must be empty after the jobs have expired, otherwise it exits with 1. It runs as long as there
 * is progress: late results are counted as slow, and missing ones are lost. Without root, no disk becomes full or read-only.
 */

interface ServiceChaosResult {
  readonly counts: Readonly<Record<string, number>>;
  /** Violations in words; empty if all went well. */
  readonly violations: readonly string[];
}

/** Milliseconds between kills: minimum, and random addition. */
const KILL_PAUSE = [800, 2500] as const;
/** Longer than any outage, so that none ends a conversion; s. */
const RETRY_DELAYS = [1, 2, 4, 8, 16, 32];
const MOVED_CLOCK = new URL('chaos-service/moved-clock.mjs', import.meta.url).href;
/** Number of jobs that clients follow at the same time. */
const AT_ONCE = 12;
/** Number of jobs after which the next ones wait for an outage: on a fast machine all would end before the first. */
const JOBS_AN_OUTAGE = 10;
/** Seconds after which a job is reported as slow, which is not an error. */
const SLOW_SECONDS = 180;

async function runServiceChaos({ jobs, seed }: { jobs: number; seed: number }): Promise<ServiceChaosResult> {
  const chance = random(seed);
  const folder = await mkdtemp(join(tmpdir(), 'convertd-chaos-'));
  const closers: (() => Promise<unknown> | unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const [postgres, broker] = await Promise.all([startPostgres(), startBroker()]);
    closers.push(broker.stop, postgres.stop);
    // The server's user must be able to reach the folder of its files.
    await chmod(folder, 0o711);
    const places = { database: join(folder, 'database'), store: join(folder, 'outputs') };
    await Promise.all(Object.values(places).map((place) => mkdir(place)));
    const disks = canMount()
      ? { database: await mountDisk(places.database, 128), store: await mountDisk(places.store, 4096) }
      : null;
    closers.push(...Object.values(disks ?? {}).map((disk) => disk.unmount));
    const url = await postgres.database({ folder: places.database });
    const { db, close } = await openDatabase(url, '');
    closers.push(close);
    const { key } = await createKey(db, { name: 'chaos', contract: 'unlimited' });
    const tasks = await makeTasks(jobs, chance, join(folder, 'inputs'));
    const inputs = await serveInputs(tasks);
    closers.push(inputs.close);
    const reports = await openClient(broker.url);
    closers.push(() => reports.close().catch(() => {}));
    // Programs are identified by their temporary folder.
    const common = {
      AMQP_URL: broker.url,
      OUTPUT_STORE: places.store,
      ALLOWED_ADDRESSES: inputs.address,
      TMPDIR: folder,
    };
    const secret = randomBytes(32).toString('hex');
    const services = new Services({ ...common, DATABASE_URL: url, SERVICE_SECRET: secret }, join(folder, 'services'));
    const workers = new Replicas(
      { ...common, DATA_DIR: join(folder, 'workers'), PORT: '0', CONCURRENCY: '2', RETRY_DELAYS: RETRY_DELAYS.join() },
      join(folder, 'workers', 'logs'),
    );
    closers.push(
      () => services.killAll(),
      () => workers.killAll(),
    );
    const clockFile = join(folder, 'clock');
    await writeFile(clockFile, '0');
    await services.start([{}, { NODE_OPTIONS: `--import=${MOVED_CLOCK}`, CHAOS_CLOCK: clockFile }]);
    await workers.start(3);

    const [over, lost] = [new AbortController(), new AbortController()];
    const client = new Client(() => services.urls, key, { chance, lost: lost.signal });
    const started = performance.now();
    const killing = killAtRandom({
      kill: () => (chance() < 0.5 ? services : workers).killOne(chance()),
      chance,
      pause: KILL_PAUSE,
      ended: () => client.ended,
      endsBetween: 2,
      over: over.signal,
    });
    const outages: string[] = [];
    const breaking = breakAtRandom({
      outages: possibleOutages({ postgres, databaseUrl: url, broker, clockFile, disks }),
      chance,
      ended: () => client.ended,
      over: over.signal,
      onEnd: (name) => outages.push(name),
    });
    // If an outage cannot be ended, there is nothing to wait for.
    breaking.catch(() => lost.abort());
    const moving = awaitWhileMoving({
      done: () => client.ended === jobs,
      sign: () => [client.ended, client.changes, reports.heard, outages.length],
    }).then((all) => void (all || lost.abort()));
    const ended = await inLanes(tasks, async (task, index) => {
      while (outages.length < Math.floor(index / JOBS_AN_OUTAGE) && !lost.signal.aborted) await setTimeout(50);
      const begun = performance.now();
      const job = await client.run(task, inputs.url(task));
      return { task, job, seconds: (performance.now() - begun) / 1000 };
    });
    const seconds = (performance.now() - started) / 1000;
    over.abort();
    await Promise.all([killing, breaking, moving]);

    const violations = [...client.wrong];
    for (const { task, job } of ended) {
      const { category, target } = task.task.conversion;
      const found =
        job === null
          ? ['lost: no final status, and nothing moves any more']
          : await client.faults(task, job, join(folder, 'downloads'));
      violations.push(...found.map((fault) => `${category}/${target} ${job?.id ?? task.task.id}: ${fault}`));
    }
    // Tasks of canceled jobs on a killed worker still have to end.
    await awaitQuiet({ broker, client: reports, replicas: workers });
    violations.push(...(await stopAll(services, workers)));
    const rows = await db.selectFrom('tasks').select(['id', 'state']).execute();
    if (rows.length !== jobs) violations.push(`${rows.length} tasks for ${jobs} jobs`);
    violations.push(...rows.flatMap((row) => brokerFaults(row, reports)));
    const completed = rows.filter((row) => row.state === 'completed').map(({ id }) => id);
    const strays = await strayFolders(places.store, completed);
    const left = await leftAfterExpiry(places.store, db, services);
    if (left.length > 0) violations.push(`left in the store: ${left.join(', ')}`);
    const pids = await processesLeft(folder);
    if (pids.length > 0) violations.push(`processes are left: ${pids.join(', ')}`);

    const count = (status: string) => ended.filter(({ job }) => job?.status === status).length;
    const counts = {
      jobs,
      completed: count('completed'),
      failed: count('failed'),
      canceled: count('canceled'),
      'given up after six lost workers': ended.filter(({ job }) => job !== null && wasGivenUp(job)).length,
      outages: outages.length,
      ...Object.fromEntries(
        outages.map((name) => [`outages: ${name}`, outages.filter((each) => each === name).length]),
      ),
      'kills of services': services.kills,
      'services that did not start': services.notStarted,
      'kills of workers': workers.kills,
      'requests made again': client.repeated,
      'folders of cut-off attempts, gone with their jobs': strays.length,
      [`slow: took more than ${SLOW_SECONDS} s`]: ended.filter((each) => each.seconds > SLOW_SECONDS).length,
      seconds: Math.round(seconds),
    };
    return { counts, violations };
  } finally {
    for (const closer of closers.reverse()) await closer();
  }
}

/** The broker must have carried what the database contains: exactly one final report of each task. */
function brokerFaults({ id, state }: { readonly id: string; readonly state: string }, reports: Reports): string[] {
  const finals = reports.finals(id);
  const faults = repeatFaults(id, finals);
  if (state === 'completed' && finals.length === 0) faults.push('completed, but the broker carried no final report');
  return faults.map((fault) => `task ${id}: ${fault}`);
}

async function stopAll(services: Services, workers: Replicas): Promise<string[]> {
  const areReady = await awaitWhileMoving({
    done: async () => (await services.ready()) && (await workers.ready()),
    sign: () => workers.logged(),
  });
  const codes = [...(await services.stop()), ...(await workers.stop())];
  return [
    ...services.ownEnds.map((how) => `a service ended by itself: ${how}`),
    ...workers.ownEnds.map((how) => `a worker ended by itself: ${how}`),
    ...(areReady ? [] : ['a service or a worker does not begin to work']),
    ...(codes.some((code) => code !== 0) ? [`services and workers exit with ${codes.join(', ')}`] : []),
  ];
}

/** Runs it for each item, some at a time, in order. */
async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

if (import.meta.main) {
  enterOwnMounts();
  const [jobs = '300', seed = '1'] = process.argv.slice(2);
  const { counts, violations } = await runServiceChaos({ jobs: Number(jobs), seed: Number(seed) });
  for (const [name, count] of Object.entries(counts)) process.stdout.write(`${name}: ${count}\n`);
  for (const violation of violations) process.stdout.write(`VIOLATION ${violation}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
