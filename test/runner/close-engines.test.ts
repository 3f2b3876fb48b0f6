import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeEngines, loadEngine } from '../../src/runner/engines.ts';
import { engineTask } from '../support/engine-context.ts';

let folder: string;

beforeEach(async () => {
  // Warm processes of other tests in this process have their folders elsewhere.
  await loadEngine('hash');
  await closeEngines();
  folder = await mkdtemp(join(tmpdir(), 'convertd-close-'));
  vi.stubEnv('TMPDIR', folder);
});

afterEach(async () => {
  await closeEngines();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the folders of processes that stay between tasks. */
const hostFolders = async () => (await readdir(folder)).filter((name) => name.startsWith('convertd-host-'));

/** Makes a digest with the engine of the hash category. @returns its length */
async function digest(name: string): Promise<number> {
  const workFolder = join(folder, name);
  const path = join(folder, `${name}.txt`);
  await Promise.all([mkdir(workFolder), writeFile(path, name)]);
  const { signal } = new AbortController();
  const { context } = engineTask({ workFolder, readable: [path], signal });
  const input = { id: name, path, filename: `${name}.txt`, size: name.length, format: null, decryptPassword: null };
  const engine = await loadEngine('hash');
  return (await engine.convert({ target: 'tiger192', options: {}, inputs: [input] }, context)).length;
}

it('ends what the engines that were used keep warm, and the next conversion starts it anew', async () => {
  // The first job of a process may get a separate worker process.
  await digest('first');
  await digest('second');
  expect((await hostFolders()).length).toBeGreaterThan(0);
  await closeEngines();
  expect(await hostFolders()).toEqual([]);
  expect(await digest('third')).toBe(1);
  expect((await hostFolders()).length).toBeGreaterThan(0);
});
