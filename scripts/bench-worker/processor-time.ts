import { readdir, readFile } from 'node:fs/promises';
import { processesBelow } from '../bench-image/processor-time.ts';

/** Processor time of a program by its parts, milliseconds. */
export type ProcessorTime = Readonly<Record<Part, number>>;

export const PARTS = [
  'main thread',
  'libuv threads',
  'disk threads',
  'V8 threads',
  'engine processes',
  'supervision',
] as const;
export type Part = (typeof PARTS)[number];

/** Node's names of threads; the only JavaScript threads are those of src/disk. */
const THREADS: Readonly<Record<string, Part>> = { 'libuv-worker': 'libuv threads', WorkerThread: 'disk threads' };

/**
 * Returns what a worker or a runner has used so far: its own threads, and the processes below it. Only running processes count, which is
 * all for engines that stay warm.
 */
export async function processorTimeOf(pid: number): Promise<ProcessorTime> {
  const used = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const name = (await readFile(`/proc/${pid}/task/${thread}/comm`, 'utf8')).trim();
    const part = Number(thread) === pid ? 'main thread' : (THREADS[name] ?? 'V8 threads');
    used[part] += await timeOfThread(pid, thread);
  }
  for (const below of await processesBelow(pid)) {
    if (below === pid) continue;
    const command = await readFile(`/proc/${below}/cmdline`, 'utf8').catch(() => '');
    // Below the launcher and bubblewrap there are only the engines' own programs.
    const part = /python3|bwrap/.test(command.split('\0')[0] ?? '') ? 'supervision' : 'engine processes';
    used[part] += await timeOfProcess(below);
  }
  return used;
}

/** Returns the processor time of all threads of a process so far, milliseconds. */
export async function timeOfProcess(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = await Promise.all(threads.map((thread) => timeOfThread(pid, thread)));
  return times.reduce((sum, time) => sum + time, 0);
}

/** Nanoseconds are more exact than the ticks of `stat`, which are rounded for each thread. Returns 0 for an ended thread. */
async function timeOfThread(pid: number, thread: string): Promise<number> {
  const [nanoseconds = '0'] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '')).split(
    ' ',
  );
  return Number(nanoseconds) / 1e6;
}
