import { readFile } from 'node:fs/promises';

/** Milliseconds of a tick of /proc: its ticks have been hundredths of a second on every Linux (USER_HZ). */
const TICK_MS = 10;

/** Most processes that are asked: a browser has some ten. */
const MOST_PROCESSES = 100;

/**
 * Returns the processor time that a process, its living descendants and those that they have waited for have used, in milliseconds.
 * @returns null if the process has ended
 */
export async function processorTimeOf(pid: number): Promise<number | null> {
  const waiting = [pid];
  let sum: number | null = null;
  for (let asked = 0; asked < MOST_PROCESSES; asked += 1) {
    const next = waiting.pop();
    if (next === undefined) break;
    const ticks = await ticksOf(next);
    if (ticks === null) continue;
    sum = (sum ?? 0) + ticks * TICK_MS;
    waiting.push(...(await childrenOf(next)));
  }
  return sum;
}

/** Adds utime, stime, cutime and cstime: proc_pid_stat(5). The name of the program, in parentheses, may contain anything. */
async function ticksOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

async function childrenOf(pid: number): Promise<number[]> {
  // The children of all threads would need a read for each; programs start processes from their first one, with few exceptions.
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}
