import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workFor } from '../../src/process/owner.ts';
import type { PoolCommand, ProcessPoolOptions } from '../../src/process/pool/pool-options.ts';
import { createProcessPool, type ProcessPool } from '../../src/process/pool/process-pool.ts';
import { readPoolStatistics } from '../../src/process/statistics.ts';
import { ConversionError, mayPass } from '../../src/task/errors.ts';
import { errorOf } from '../support/error-of.ts';
import { findProcesses } from './helpers/find-processes.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
const SOURCE = join(ROOT, 'src', 'process');

let base: string;
let pool: ProcessPool;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  await mkdir(join(base, 'hosts'));
});

afterEach(async () => {
  await pool.close();
  expect(await findProcesses(base)).toEqual([]);
  expect(await readdir(join(base, 'hosts'))).toEqual([]);
  await rm(base, { recursive: true, force: true });
});

/** Returns a command whose processes have `base` in their command line, by which remaining ones are found. */
function command(...flags: string[]): PoolCommand {
  return {
    path: process.execPath,
    args: [join(HERE, 'helpers', 'worker-process.ts'), base, ...flags],
    readable: [join(HERE, 'helpers'), SOURCE, join(ROOT, 'src', 'task'), join(ROOT, 'package.json')],
  };
}

function start(options: Partial<ProcessPoolOptions> = {}, ...flags: string[]): ProcessPool {
  pool = createProcessPool({ name: 'test', folder: join(base, 'hosts'), command: command(...flags), ...options });
  return pool;
}

/** Starts a job that runs until it is told to end, and then answers with the identity of its process. */
async function waitingJob(): Promise<{ end(): Promise<string> }> {
  const begun = Promise.withResolvers<void>();
  let folder = '';
  const answer = pool.request<string>(
    (given) => {
      folder = given;
      return { do: 'wait' };
    },
    { onProgress: () => begun.resolve() },
  );
  await Promise.race([begun.promise, answer]);
  return {
    end: async () => {
      await writeFile(join(folder, 'end'), '');
      return answer;
    },
  };
}

const identityOf = async () => (await pool.request<{ identity: string }>({ do: 'answer' })).identity;

describe('one process', () => {
  it('answers one job after another', async () => {
    start();
    const answers = await Promise.all(['a', 'b', 'c'].map((value) => pool.request({ do: 'answer', value })));
    const identities = answers.map((answer) => (answer as { identity: string }).identity);
    expect(answers).toMatchObject([{ value: 'a' }, { value: 'b' }, { value: 'c' }]);
    expect(new Set(identities).size).toBe(1);
  });

  it('reports progress', async () => {
    const percents: number[] = [];
    await start().request({ do: 'progress' }, { onProgress: (percent) => percents.push(percent) });
    expect(percents).toEqual([10, 50, 90]);
  });

  it('passes on errors, and knows no code that does not exist', async () => {
    start();
    const refused = await errorOf(pool.request({ do: 'refuse' }));
    expect(refused).toMatchObject({ code: 'input_damaged', message: 'The input is damaged.', details: { at: 7 } });
    expect(refused.log).toContain('for the log');
    const failed = await errorOf(pool.request({ do: 'fail' }));
    expect([failed.code, failed.message]).toEqual(['conversion_failed', expect.not.stringContaining('defect')]);
    expect(failed.log).toContain('a defect of the host');
  });

  it('ignores what a library prints', async () => {
    expect(await start().request({ do: 'chatter' })).toBe('answered');
  });

  it('reads its inputs, and can change none', async () => {
    const path = join(base, 'original');
    await writeFile(path, 'as given');
    start();
    const options = { inputs: { input: path } };
    expect(await pool.request({ do: 'read', path: 'input' }, options)).toBe('as given');
    expect((await errorOf(pool.request({ do: 'write-input' }, options))).log).toMatch(/EACCES|EROFS/);
    expect((await errorOf(pool.request({ do: 'read', path }))).log).toMatch(/EACCES|ENOENT/);
    expect(await readFile(path, 'utf8')).toBe('as given');
  });

  it('leaves its outputs, not its inputs, in the folder asked for', async () => {
    await writeFile(join(base, 'original'), 'text');
    const outputFolder = join(base, 'outputs');
    await start().request({ do: 'write' }, { inputs: { input: join(base, 'original') }, outputFolder });
    expect(await readdir(outputFolder)).toEqual(['result']);
    expect(await readFile(join(outputFolder, 'result'), 'utf8')).toBe('TEXT');
  });

  it.each([false, true])('gives no job what another left, failed or not: %s', async (fail) => {
    start();
    await pool.request({ do: 'leave', fail }).catch(() => {});
    const outputFolder = join(base, 'outputs');
    expect(await pool.request({ do: 'list' }, { outputFolder })).toEqual([]);
    expect(await readdir(base)).not.toContain('outputs');
  });

  it('cannot have its outputs taken from elsewhere', async () => {
    const secrets = join(base, 'secrets');
    await mkdir(secrets);
    await writeFile(join(secrets, 'key'), 'secret');
    const outputFolder = join(base, 'outputs');
    start();
    const refused = await errorOf(pool.request({ do: 'replace-folder', path: secrets }, { outputFolder }));
    expect(refused.log).toMatch(/EACCES|EBUSY|EROFS/);
    expect(await readdir(secrets)).toEqual(['key']);
  });

  it('that finds inputs by their paths gets no links', async () => {
    const path = join(base, 'original');
    await writeFile(path, 'text');
    start({ command: { ...command(), inputsByPath: true } });
    expect(await pool.request({ do: 'list' }, { inputs: { input: path } })).toEqual([]);
    const paths = await pool.request<Record<string, string>>({ do: 'paths' }, { inputs: { input: path } });
    expect(Object.keys(paths)).toEqual(['input']);
    // The path of a job that has ended.
    expect((await errorOf(pool.request({ do: 'read', path: paths.input }))).log).toContain('ENOENT');
  });

  it('takes a payload made from the job folder', async () => {
    await writeFile(join(base, 'original'), 'text');
    const options = { inputs: { input: join(base, 'original') } };
    const answer = await start().request((folder) => ({ do: 'read', path: join(folder, 'input') }), options);
    expect(answer).toBe('text');
  });
});

describe('what goes wrong', () => {
  it.each(['crash', 'exit'])('%s in a job: that job fails, the next one works', async (behaviour) => {
    start();
    const first = await identityOf();
    const [crashed, next] = await Promise.all([errorOf(pool.request({ do: behaviour })), identityOf()]);
    expect(crashed.code).toBe('engine_crashed');
    expect(next).not.toBe(first);
  });

  it.each(['hang', 'spin'])('%s: killed at its time limit, while others go on', async (behaviour) => {
    start({ size: 2 });
    const hung = errorOf(pool.request({ do: behaviour }, { timeoutMs: 400 }));
    expect(await identityOf()).toHaveLength(36);
    expect((await hung).code).toBe('conversion_timeout');
    expect(await identityOf()).toHaveLength(36);
  });

  it('a cancel ends the running job and takes a waiting one out of the queue', async () => {
    start();
    const first = await identityOf();
    const running = new AbortController();
    const waiting = new AbortController();
    const reason = new ConversionError('conversion_timeout', 'as the caller says');
    const errors = Promise.all([
      errorOf(pool.request({ do: 'hang' }, { signal: running.signal, onProgress: () => running.abort() })),
      errorOf(pool.request({ do: 'hang' }, { signal: waiting.signal })),
      errorOf(pool.request({ do: 'hang' }, { signal: AbortSignal.abort() })),
    ]);
    const last = identityOf();
    waiting.abort(reason);
    expect((await errors).map((error) => error.code)).toEqual([
      'conversion_canceled',
      'conversion_timeout',
      'conversion_canceled',
    ]);
    expect(await last).not.toBe(first);
  });

  it('growth: a process over the limit is replaced, one under it is not', async () => {
    start({ maxRssBytes: 200 * 1024 ** 2 });
    const first = await pool.request({ do: 'grow', bytes: 1024 ** 2 });
    expect(await pool.request({ do: 'grow', bytes: 200 * 1024 ** 2 })).toBe(first);
    expect(await identityOf()).not.toBe(first);
  });

  it('growth beyond the hard limit ends the job', async () => {
    start({ command: { ...command(), limits: { memoryBytes: 200 * 1024 ** 2 } } });
    const bytes = 200 * 1024 ** 2;
    expect((await errorOf(pool.request({ do: 'grow', bytes, hang: true }))).code).toBe('limit_memory');
  });

  it('a pool that never gets ready, or dies at its start, is tried three times and then told', async () => {
    const starts = performance.now();
    const died = await errorOf(start({}, 'dies').request({ do: 'answer' }));
    expect([died.code, died.message]).toEqual(['internal', 'The test process ended before it was ready.']);
    // Two pauses between three attempts: 250 and 500 ms.
    expect(performance.now() - starts).toBeGreaterThan(700);
    await pool.close();
    const slow = await errorOf(start({ startTimeoutMs: 100 }, 'never-ready').request({ do: 'answer' }));
    // Another worker, or a later attempt, may be faster.
    expect([slow.code, mayPass(slow)]).toEqual(['resources_exhausted', true]);
    expect(slow.message).toContain('was not ready within 0.1 seconds');
  });

  it('a program that does not exist is told at once', async () => {
    start({ command: { path: '/usr/bin/no-such-host', args: [] } });
    expect((await errorOf(pool.request({}))).code).toBe('program_missing');
  });
});

describe('the pool', () => {
  it('runs as many jobs at once as its size, each in its own process', async () => {
    start({ size: 2 });
    await pool.warmUp();
    const jobs = [await waitingJob(), await waitingJob()];
    const third = identityOf();
    const first = await jobs[0]?.end();
    expect(await third).toBe(first);
    expect(await jobs[1]?.end()).not.toBe(first);
  });

  it('replaces a process after so many jobs, with one that was started before', async () => {
    start({ name: 'replaced', maxJobs: 1 });
    const starts = () => readPoolStatistics().get('replaced')?.starts;
    const job = await waitingJob();
    // The other process gets ready while the first still works on its job.
    await expect.poll(starts).toBe(2);
    // Other jobs do not wait for the last job of a process either.
    const next = await identityOf();
    expect(await job.end()).not.toBe(next);
  });

  it('a close ends running jobs, refuses waiting ones, and takes no more', async () => {
    start();
    await pool.warmUp();
    let closing = Promise.resolve();
    const onProgress = () => {
      closing = pool.close();
    };
    const jobs = [1, 2].map(() => errorOf(pool.request({ do: 'hang' }, { onProgress })));
    expect((await Promise.all(jobs)).map((error) => error.code)).toEqual([
      'conversion_canceled',
      'conversion_canceled',
    ]);
    expect((await errorOf(pool.request({ do: 'answer' }))).code).toBe('conversion_canceled');
    await closing;
  });
});

describe('cold', () => {
  it('one process a request, which reads the inputs where they are', async () => {
    const path = join(base, 'original');
    await writeFile(path, 'text');
    start({ mode: 'cold' });
    const [first, second] = [await identityOf(), await identityOf()];
    expect(first).not.toBe(second);
    expect(await pool.request({ do: 'read', path: 'input' }, { inputs: { input: path } })).toBe('text');
    expect(await pool.request({ do: 'read', path }, { readable: [path] })).toBe('text');
    expect((await errorOf(pool.request({ do: 'read', path }))).code).toBe('conversion_failed');
  });

  it('a link that a program left in place of an input is not followed', async () => {
    const [secret, path] = [join(base, 'secret'), join(base, 'picture')];
    await writeFile(secret, 'secret');
    await symlink(secret, path);
    start({ mode: 'cold' });
    const refused = await errorOf(pool.request({ do: 'read', path: 'input' }, { inputs: { input: path } }));
    expect([refused.code, refused.log]).toEqual(['internal', path]);
    await pool.close();
    start();
    const read = await errorOf(pool.request({ do: 'read', path: 'input' }, { inputs: { input: path } }));
    expect(read.log).toMatch(/ENOENT|EACCES/);
  });
});

/** Returns the identity of the process that answers a job of the owner. */
const processFor = (owner: string): Promise<string> => workFor(owner, identityOf);

async function inTurn(owners: readonly string[]): Promise<string[]> {
  const processes = [];
  for (const owner of owners) processes.push(await processFor(owner));
  return processes;
}

describe('a process', () => {
  it('works for one owner alone, whoever comes between', async () => {
    start();
    const [a1, a2, b1, a3, c1, b2] = await inTurn(['a', 'a', 'b', 'a', 'c', 'b']);
    expect(a2).toBe(a1);
    expect(new Set([a1, b1, c1]).size).toBe(3);
    for (const [again, others] of [
      [a3, [b1, c1]],
      [b2, [a1, a3, c1]],
    ] as const) {
      expect(others).not.toContain(again);
    }
  });

  it('is kept for its owner where there is room for all', async () => {
    start({ size: 2 });
    const [a, b, ...later] = await inTurn(['a', 'b', 'a', 'b', 'b', 'a']);
    expect(later).toEqual([a, b, b, a]);
  });

  it('gives way to those of others', async () => {
    start({ size: 2 });
    const owners = new Map<string, string>();
    for (const owner of ['a', 'b', 'c', 'd', 'b', 'd', 'a', 'c']) {
      const process = await processFor(owner);
      expect(owners.get(process) ?? owner).toBe(owner);
      owners.set(process, owner);
    }
  });

  it('has another one started ahead as soon as there are two owners', async () => {
    start();
    await inTurn(['a', 'b']);
    // The process of b, and one that has not worked for anyone.
    await vi.waitFor(async () => expect(await readdir(join(base, 'hosts'))).toHaveLength(2));
    const hosts = await readdir(join(base, 'hosts'));
    await processFor('c');
    expect((await readdir(join(base, 'hosts'))).some((host) => hosts.includes(host))).toBe(true);
  });
});

it('jobs of many owners at once get their answers, each from a process of its owner', async () => {
  start({ size: 2 });
  const owners = Array.from({ length: 24 }, (_, job) => `owner-${job % 5}`);
  const processes = await Promise.all(owners.map(processFor));
  const ownersOf = Map.groupBy(owners.keys(), (job) => processes[job]);
  for (const jobs of ownersOf.values()) expect(new Set(jobs.map((job) => owners[job])).size).toBe(1);
});
