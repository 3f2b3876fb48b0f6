import { readdir, readFile } from 'node:fs/promises';

/** Returns the ids of living processes with this text in their command line. */
export async function findProcesses(text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return words.includes(text) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

/** Whether a process has not ended: an ended one stays in /proc until its parent waits for it. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State: X');
  return !/^State:\s+[ZX]/m.test(status);
}

/** Id of the parent of a process. */
export async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
}
