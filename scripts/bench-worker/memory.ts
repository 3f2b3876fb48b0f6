import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openBenchClient } from './client.ts';
import { type BenchSetup, CORES, workerEnvironment } from './setup.ts';
import { table } from './statistics.ts';
import { tinyTask } from './tasks.ts';
import { descendantsBytes, residentBytes, startBenchWorker } from './worker.ts';

const COUNTS = [200, 1000, 2000, 4000, 7000, 10_000];
const QUIET_MS = 1000;
/** Timeout for a garbage collection, which takes some 50 ms. */
const PATIENCE_MS = 10_000;
/**
 * Allowed growth of the heap since the first measurement, for a worker that keeps nothing of its tasks. Resident memory does not show that:
 * V8 enlarges its heap under load, and does not return memory at once.
 */
const FLAT = 1.1;

/** Measures the memory of a worker and its engine processes after this many tiny tasks and a quiet second. */
export async function measureMemory(setup: BenchSetup): Promise<string> {
  const heapFile = join(setup.folder, 'heap');
  const worker = await startBenchWorker({
    ...workerEnvironment(setup, CORES),
    CATEGORIES: 'hash',
    NODE_OPTIONS: `--import ${new URL('./heap-probe.ts', import.meta.url)}`,
    HEAP_FILE: heapFile,
  });
  const client = await openBenchClient(setup.broker.url);
  const found: { count: number; own: number; heap: number; children: number }[] = [];
  let done = 0;
  for (const count of COUNTS.map((each) => Math.ceil(each / setup.divisor))) {
    const tasks = Array.from({ length: count - done }, tinyTask);
    await Promise.all(tasks.map(client.run));
    done = count;
    await setTimeout(QUIET_MS);
    const own = await residentBytes(worker.pid);
    found.push({
      count,
      own,
      heap: await usedHeap(worker.pid, heapFile),
      children: await descendantsBytes(worker.pid),
    });
  }
  await client.close();
  await worker.stop();
  const growth = (found.at(-1)?.heap ?? 0) / (found[0]?.heap ?? 1);
  const mebibytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);
  return [
    'Memory after so many tiny tasks, MiB: resident, and used by JavaScript after a collection of garbage:\n',
    table([
      ['tasks', 'worker', 'its heap, used', 'its engine processes'],
      ...found.map(({ count, own, heap, children }) => [
        String(count),
        mebibytes(own),
        (heap / 1024 ** 2).toFixed(1),
        mebibytes(children),
      ]),
    ]),
    `The heap, last against first: ${growth.toFixed(2)}, ${growth <= FLAT ? 'flat' : 'NOT flat'}.\n`,
  ].join('');
}

/** Returns the bytes of the heap that a worker with the probe uses after a collection. Throws if it does not answer. */
async function usedHeap(pid: number, file: string): Promise<number> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (const started = performance.now(); performance.now() - started < PATIENCE_MS; await setTimeout(20)) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) return Number(text);
  }
  throw new Error('the worker does not tell its heap');
}
