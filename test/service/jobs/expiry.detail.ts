import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ServiceContext } from '../../../src/service/context.ts';
import type { Database } from '../../../src/service/database/open.ts';
import type { InputRow, Tables } from '../../../src/service/database/tables.ts';
import { EXPIRY_PACE, type ExpiryPace, RECORD_KEPT_MS, startExpiry } from '../../../src/service/expiry.ts';
import { patience } from '../../support/slowness.ts';
import { useS3 } from '../../support/use-s3.ts';
import { DATABASES, makeJob, outputOf, type TestService, useService } from '../support.ts';

const SOON = { timeout: patience(60_000), interval: 20 };
const DAY_MS = 24 * 3600_000;
const QUICK: ExpiryPace = { ...EXPIRY_PACE, jobsMs: 20, strayFilesMs: 20 };

interface StoredJob {
  readonly id: string;
  readonly key: string;
  /** Locations of its files. */
  readonly outputs: readonly string[];
  readonly input: string;
}

/** Stores a file as an upload does. */
const receive = (service: TestService, id: string) =>
  service.context.files.receive(id, 'talk.wav', Readable.from(['bytes']), 1000);

/** Makes a running job with a received input; its outputs are in the store, but not yet reported. */
async function runningJob(service: TestService, outputs = 1): Promise<StoredJob & { complete(): Promise<void> }> {
  const { key } = await service.key();
  const job = await makeJob(service, key);
  const inputId: string = job.input[0].id;
  const { location } = await receive(service, inputId);
  await setInput(service, inputId, { type: 'upload', location });
  const [task] = await service.tasks(job.id);
  if (task === undefined) throw new Error('no task');
  const stored: string[] = [];
  for (let index = 0; index < outputs; index++) stored.push(await storeOutput(service, task.id, `talk${index}.mp3`));
  return {
    id: job.id,
    key,
    outputs: stored,
    input: location,
    async complete() {
      const output = stored.map((uri, index) => outputOf(task, `talk${index}.mp3`, uri));
      await service.report(task, { status: 'completed', progress: 100, sequence: 2, output });
    },
  };
}

async function completedJob(service: TestService, outputs = 1): Promise<StoredJob> {
  const job = await runningJob(service, outputs);
  await job.complete();
  return job;
}

async function storeOutput({ context }: TestService, taskId: string, name: string): Promise<string> {
  const folder = join(context.config.outputStore, taskId);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), 'bytes');
  return pathToFileURL(join(folder, name)).href;
}

const setInput = ({ context }: TestService, id: string, values: Partial<InputRow>) =>
  context.db.updateTable('inputs').set(values).where('id', '=', id).execute();

const isThere = (location: string) => existsSync(fileURLToPath(location));
const filesOf = ({ outputs, input }: StoredJob) => [...outputs, input];
const present = (job: StoredJob) => filesOf(job).filter(isThere).length;

/** Runs the expiry until the test ends. */
function expire({ context }: TestService, changes: Partial<ServiceContext> = {}, pace: Partial<ExpiryPace> = {}) {
  const expiry = startExpiry({ ...context, ...changes }, { ...QUICK, ...pace });
  onTestFinished(() => expiry.stop());
  return expiry;
}

const get = (service: TestService, { id, key }: StoredJob) => service.request('GET', `/v2/jobs/${id}`, { key });

/** Tables by the database itself, independent of our own list. */
const tablesOfJobs = async (db: Database) =>
  (await db.introspection.getTables()).filter(({ columns }) => columns.some(({ name }) => name === 'job_id'));

/** Adds a row of a job to each table without one. */
async function fillTables(db: Database, tables: Awaited<ReturnType<typeof tablesOfJobs>>, jobId: string) {
  const filled = await tablesWith(db, jobId);
  for (const { name, columns } of tables.filter((table) => !filled.includes(table.name))) {
    const fill = (column: string, type: string) =>
      column === 'job_id' ? jobId : column === 'id' ? randomUUID() : /int/i.test(type) ? 0 : '';
    const row = columns.map((column) => [column.name, fill(column.name, column.dataType)]);
    await db
      .insertInto(name as 'history')
      .values(Object.fromEntries(row))
      .execute();
  }
}

/** Returns the tables that contain an id anywhere. */
async function tablesWith(db: Database, id: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const rows = await db
      .selectFrom(name as keyof Tables)
      .selectAll()
      .execute();
    if (JSON.stringify(rows).includes(id)) found.push(name);
  }
  return found.sort();
}

describe.each(DATABASES)('expiry on %s', (kind) => {
  const service = useService(kind);
  beforeEach(async () => {
    service().time = Date.now();
    // A failed test must not leave jobs for the next one.
    for (const table of ['jobs', 'inputs', 'outputs', 'tasks', 'conversions', 'history', 'credits'] as const) {
      await service().context.db.deleteFrom(table).execute();
    }
  });

  test('the files of a job go when it expires; its record goes a day later, without a trace but the statistics', async () => {
    const old = await completedJob(service(), 2);
    service().time += DAY_MS - 1000;
    const young = await completedJob(service());
    const uri: string = (await get(service(), old)).body.output[0].uri;
    const download = async () => (await fetch(uri)).status;
    expire(service());
    await sleep(200);
    expect([present(old), present(young)]).toEqual([3, 2]);
    expect(await download()).toBe(200);

    service().time += 1000;
    await vi.waitFor(() => expect(present(old)).toBe(0), SOON);
    await sleep(200);
    expect(present(young)).toBe(2);
    expect((await get(service(), old)).body).toMatchObject({ status: 'completed', output: [] });
    expect(await download()).toBe(410);

    service().time += RECORD_KEPT_MS - 1000;
    await sleep(200);
    expect(await download()).toBe(410);
    expect((await get(service(), old)).status).toBe(200);
    const { db } = service().context;
    const tables = await tablesOfJobs(db);
    for (const { id } of [old, young]) await fillTables(db, tables, id);
    service().time += 1000;
    await vi.waitFor(async () => expect((await get(service(), old)).status).toBe(404), SOON);
    expect(await download()).toBe(404);
    expect(await tablesWith(db, old.id)).toEqual([]);
    // The control. The job's own outputs have been removed, but not their rows.
    expect(await tablesWith(db, young.id)).toEqual(['jobs', ...tables.map(({ name }) => name)].sort());
    expect((await db.selectFrom('usage_days').selectAll().execute()).length).toBeGreaterThan(0);
  });

  test('the folders of removed files go too', async () => {
    const job = await completedJob(service());
    const folders = filesOf(job).map((location) => join(fileURLToPath(location), '..'));
    expect(folders.filter((folder) => existsSync(folder))).toHaveLength(2);
    service().time += DAY_MS;
    expire(service());
    await vi.waitFor(() => expect(folders.filter((folder) => existsSync(folder))).toEqual([]), SOON);
  });

  async function taskOf(job: StoredJob) {
    const [task] = await service().tasks(job.id);
    if (task === undefined) throw new Error('no task');
    return task;
  }

  /** The folder of an attempt whose report never arrived. */
  const cutOffAttempt = async (job: StoredJob) => join((await taskOf(job)).id, '2-cut-off');

  test('what no output names goes with the files of its job, and is tried again', async () => {
    const [ended, running, stuck] = [
      await completedJob(service()),
      await runningJob(service()),
      await completedJob(service()),
    ];
    const ofEnded = await storeOutput(service(), await cutOffAttempt(ended), 'talk.mp3');
    const ofRunning = await storeOutput(service(), await cutOffAttempt(running), 'talk.mp3');
    const folder = join(service().context.config.outputStore, (await taskOf(stuck)).id);
    const away = vi.spyOn(service().context.files, 'remove').mockImplementation(async (location) => {
      await rm(fileURLToPath(location), { force: true });
      if (!location.includes(folder)) return;
      // The location cannot be listed.
      await rm(folder, { recursive: true, force: true });
      await writeFile(folder, '');
    });
    onTestFinished(() => away.mockRestore());
    service().time += DAY_MS;
    expire(service());
    await vi.waitFor(() => expect(isThere(ofEnded)).toBe(false), SOON);
    await sleep(200);
    expect(isThere(ofRunning)).toBe(true);
    const filesGone = async () => {
      const rows = await service().context.db.selectFrom('jobs').select(['id', 'files_gone']).execute();
      return rows.filter(({ files_gone }) => files_gone === 1).map(({ id }) => id);
    };
    expect(await filesGone()).toEqual([ended.id]);
    await rm(folder);
    await vi.waitFor(async () => expect(await filesGone()).toHaveLength(2), SOON);
  });

  test('a canceled job leaves nothing in the end, even what an attempt stored later', async () => {
    const job = await runningJob(service());
    expire(service());
    expect((await service().request('DELETE', `/v2/jobs/${job.id}`, { key: job.key })).status).toBe(204);
    await vi.waitFor(() => expect(present(job)).toBe(0), SOON);
    const late = await storeOutput(service(), await cutOffAttempt(job), 'talk.mp3');
    service().time += DAY_MS;
    await sleep(200);
    expect(isThere(late)).toBe(true);
    service().time += RECORD_KEPT_MS;
    await vi.waitFor(async () => expect((await get(service(), job)).status).toBe(404), SOON);
    expect(isThere(late)).toBe(false);
  });

  test('a job that was never started is canceled, one that runs goes on with its files', async () => {
    const { key } = await service().key();
    const forgotten = await makeJob(service(), key, { process: false });
    const running = await runningJob(service());
    service().time += DAY_MS;
    expire(service());
    const statusOf = async (id: string) => (await service().job(id)).status;
    await vi.waitFor(async () => expect(await statusOf(forgotten.id)).toBe('canceled'), SOON);
    await sleep(200);
    expect(await statusOf(running.id)).toBe('queued');
    expect(present(running)).toBe(2);
    await running.complete();
    await sleep(200);
    expect(present(running)).toBe(2);
    service().time += DAY_MS;
    await vi.waitFor(() => expect(present(running)).toBe(0), SOON);
  });

  test('what the store did not remove when a job was canceled goes at once', async () => {
    const job = await runningJob(service());
    const { files } = service().context;
    const remove = vi.spyOn(files, 'remove').mockRejectedValue(new Error('the store is away'));
    expect((await service().request('DELETE', `/v2/jobs/${job.id}`, { key: job.key })).status).toBe(204);
    remove.mockRestore();
    expect(isThere(job.input)).toBe(true);
    expire(service());
    await vi.waitFor(() => expect(isThere(job.input)).toBe(false), SOON);
  });

  test('a file that the store does not remove keeps the record of its job, and holds up nothing else', async () => {
    const jobs = [await completedJob(service()), await completedJob(service()), await completedJob(service())];
    const [, stuck] = jobs;
    const { files } = service().context;
    let away = true;
    const remove = vi.spyOn(files, 'remove').mockImplementation(async (location) => {
      if (away && location === stuck?.outputs[0]) throw new Error('the store is away');
      await rm(fileURLToPath(location), { force: true });
    });
    onTestFinished(() => remove.mockRestore());
    service().time += DAY_MS + RECORD_KEPT_MS;
    expire(service(), {}, { batch: 1 });
    await vi.waitFor(async () => {
      const left = await service().context.db.selectFrom('jobs').select('id').execute();
      expect(left.map(({ id }) => id)).toEqual([stuck?.id]);
    }, SOON);
    expect(isThere(stuck?.outputs[0] ?? '')).toBe(true);
    away = false;
    await vi.waitFor(async () => expect((await get(service(), stuck as StoredJob)).status).toBe(404), SOON);
    expect(present(stuck as StoredJob)).toBe(0);
  });

  test('a store that is away is asked a few times only, until the next look', async () => {
    await completedJob(service(), 30);
    const { files } = service().context;
    const remove = vi.spyOn(files, 'remove').mockRejectedValue(new Error('the store is away'));
    onTestFinished(() => remove.mockRestore());
    service().time += DAY_MS;
    const expiry = expire(service(), {}, { jobsMs: 3600_000, patience: 4 });
    await vi.waitFor(() => expect(remove).toHaveBeenCalledTimes(4), SOON);
    await sleep(200);
    expect(remove).toHaveBeenCalledTimes(4);
    expiry.wake();
    await vi.waitFor(() => expect(remove).toHaveBeenCalledTimes(8), SOON);
  });

  test('many files go in batches, and several replicas do no harm to each other', async () => {
    const jobs: StoredJob[] = [];
    for (let index = 0; index < 6; index++) jobs.push(await completedJob(service(), 20));
    const log = service().context.log.child({});
    const complaints = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
    service().time += DAY_MS;
    for (let replica = 0; replica < 3; replica++) expire(service(), { log }, { batch: 7 });
    await vi.waitFor(() => expect(jobs.map(present)).toEqual(jobs.map(() => 0)), SOON);
    service().time += RECORD_KEPT_MS;
    await vi.waitFor(async () => {
      expect(await service().context.db.selectFrom('jobs').select('id').execute()).toEqual([]);
    }, SOON);
    for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled();
  });

  test('received files without an input go when they are older than any job; others stay', async () => {
    const running = await runningJob(service());
    const stray = await receive(service(), 'a-stray-file');
    expire(service());
    service().time += DAY_MS;
    await sleep(200);
    expect(isThere(stray.location)).toBe(true);
    service().time = Date.now() + DAY_MS + RECORD_KEPT_MS + 60_000;
    await vi.waitFor(() => expect(isThere(stray.location)).toBe(false), SOON);
    await sleep(200);
    expect(present(running)).toBe(2);
  });

  test('stop ends it in mid-work', async () => {
    const jobs = [await completedJob(service(), 50)];
    const { files } = service().context;
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const remove = vi.spyOn(files, 'remove').mockImplementation(() => {
      begun.resolve();
      return ended.promise;
    });
    onTestFinished(() => remove.mockRestore());
    service().time += DAY_MS;
    const expiry = expire(service());
    await begun.promise;
    const stopped = expiry.stop();
    ended.resolve();
    await stopped;
    const calls = remove.mock.calls.length;
    expect(calls).toBeLessThan(30);
    await sleep(300);
    expect(remove.mock.calls.length).toBe(calls);
    expect(jobs.map(present)).toEqual([51]);
  });
});

describe('expiry in S3', () => {
  const s3 = useS3('outputs');
  const service = useService('sqlite', { OUTPUT_STORE: 's3://outputs/convertd/' });

  test('files of expired jobs and stray ones go, others stay', async () => {
    const { key } = await service().key();
    const made = await makeJob(service(), key);
    const received = await receive(service(), made.input[0].id);
    await setInput(service(), made.input[0].id, { type: 'upload', location: received.location });
    const [task] = await service().tasks(made.id);
    if (task === undefined) throw new Error('no task');
    const name = `convertd/${task.id}/talk.mp3`;
    await s3.observer.put('outputs', name, 'bytes');
    const output = [outputOf(task, 'talk.mp3', `s3://outputs/${name}`)];
    await service().report(task, { status: 'completed', progress: 100, sequence: 2, output });
    const { location: stray } = await receive(service(), 'a-stray-file');
    await s3.observer.put('outputs', 'convertd/of-somebody-else/file', 'bytes');
    service().time += DAY_MS;
    const second = await makeJob(service(), key);
    const kept = await receive(service(), second.input[0].id);
    await setInput(service(), second.input[0].id, { type: 'upload', location: kept.location });
    // Each object is requested, because a listing may lag behind.
    const keyOf = (location: string) => location.replace('s3://outputs/', '');
    const keys = [name, ...[received.location, stray, kept.location].map(keyOf), 'convertd/of-somebody-else/file'];
    const there = () => Promise.all(keys.map(async (each) => (await s3.observer.get('outputs', each)) !== null));
    expect(await there()).toEqual([true, true, true, true, true]);
    expire(service());
    await vi.waitFor(async () => expect(await there()).toEqual([false, false, true, true, true]), SOON);
    // The store has its own clock.
    service().time = Date.now() + DAY_MS + RECORD_KEPT_MS + 60_000;
    await vi.waitFor(async () => expect(await there()).toEqual([false, false, false, true, true]), SOON);
    await sleep(300);
    expect(await there()).toEqual([false, false, false, true, true]);
  });
});
