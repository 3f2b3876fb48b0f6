import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const CONVERTD = fileURLToPath(new URL('../../bin/convertd', import.meta.url));
/** Longest start that has not failed, ms. */
const PATIENCE_MS = 60_000;

/** `convertd worker` as an operator starts it. */
export interface BenchWorker {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Resolves when the worker takes tasks. It ends with this process at the latest. */
export async function startBenchWorker(env: Record<string, string>): Promise<BenchWorker> {
  const child = execa(CONVERTD, ['worker'], {
    env: { PORT: '0', LOG_LEVEL: 'info', ...env },
    stdin: 'ignore',
    stderr: 'inherit',
    buffer: false,
    reject: false,
  });
  await new Promise<void>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (text.includes(CONNECTED)) return;
      text += chunk.toString();
      if (text.includes(CONNECTED)) resolve();
    });
    void child.then(() => reject(new Error(`the worker has ended: ${text}`)));
    void setTimeout(PATIENCE_MS, undefined, { ref: false }).then(() => reject(new Error('the worker does not start')));
  });
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await child;
    },
  };
}

/** Log message after the connection to the broker is open. */
const CONNECTED = 'connected to the broker';

/** Resident memory of a process, bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Returns the resident memory of all descendants of a process, bytes. */
export async function descendantsBytes(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = children.split(' ').filter(Boolean).map(Number);
  const sizes = pids.map(async (each) => (await residentBytes(each).catch(() => 0)) + (await descendantsBytes(each)));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
