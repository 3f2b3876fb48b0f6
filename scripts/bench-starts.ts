import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DEFAULT_LIMITS } from '../src/process/limits.ts';
import { chooseBackend } from '../src/process/sandbox/sandbox.ts';
import type { Launch } from '../src/process/supervisor/launch.ts';
import { launch } from '../src/process/supervisor/launcher.ts';
import { takeSupervisor } from '../src/process/supervisor/supervisor-pool.ts';
import { usageOf } from './bench-image/processor-time.ts';

const PROGRAM = '/bin/true';
const ROUNDS = 5;
const STARTS = 100;
/** Milliseconds until the processor time of ended processes is counted. */
const SETTLED = 1300;

interface Contestant {
  readonly name: string;
  /** Value of PROGRAM_STARTS. */
  readonly starts: 'warm' | 'fresh';
  start(): Promise<unknown>;
}

/**
 * Measures what a sandboxed start of a program that does nothing costs more than a plain one: all contestants in turn, medians of the
 * rounds. Processor time is that of all processes of a start, including the share of this one.
 */
export async function benchStarts(folder: string): Promise<void> {
  const work = join(folder, 'starts');
  await mkdir(work);
  const options = await launchOf(work);
  const contestants: Contestant[] = [
    { name: 'plain spawn', starts: 'fresh', start: spawnPlainly },
    { name: 'sandboxed, PROGRAM_STARTS=fresh', starts: 'fresh', start: () => run(options) },
    { name: 'sandboxed, PROGRAM_STARTS=warm', starts: 'warm', start: () => run(options) },
  ];
  const rows = new Map(contestants.map(({ name }) => [name, [] as Figures[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const each of contestants) rows.get(each.name)?.push(await measure(each));
  }
  console.log('\nstart of a program'.padEnd(34), 'processor ms', '  page faults', '  median ms');
  for (const [name, figures] of rows) {
    const columns = (['time', 'faults', 'latency'] as const).map((column) => median(figures.map((row) => row[column])));
    console.log(name.padEnd(33), ...columns.map((value) => value.toFixed(2).padStart(12)));
  }
}

interface Figures {
  readonly time: number;
  readonly faults: number;
  readonly latency: number;
}

async function measure({ starts, start }: Contestant): Promise<Figures> {
  process.env.PROGRAM_STARTS = starts;
  for (let count = 0; count < STARTS / 10; count += 1) await start();
  await setTimeout(SETTLED);
  const before = await usageOf(process.pid);
  const latencies: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const begun = performance.now();
    await start();
    latencies.push(performance.now() - begun);
  }
  await setTimeout(SETTLED);
  const after = await usageOf(process.pid);
  return {
    time: (after.time - before.time) / STARTS,
    faults: (after.faults - before.faults) / STARTS,
    latency: median(latencies),
  };
}

function spawnPlainly(): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(PROGRAM, [], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    child.once('close', () => resolve());
  });
}

async function run(options: Launch): Promise<void> {
  const program = launch(options, await takeSupervisor());
  program.stdout?.resume();
  program.stderr.resume();
  const ending = await program.end;
  if (ending.how !== 'exit' || ending.failed !== null) throw new Error(JSON.stringify(ending));
}

async function launchOf(work: string): Promise<Launch> {
  return {
    backend: await chooseBackend(),
    path: PROGRAM,
    args: [],
    cwd: work,
    env: { PATH: '/usr/bin:/bin' },
    read: [],
    write: [work],
    temporary: work,
    calls: 'program',
    allow: [],
    port: null,
    limits: DEFAULT_LIMITS,
    stdin: 'ignore',
    stdout: 'pipe',
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
