import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '../../test/support/postgres.ts';
import { median, table } from '../bench-worker/statistics.ts';
import { autocannon, type Load } from './autocannon.ts';
import { completedJob, type Running, start, startServe } from './process.ts';

const CLIENTS = 200;
/** Contract limits high enough to have no effect on the benchmark. */
const CONTRACT = { max_concurrent_requests: 10_000, max_concurrent_jobs: 1_000_000 };

const HELLO = `
  const { fastify } = await import('fastify');
  const server = fastify({ logger: false });
  server.get('/', async () => ({ hello: 'world' }));
  console.log('convertd serves ' + await server.listen({ host: '127.0.0.1', port: 0 }));`;

/** Rows of the table, by their name on the command line. */
export const ROWS = {
  statuses: 'statuses',
  poll: 'poll a job',
  threads: 'threads of a job',
  download: 'download',
  downloads: 'download of 100 files in turn',
  create: 'create a job',
  list: 'list 50 jobs',
  sequence: 'create, poll, download',
} as const;

export type Row = keyof typeof ROWS;

export interface Measurement {
  readonly rows: readonly Row[];
  readonly seconds: number;
  /** How often each row is measured, each time right after the bare server; the result is the median. */
  readonly rounds: number;
  readonly withPostgres: boolean;
}

/** One round of load. */
interface Round {
  /** Requests per second. */
  readonly rate: number;
  /** Processor time of the server's process per request, microseconds. */
  readonly cpu: number;
  /** ms */
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
}

/** Measures request rates against a bare server; sets the exit code if a request failed. @param folder for the data of the services */
export async function measureRequests(folder: string, measurement: Measurement): Promise<string> {
  const bare = await start(process.execPath, ['--input-type=module', '-e', HELLO], {});
  try {
    const compare = (kind: string, env: Record<string, string>) =>
      measureService({ folder, kind, env, bare, measurement });
    const rows = await compare('SQLite', {});
    if (measurement.withPostgres) {
      const postgres = await startPostgres();
      try {
        rows.push(...(await compare('PostgreSQL', { DATABASE_URL: await postgres.database() })));
      } finally {
        await postgres.stop();
      }
    }
    if (rows.some((row) => row.at(-1) !== '0')) process.exitCode = 1;
    const head = ['', 'requests/s', 'bare', 'ratio', 'p50 ms', 'p99 ms', 'cpu µs', 'bare', 'ratio', 'errors'];
    return `${CLIENTS} clients, ${measurement.seconds} s each, median of ${measurement.rounds}, each right after the bare server\n\n${table([head, ...rows])}`;
  } finally {
    await bare.stop();
  }
}

interface Comparison {
  readonly folder: string;
  readonly kind: string;
  readonly env: Record<string, string>;
  readonly bare: Running;
  readonly measurement: Measurement;
}

async function measureService({ folder, kind, env, bare, measurement }: Comparison): Promise<string[][]> {
  const contracts = join(folder, 'contracts.json');
  await writeFile(contracts, JSON.stringify({ unlimited: CONTRACT }));
  const service = await startServe({ DATA_DIR: join(folder, kind), CONTRACTS: contracts, ...env });
  try {
    const loads = await loadsOf(service, measurement.rows);
    const rows: string[][] = [];
    for (const row of measurement.rows) {
      const rounds: (readonly [Round, Round])[] = [];
      for (let round = 0; round < measurement.rounds; round += 1) {
        rounds.push([
          await measure(bare, { url: bare.url }, measurement.seconds),
          await measure(service, loads[row], measurement.seconds),
        ]);
      }
      rows.push(tableRow(`${kind}: ${ROWS[row]}`, rounds));
    }
    return rows;
  } finally {
    await service.stop();
  }
}

async function loadsOf(service: Running, rows: readonly Row[]): Promise<Record<Row, Load>> {
  const headers = { 'x-svc-api-key': service.key };
  // A zip of about 1 kB.
  const input = { type: 'base64', source: randomBytes(880).toString('base64'), filename: 'a.bin' };
  const { id, link } = await completedJob(service, input, 'zip');
  const body = JSON.stringify({
    process: false,
    input: [{ type: 'remote', source: 'https://files.example/a.wav' }],
    conversion: [{ category: 'audio', target: 'mp3' }],
  });
  const post = { method: 'POST' as const, headers: { ...headers, 'content-type': 'application/json' }, body };
  const { url } = service;
  return {
    statuses: { url: `${url}/v2/statuses` },
    poll: { url: `${url}/v2/jobs/${id}`, headers },
    threads: { url: `${url}/v2/jobs/${id}/threads`, headers },
    download: { url: url + link },
    downloads: { url, ...(rows.includes('downloads') && (await manyDownloads(service, input))) },
    create: { url: `${url}/v2/jobs`, ...post },
    list: { url: `${url}/v2/jobs`, headers },
    sequence: {
      url,
      requests: [{ path: '/v2/jobs', ...post }, { path: `/v2/jobs/${id}`, headers }, { path: link }],
    },
  };
}

/** Downloads 100 files in turn; each client begins with a different one. */
async function manyDownloads(service: Running, input: Record<string, unknown>): Promise<Partial<Load>> {
  const jobs = await Promise.all(Array.from({ length: 100 }, () => completedJob(service, input, 'zip')));
  const requests = jobs.map(({ link }) => ({ path: link }));
  let first = 0;
  return {
    requests,
    setupClient: (client) => {
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
      first = (first + 1) % requests.length;
    },
  };
}

async function measure({ pid }: Running, load: Load, seconds: number): Promise<Round> {
  // One uncounted second first, to compile the code and warm the caches.
  await autocannon({ connections: CLIENTS, ...load, duration: 1 });
  const before = await processorTime(pid);
  const result = await autocannon({ connections: CLIENTS, ...load, duration: seconds });
  const used = (await processorTime(pid)) - before;
  return {
    rate: result.requests.average,
    cpu: used / result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
  };
}

/** Returns the processor time of a process with all its threads, microseconds. Linux counts it in hundredths of a second. */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [, user = 0, system = 0] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(stat)?.map(Number) ?? [];
  return (user + system) * 10_000;
}

function tableRow(name: string, rounds: readonly (readonly [Round, Round])[]): string[] {
  const middle = (value: (bare: Round, service: Round) => number) => median(rounds.map(([a, b]) => value(a, b)));
  const row = [
    name,
    String(Math.round(middle((_, { rate }) => rate))),
    String(Math.round(middle(({ rate }) => rate))),
    middle((bare, { rate }) => rate / bare.rate).toFixed(3),
    String(middle((_, { p50 }) => p50)),
    String(middle((_, { p99 }) => p99)),
    middle((_, { cpu }) => cpu).toFixed(0),
    middle(({ cpu }) => cpu).toFixed(0),
    middle((bare, { cpu }) => bare.cpu / cpu).toFixed(3),
    String(rounds.reduce((sum, [bare, service]) => sum + bare.errors + service.errors, 0)),
  ];
  console.error(row.join('  '));
  return row;
}
