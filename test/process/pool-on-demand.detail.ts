import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPoolOnDemand, type PoolOnDemand } from '../../src/process/pool/pool-on-demand.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');

let elsewhere: string;
let pool: PoolOnDemand;

/** A folder on another file system than that of the worker processes. */
beforeEach(async () => {
  elsewhere = await mkdtemp('/dev/shm/convertd-test-');
  pool = createPoolOnDemand({
    name: 'test',
    size: 1,
    command: {
      path: process.execPath,
      args: [join(HERE, 'helpers', 'worker-process.ts'), elsewhere],
      readable: [join(HERE, 'helpers'), join(ROOT, 'src'), join(ROOT, 'package.json')],
    },
  });
});

afterEach(async () => {
  await pool.close();
  await rm(elsewhere, { recursive: true, force: true });
});

const identityWith = async (input: string): Promise<string> =>
  (await pool.request<{ identity: string }>({ do: 'answer' }, { inputs: { input } })).identity;

it('has the first job and those with large files of another file system in processes of their own', async () => {
  const [small, large] = [join(elsewhere, 'small'), join(elsewhere, 'large')];
  await writeFile(small, 'text');
  await writeFile(large, '');
  await truncate(large, 65 * 1024 ** 2);
  const first = await identityWith(small);
  const [second, third] = [await identityWith(small), await identityWith(small)];
  const [fourth, fifth] = [await identityWith(large), await identityWith(large)];
  // Copying a small file is quicker than a start.
  expect(third).toBe(second);
  expect(await identityWith(small)).toBe(second);
  expect(new Set([first, second, fourth, fifth]).size).toBe(4);
  expect(await pool.request({ do: 'read', path: 'input' }, { inputs: { input: small } })).toBe('text');
});
