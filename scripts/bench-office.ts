/**
 * `npm run bench:office [-- --files all|dozen --rounds N]`: conversions of office files to PDF, one and two at a time: a cold `soffice
 * --convert-to` for each file, one soffice that stays and is used over a pipe (as in most services), convertd's LibreOffice worker process
 * alone, and convertd's runner. All take turns within one run; then convertd's memory over 500 conversions. Needs CORPORA_DIR.
 */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Contestant, cold, convertd, officePool, pipe } from './bench-office/contestants.ts';
import { isSet, SETS, selectFiles } from './bench-office/files.ts';
import { byFile, comparison, type Entry, overview } from './bench-office/report.ts';
import { Result } from './bench-office/result.ts';

const LANES = 2;
const MEMORY_AFTER = [50, 100, 200, 300, 400, 500];
/** Minimum number of conversions of a turn: one of two lanes is idle while the other does the last file. */
const TURN = 60;

const { values } = parseArgs({
  options: { files: { type: 'string', default: 'all' }, rounds: { type: 'string', default: '3' } },
});
const rounds = Number(values.rounds);
if (!isSet(values.files)) throw new Error(`--files is one of ${SETS.join(', ')}.`);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a number from 1 on.');
const corpora = process.env.CORPORA_DIR;
if (corpora === undefined) throw new Error('Set CORPORA_DIR to the folder of the corpora.');

const enter = (contestant: Contestant): Entry => ({ contestant, alone: new Result(1), together: new Result(LANES) });

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
for (let lane = 0; lane < LANES; lane += 1) await mkdir(join(folder, `cold-${lane}`));
const pool = enter(await officePool(folder));
const entries = {
  cold: enter(await cold(folder)),
  pipe: enter(await pipe(folder, LANES)),
  pool,
  runner: enter(await convertd(folder)),
};
try {
  const files = await selectFiles(corpora, values.files, pool.contestant);
  const times = Math.ceil(TURN / files.length);
  // A first uncounted round creates profiles and warms caches.
  for (const { contestant } of Object.values(entries)) await new Result(LANES).convert(contestant, files, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const entry of Object.values(entries)) {
      // A cold start takes so long that one turn is enough.
      if (entry === entries.cold && round !== Math.floor(rounds / 2)) continue;
      for (const result of [entry.alone, entry.together]) await result.convert(entry.contestant, files, times);
    }
  }
  console.log(overview(entries, LANES));
  console.log(byFile(entries, files));
  for (const own of [entries.pool, entries.runner]) console.log(comparison(own, entries, LANES));
  await showMemory(entries.runner.contestant, files);
} finally {
  for (const { contestant } of Object.values(entries)) await contestant.stop();
  await rm(folder, { recursive: true, force: true });
}

async function showMemory(contestant: Contestant, files: readonly string[]): Promise<void> {
  let done = 0;
  for (const after of MEMORY_AFTER) {
    for (; done < after; done += 1) await contestant.convert(files[done % files.length] ?? '', 0);
    console.log(`memory after ${after}: ${(((await contestant.memory()) ?? 0) / 1024 ** 2).toFixed(0)} MiB`);
  }
}
