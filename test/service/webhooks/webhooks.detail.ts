import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { takeCallback } from '../../../src/service/webhooks/callback-queue.ts';
import { patience } from '../../support/slowness.ts';
import { DATABASES, makeJob, useService } from '../support.ts';
import { callbacksOf, complete, completedJob, receiver, send, status } from './webhook-receiver.ts';

const SOON = { timeout: patience(60_000), interval: 20 };

const ENVIRONMENT = { ALLOWED_ADDRESSES: '127.0.0.1', CALLBACK_DELAYS: '0.05,0.1,0.2' };

describe.each(DATABASES)('callbacks on %s', (kind) => {
  const service = useService(kind, ENVIRONMENT);

  test('a completed job is told once, with the document that GET shows', async () => {
    const { key } = await service().key();
    const { url, deliveries } = await receiver(status(204));
    send(service());
    const id = await completedJob(service(), key, url);
    await vi.waitFor(async () => expect((await callbacksOf(service(), id))[0]?.state).toBe('delivered'), SOON);
    await sleep(200);
    expect(deliveries).toHaveLength(1);
    const [delivery] = deliveries;
    expect(delivery).toMatchObject({ method: 'POST', url: '/hook?a=b' });
    expect(delivery?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^convertd\/\d+\.\d+\.\d+$/),
      'x-svc-job-id': id,
      'content-length': String(delivery?.raw.length),
    });
    expect(delivery?.headers).not.toHaveProperty('authorization');
    expect(delivery?.headers).not.toHaveProperty('x-svc-signature');
    const { body: shown } = await service().request('GET', `/v2/jobs/${id}`, { key });
    expect(shown).toMatchObject({ status: 'completed', output: [{ filename: 'talk.mp3' }] });
    expect(delivery?.job).toEqual(shown);
  });

  test('a failed job is told with its errors, a canceled one not', async () => {
    const { key } = await service().key();
    const { url, deliveries } = await receiver(status(200));
    const failing = await makeJob(service(), key, { callback: url });
    const canceled = await makeJob(service(), key, { callback: url });
    for (const task of await service().tasks(failing.id)) {
      const error = {
        source: 'input' as const,
        id_source: null,
        code: 'input_not_found' as const,
        message: 'Gone.',
        details: {},
      };
      await service().report(task, { status: 'failed', errors: [error], sequence: 2 });
    }
    expect((await service().request('DELETE', `/v2/jobs/${canceled.id}`, { key })).status).toBe(204);
    send(service());
    await vi.waitFor(() => expect(deliveries).toHaveLength(1), SOON);
    await sleep(200);
    expect(deliveries.map(({ job }) => [job.id, job.status, job.errors[0].message])).toEqual([
      [failing.id, 'failed', 'Gone.'],
    ]);
  });

  test('with notify_status, each status in order, though they came before the first was sent', async () => {
    const { key } = await service().key();
    const { url, deliveries } = await receiver(status(200));
    const job = await makeJob(service(), key, { callback: url, notify_status: true, process: false });
    await service().request('PATCH', `/v2/jobs/${job.id}`, { key, body: { process: true } });
    await complete(service(), job.id);
    send(service());
    await vi.waitFor(() => expect(deliveries).toHaveLength(4), SOON);
    expect(deliveries.map((delivery) => delivery.job.status)).toEqual(['ready', 'queued', 'processing', 'completed']);
    expect(new Set(deliveries.map(({ headers }) => headers['x-svc-callback-id'])).size).toBe(4);
    expect(new Set(deliveries.map(({ headers }) => headers['x-svc-job-id']))).toEqual(new Set([job.id]));
  });

  test('of several replicas one sends each, and the order of a job is kept where an attempt fails', async () => {
    const { key } = await service().key();
    const refused = new Set<unknown>();
    const { url, deliveries } = await receiver((response, { headers }) => {
      // The first attempt of every callback fails.
      const id = headers['x-svc-callback-id'];
      response.writeHead(refused.has(id) ? 200 : 503).end();
      refused.add(id);
    });
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.push(await completedJob(service(), key, url, { notify_status: true }));
    for (let replica = 0; replica < 3; replica++) send(service(), { breaker: { failures: 1000, pauseMs: 1 } });
    const expected = ['queued', 'processing', 'completed'].flatMap((each) => [each, each]);
    await vi.waitFor(() => expect(deliveries.length).toBeGreaterThanOrEqual(8 * 6), SOON);
    await sleep(200);
    for (const id of ids) {
      expect(deliveries.filter(({ job }) => job.id === id).map(({ job }) => job.status)).toEqual(expected);
    }
  });

  test('5xx is tried again in growing pauses, as the same callback, until it is given up', async () => {
    const { key } = await service().key();
    const down = await receiver(status(500));
    const back = await receiver((response, _, count) => response.writeHead(count < 3 ? 502 : 201).end());
    send(service());
    const lost = await completedJob(service(), key, down.url);
    const told = await completedJob(service(), key, back.url);
    await vi.waitFor(async () => expect((await callbacksOf(service(), lost))[0]?.state).toBe('given_up'), SOON);
    await sleep(300);
    expect(down.deliveries).toHaveLength(4);
    expect(new Set(down.deliveries.map(({ headers }) => headers['x-svc-callback-id'])).size).toBe(1);
    const pauses = down.deliveries.slice(1).map(({ at }, index) => at - (down.deliveries[index]?.at ?? 0));
    for (const [index, least] of [50, 100, 200].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(least);
    expect(back.deliveries).toHaveLength(3);
    expect(await callbacksOf(service(), told)).toMatchObject([{ state: 'delivered', attempts: 3 }]);
  });

  test('what a replica had taken when it was killed is sent when its lease is over', async () => {
    const { key } = await service().key();
    const { url, deliveries } = await receiver(status(200));
    const id = await completedJob(service(), key, url);
    expect((await takeCallback(service().context.db, 'killed', [], Date.now()))?.job_id).toBe(id);
    let ahead = 0;
    send(service(), {}, { now: () => Date.now() + ahead });
    await sleep(500);
    expect(deliveries).toHaveLength(0);
    ahead = 31_000;
    await vi.waitFor(async () => expect((await callbacksOf(service(), id))[0]?.state).toBe('delivered'), SOON);
    expect(deliveries).toHaveLength(1);
  });

  test('the callback of a job that is gone is dropped', async () => {
    const { key } = await service().key();
    const { url, deliveries } = await receiver(status(200));
    const id = await completedJob(service(), key, url);
    await service().context.db.deleteFrom('jobs').where('id', '=', id).execute();
    send(service());
    await vi.waitFor(async () => expect(await callbacksOf(service(), id)).toEqual([]), SOON);
    expect(deliveries).toHaveLength(0);
  });
});

describe('callbacks', () => {
  const service = useService('sqlite', { ...ENVIRONMENT, HEADER_ALIASES: 'X-Other' });

  test('a job made through an alias prefix is told with a status object', async () => {
    const { key } = await service().key();
    const { url, deliveries } = await receiver(status(200));
    const input = [{ source: 'https://files.example/a.wav' }];
    const body = { process: false, callback: url, notify_status: true, input };
    const made = await service().request('POST', '/v2/jobs', {
      headers: { 'x-other-api-key': key },
      body: { ...body, conversion: [{ target: 'mp3' }] },
    });
    expect(made.body.status).toMatchObject({ code: 'ready' });
    send(service());
    await vi.waitFor(() => expect(deliveries).toHaveLength(1), SOON);
    expect(deliveries[0]?.job.status).toEqual(made.body.status);
  });

  test('stop lets a running attempt end, and writes down how', async () => {
    const { key } = await service().key();
    let answer = () => {};
    const { url, deliveries } = await receiver((response) => {
      answer = () => void response.writeHead(200).end();
    });
    const id = await completedJob(service(), key, url);
    const sender = send(service());
    await vi.waitFor(() => expect(deliveries).toHaveLength(1), SOON);
    const stopped = sender.stop();
    answer();
    await stopped;
    expect(await callbacksOf(service(), id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('a host that fails is skipped for a while, without using up attempts, and told when it is back', async () => {
    const { key } = await service().key();
    let up = false;
    const failing = await receiver((response) => response.writeHead(up ? 200 : 500).end());
    const other = await receiver(status(200));
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) ids.push(await completedJob(service(), key, failing.url));
    const pauseMs = 3_600_000;
    let ahead = 0;
    send(service(), { breaker: { failures: 5, pauseMs } }, { now: () => Date.now() + ahead });
    await vi.waitFor(() => expect(failing.deliveries.length).toBeGreaterThanOrEqual(5), SOON);
    await sleep(300);
    // Deliveries that were under way together with the fifth.
    const before = failing.deliveries.length;
    expect(before).toBeLessThanOrEqual(8);
    await completedJob(service(), key, other.url);
    await vi.waitFor(() => expect(other.deliveries).toHaveLength(1), SOON);
    expect(failing.deliveries).toHaveLength(before);
    up = true;
    ahead = pauseMs;
    await vi.waitFor(async () => {
      for (const id of ids) expect((await callbacksOf(service(), id))[0]?.state).toBe('delivered');
    }, SOON);
    expect(failing.deliveries).toHaveLength(before + ids.length);
  });

  test('a slow host holds up nobody else, and is not flooded', async () => {
    const { key } = await service().key();
    const waiting = new Set<ServerResponse>();
    let most = 0;
    const slow = await receiver((response) => {
      waiting.add(response);
      most = Math.max(most, waiting.size);
      response.on('close', () => waiting.delete(response));
    });
    const quick = await receiver(status(200));
    for (let index = 0; index < 40; index++) await completedJob(service(), key, slow.url);
    for (let index = 0; index < 10; index++) await completedJob(service(), key, quick.url);
    const longMs = 24 * 3_600_000;
    const sender = send(service(), { firstAnswerMs: longMs, laterAnswerMs: longMs });
    await vi.waitFor(() => expect(quick.deliveries).toHaveLength(10), SOON);
    await vi.waitFor(() => expect(slow.deliveries).toHaveLength(4), SOON);
    expect(most).toBe(4);
    const stopped = sender.stop();
    for (const response of waiting) response.destroy();
    await stopped;
  });
});
