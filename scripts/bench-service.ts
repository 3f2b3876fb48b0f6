/**
 * `npm run bench:service [-- quick] [postgres] [large] [growth]`: how many requests `convertd serve` answers, as a process of its own, to 200
 * clients at once that create jobs, poll them and download outputs, next to an empty Fastify on the same machine in the same run. The
 * load comes from one further process (this one), so that on few cores it takes its part of them: compare with the first row. `large` measures instead how fast 1 GiB is downloaded, `growth` what requests
 * cost with 10^3, 10^5 and 10^6 jobs in the database.
 */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/support/postgres.ts';
import { autocannon, type Load } from './bench-service/autocannon.ts';
import { measureGrowth } from './bench-service/growth.ts';
import { measureLarge } from './bench-service/large.ts';
import { completedJob, start, startServe } from './bench-service/process.ts';
import { table } from './bench-worker/statistics.ts';

const WORDS = ['quick', 'postgres', 'large', 'growth'];
const words = process.argv.slice(2);
const unknown = words.filter((word) => !WORDS.includes(word));
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; known: ${WORDS.join(', ')}`);

const CLIENTS = 200;
const SECONDS = words.includes('quick') ? 5 : 15;
/** What all clients together may have under way, and jobs that run: the contract of the benchmark's key is not what is measured. */
const CONTRACT = { max_concurrent_requests: 10_000, max_concurrent_jobs: 1_000_000 };

const HELLO = `
  const { fastify } = await import('fastify');
  const server = fastify({ logger: false });
  server.get('/', async () => ({ hello: 'world' }));
  console.log('convertd serves ' + await server.listen({ host: '127.0.0.1', port: 0 }));`;

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

async function measureService(folder: string, kind: string, env: Record<string, string>): Promise<string[][]> {
  const contracts = join(folder, 'contracts.json');
  await writeFile(contracts, JSON.stringify({ unlimited: CONTRACT }));
  const service = await startServe({ DATA_DIR: join(folder, kind), CONTRACTS: contracts, ...env });
  try {
    const headers = { 'x-svc-api-key': service.key };
    // A zip of about 1 kB.
    const input = { type: 'base64', source: randomBytes(880).toString('base64'), filename: 'a.bin' };
    const { id, link } = await completedJob(service, input, 'zip');
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

async function measureRequests(folder: string): Promise<string> {
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
  if (rows.some(([, , , , errors]) => errors !== '0')) process.exitCode = 1;
  const bare = Number(rows[0]?.[1]);
  const withRatio = rows.map(([name = '', rate = '', ...rest]) => [
    name,
    rate,
    (Number(rate) / bare).toFixed(3),
    ...rest,
  ]);
  return `${CLIENTS} clients, ${SECONDS} s each\n\n${table([['', 'requests/s', 'ratio', 'p50 ms', 'p99 ms', 'errors'], ...withRatio])}`;
}

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  const sizes = words.includes('quick') ? [1e3, 1e4] : [1e3, 1e5, 1e6];
  if (words.includes('large')) console.log(await measureLarge(folder));
  if (words.includes('growth')) console.log(await measureGrowth(folder, sizes, words.includes('postgres')));
  if (!words.includes('large') && !words.includes('growth')) console.log(await measureRequests(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}
