import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { parseMetrics } from '../../support/prometheus.ts';
import { patience } from '../../support/slowness.ts';
import { makeJob, useService } from '../support.ts';
import { completedJob, receiver, send, status } from '../webhooks/webhook-receiver.ts';

const SOON = { timeout: patience(60_000), interval: 50 };
const service = useService('sqlite', { ALLOWED_ADDRESSES: '127.0.0.1', CALLBACK_DELAYS: '0.05' });

/** Returns the sorted labels of each series of a metric and its value. */
async function values(name: string): Promise<Record<string, number>> {
  const families = parseMetrics((await service().context.metrics.render()).body);
  const samples = Object.values(families).flatMap(({ samples }) => samples);
  return Object.fromEntries(
    samples.filter(([sample]) => sample === name).map(([, labels, value]) => [Object.values(labels).join(' '), value]),
  );
}

test('requests are counted by the pattern of their route, and make no series of what clients send', async () => {
  const { key } = await service().key();
  const job = await makeJob(service(), key);
  for (let index = 0; index < 20; index += 1) {
    await service().request('GET', `/v2/jobs/${index === 0 ? job.id : `no-job-${index}`}`, { key });
    await service().request('GET', `/nothing-${index}?token=${index}`);
    await service()
      .request('PROPFIND', `/nothing-${index}`)
      .catch(() => {});
  }
  await vi.waitFor(async () => {
    const counted = await values('convertd_http_requests_total');
    expect(counted).toMatchObject({
      'POST /v2/jobs 201': 1,
      'GET /v2/jobs/:job_id 200': 1,
      'GET /v2/jobs/:job_id 404': 19,
      'GET none 404': 20,
    });
    expect(Object.keys(counted).length).toBeLessThan(8);
  }, SOON);
  expect(await values('convertd_http_request_duration_seconds_count')).toMatchObject({ 'GET /v2/jobs/:job_id': 20 });
});

test('a request whose client goes before the answer is counted as aborted', async () => {
  const { key } = await service().key();
  const socket = connect(Number(new URL(service().url).port), '127.0.0.1');
  socket.write(
    `POST /v2/jobs HTTP/1.1\r\nHost: x\r\nX-Svc-Api-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  );
  await new Promise((resolve) => setTimeout(resolve, patience(300)));
  socket.destroy();
  await vi.waitFor(
    async () => expect(await values('convertd_http_requests_total')).toMatchObject({ 'POST /v2/jobs aborted': 1 }),
    SOON,
  );
});

test('callbacks are counted by what became of them', async () => {
  const { key } = await service().key();
  const [taken, refused, broken] = [
    await receiver(status(204)),
    await receiver(status(404)),
    await receiver(status(500)),
  ];
  for (const { url } of [taken, refused, broken]) await completedJob(service(), key, url);
  expect(await values('convertd_callbacks_waiting')).toEqual({ '': 3 });
  send(service());
  await vi.waitFor(async () => {
    expect(await values('convertd_callbacks_total')).toEqual({ delivered: 1, rejected: 1, retried: 1, given_up: 1 });
    expect(await values('convertd_callbacks_waiting')).toEqual({ '': 0 });
  }, SOON);
});
