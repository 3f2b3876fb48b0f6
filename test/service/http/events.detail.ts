import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createServer } from '../../../src/service/http/server.ts';
import { revokeKey } from '../../../src/service/keys/keys.ts';
import { watchChanges } from '../../../src/service/live/changes.ts';
import { patience } from '../../support/slowness.ts';
import { completeTasks } from '../convert/convert-support.ts';
import { CONVERSION, DATABASES, type Json, makeJob, READY, useService } from '../support.ts';
import { type EventReader, readEvents } from './event-reader.ts';

const statuses = ({ events }: EventReader) =>
  events.filter(({ event }) => event === 'job').map(({ data }) => data.status);

describe.each(DATABASES)('events on %s', (kind) => {
  const service = useService(kind);
  const watch = (path: string, key: string, headers: Record<string, string> = {}) =>
    readEvents(`${service().url}${path}`, { 'x-svc-api-key': key, ...headers });
  const onlyTask = async (job: Json) => {
    const [task] = await service().tasks(job.id);
    if (task === undefined) throw new Error('no task');
    return task;
  };

  test('of a job tell its state at once, each change, and its end', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key);
    const reader = await watch(`/v2/jobs/${job.id}/events`, key);
    expect(reader.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(reader.response.headers.get('cache-control')).toContain('no-store');
    const first = await reader.next(({ event }) => event === 'job');
    expect(first.data).toEqual((await service().request('GET', `/v2/jobs/${job.id}`, { key })).body);
    const threads = await reader.next(({ event }) => event === 'threads');
    const listed = (await service().request('GET', `/v2/jobs/${job.id}/threads?all=true`, { key })).body;
    expect(threads.data).toEqual({ job_id: job.id, threads: listed });
    expect(reader.retry()).toBeGreaterThan(0);

    const task = await onlyTask(job);
    service().time += 1000;
    await service().report(task, { progress: 40 });
    await reader.next(({ event, data }) => event === 'threads' && data.threads[0].status === 40);
    await reader.next(({ event, data }) => event === 'job' && data.status === 'processing');
    service().time += 1000;
    await completeTasks(service(), job.id, [{ filename: 'a.mp3', content: 'sound' }]);
    const last = await reader.next(({ event, data }) => event === 'job' && data.status === 'completed');
    expect(last.data.output).toMatchObject([{ filename: 'a.mp3' }]);
    expect((await reader.next(({ event }) => event === 'end')).data).toEqual({});
    await expect.poll(reader.end).toBe('ended');
    expect(statuses(reader)).toEqual(['queued', 'processing', 'completed']);
  });

  test('of a job that begins and fails within one millisecond end with its failure', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key);
    const reader = await watch(`/v2/jobs/${job.id}/events`, key);
    const task = await onlyTask(job);
    service().time += 1000;
    await service().report(task, { progress: 40 });
    await reader.next(({ event, data }) => event === 'job' && data.status === 'processing');
    await service().report(task, { status: 'failed', progress: 40 });
    await reader.next(({ event }) => event === 'end');
    expect(statuses(reader)).toEqual(['queued', 'processing', 'failed']);
    const { body } = await service().request('GET', `/v2/jobs/${job.id}/history`, { key });
    expect(body.at(-1).status).toBe('failed');
  });

  test('tell who begins to watch of what changed between its reading and its watching', async () => {
    const { key, id: keyId } = await service().key();
    const job = await makeJob(service(), key);
    const changes = watchChanges({ db: service().context.db, now: service().context.now, log: service().context.log });
    onTestFinished(() => changes.stop());
    const told: string[] = [];
    changes.subscribe({ keyId }, () => told.push('first'));
    await expect.poll(() => told).toEqual(['first']);
    // The look above has seen the current job; a later subscriber may have read it before.
    changes.subscribe({ jobId: job.id }, () => told.push('second'));
    await expect.poll(() => told).toEqual(['first', 'second']);
  });

  test('go on after a lost connection without repeating; a job that has ended is 204 to who knows it', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key);
    const path = `/v2/jobs/${job.id}/events`;
    const one = await watch(path, key);
    const { id } = await one.next(({ event }) => event === 'threads');
    one.leave();
    const two = await watch(path, key, { 'last-event-id': id });
    await sleep(700);
    expect(two.events).toEqual([]);
    service().time += 1000;
    await service().request('DELETE', `/v2/jobs/${job.id}`, { key });
    await two.next(({ event }) => event === 'end');
    expect(statuses(two)).toEqual(['canceled']);
    const three = await watch(path, key, { 'last-event-id': two.events.at(-1)?.id ?? '' });
    expect(three.response.status).toBe(204);
    for (const unknown of ['', 'nonsense', '../../x', `${'a'.repeat(16)}.${'b'.repeat(16)}`]) {
      const again = await watch(path, key, unknown === '' ? {} : { 'last-event-id': unknown });
      await again.next(({ event }) => event === 'end');
      expect(statuses(again)).toEqual(['canceled']);
    }
  });

  test('of all jobs tell of those that run, of new ones, and of no other key', async () => {
    const { key } = await service().key();
    const other = await service().key();
    const running = await makeJob(service(), key);
    const foreign = await makeJob(service(), other.key);
    const reader = await watch('/v2/jobs/events', key);
    await reader.next(({ event, data }) => event === 'job' && data.id === running.id);
    const made = await makeJob(service(), key, { conversion: [CONVERSION], process: false });
    await reader.next(({ event, data }) => event === 'job' && data.id === made.id);
    service().time += 1000;
    await service().report(await onlyTask(running), { progress: 55 });
    await reader.next(
      ({ event, data }) => event === 'threads' && data.job_id === running.id && data.threads[0].status === 55,
    );
    service().time += 1000;
    await completeTasks(service(), running.id, [{ filename: 'a.mp3', content: 'sound' }]);
    const { data } = await reader.next(({ event, data }) => event === 'job' && data.status === 'completed');
    // Changes of outputs show as well.
    service().time += 1000;
    const output = `/v2/jobs/${running.id}/output/${data.output[0].id}`;
    await service().request('PATCH', output, { key, body: { filename: 'renamed' } });
    await reader.next(({ event, data }) => event === 'job' && data.output[0]?.filename === 'renamed.mp3');
    service().time += 1000;
    await service().request('DELETE', output, { key });
    await reader.next(({ event, data }) => event === 'job' && data.status === 'completed' && data.output.length === 0);
    expect(JSON.stringify(reader.events)).not.toContain(foreign.id);
    expect(reader.end()).toBeNull();

    // A client that was away for a while is told what ended meanwhile.
    const { id } = reader.events.at(-1) ?? { id: '' };
    reader.leave();
    await service().request('DELETE', `/v2/jobs/${made.id}`, { key });
    service().time += 3600_000;
    const again = await watch('/v2/jobs/events', key, { 'last-event-id': id });
    await again.next(({ event, data }) => event === 'job' && data.id === made.id && data.status === 'canceled');
    service().time -= 3600_000;
  });

  test('with a token are those of its job alone', async () => {
    const { key } = await service().key();
    const [job, second] = [await makeJob(service(), key), await makeJob(service(), key)];
    const reader = await readEvents(`${service().url}/v2/jobs/events`, { 'x-svc-token': job.token });
    await reader.next(({ event }) => event === 'job');
    service().time += 1000;
    await service().report(await onlyTask(second), { progress: 30 });
    await service().report(await onlyTask(job), { progress: 30 });
    await reader.next(({ event, data }) => event === 'threads' && data.threads[0].status === 30);
    expect(JSON.stringify(reader.events)).not.toContain(second.id);
  });

  test('of a change in another replica arrive, as that shares nothing but the database', async () => {
    const { key } = await service().key();
    const job = await makeJob(service(), key);
    const { context } = service();
    const changes = watchChanges({ db: context.db, now: context.now, log: context.log, heartbeatMs: 300 });
    const replica = await createServer({ ...context, changes }, { health: READY });
    const url = await replica.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => replica.close());
    const reader = await readEvents(`${url}/v2/jobs/events`, { 'x-svc-api-key': key });
    await reader.next(({ event }) => event === 'job');
    service().time += 1000;
    await service().request('DELETE', `/v2/jobs/${job.id}`, { key });
    await reader.next(({ event, data }) => event === 'job' && data.status === 'canceled');
  });
});

describe('event streams', () => {
  const service = useService('sqlite', { GUESSES_PER_MINUTE: '1000' });
  const watch = (path: string, headers: Record<string, string>) => readEvents(`${service().url}${path}`, headers);

  test('need credentials like any request about the job', async () => {
    const [one, other] = [await service().key(), await service().key()];
    const job = await makeJob(service(), one.key);
    const status = async (path: string, headers: Record<string, string>) =>
      (await watch(path, headers)).response.status;
    const path = `/v2/jobs/${job.id}/events`;
    expect(await status(path, {})).toBe(401);
    expect(await status(path, { 'x-svc-api-key': 'wrong' })).toBe(401);
    expect(await status(path, { 'x-svc-api-key': other.key })).toBe(404);
    expect(await status('/v2/jobs/events', {})).toBe(401);
    expect(await status(`${path}?key=${one.key}`, {})).toBe(401);
    expect(await status(path, { 'x-svc-token': job.token })).toBe(200);
    expect((await fetch(service().url + path, { method: 'HEAD' })).status).toBe(405);
  });

  test('show that they are alive, and end when the key is revoked', async () => {
    const { key, id } = await service().key();
    const reader = await watch('/v2/jobs/events', { 'x-svc-api-key': key });
    await expect.poll(reader.comments).toBeGreaterThan(2);
    expect(reader.end()).toBeNull();
    await revokeKey(service().context.db, id);
    await expect.poll(reader.end).toBe('ended');
    expect((await watch('/v2/jobs/events', { 'x-svc-api-key': key })).response.status).toBe(401);
  });

  test('are limited by the contract, apart from other requests', async () => {
    const { key } = await service().key('free');
    const limit = 20;
    const headers = { 'x-svc-api-key': key };
    const readers = await Promise.all(Array.from({ length: limit }, () => watch('/v2/jobs/events', headers)));
    expect(readers.map(({ response }) => response.status)).toEqual(Array.from({ length: limit }, () => 200));
    const beyond = await watch('/v2/jobs/events', headers);
    expect([beyond.response.status, await beyond.response.json()]).toMatchObject([
      429,
      { name: 'too_many_requests', message: expect.stringContaining('20 event streams') },
    ]);
    expect((await service().request('GET', '/v2/jobs', { key })).status).toBe(204);
    readers[0]?.leave();
    await expect.poll(async () => (await watch('/v2/jobs/events', headers)).response.status).toBe(200);
  });

  test('are served by one look at a time, and none when nobody watches', async () => {
    const { key } = await service().key();
    const { db } = service().context;
    const job = await makeJob(service(), key);
    const asked = vi.spyOn(db, 'selectFrom');
    onTestFinished(() => void vi.restoreAllMocks());
    const looks = async (ms: number) => {
      const before = asked.mock.calls.length;
      await sleep(ms);
      return asked.mock.calls.length - before;
    };
    const headers = { 'x-svc-api-key': key };
    const one = await watch(`/v2/jobs/${job.id}/events`, headers);
    await one.next(({ event }) => event === 'threads');
    const alone = await looks(2000);
    const more = await Promise.all(Array.from({ length: 30 }, () => watch(`/v2/jobs/${job.id}/events`, headers)));
    await Promise.all(more.map((each) => each.next(({ event }) => event === 'threads')));
    // The first look after its start sends each stream its job once more.
    await sleep(patience(700));
    const crowd = await looks(2000);
    // Besides the looks, each stream checks at its heartbeat whether its key is still valid: here twice in 300 ms.
    const beats = (count: number) => (2 * count * 2000) / 300;
    expect(crowd - beats(30)).toBeLessThan(alone + beats(6));
    for (const reader of [one, ...more]) reader.leave();
    // The service notices a little later that they have gone.
    await expect.poll(() => looks(1500)).toBe(0);
  });

  test('end when the service stops', async () => {
    const { context } = service();
    const { key } = await service().key();
    const job = await makeJob(service(), key);
    const changes = watchChanges({ db: context.db, now: context.now, log: context.log, heartbeatMs: 3_600_000 });
    const server = await createServer({ ...context, changes }, { health: READY });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const reader = await readEvents(`${url}/v2/jobs/${job.id}/events`, { 'x-svc-api-key': key });
    await reader.next(({ event }) => event === 'threads');
    await server.close();
    await expect.poll(reader.end).toBe('ended');
  });
});
