/**
 * Runs the tests, and fails if they leave anything behind.
 *
 *     scripts/run test                        # what `npm test` runs: *.unit.ts and *.test.ts
 *     scripts/run test --all [FILTER …]       # *.detail.ts, *.matrix.ts and *.slow.ts, too
 *     scripts/run test --changed [REVISION]   # only tests affected by changes since REVISION (default HEAD); with --all of all
 *
 * All other words go to Vitest. TEST_SEED=n tries other random values, and other parts of the matrices; TEST_SAMPLE=all whole ones.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { changedFiles, relevantTests } from './test/changed.ts';
import { RUNTIME_FOLDER, removeDeadRuns, startRun } from './test/run-folder.ts';
import { measureSlowness } from './test/slowness.ts';

const words = process.argv.slice(2);
const takeFlag = (flag: string): boolean => {
  const at = words.indexOf(flag);
  if (at >= 0) words.splice(at, 1);
  return at >= 0;
};
const changed = takeFlag('--changed');
// Naming a file or a folder selects all of its tests.
const tier = takeFlag('--all') || words.some((word) => /^[^-].*\//.test(word)) ? 'all' : 'test';
if (changed) {
  const base = words[0] !== undefined && !words[0].startsWith('-') ? words.shift() : undefined;
  const relevant = await relevantTests(await changedFiles(base ?? 'HEAD'));
  const tests = relevant.filter((test) => tier === 'all' || /\.(unit|test)\.ts$/.test(test));
  if (tests.length === 0) {
    console.log('no test depends on what has changed');
    process.exit();
  }
  words.push(...tests);
}

await removeDeadRuns();
const run = await startRun();
const slowness = measureSlowness();
const seed = process.env.TEST_SEED ?? '1';
console.log(`seed ${seed} (TEST_SEED), machine ${slowness.toFixed(1)} times as slow as the reference`);

const vitest = spawn('vitest', ['run', ...(tier === 'test' ? ['--tags-filter=!detail'] : []), ...words], {
  stdio: 'inherit',
  env: {
    ...process.env,
    TEST_TIER: tier,
    TEST_SEED: seed,
    TEST_SLOWNESS: String(slowness),
    TEST_RUN: run.folder,
    TMPDIR: run.folder,
    XDG_RUNTIME_DIR: join(run.folder, RUNTIME_FOLDER),
    MAGICK_TEMPORARY_PATH: join(run.folder, RUNTIME_FOLDER),
  },
});
// A terminal sends Ctrl-C to Vitest itself, which ends cleanly; remains are removed below.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => vitest.kill(signal));
const [code, signal] = (await once(vitest, 'exit')) as [number | null, NodeJS.Signals | null];

const leftovers = await run.end();
for (const leftover of leftovers) console.error(`left behind: ${leftover}`);
if (signal !== null) console.error(`Vitest was ended by ${signal}`);
process.exitCode = code === 0 && leftovers.length > 0 ? 1 : (code ?? 1);
