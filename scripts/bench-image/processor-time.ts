import { readFile } from 'node:fs/promises';

/** Of a tick in /proc: USER_HZ, 100 a second on every Linux of today. */
const TICK_MS = 10;

/** Processor time of a process, of those it has started, and of theirs that have ended, milliseconds. */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold anything; 14 to 17 are own and ended children's time (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * TICK_MS;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const times = children.split(' ').filter(Boolean).map(Number).map(processorTime);
  return (await Promise.all(times)).reduce((sum, time) => sum + time, own);
}
