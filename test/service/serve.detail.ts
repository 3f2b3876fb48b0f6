import { lstat, readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convertd } from '../cli/support.ts';
import { waitFor } from '../worker/support.ts';
import { newInstallation, operatorHealth, remote, startInputs, startServe } from './serve-support.ts';

describe('convertd serve', () => {
  it('prints its address and, at the first start alone, a key that works', async () => {
    const installation = await newInstallation();
    const first = await startServe(installation);
    expect(first.stdout()).toMatch(/^convertd serves http:\/\/127\.0\.0\.1:\d+\nAPI key, shown this once: cvd_\S+\n/);
    expect((await first.call('GET', '/v2/jobs')).status).toBe(204);
    expect((await first.call('GET', '/v2/jobs', undefined, `${first.key}x`)).status).toBe(401);
    expect(JSON.stringify(first.log())).not.toContain(first.key);
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = await startServe(installation, { PUBLIC_URL: 'https://convert.example/' });
    expect(second.stdout()).toBe(
      'convertd serves https://convert.example\n"convertd keys create" makes further keys.\n',
    );
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('tells the public whether it takes requests, and operators the rest on a port of their own', async () => {
    const serve = await startServe(await newInstallation());
    for (const path of ['/health', '/health/ready']) {
      const health = await serve.call('GET', path, undefined, '');
      expect(health).toMatchObject({ status: 200 });
      expect(health.body).toEqual({ status: 'ready' });
      expect(health.headers.get('cache-control')).toBe('no-store');
    }
    expect((await serve.call('GET', '/health/live', undefined, '')).body).toEqual({ status: 'live' });
    expect((await serve.call('GET', '/v2/jobs', undefined, '')).status).toBe(401);
    for (const key of ['', serve.key]) expect((await serve.call('GET', '/metrics', undefined, key)).status).toBe(404);

    expect(await operatorHealth(serve)).toEqual({
      status: 'ready',
      database: 'connected',
      broker: null,
      running: 0,
      unremoved: 0,
      version: expect.stringMatching(/^\d/),
    });
    await serve.createJob({ input: [], conversion: [{ target: 'md5' }] });
    const metrics = await (await fetch(`${serve.operationsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^convertd_jobs\{status="incomplete"\} 1$/m);
    expect(metrics).toMatch(/^convertd_tasks_waiting\{state="waiting"\} 0$/m);
    expect(metrics).toMatch(/^convertd_tasks_unfinished\{category="audio"\} 0$/m);
    expect(metrics).not.toContain('convertd_broker_connected');
    expect((await fetch(`${serve.operationsUrl}/v2/jobs`)).status).toBe(404);
  });

  it('serves metrics nowhere unless METRICS_PORT says where', async () => {
    const serve = await startServe(await newInstallation(), { METRICS_PORT: '' });
    expect(serve.log().map(({ msg }) => msg)).not.toContain('metrics are served');
    expect((await serve.call('GET', '/metrics', undefined, '')).status).toBe(404);
  });

  it('keeps its data to this user, and its folder to one process', async () => {
    const installation = await newInstallation();
    await startServe(installation);
    expect((await stat(join(installation.folder, 'secret.key'))).mode & 0o777).toBe(0o600);
    const second = await convertd(['serve', '--port', '0'], { env: { DATA_DIR: installation.folder } });
    expect(second.exitCode).toBe(2);
    expect(second.stderr).toMatch(/Another "convertd serve" runs on this DATA_DIR/);
  });

  it('lets no other user read or list what it stores, whatever the umask', async () => {
    const installation = await newInstallation();
    const inputs = await startInputs();
    const before = process.umask(0);
    const env = { ALLOWED_ADDRESSES: inputs.address };
    const serve = await startServe(installation, env).finally(() => process.umask(before));
    const job = await serve.createJob({
      input: [remote(inputs.text('letter.txt', 'abc'))],
      conversion: [{ target: 'md5' }],
      process: true,
    });
    expect((await serve.final(job.id)).status).toBe('completed');
    const entries = await readdir(installation.folder, { recursive: true });
    expect(entries.length).toBeGreaterThan(5);
    const open = [];
    for (const entry of entries) {
      // Temporary files may have been removed meanwhile.
      const info = await lstat(join(installation.folder, entry)).catch(() => null);
      if (info !== null && (info.mode & 0o077) !== 0 && !info.isSymbolicLink()) open.push(entry);
    }
    expect(open).toEqual([]);
  });

  it.each([
    [{ PORT: '70000' }, /PORT must be a port number/],
    [{ METRICS_PORT: 'x' }, /METRICS_PORT must be a port number/],
    [{ METRICS_PORT: '0', METRICS_HOST: '203.0.113.1' }, /no address 203\.0\.113\.1\. Set METRICS_HOST/],
    [{ PUBLIC_URL: 'ftp://x' }, /PUBLIC_URL must be/],
    [{ DATABASE_URL: 'mysql://secret@host/x' }, /DATABASE_URL must be postgres/],
    [{ SERVICE_SECRET: 'abc' }, /SERVICE_SECRET must be 64 hex digits/],
    [{ HOST: '203.0.113.1' }, /This machine has no address 203\.0\.113\.1/],
  ])('refuses %j by name', async (env, message) => {
    const { folder } = await newInstallation();
    const { exitCode, stderr } = await convertd(['serve'], { env: { DATA_DIR: folder, PORT: '0', ...env } });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('secret@');
  });

  it('says whose the data folder must be where it cannot write in it', async () => {
    for (const command of ['serve', 'worker']) {
      // Nobody can make a folder there, not even root.
      const env = { DATA_DIR: '/sys/convertd', PORT: '0', AMQP_URL: 'amqp://127.0.0.1:1', OUTPUT_STORE: '/tmp' };
      const { exitCode, stderr } = await convertd([command], { env });
      expect([command, exitCode]).toEqual([command, 2]);
      expect(stderr).toMatch(
        /The folder \/sys\/convertd \(DATA_DIR\) cannot be written by user \d+ \(E\w+\)\. \w+.*volume/,
      );
    }
  });

  it('ends in time though a client keeps a request open', async () => {
    const serve = await startServe(await newInstallation(), { SHUTDOWN_GRACE: '1' });
    const socket = connect(Number(new URL(serve.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => {});
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    socket.write(
      `POST /v2/jobs HTTP/1.1\r\nHost: x\r\nX-Svc-Api-Key: ${serve.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    await waitFor(async () => (await serve.call('GET', '/health')).status === 200, 'the service');
    serve.signal('SIGTERM');
    expect(await serve.ended).toBe(0);
    // The limit for bodies did not end the request, because it would answer 408.
    expect(answer).toBe('');
  });
});
