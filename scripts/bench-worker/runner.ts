/*
 * The runner without a broker, in its own process, with the settings of a worker from the environment. A number on its standard input
 * creates this many tiny tasks, `run` runs them; each is answered with a line. It ends when its standard input ends.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Task } from '../../src/task/types.ts';
import { CORES, openRunner } from './setup.ts';
import { atATime } from './statistics.ts';
import { tinyTask } from './tasks.ts';

/** The word that starts the tasks. */
const RUN = 'run';

export interface BenchRunner {
  readonly pid: number;
  /** Creates this many tiny tasks, which does not count as the runner's work. */
  prepare(count: number): Promise<void>;
  /** Runs the created tasks, as many at a time as there are cores. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** It ends with this process at the latest. */
export function startBenchRunner(env: Record<string, string>): BenchRunner {
  const child = execa(process.execPath, [fileURLToPath(import.meta.url)], { env, stderr: 'inherit', reject: false });
  const lines = createInterface({ input: child.stdout });
  const ask = async (line: string) => {
    const answer = once(lines, 'line');
    child.stdin.write(`${line}\n`);
    await answer;
  };
  return {
    pid: child.pid ?? 0,
    prepare: (count) => ask(String(count)),
    run: () => ask(RUN),
    stop: async () => {
      child.stdin.end();
      await child;
    },
  };
}

async function serve(): Promise<void> {
  const run = openRunner(process.env);
  let tasks: readonly Task[] = [];
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === RUN) await atATime(CORES, tasks, run);
    else tasks = Array.from({ length: Number(line) }, tinyTask);
    console.log('done');
  }
}

if (import.meta.main) {
  await serve();
  // Engine processes that stay for the next task would keep this one alive.
  process.exit();
}
