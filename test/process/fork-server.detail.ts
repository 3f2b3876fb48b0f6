import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PoolRequestOptions } from '../../src/process/pool/pool-options.ts';
import { createProcessPool, type ProcessPool } from '../../src/process/pool/process-pool.ts';
import { patience } from '../support/slowness.ts';
import { findProcesses } from './helpers/find-processes.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCE = join(HERE, '..', '..', 'src', 'process', 'python');

let base: string;
let pool: ProcessPool;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  await mkdir(join(base, 'hosts'));
  await mkdir(join(base, 'shared'));
  pool = start();
});

afterEach(async () => {
  await pool.close();
  expect(await findProcesses(base)).toEqual([]);
  expect(await readdir(join(base, 'hosts'))).toEqual([]);
  await rm(base, { recursive: true, force: true });
});

/** Starts a pool whose command lines contain `base`, by which remaining processes are found. */
function start(...flags: string[]): ProcessPool {
  return createProcessPool({
    name: 'forking',
    folder: join(base, 'hosts'),
    command: {
      path: '/usr/bin/python3',
      args: ['-I', join(HERE, 'helpers', 'forking_server.py'), SOURCE, base, ...flags],
      readable: [join(HERE, 'helpers'), SOURCE, join(base, 'shared')],
      env: { TMPDIR: '/proc/self/cwd' },
      calls: 'parent',
    },
    jobsAtOnce: 10,
    cancelGraceMs: patience(5000),
  });
}

const processes = async () => (await findProcesses('forking_server.py')).length;

/** Starts a job that runs until it is told to end, and then answers `waited`. */
async function waitingJob(options: PoolRequestOptions = {}) {
  const begun = Promise.withResolvers<void>();
  let folder = '';
  const answer = pool.request(
    (given) => {
      folder = given;
      return { do: 'wait' };
    },
    { ...options, onProgress: () => begun.resolve() },
  );
  await Promise.race([begun.promise, answer]);
  return {
    folder,
    answer,
    end: async () => {
      await writeFile(join(folder, 'end'), '');
      return answer;
    },
  };
}

describe('a pool that forks a child for each job', () => {
  it('gives each job a child and a temporary folder of its own', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((value) =>
        pool.request<{ value: number; pid: number; temporary: string }>({ do: 'answer', value }),
      ),
    );
    expect(answers.map(({ value }) => value)).toEqual([1, 2, 3]);
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(3);
    expect(new Set(answers.map(({ temporary }) => temporary)).size).toBe(3);
    // The folder is removed just after the answer.
    for (const { temporary } of answers) await expect.poll(() => existsSync(temporary)).toBe(false);
  });

  it('runs jobs at the same time', async () => {
    const [first, second] = [await waitingJob(), await waitingJob()];
    expect(await second.end()).toBe('waited');
    expect(await first.end()).toBe('waited');
  });

  it('hands over what a child wrote into its folder, and nothing of its temporary one', async () => {
    const outputFolder = join(base, 'out');
    const temporary = await pool.request({ do: 'write', path: 'made.txt' }, { outputFolder });
    expect(temporary).toEqual(expect.arrayContaining(['temporary', 'library.tmp']));
    expect(await readdir(outputFolder)).toEqual(['made.txt']);
    expect(await readFile(join(outputFolder, 'made.txt'), 'utf8')).toBe('made');
  });

  it('leaves what a child has left to convertd, however deep it is, and goes on', async () => {
    const other = await waitingJob();
    await pool.request({ do: 'clutter' });
    const depths = async () => {
      const found = await readdir(join(base, 'hosts'), { recursive: true }).catch(() => ['/being/removed/']);
      return found.some((path) => /gone-1|d{20}/.test(path));
    };
    await expect.poll(depths, { timeout: patience(20_000) }).toBe(false);
    expect(await pool.request({ do: 'answer', value: 1 })).toMatchObject({ value: 1 });
    expect(await other.end()).toBe('waited');
    expect(await processes()).toBeGreaterThan(0);
  });

  it('takes no folders in folders without end for an output', async () => {
    const made = pool.request({ do: 'nest' }, { outputFolder: join(base, 'out') });
    await expect(made).rejects.toMatchObject({ code: 'conversion_failed', message: /64 others/ });
    expect(await pool.request({ do: 'answer', value: 1 })).toMatchObject({ value: 1 });
  });

  it('passes on progress, refusals and failures', async () => {
    const percents: number[] = [];
    expect(await pool.request({ do: 'progress' }, { onProgress: (percent) => percents.push(percent) })).toBe('done');
    expect(percents).toEqual([10, 60]);
    await expect(pool.request({ do: 'refuse' })).rejects.toMatchObject({
      code: 'input_damaged',
      message: 'Not this one.',
      details: { input: 'a' },
    });
    const failure = await pool.request({ do: 'fail' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'conversion_failed', log: expect.stringContaining('of the server itself') });
    expect(String(failure)).not.toContain('of the server itself');
  });

  it.each([
    ['crash', 'engine_crashed'],
    ['grow', 'limit_memory'],
    ['spin', 'limit_cpu'],
  ])('a child that should %s dies alone', async (work, code) => {
    const other = await waitingJob();
    await expect(pool.request({ do: work })).rejects.toMatchObject({ code });
    expect(await other.end()).toBe('waited');
    expect(await pool.request({ do: 'answer', value: 'next' })).toMatchObject({ value: 'next' });
  });

  it('gives up a job when told, and stays', async () => {
    await pool.warmUp();
    const before = await processes();
    const other = await waitingJob();
    await expect(pool.request({ do: 'wait' }, { timeoutMs: 200 })).rejects.toMatchObject({
      code: 'conversion_timeout',
    });
    const stop = new AbortController();
    const canceled = await waitingJob({ signal: stop.signal });
    stop.abort();
    await expect(canceled.answer).rejects.toMatchObject({ code: 'conversion_canceled' });
    expect(await other.end()).toBe('waited');
    await expect.poll(processes).toBe(before);
  });
});

describe('a child', () => {
  it('reads its own input, and neither another one nor what its pool can read', async () => {
    await writeFile(join(base, 'shared', 'file'), 'of the host');
    await writeFile(join(base, 'own'), 'own');
    const ofPool = { do: 'read', path: join(base, 'shared', 'file') };
    const ownPath = (folder: string) => ({ do: 'read', path: join(folder, 'input') });
    const inputs = { input: join(base, 'own') };
    expect(await pool.request(ownPath, { inputs })).toBe('own');
    await expect(pool.request(ofPool)).rejects.toMatchObject({ log: expect.stringContaining('Permission denied') });
    await pool.close();
    pool = start('unsandboxed');
    expect(await pool.request(ofPool)).toBe('of the host');
  });

  it('sees no other job', async () => {
    const input = join(base, 'secret');
    await writeFile(input, 'of another job');
    const other = await waitingJob({ inputs: { input } });
    const look = { do: 'list', path: other.folder };
    const read = { do: 'read', path: join(other.folder, 'input') };
    await expect(pool.request(look)).rejects.toMatchObject({ log: expect.stringContaining('Permission denied') });
    await expect(pool.request(read)).rejects.toMatchObject({ log: expect.stringContaining('Permission denied') });
    await other.end();
  });

  it('cannot answer for another job', async () => {
    await pool.warmUp();
    const other = await waitingJob();
    await pool.request({ do: 'answer' });
    await pool.request({ do: 'forge', other: 1 }).catch(() => {});
    expect(await other.end()).toBe('waited');
  });

  it('starts no program, has no network, reaches no other process and no other folder', async () => {
    const refused = await pool.request({ do: 'attempt' });
    expect(refused).toEqual({
      socket: 'Permission denied',
      fork: 'Operation not permitted',
      program: 'Operation not permitted',
      'signal the server': 'Operation not permitted',
      'write elsewhere': 'Permission denied',
    });
    await pool.close();
    // The control: an unrestricted child may do all that its worker process may do.
    pool = start('unsandboxed');
    expect(await pool.request({ do: 'attempt' })).toMatchObject({
      fork: 'done',
      program: 'done',
      'signal the server': 'done',
      'write elsewhere': 'done',
    });
  });
});
