import { readdir, readFile } from 'node:fs/promises';

/** Returns the bytes of all processes with this text in their environment; shared memory counts once. */
export async function memoryOf(text: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const sizes = await Promise.all(pids.map((pid) => proportional(pid, text)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function proportional(pid: string, text: string): Promise<number> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  if (!environment.includes(text)) return 0;
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
}
