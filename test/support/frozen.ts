import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { processesOf } from '../../scripts/processes.ts';
import { waitFor } from '../worker/support.ts';

/** Stops (SIGSTOP) each descendant of this process whose command line has the text, as soon as it appears. */
export function freeze(text: string): { readonly pids: ReadonlySet<number>; thaw(): Promise<void> } {
  const pids = new Set<number>();
  const end = new AbortController();
  const watch = async () => {
    while (!end.signal.aborted) {
      for (const pid of await descendants(text)) {
        if (!pids.has(pid)) process.kill(pid, 'SIGSTOP');
        pids.add(pid);
      }
      await setTimeout(20);
    }
  };
  const watching = watch();
  return {
    pids,
    async thaw() {
      end.abort();
      await watching;
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    },
  };
}

/** Stops (SIGSTOP) a program as soon as it runs for an installation in this folder, so that it never ends by itself. */
export async function stopProgram(folder: string, name: string): Promise<void> {
  await waitFor(async () => {
    const all = await processesOf(folder);
    const found = all.find(({ command }) => basename(command.split(' ')[0] ?? '') === name);
    return found === undefined ? undefined : isStopped(found.pid);
  }, `${name} to run`);
}

/** Undefined if the process has already ended: programs that print their version run for some milliseconds. */
function isStopped(pid: number): true | undefined {
  try {
    return process.kill(pid, 'SIGSTOP');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return undefined;
  }
}

/** Ids of the processes below this one whose command line has the text. */
export async function descendants(text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await words(pid)).includes(text) ? [pid] : [])));
  const own = await Promise.all(found.flat().map(async (pid) => ((await isBelow(pid)) ? [pid] : [])));
  return own.flat();
}

const words = (pid: number): Promise<string> => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');

async function isBelow(pid: number): Promise<boolean> {
  if (pid <= 1) return false;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0);
  return parent === process.pid || isBelow(parent);
}
