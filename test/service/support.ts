import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { PollerLog } from '../../src/execution/poller.ts';
import { readServiceConfig } from '../../src/service/config.ts';
import { openDatabase } from '../../src/service/database/open.ts';
import type { JobRow, TaskRow } from '../../src/service/database/tables.ts';
import { createServiceFiles } from '../../src/service/files/create-files.ts';
import { createServer, type ServerOptions } from '../../src/service/http/server.ts';
import { createJobInserts } from '../../src/service/jobs/insert-jobs.ts';
import { watchJobEnds } from '../../src/service/jobs/job-ends.ts';
import { createGuessLimits } from '../../src/service/keys/guess-limits.ts';
import { createKey, type NewKey } from '../../src/service/keys/keys.ts';
import { createLookups } from '../../src/service/keys/lookups.ts';
import { watchChanges } from '../../src/service/live/changes.ts';
import { createServiceMetrics } from '../../src/service/metrics.ts';
import { createDownloadCounts } from '../../src/service/outputs/download-counts.ts';
import type { RouteContext } from '../../src/service/route-context.ts';
import { createSecrets } from '../../src/service/secrets/secrets.ts';
import { applyProgress } from '../../src/service/tasks/apply-progress.ts';
import { applyReport, isFinalReport, lockJobOfTask, type ReportEffects } from '../../src/service/tasks/apply-report.ts';
import { failedReport } from '../../src/task/failed-report.ts';
import type { OrderedReport } from '../../src/task/types.ts';
import { createLogger } from '../../src/telemetry/log.ts';
import { ask } from '../support/infrastructure/ask.ts';
import { sample } from '../support/sample.ts';
import { comparedWithFresh } from './http/compared-with-fresh.ts';
import { textOf } from './page/text-of.ts';

/** The kinds of database. A suite runs on both by `describe.each(DATABASES)('… on %s', (kind) => …)`. */
export const DATABASES = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** Suites with the same queries on both kinds. Suites about locks, concurrency, migrations, paging and sums run on both. */
const ALIKE = [
  'auth',
  'conversions',
  'endings',
  'inputs',
  'linked-inputs',
  'links',
  'outputs',
  'patches',
  'secrets-hidden',
];

/** Databases for a suite whose queries are the same on both kinds: always SQLite, and on some days PostgreSQL too. */
export function databasesOf(suite: string): readonly DatabaseKind[] {
  if (!ALIKE.includes(suite)) throw new RangeError(`${suite} is not among the suites that are alike`);
  return sample('suites on PostgreSQL', ALIKE, 2).includes(suite) ? DATABASES : ['sqlite'];
}

/** A document of the interface, read by a client without our types. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; null if it is empty. */
  readonly body: Json;
  readonly text: string;
}

export interface RequestOptions {
  readonly key?: string | undefined;
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, as application/json. */
  readonly text?: string;
}

/** Health of a server that tests start. */
export const READY: ServerOptions['health'] = () => ({ status: 'ready' });

export interface TestService {
  readonly context: RouteContext;
  /** Address at which it listens. */
  readonly url: string;
  /** Requests to the dispatch. It only records them, so that tests decide what happens to tasks. */
  readonly dispatch: { wakes: number; canceled: string[] };
  /** The service's current time, ms since 1970; tests may change it. */
  time: number;
  key(contract?: string): Promise<NewKey>;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** The tasks of a job, in order. */
  tasks(jobId: string): Promise<TaskRow[]>;
  job(jobId: string): Promise<JobRow>;
  /** Processes a report of a task like a dispatch. */
  report(task: Pick<TaskRow, 'id' | 'job_id'>, report: Partial<OrderedReport>): Promise<ReportEffects>;
}

/** A remote input and a supported conversion, for jobs that are not run. */
export const INPUT = { type: 'remote', source: 'https://files.example/talk.wav' };
export const CONVERSION = { category: 'audio', target: 'mp3' };

/**
 * A service for all tests of a `describe`, real except for its dispatch: HTTP on a free port of loopback, its own database, files
 * in a folder that is removed afterwards.
 */
export function useService(kind: DatabaseKind, env: Record<string, string> = {}): () => TestService {
  let running: Awaited<ReturnType<typeof startTestService>> | undefined;
  beforeAll(async () => {
    const database = kind === 'postgres' ? { DATABASE_URL: await ask('serviceDatabase') } : {};
    running = await startTestService({ ...env, ...database });
  });
  afterAll(() => running?.stop());
  return () => {
    if (running === undefined) throw new Error('useService: the service runs only inside tests');
    return running.service;
  };
}

/** Log of pollers, whose work must not fail in these tests. */
const FAILING: PollerLog = { info: () => {}, warn: fail, error: fail };

function fail(facts: object): never {
  throw 'err' in facts ? facts.err : new Error('a poller has failed');
}

/** @param env settings of the operator, without DATA_DIR and PORT @param port default: any free port */
export async function startTestService(
  env: Record<string, string>,
  port = 0,
): Promise<{ service: TestService; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-service-'));
  const config = readServiceConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...env }, {}, 2);
  const database = await openDatabase(config.databaseUrl, join(folder, 'jobs.sqlite'));
  const secrets = createSecrets(randomBytes(32));
  const dispatch = { wakes: 0, canceled: [] as string[] };
  const jobEnds = watchJobEnds(database.db, FAILING);
  let url = '';
  const service: TestService = {
    context: {
      config,
      db: database.db,
      synced: database.synced,
      secrets,
      guesses: createGuessLimits({ guesses: config.guessesPerMinute, seconds: 60 }),
      lookups: createLookups(database.db),
      shown: comparedWithFresh({ db: database.db, config, secrets }),
      inserts: createJobInserts({ db: database.db, config, secrets, now: () => service.time }),
      downloads: createDownloadCounts(database.db, (error) => {
        throw error;
      }),
      files: createServiceFiles(config),
      dispatch: {
        wake: () => {
          dispatch.wakes += 1;
        },
        cancel: (ids) => void dispatch.canceled.push(...ids),
        stop: async () => {},
      },
      wakeCallbacks: jobEnds.wake,
      wakeDeliveries: () => {},
      jobEnds,
      changes: watchChanges({
        db: database.db,
        now: () => service.time,
        log: FAILING,
        heartbeatMs: 300,
      }),
      metrics: createServiceMetrics(database.db, { withBroker: false, disks: {} }),
      log: createLogger({ level: config.logLevel }),
      now: () => service.time,
      publicUrl: () => url,
    },
    get url() {
      return url;
    },
    dispatch,
    time: Date.now(),
    key: (contract = 'unlimited') => createKey(database.db, { name: 'test', contract }),
    request: (method, path, options) => request(url, method, path, options),
    tasks: (jobId) =>
      database.db.selectFrom('tasks').selectAll().where('job_id', '=', jobId).orderBy('position').execute(),
    job: (jobId) => database.db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow(),
    report: (task, report) => takeReport(service.context, task, report),
  };
  const server = await createServer(service.context, { health: READY });
  url = await server.listen({ host: '127.0.0.1', port });
  return {
    service,
    stop: async () => {
      await server.close();
      await jobEnds.stop();
      await Promise.all([service.context.downloads.drained(), service.context.inserts.drained()]);
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function request(
  url: string,
  method: string,
  path: string,
  { key, token, headers = {}, body, text }: RequestOptions = {},
): Promise<Answer> {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'x-svc-api-key': key }),
      ...(token !== undefined && { 'x-svc-token': token }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
  });
  const contentType = response.headers.get('content-type') ?? '';
  const answer = await textOf(response.body, contentType);
  const isJson = contentType.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: answer !== '' && isJson ? JSON.parse(answer) : null,
    text: answer,
  };
}

export async function takeReport(
  { db, secrets, now }: Pick<RouteContext, 'db' | 'secrets' | 'now'>,
  task: Pick<TaskRow, 'id' | 'job_id'>,
  more: Partial<OrderedReport>,
): Promise<ReportEffects> {
  const report: OrderedReport = {
    ...failedReport(task),
    status: 'processing',
    exec_time: 1,
    attempt: 1,
    sequence: 1,
    ...more,
  };
  const nothing: ReportEffects = { cancel: [], unwanted: [] };
  if (isFinalReport(report)) {
    return db.transaction().execute(async (transact) => {
      const job = await lockJobOfTask(transact, task.id);
      return job === undefined ? nothing : applyReport(transact, job, report, { secrets, now: now() });
    });
  }
  await applyProgress(db, [report], { now: now() });
  return nothing;
}

/** Makes an output record of a completed task's report. */
export const outputOf = (
  task: Pick<TaskRow, 'id' | 'conversion_id' | 'input_ids'>,
  filename: string,
  uri = `file:///outputs/${task.id}/${filename}`,
): OrderedReport['output'][number] => ({
  id: randomUUID(),
  source: { conversion: task.conversion_id, input: JSON.parse(task.input_ids) },
  filename,
  uri,
  size: 12,
  content_type: 'audio/mpeg',
  checksum: '0123456789abcdef0123456789abcdef',
});

/** Makes a job that runs, or waits to be started. */
export async function makeJob(service: TestService, key: string, body: Record<string, unknown> = {}): Promise<Json> {
  const whole = { input: [INPUT], conversion: [CONVERSION], process: true, ...body };
  const { status, body: job, text } = await service.request('POST', '/v2/jobs', { key, body: whole });
  if (status !== 201) throw new Error(`the job was not made: ${status} ${text}`);
  return job;
}

export const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns how often each value occurs. */
export const counted = (values: readonly unknown[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([value, same]) => [value, same.length]));
