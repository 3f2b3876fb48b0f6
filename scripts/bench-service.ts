/**
 * `npm run bench:service [-- quick] [postgres]`: how many requests `convertd serve` answers, as a process of its own, to 200
 * clients at once that create jobs, poll them and download outputs, next to an empty Fastify on the same machine in the same run. The
 * load comes from one further process (this one), so that on few cores it takes its part of them: compare with the first row.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../test/support/postgres.ts';
import { autocannon, type Load } from './bench-service/autocannon.ts';
import { table } from './bench-worker/statistics.ts';

const words = process.argv.slice(2);
const unknown = words.filter((word) => word !== 'quick' && word !== 'postgres');
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; known: quick, postgres`);

const CLIENTS = 200;
const SECONDS = words.includes('quick') ? 5 : 15;
/** What all clients together may have under way, and jobs that run: the contract of the benchmark's key is not what is measured. */
const CONTRACT = { max_concurrent_requests: 10_000, max_concurrent_jobs: 1_000_000 };

const HELLO = `
  const { fastify } = await import('fastify');
  const server = fastify({ logger: false });
  server.get('/', async () => ({ hello: 'world' }));
  console.log('convertd serves ' + await server.listen({ host: '127.0.0.1', port: 0 }));`;

interface Running {
  readonly url: string;
  /** What it has printed. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Starts a process that prints where it serves. */
async function start(program: string, args: readonly string[], env: Record<string, string>): Promise<Running> {
  const child: ChildProcess = spawn(program, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let waited = 0; !output.includes('convertd serves '); waited += 50) {
    if (child.exitCode !== null || waited > 60_000) throw new Error(`the process did not start: ${output}`);
    await sleep(50);
  }
  return {
    url: /convertd serves (\S+)/.exec(output)?.[1] ?? '',
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A table's row. Throws Error where an answer was not what it should be: the figures would be of refusals. */
async function measure(name: string, options: Load): Promise<string[]> {
  // Two seconds of it first: the code is compiled and the caches are warm.
  await autocannon({ connections: CLIENTS, ...options, duration: 2 });
  const result = await autocannon({ connections: CLIENTS, ...options, duration: SECONDS });
  const errors = result.errors + result.timeouts + result.non2xx;
  console.error(`${name}: ${Math.round(result.requests.average)} requests a second, ${errors} errors`);
  const { p50, p99 } = result.latency;
  return [name, String(Math.round(result.requests.average)), String(p50), String(p99), String(errors)];
}

/** A completed job with one small output, made by the service itself. */
async function completedJob(url: string, headers: Record<string, string>): Promise<{ id: string; link: string }> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string; status: string; output: { uri: string }[] };
  };
  const input = { type: 'base64', source: Buffer.from('a small file').toString('base64'), filename: 'a.txt' };
  const { id } = await call('POST', '/v2/jobs', { process: true, input: [input], conversion: [{ target: 'sha256' }] });
  for (let waited = 0; waited < 60_000; waited += 100) {
    const job = await call('GET', `/v2/jobs/${id}`);
    if (job.status === 'completed') return { id, link: new URL(job.output[0]?.uri ?? '').pathname };
    if (job.status === 'failed') throw new Error('the job has failed');
    await sleep(100);
  }
  throw new Error('the job does not end');
}

async function measureService(folder: string, kind: string, env: Record<string, string>): Promise<string[][]> {
  const contracts = join(folder, 'contracts.json');
  await writeFile(contracts, JSON.stringify({ unlimited: CONTRACT }));
  const settings = { DATA_DIR: join(folder, kind), PORT: '0', LOG_LEVEL: 'warn', CONTRACTS: contracts, ...env };
  const service = await start('bin/convertd', ['serve'], settings);
  try {
    const key = /shown this once: (\S+)/.exec(service.output())?.[1] ?? '';
    const headers = { 'x-svc-api-key': key };
    const { id, link } = await completedJob(service.url, headers);
    const body = JSON.stringify({
      input: [{ type: 'remote', source: 'https://files.example/a.wav' }],
      conversion: [{ category: 'audio', target: 'mp3' }],
    });
    const post = { method: 'POST' as const, headers: { ...headers, 'content-type': 'application/json' }, body };
    const url = service.url;
    const scenarios: [string, Load][] = [
      ['statuses', { url: `${url}/v2/statuses` }],
      ['poll a job', { url: `${url}/v2/jobs/${id}`, headers }],
      ['threads of a job', { url: `${url}/v2/jobs/${id}/threads`, headers }],
      ['download', { url: url + link }],
      ['create a job', { url: `${url}/v2/jobs`, ...post }],
      ['list 50 jobs', { url: `${url}/v2/jobs`, headers }],
      [
        'create, poll, download',
        {
          url,
          requests: [{ path: '/v2/jobs', ...post }, { path: `/v2/jobs/${id}`, headers }, { path: link }],
        },
      ],
    ];
    const rows: string[][] = [];
    for (const [name, options] of scenarios) rows.push(await measure(`${kind}: ${name}`, options));
    return rows;
  } finally {
    await service.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  const rows: string[][] = [];
  const hello = await start(process.execPath, ['--input-type=module', '-e', HELLO], {});
  try {
    rows.push(await measure('Fastify: hello', { url: hello.url }));
  } finally {
    await hello.stop();
  }
  rows.push(...(await measureService(folder, 'SQLite', {})));
  if (words.includes('postgres')) {
    const postgres = await startPostgres();
    try {
      rows.push(...(await measureService(folder, 'PostgreSQL', { DATABASE_URL: await postgres.database() })));
    } finally {
      await postgres.stop();
    }
  }
  console.log(`${CLIENTS} clients, ${SECONDS} s each\n`);
  console.log(table([['', 'requests/s', 'p50 ms', 'p99 ms', 'errors'], ...rows]));
  if (rows.some(([, , , , errors]) => errors !== '0')) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
