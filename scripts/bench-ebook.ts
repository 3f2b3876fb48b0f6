/**
 * `npm run bench:ebook [-- ROUNDS]`: six conversions of books, one and two at a time: a cold `ebook-convert` for each book, and convertd's
 * calibre host. In turn, in one run; then the resources of the host over 300 conversions. Needs CORPORA_DIR.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePairs, type Pair } from './bench-ebook/books.ts';
import { type Contestant, cold, warm } from './bench-ebook/contestants.ts';
import { memoryOf } from './bench-ebook/memory.ts';
import { median, table, timed } from './bench-worker/statistics.ts';

const LANES = [1, 2];
const MEMORY_AFTER = [50, 300];

const corpora = process.env.CORPORA_DIR;
if (corpora === undefined) throw new Error('Set CORPORA_DIR to the folder of the corpora.');
const rounds = Number(process.argv[2] ?? 3);

const atOnce = (contestant: Contestant, pair: Pair, lanes: number): Promise<number> =>
  timed(() => Promise.all(Array.from({ length: lanes }, (_, lane) => contestant.convert(pair, lane))));

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
// The host's folder is created in it, which identifies its processes.
process.env.TMPDIR = folder;
const contestants = [cold(folder), await warm(folder)];
try {
  const pairs = await makePairs(folder, corpora);
  const rows: string[][] = [];
  for (const pair of pairs) {
    const cells: string[] = [];
    for (const lanes of LANES) {
      const seconds: number[][] = contestants.map(() => []);
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, each] of contestants.entries()) seconds[index]?.push(await atOnce(each, pair, lanes));
      }
      const [slow = Number.NaN, fast = Number.NaN] = seconds.map(median);
      cells.push(slow.toFixed(2), fast.toFixed(2), (slow / fast).toFixed(1));
    }
    rows.push([pair.name, ...cells, pair.wanted.toFixed(0)]);
    console.error(rows.at(-1)?.join('  '));
  }
  const heads = LANES.flatMap((lanes) => [`${lanes}: cold s`, 'warm s', 'times']);
  console.log(table([['', ...heads, 'wanted'], ...rows]));
  const [, host] = contestants;
  const [small] = pairs;
  if (host === undefined || small === undefined) throw new Error('a bench without a host or a book');
  let done = 0;
  for (const after of MEMORY_AFTER) {
    for (; done < after; done += 2) await atOnce(host, pairs[(done / 2) % 3] ?? small, 2);
    console.log(`memory of the host after ${after}: ${((await memoryOf(folder)) / 1024 ** 2).toFixed(0)} MiB`);
  }
} finally {
  for (const contestant of contestants) await contestant.stop();
  await rm(folder, { recursive: true, force: true });
}
