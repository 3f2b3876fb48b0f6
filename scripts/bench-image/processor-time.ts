import { readFile } from 'node:fs/promises';

/** Length of a tick in /proc: USER_HZ, 100 a second on every current Linux. */
const TICK_MS = 10;

export interface Usage {
  /** Processor time, milliseconds. */
  readonly time: number;
  /** Memory pages that were loaded or copied on first use. */
  readonly faults: number;
}

/** Returns the usage of a process, of those it has started, and of their children that have ended. */
export async function usageOf(pid: number): Promise<Usage> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may contain anything; 10 and 11 are own and ended children's faults, 14 to 17 their times (proc(5)).
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (from: number, to: number) => fields.slice(from, to).reduce((total, field) => total + field, 0);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const used = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(usageOf));
  const own: Usage = { time: sum(11, 15) * TICK_MS, faults: sum(7, 9) };
  return used.reduce((all, each) => ({ time: all.time + each.time, faults: all.faults + each.faults }), own);
}

/** Returns the processor time of a process, of those it has started, and of their children that have ended, milliseconds. */
export async function processorTime(pid: number): Promise<number> {
  return (await usageOf(pid)).time;
}

/** Returns a process and all its current descendants. */
export async function processesBelow(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(processesBelow));
  return [pid, ...below.flat()];
}
