/**
 * `npm run bench:compare [-- WORD OF A GROUP…]`: the same 100 real files of CORPORA_DIR converted by convertd and by common programs with
 * their default settings: wall time, processor time, peak memory, and the number of correct files according to an independent program. Each
 * way gets all files of a group, two at a time if possible; convertd is one command, including its start, and once more with an agent.
 *
 * `ROUNDS` (2) rounds in turn; the table has the shorter time, so that other load matters less. sharp-cli comes from the npm registry,
 * because convertd does not use it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { filesOf, type Group, groups } from './bench-compare/groups.ts';
import { type Measured, runAgent, runConvertd, runWay } from './bench-compare/run.ts';
import { table } from './bench-worker/statistics.ts';

const SHARP_CLI = 'sharp-cli@6.1.0';
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const MEBIBYTE = 1024 ** 2;

const { CORPORA_DIR: corpora } = process.env;
if (corpora === undefined) {
  console.log('CORPORA_DIR names no folder: nothing to run.');
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  const asked = process.argv.slice(2);
  let count = 0;
  for (const group of groups(await installSharp())) {
    if (asked.length > 0 && !asked.some((word) => group.name.includes(word))) continue;
    const files = await filesOf(group, resolve(corpora));
    count += files.length;
    console.log(`${group.name}, ${files.length} files:\n\n${await compare(group, files)}`);
  }
  console.log(`${count} files.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function installSharp(): Promise<string> {
  await execa('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, SHARP_CLI]);
  return join(folder, 'node_modules', '.bin', 'sharp');
}

async function compare(group: Group, files: readonly string[]): Promise<string> {
  const contestants: { name: string; run: (to: string) => Promise<Measured> }[] = [
    { name: 'convertd', run: (to) => runConvertd(group, files, to) },
    { name: 'convertd with an agent', run: (to) => runAgent(group, files, to) },
    ...group.ways.map((way) => ({ name: way.name, run: (to: string) => runWay(way, group, files, to) })),
  ];
  const results = contestants.map((): Measured[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = contestants.map((_, index) => (round % 2 === 0 ? index : contestants.length - 1 - index));
    for (const index of order) {
      const found = await contestants[index]?.run(join(folder, `out-${round}-${index}`));
      if (found !== undefined) results[index]?.push(found);
    }
  }
  const best = results.map(shortest);
  const [own] = best;
  const rows = contestants.map(({ name }, index) => {
    const { wall, cpu, peak, right } = best[index] as Measured;
    return [
      name,
      wall.toFixed(1),
      (wall / (own?.wall ?? Number.NaN)).toFixed(2),
      cpu.toFixed(1),
      (cpu / (own?.cpu ?? Number.NaN)).toFixed(2),
      (peak / MEBIBYTE).toFixed(0),
      `${right} of ${files.length}`,
    ];
  });
  const wrong = contestants.flatMap(({ name }, index) =>
    (best[index]?.wrong ?? []).map((line) => `  ${name}: ${line}\n`),
  );
  const head = ['', 'wall, s', 'of convertd', 'processor, s', 'of convertd', 'peak MiB', 'right'];
  return `${table([head, ...rows])}\n${wrong.join('')}`;
}

/** Returns the times and the memory of the fastest round, and the errors of all rounds. */
function shortest(rounds: readonly Measured[]): Measured {
  const wrong = [...new Set(rounds.flatMap((each) => each.wrong))];
  const [first, ...rest] = rounds;
  if (first === undefined) throw new RangeError('no round');
  const best = rest.reduce((one, other) => (other.wall < one.wall ? other : one), first);
  return {
    ...best,
    cpu: Math.min(...rounds.map(({ cpu }) => cpu)),
    right: Math.min(...rounds.map(({ right }) => right)),
    wrong,
  };
}
