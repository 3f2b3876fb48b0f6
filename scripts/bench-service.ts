/**
 * `npm run bench:service [-- quick] [postgres] [large] [growth] [reports] [statuses] [poll] [threads] [download] [downloads] [create]
 * [list] [sequence]`: how many requests `convertd serve`, in its own process, answers to 200 simultaneous clients that create jobs, poll
 * them and download outputs, compared with an empty Fastify on the same machine in the same run. The load comes from one other process
 * (this one), so on few cores it takes its share of them: compare with the bare server, which is measured before each row. Names of rows
 * measure only these, five times: for a busy machine. `large` measures instead how fast 1 GiB is downloaded, `growth` the cost of requests
 * with 10^3, 10^5 and 10^6 jobs in the database, `reports` the cost of a task's reports in jobs of 10, 100 and 1000 tasks.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureGrowth } from './bench-service/growth.ts';
import { measureLarge } from './bench-service/large.ts';
import { measureReports } from './bench-service/reports.ts';
import { measureRequests, ROWS, type Row } from './bench-service/requests.ts';

const isRow = (word: string): word is Row => Object.hasOwn(ROWS, word);

const INSTEAD = ['large', 'growth', 'reports'];
const WORDS = ['quick', 'postgres', ...INSTEAD];
const words = process.argv.slice(2);
const unknown = words.filter((word) => !WORDS.includes(word) && !isRow(word));
if (unknown.length > 0) {
  throw new Error(`unknown: ${unknown.join(', ')}; known: ${[...WORDS, ...Object.keys(ROWS)].join(', ')}`);
}

const quick = words.includes('quick');
const withPostgres = words.includes('postgres');
const rows = words.filter(isRow);
const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  if (words.includes('large')) console.log(await measureLarge(folder));
  if (words.includes('growth')) {
    console.log(await measureGrowth(folder, quick ? [1e3, 1e4] : [1e3, 1e5, 1e6], withPostgres));
  }
  if (words.includes('reports')) {
    console.log(await measureReports(folder, { sizes: [10, 100, 1000], rounds: quick ? 1 : 5, withPostgres }));
  }
  if (rows.length > 0 || !INSTEAD.some((word) => words.includes(word))) {
    const all = Object.keys(ROWS).filter(isRow);
    const selected = rows.length > 0 ? { rows, rounds: 5 } : { rows: all, rounds: 1 };
    console.log(await measureRequests(folder, { ...selected, seconds: quick ? 5 : 15, withPostgres }));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
