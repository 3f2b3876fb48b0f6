import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProcessPoolOptions } from '../../src/process/pool/pool-options.ts';
import { createProcessPool, type ProcessPool } from '../../src/process/pool/process-pool.ts';
import { type PoolStatistics, readPoolStatistics } from '../../src/process/statistics.ts';
import { patience } from '../support/slowness.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const HELPERS = join(import.meta.dirname, 'helpers');

let folder: string;
let pool: ProcessPool;
let name: string;
let count = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  count += 1;
  name = `statistics-${count}`;
});

afterEach(async () => {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a pool of worker processes that do what each job or `flags` say. */
function start(options: Partial<ProcessPoolOptions> = {}, ...flags: string[]): ProcessPool {
  const readable = [HELPERS, join(ROOT, 'src', 'process'), join(ROOT, 'src', 'task'), join(ROOT, 'package.json')];
  const command = { path: process.execPath, args: [join(HELPERS, 'worker-process.ts'), ...flags], readable };
  pool = createProcessPool({ name, folder, command, ...options });
  return pool;
}

const counted = (): PoolStatistics => readPoolStatistics().get(name) ?? { starts: 0, restarts: 0, crashes: 0 };
const outcome = (job: Promise<unknown>) =>
  job.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const answer = () => outcome(pool.request({ do: 'answer' }));

describe('pool statistics', () => {
  it('jobs that end well are no events, nor is a close', async () => {
    start({ size: 2 });
    expect(counted()).toEqual({ starts: 0, restarts: 0, crashes: 0 });
    await pool.warmUp();
    for (let job = 0; job < 3; job += 1) expect(await answer()).toBe('ok');
    expect(await outcome(pool.request({ do: 'fail' }))).toBe('conversion_failed');
    await pool.close();
    expect(counted()).toEqual({ starts: 2, restarts: 0, crashes: 0 });
  });

  it.each(['crash', 'exit'])('%s in a job: one crash, one restart', async (behaviour) => {
    start();
    expect(await outcome(pool.request({ do: behaviour }))).toBe('engine_crashed');
    expect(await answer()).toBe('ok');
    expect(counted()).toEqual({ starts: 2, restarts: 1, crashes: 1 });
  });

  it('a process killed at its time limit, or by a cancel, is a restart and no crash', async () => {
    start();
    expect(await outcome(pool.request({ do: 'hang' }, { timeoutMs: 200 }))).toBe('conversion_timeout');
    expect(await answer()).toBe('ok');
    // Canceled once the process has the job; earlier, nothing would have to be killed.
    const cancel = new AbortController();
    const onProgress = () => cancel.abort();
    expect(await outcome(pool.request({ do: 'hang' }, { signal: cancel.signal, onProgress }))).toBe(
      'conversion_canceled',
    );
    expect(await answer()).toBe('ok');
    expect(counted()).toEqual({ starts: 3, restarts: 2, crashes: 0 });
  });

  it('a process at its last job is a restart', async () => {
    start({ maxJobs: 1 });
    expect(await answer()).toBe('ok');
    expect(await answer()).toBe('ok');
    await vi.waitFor(() => expect(counted()).toEqual({ starts: 3, restarts: 2, crashes: 0 }), patience(20_000));
  });

  it('a pool that dies at its start has crashes and no starts', async () => {
    start({}, 'dies');
    expect(await answer()).toBe('internal');
    expect(counted()).toEqual({ starts: 0, restarts: 0, crashes: 3 });
  });

  it('a program that is missing is none of these', async () => {
    start({ command: { path: '/usr/bin/no-such-host', args: [] } });
    expect(await outcome(pool.request({}))).toBe('program_missing');
    expect(counted()).toEqual({ starts: 0, restarts: 0, crashes: 0 });
  });

  it('cold processes have starts and crashes, and nothing to restart', async () => {
    start({ mode: 'cold' });
    expect(await answer()).toBe('ok');
    expect(await outcome(pool.request({ do: 'crash' }))).toBe('engine_crashed');
    expect(counted()).toEqual({ starts: 2, restarts: 0, crashes: 1 });
  });
});
