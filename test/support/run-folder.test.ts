import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BegunFile, FILES_LOG, removeDeadRuns, startRun } from '../../scripts/test/run-folder.ts';

let temporary: string;
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'convertd-runs-'));
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true, force: true });
});

/** Does what a worker of Vitest does when it begins a file. */
async function begin(folder: string, file: string): Promise<string> {
  const begun: BegunFile = { worker: 'worker-1', file, at: Date.now() };
  await mkdir(join(folder, begun.worker), { recursive: true });
  await appendFile(join(folder, FILES_LOG), `${JSON.stringify(begun)}\n`);
  return join(folder, begun.worker);
}

/** Starts a process that runs for an hour, with only the folder in its environment. */
async function startSleeper(folder: string) {
  const child = spawn('/usr/bin/sleep', ['3600'], { env: { TMPDIR: folder }, stdio: 'ignore' });
  await once(child, 'spawn');
  return { pid: child.pid, ended: once(child, 'exit') };
}

test('a run that left nothing says nothing, and its folder is gone', async () => {
  const run = await startRun({ checkout: temporary });
  await begin(run.folder, 'test/clean.test.ts');
  expect(await run.end()).toEqual([]);
  expect(await readdir(temporary)).toEqual([]);
});

test('what is left is named with the file that ran then, and removed', async () => {
  const run = await startRun({ patienceMs: 0, checkout: temporary });
  await begin(run.folder, 'test/first.test.ts');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const own = await begin(run.folder, 'test/second.test.ts');
  await writeFile(join(own, 'forgotten'), '');
  const sleeper = await startSleeper(own);
  await mkdir(join(run.folder, 'server'));
  expect(await run.end()).toEqual([
    expect.stringMatching(new RegExp(`^process ${sleeper.pid}, /usr/bin/sleep 3600, begun during test/(first|second)`)),
    'server, of the servers that tests share',
    'forgotten, of test/second.test.ts',
  ]);
  await sleeper.ended;
  expect(await readdir(temporary)).toEqual([]);
});

test('shared memory that no process has any more is named', async () => {
  const run = await startRun({ patienceMs: 0, checkout: temporary });
  const { stdout } = await promisify(execFile)('ipcmk', ['--shmem', '100']);
  const id = stdout.trim().split(' ').at(-1) ?? '';
  try {
    expect(await run.end()).toEqual([`shared memory ${id} of a killed server`]);
  } finally {
    await promisify(execFile)('ipcrm', ['--shmem-id', id]);
  }
});

test('a killed run is cleared up by the next one, and what others have there is not', async () => {
  // No process on Linux has this id.
  const dead = join(temporary, 'convertd-tests-99999999');
  await mkdir(dead);
  const sleeper = await startSleeper(dead);
  await mkdir(join(temporary, 'another program'));
  await removeDeadRuns();
  await sleeper.ended;
  expect(await readdir(temporary)).toEqual(['another program']);
});
