import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { BenchSetup } from './setup.ts';
import { table } from './statistics.ts';
import { startBenchWorker } from './worker.ts';

const CONVERTD = fileURLToPath(new URL('../../bin/convertd', import.meta.url));
const JOBS = 10;
/** Most tasks that a job may have. */
const TASKS_PER_JOB = 1000;
const CONVERSION = [{ category: 'hash', target: 'sha256' }];
const LIMITS = [0, 20];

/** Measures how long a task of one key waits behind 10,000 of another one, with and without turns; one worker with two slots. */
export async function measureFairness(setup: BenchSetup): Promise<string> {
  const rows: string[][] = [];
  for (const limit of LIMITS) {
    const { wait, all } = await oneBehindMany(setup, limit);
    const many = Math.ceil(TASKS_PER_JOB / setup.divisor) * JOBS;
    rows.push([limit === 0 ? 'no limit' : String(limit), wait.toFixed(1), all.toFixed(0), (many / all).toFixed(0)]);
  }
  const head = ['QUEUE_LIMIT_PER_KEY', 'the single task, s', 'the others together, s', 'tasks a second'];
  return `A task behind ${JOBS} jobs of another key, ${Math.ceil(TASKS_PER_JOB / setup.divisor)} tasks each:\n${table([head, ...rows])}`;
}

async function oneBehindMany(setup: BenchSetup, limit: number): Promise<{ wait: number; all: number }> {
  const files = createServer((request, response) => response.end(request.url));
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(files.address() as AddressInfo).port}`;
  const folder = join(setup.folder, `fairness-${limit}`);
  const env = {
    AMQP_URL: setup.broker.url,
    ALLOWED_ADDRESSES: address,
    OUTPUT_STORE: join(folder, 'outputs'),
    PORT: '0',
  };
  const service = await startService({ ...env, DATA_DIR: folder, QUEUE_LIMIT_PER_KEY: String(limit) });
  const { stdout } = await execa(CONVERTD, ['keys', 'create', '--name', 'other', '--json'], {
    env: { DATA_DIR: folder },
  });
  const { key: other } = JSON.parse(stdout) as { key: string };
  const input = (name: string) => ({ type: 'remote', source: `http://${address}/${name}` });
  const count = Math.ceil(TASKS_PER_JOB / setup.divisor);
  const many: string[] = [];
  for (let job = 0; job < JOBS; job += 1) {
    const inputs = Array.from({ length: count }, (_, index) => input(`many-${job}-${index}`));
    many.push(await service.create(service.key, inputs));
  }
  const worker = await startBenchWorker({
    ...env,
    DATA_DIR: join(folder, 'worker'),
    CATEGORIES: 'hash',
    CONCURRENCY: '2',
  });
  const started = performance.now();
  const one = await service.create(other, [input('one')]);
  await service.ended(other, one);
  const wait = (performance.now() - started) / 1000;
  for (const id of many) await service.ended(service.key, id);
  const all = (performance.now() - started) / 1000;
  await worker.stop();
  await service.stop();
  files.closeAllConnections();
  files.close();
  return { wait, all };
}

async function startService(env: Record<string, string>) {
  const child = execa(CONVERTD, ['serve'], { env, stdin: 'ignore', stderr: 'ignore', buffer: false, reject: false });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const find = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) return found;
      await setTimeout(50);
    }
  };
  const url = await find(/^convertd serves (\S+)\n/m);
  const key = await find(/shown this once: (\S+)/);
  const call = async (as: string, method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'x-svc-api-key': as, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string; status: string };
  };
  return {
    key,
    create: async (as: string, input: readonly object[]): Promise<string> =>
      (await call(as, 'POST', '/v2/jobs', { process: true, input, conversion: CONVERSION })).id,
    ended: async (as: string, id: string): Promise<void> => {
      for (;;) {
        const { status } = await call(as, 'GET', `/v2/jobs/${id}`);
        if (status === 'completed') return;
        if (status === 'failed' || status === 'canceled') throw new Error(`job ${id}: ${status}`);
        await setTimeout(100);
      }
    },
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      await child;
    },
  };
}
