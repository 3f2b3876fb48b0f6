import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { convertd } from '../../cli/support.ts';
import { patience } from '../../support/slowness.ts';
import { newVirtualHost } from '../../support/use-broker.ts';
import { startWorker, waitFor } from '../../worker/support.ts';
import { type JobView, newInstallation, remote, startServe } from '../serve-support.ts';

const MANY = 250;
/** Delay of each file, ms: the only worker does some 50 tasks a second on the reference machine. */
const PAUSE_MS = patience(20);

/** A web server of small files that arrive slowly, and not at all while `held` is set. */
async function slowFiles() {
  const asked: string[] = [];
  const gate = { held: Promise.resolve() };
  const server = createServer(async (request, response) => {
    asked.push(request.url ?? '');
    await Promise.all([setTimeout(PAUSE_MS), gate.held]);
    response.end(request.url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, asked, gate, url: (name: string) => remote(`http://${address}/${name}`) };
}

/** One worker does many tasks of one key, and one task of another key that starts during them. */
async function twoKeys(limit: string | null) {
  const files = await slowFiles();
  const installation = await newInstallation();
  const broker = await newVirtualHost();
  const common = {
    AMQP_URL: broker.url,
    ALLOWED_ADDRESSES: files.address,
    OUTPUT_STORE: join(installation.folder, 'outputs'),
  };
  const again = () => startServe(installation, { ...common, ...(limit !== null && { QUEUE_LIMIT_PER_KEY: limit }) });
  const serve = await again();
  const { stdout } = await convertd(['keys', 'create', '--name', 'other', '--json'], {
    env: { DATA_DIR: installation.folder },
  });
  const { key: other } = JSON.parse(stdout) as { key: string };
  const conversion = [{ category: 'hash', target: 'sha1' }];
  const many = await serve.createJob({
    process: true,
    input: Array.from({ length: MANY }, (_, index) => files.url(`many-${index}`)),
    conversion,
  });
  await startWorker({
    ...common,
    DATA_DIR: join(installation.folder, 'worker'),
    CATEGORIES: 'hash',
    CONCURRENCY: '1',
  });
  await waitFor(() => files.asked.length > 10, 'the worker to be busy');
  // Operators scale workers by the tasks that wait here.
  const metrics = await (await fetch(`${serve.operationsUrl}/metrics`)).text();
  expect(Number(/^convertd_tasks_unfinished\{category="hash"\} (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(MANY / 2);
  expect(metrics).toMatch(/^convertd_tasks_unfinished\{category="audio"\} 0$/m);
  // Few tasks are done while the job is being made, however long that takes.
  const release = Promise.withResolvers<void>();
  files.gate.held = release.promise;
  const before = files.asked.length;
  const one = await serve.createJob({ process: true, input: [files.url('one')], conversion }, other);
  release.resolve();
  const read = async () => (await serve.call('GET', `/v2/jobs/${one.id}`, undefined, other)).body as JobView;
  await waitFor(async () => (await read()).status === 'completed', 'the job of the other key');
  return { serve, again, many, files, aheadOfOne: files.asked.indexOf('/one') - before };
}

describe('two keys at one broker, 250 tasks of one and then a single one of the other', () => {
  it('take turns: the single one waits for those in the queue alone, and none is lost or done twice', async () => {
    const { serve, many, files, aheadOfOne } = await twoKeys('5');
    // The five tasks in the queue, the running one, and those sent while the job was made.
    expect(aheadOfOne).toBeLessThan(20);
    expect(await serve.final(many.id)).toMatchObject({ status: 'completed', errors: [] });
    expect(files.asked).toHaveLength(MANY + 1);
    expect(new Set(files.asked).size).toBe(MANY + 1);
  });

  it('do so by default', async () => {
    const { aheadOfOne } = await twoKeys(null);
    expect(aheadOfOne).toBeLessThan(40);
  });

  it('are served as they come where there is no limit', async () => {
    const { aheadOfOne } = await twoKeys('0');
    expect(aheadOfOne).toBeGreaterThan(MANY / 2);
  });

  it('lose nothing when the service is killed between: another one goes on where it was', async () => {
    const { serve, again, many, files } = await twoKeys('5');
    serve.signal('SIGKILL');
    await serve.ended;
    expect(files.asked.length).toBeLessThan(MANY);
    const next = await again();
    expect(await next.final(many.id)).toMatchObject({ status: 'completed', errors: [] });
    expect(files.asked).toHaveLength(MANY + 1);
    expect(new Set(files.asked).size).toBe(MANY + 1);
  });
});
