/**
 * `npm run bench:small [-- TASKS [photo|page…]]`: small tasks in a warm process against the bare program, two at a time, in turn, in rounds
 * within one run: a JPEG of 206 kB to 400 pixels against sharp in a process; operations on a one-page PDF against qpdf. convertd does the
 * whole task: it fetches, converts, checks and stores.
 */
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { createFolderStore } from '../src/files/stores/folder-store.ts';
import { closeEngines } from '../src/runner/engines.ts';
import { CONVERT } from '../test/support/imagemagick.ts';
import { CONTESTANTS, type Contestant } from './bench-image/contestants.ts';
import { processorTime } from './bench-image/processor-time.ts';
import { createBenchRunner } from './bench-runner.ts';
import { atATime, median, table, timed } from './bench-worker/statistics.ts';

const ROUNDS = 5;
const WARM_UP = 1000;
const LANES = availableParallelism();
const WIDTH = 400;
const HEIGHT = 267;

interface Case {
  readonly name: string;
  readonly group: 'photo' | 'page';
  /** Writes one file into a folder. */
  readonly bare: (folder: string, id: number) => Promise<unknown>;
  readonly task: (folder: string, id: number) => Promise<unknown>;
}

interface Measured {
  readonly seconds: number;
  /** Processor milliseconds per task, of this process and all its children. */
  readonly work: number;
}

async function measure(make: (folder: string, id: number) => Promise<unknown>, count: number): Promise<Measured> {
  const output = await mkdtemp(join(folder, 'out-'));
  // Starts the processes and loads their programs into memory.
  const first = Array.from({ length: 2 * LANES }, (_, index) => index);
  await atATime(LANES, first, async (index) => make(await mkdtemp(join(output, 'warm-')), index));
  const made = await Promise.all(Array.from({ length: count }, () => mkdtemp(join(output, 'made-'))));
  const before = await processorTime(process.pid);
  const seconds = await timed(() => atATime(LANES, [...made.keys()], (index) => make(made[index] ?? '', index + 100)));
  const work = ((await processorTime(process.pid)) - before) / count;
  for (const each of made) if ((await readdir(each)).length !== 1) throw new Error('a task made no file');
  await rm(output, { recursive: true });
  return { seconds, work };
}

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  const [first, ...rest] = process.argv.slice(2);
  const isCount = Number.isInteger(Number(first)) && first !== undefined;
  const count = isCount ? Number(first) : 100;
  const asked = isCount ? rest : process.argv.slice(2);
  const rows = [];
  for (const each of await cases()) {
    if (asked.length > 0 && !asked.includes(each.group)) continue;
    const found: Record<'bare' | 'task', Measured[]> = { bare: [], task: [] };
    // As in a process that has worked for ten seconds: its own code is compiled by then.
    for (const who of ['bare', 'task'] as const) await measure(each[who], WARM_UP);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const who of round % 2 === 0 ? (['bare', 'task'] as const) : (['task', 'bare'] as const))
        found[who].push(await measure(each[who], count));
    const ratio = (what: keyof Measured): string =>
      median(found.task.map((task, index) => task[what] / (found.bare[index]?.[what] ?? Number.NaN))).toFixed(2);
    const ms = (who: 'bare' | 'task'): string =>
      ((1000 * median(found[who].map(({ seconds }) => seconds))) / count).toFixed(1);
    const work = (who: 'bare' | 'task'): string => median(found[who].map((one) => one.work)).toFixed(1);
    rows.push([each.name, ms('bare'), ms('task'), ratio('seconds'), work('bare'), work('task'), ratio('work')]);
    console.error(rows.at(-1)?.join('  '));
  }
  console.log(table([['task', 'bare ms', 'task ms', 'ratio', 'bare cpu ms', 'task cpu ms', 'ratio'], ...rows]));
} finally {
  await closeEngines();
  await CONTESTANTS[0]?.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Returns the folder of a task as in a worker, created for its first output. */
function ofTask(output: string): string {
  return join(output, 'task');
}

async function cases(): Promise<readonly Case[]> {
  const runner = await createBenchRunner(folder);
  const photo = join(folder, 'photo.jpg');
  await execa(CONVERT, ['-seed', '7', '-size', '1400x933', 'plasma:fractal', '-quality', '85', photo]);
  const text = join(folder, 'page.txt');
  await writeFile(text, 'One page of text, as it is sent a thousand times a day.\n'.repeat(30));
  const made = join(folder, 'made');
  await runner.run(text, 'pdf', {}, made);
  const page = join(folder, 'page.pdf');
  const [name = ''] = await readdir(made);
  await rename(join(made, name), page);
  const qpdf =
    (...args: string[]) =>
    (output: string) =>
      execa('qpdf', [page, ...args, join(output, 'page.pdf')]);
  const pdf = (options: Readonly<Record<string, unknown>>) => (output: string) =>
    runner.run(page, 'pdf', options, ofTask(output));
  const [sharp, warmHost] = CONTESTANTS;
  if (sharp === undefined || warmHost === undefined)
    throw new Error('sharp or the worker process is not among the contestants');
  const size = { width: WIDTH, height: HEIGHT };
  const photoBy =
    ({ make }: Contestant) =>
    (output: string, id: number) =>
      make({ id, input: photo, output: join(output, 'photo.jpg'), format: 'jpg', ...size });
  const bySharp = photoBy(sharp);
  return [
    {
      name: 'JPEG to 400 pixels, sharp in a process',
      group: 'photo',
      bare: bySharp,
      task: (output) => runner.run(photo, 'jpg', size, ofTask(output)),
    },
    {
      name: "the same in convertd's worker process, without a task around it",
      group: 'photo',
      bare: bySharp,
      task: photoBy(warmHost),
    },
    {
      name: 'the same sharp, and convertd only stores what it made',
      group: 'photo',
      bare: bySharp,
      task: async (output, id) => {
        const path = join(folder, `made-${id}.jpg`);
        await sharp.make({ id, input: photo, output: path, format: 'jpg', ...size });
        const { signal } = new AbortController();
        const named = { filename: 'photo.jpg', contentType: 'image/jpeg', signal };
        await createFolderStore(ofTask(output)).put(path, named);
      },
    },
    {
      name: 'one page turned, qpdf',
      group: 'page',
      bare: qpdf('--rotate=+90'),
      task: pdf({ rotate: [{ pages: '1-last', angle: 90 }] }),
    },
    { name: 'one page linearized, qpdf', group: 'page', bare: qpdf('--linearize'), task: pdf({ linearize: true }) },
  ];
}
