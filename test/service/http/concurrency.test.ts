import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { patience } from '../../support/slowness.ts';
import { runSmallService, type SmallService } from '../small-service.ts';

const LIMITS = {
  credits_per_day: null,
  max_inputs_per_job: 10,
  max_input_size: 1e9,
  max_job_size: 1e9,
  max_concurrent_jobs: 100,
  max_open_jobs: 100,
  max_concurrent_requests: 2,
};

const service = () => runSmallService({ files: { CONTRACTS: { two: LIMITS } } });

/** A request whose body never ends: it is under way until its connection is closed. */
function hold(on: SmallService, credential: string, path = '/v2/jobs'): Socket {
  const { hostname, port } = new URL(on.service.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${credential}\r\nContent-Length: 1000\r\n\r\n{`,
  );
  return socket;
}

const withKey = (key: string) => `X-Svc-Api-Key: ${key}`;

/** Returns the status once it is the expected one: the server notices connections a little after they are made. */
async function eventually(expected: number, ask: () => Promise<{ status: number }>): Promise<number> {
  for (const end = Date.now() + patience(10_000); ; await pause(20)) {
    const { status } = await ask();
    if (status === expected || Date.now() > end) return status;
  }
}

describe('requests under way', () => {
  it('are at most as many as the contract allows', async () => {
    const on = await service();
    const key = await on.newKey('two');
    const ask = () => on.request('/v2/contracts', { key });
    const first = hold(on, withKey(key));
    expect((await ask()).status).toBe(200);
    hold(on, withKey(key));
    expect(await eventually(429, ask)).toBe(429);
    const refused = await ask();
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(refused.body).toEqual({
      code: 429,
      name: 'too_many_requests',
      message: expect.stringContaining('allows 2 requests at a time, and as many are under way'),
    });
    // Other keys and requests without a key are not affected.
    expect((await on.request('/v2/contracts', { key: await on.newKey('two') })).status).toBe(200);
    expect((await on.request('/v2/statuses')).status).toBe(200);
    // The client disconnects.
    first.destroy();
    expect(await eventually(200, ask)).toBe(200);
  });

  it('count those with the tokens of the key’s jobs', async () => {
    const on = await service();
    const key = await on.newKey('two');
    const { body: job } = await on.request('/v2/jobs', {
      method: 'POST',
      key,
      body: { process: false, conversion: [{ target: 'mp3' }] },
    });
    const path = `/v2/jobs/${job.id}/conversions`;
    hold(on, `X-Svc-Token: ${job.token}`, path);
    hold(on, withKey(key), path);
    const byToken = () => on.request(`/v2/jobs/${job.id}`, { headers: { 'x-svc-token': job.token } });
    expect(await eventually(429, byToken)).toBe(429);
    expect((await on.request('/v2/contracts', { key })).status).toBe(429);
  });

  it('are not used up by forged credentials', async () => {
    const on = await service();
    const key = await on.newKey('two');
    const { body: job } = await on.request('/v2/jobs', {
      method: 'POST',
      key,
      body: { conversion: [{ target: 'mp3' }] },
    });
    for (const forged of [`X-Svc-Token: ${'0'.repeat(32)}`, withKey(`${key}x`), withKey('')]) {
      for (let count = 0; count < 3; count++) hold(on, forged, `/v2/jobs/${job.id}/conversions`);
    }
    await pause(200);
    for (let count = 0; count < 5; count++) expect((await on.request('/v2/contracts', { key })).status).toBe(200);
  });

  it('end with their answers: thousands one after the other are none too many', async () => {
    const on = await service();
    const key = await on.newKey('two');
    const statuses = new Set<number>();
    for (let count = 0; count < 300; count++)
      statuses.add((await on.request(count % 3 ? '/v2/contracts' : '/v2/nothing', { key })).status);
    expect([...statuses].sort()).toEqual([200, 404]);
  });

  it('leave uploads a count of their own', async () => {
    const on = await service();
    const key = await on.newKey('two');
    const { body: job } = await on.request('/v2/jobs', {
      method: 'POST',
      key,
      body: { conversion: [{ target: 'mp3' }] },
    });
    const upload = `/upload-base64/${job.id}`;
    hold(on, withKey(key), upload);
    hold(on, withKey(key), upload);
    const another = () => on.request(upload, { method: 'POST', key, body: { name: 'a', content: '' } });
    expect(await eventually(429, another)).toBe(429);
    expect((await another()).body.message).toContain('allows 2 transfers at a time');
    expect((await on.request('/v2/contracts', { key })).status).toBe(200);
  });
});
