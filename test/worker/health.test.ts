import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type HealthServer, startHealthServer } from '../../src/telemetry/health.ts';
import { createMetrics, type Metrics } from '../../src/telemetry/metrics.ts';
import type { WorkerHealth } from '../../src/worker/worker.ts';

const READY: WorkerHealth = {
  status: 'ready',
  broker: 'connected',
  running: 1,
  waiting: 2,
  categories: ['audio', 'hash'],
  unremoved: 0,
  version: '1.2.3',
};

const servers: HealthServer[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Given {
  health?: () => WorkerHealth;
  metrics?: Pick<Metrics, 'render'>;
  host?: string;
  port?: number;
}

async function start({ health = () => READY, metrics = createMetrics(), host = '127.0.0.1', port = 0 }: Given = {}) {
  const server = await startHealthServer({ host, port, metrics, health });
  servers.push(server);
  return { server, get: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init) };
}

/** Sends a request and resolves, with the connection open, when the response begins (or at once, without `answered`). */
async function openConnection(port: number, path: string, answered = true): Promise<{ ended: Promise<void> }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const data = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n`);
  if (answered) await data;
  return { ended };
}

describe('/health', () => {
  it.each([
    ['ready', 200],
    ['starting', 503],
    ['disconnected', 503],
    ['draining', 503],
  ] as const)('%s: %d, with what the worker does', async (status, code) => {
    const { get } = await start({ health: () => ({ ...READY, status }) });
    for (const path of ['/health', '/health/ready', '/health?verbose=1']) {
      const answer = await get(path);
      expect(answer.status).toBe(code);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toEqual({ ...READY, status });
    }
    expect((await get('/health', { method: 'HEAD' })).status).toBe(code);
  });

  it('asks anew each time', async () => {
    let health = READY;
    const { get } = await start({ health: () => health });
    expect((await get('/health/ready')).status).toBe(200);
    health = { ...READY, status: 'disconnected', broker: 'disconnected' };
    expect((await get('/health/ready')).status).toBe(503);
    health = READY;
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('is alive when it is not ready', async () => {
    const { get } = await start({ health: () => ({ ...READY, status: 'starting' }) });
    const answer = await get('/health/live');
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'live' }]);
  });

  it('tells programs and versions where they are known', async () => {
    const ffmpeg = {
      name: 'ffmpeg',
      version: '7.1',
      package: 'ffmpeg',
      need: 'required',
      neededFor: ['audio'],
    } as const;
    const { get } = await start({ health: () => ({ ...READY, engines: { audio: [ffmpeg] } }) });
    expect(await (await get('/health')).json()).toMatchObject({ engines: { audio: [ffmpeg] } });
  });
});

describe('the server', () => {
  it('gives the metrics as they are', async () => {
    const metrics = createMetrics();
    metrics.brokerConnected(true);
    const answer = await (await start({ metrics })).get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toMatch(/^convertd_broker_connected 1$/m);
  });

  it('has no metrics where they are served elsewhere', async () => {
    const server = await startHealthServer({ host: '127.0.0.1', port: 0, metrics: null, health: () => READY });
    servers.push(server);
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'not_found', paths: ['/health', '/health/ready', '/health/live'] },
    ]);
  });

  it.each(['/', '/nothing', '/health/../etc/passwd', '/%', '/metrics/x', '//'])('has nothing at %s', async (path) => {
    const { get } = await start();
    const answer = await get(path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.text()).not.toMatch(/node_modules|\.ts|stack/);
  });

  it('takes nothing', async () => {
    const { get } = await start();
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await get('/health', { method, body: '{}' })).status).toBe(404);
    }
  });

  it('tells nothing of its own defects', async () => {
    const fail = () => {
      throw new Error('amqp://worker:hunter2@broker');
    };
    const { get } = await start({ health: fail, metrics: { render: async () => fail() } });
    for (const path of ['/health', '/metrics']) {
      const answer = await get(path);
      expect([answer.status, await answer.json()]).toEqual([500, { error: 'internal' }]);
    }
    expect((await get('/health/live')).status).toBe(200);
  });

  it('says what to set where it cannot listen', async () => {
    const { server } = await start();
    const { port } = server;
    await expect(start({ port })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use. Set PORT to a free one, or to 0 for any.`,
    );
    // 192.0.2.0/24 is reserved for documentation (RFC 5737), so no machine has it.
    await expect(start({ host: '192.0.2.1' })).rejects.toThrow(/no address 192\.0\.2\.1.*HOST/);
  });

  it('closes though connections are kept open or wait for an answer, and frees its port', async () => {
    const never = { render: () => new Promise<never>(() => {}) };
    const { server } = await start({ metrics: never });
    const idle = await openConnection(server.port, '/health');
    const waiting = await openConnection(server.port, '/metrics', false);
    expect((await fetch(`http://127.0.0.1:${server.port}/health`)).status).toBe(200);
    await server.close();
    await Promise.all([idle.ended, waiting.ended]);
    await expect(fetch(`http://127.0.0.1:${server.port}/health`)).rejects.toThrow();
    await start({ port: server.port });
  });

  it('can be closed twice', async () => {
    const { server } = await start();
    await Promise.all([server.close(), server.close()]);
  });
});
