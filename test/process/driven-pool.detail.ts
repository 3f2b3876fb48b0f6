import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workFor } from '../../src/process/owner.ts';
import { DriverLostError, type MakePoolDriver } from '../../src/process/pool/pool-driver.ts';
import type { ProcessPoolOptions } from '../../src/process/pool/pool-options.ts';
import { createProcessPool, type ProcessPool } from '../../src/process/pool/process-pool.ts';
import { errorOf } from '../support/error-of.ts';

/* Programs that do not speak the protocol of pools: this one answers each line with its identity. */
const PROGRAM = `id=$(date +%s%N); echo begun; while read -r line; do case "$line" in
  end) exit 3;; garble) echo "?";; *) echo "$id $line";; esac; done`;

const drive: MakePoolDriver = ({ stdin, stdout }) => {
  const lines = createInterface({ input: stdout });
  const next = async () => {
    const line = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => null)]);
    if (line === null || line[0] === '?') throw new DriverLostError('it has gone');
    return String(line[0]);
  };
  return {
    ready: next(),
    async answer({ text }) {
      if (text === 'refuse') throw new Error('not this one');
      stdin.write(`${text}\n`);
      const [id, said] = (await next()).split(' ');
      return { id, said };
    },
  };
};

let base: string;
let pool: ProcessPool;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
});
afterEach(async () => {
  await pool.close();
  expect(await readdir(base)).toEqual([]);
  await rm(base, { recursive: true });
});

function start(options: Partial<ProcessPoolOptions> = {}): void {
  const command = { path: '/bin/sh', args: ['-c', PROGRAM], calls: 'book' as const, driver: drive };
  pool = createProcessPool({ name: 'test', folder: base, command, ...options });
}

const ask = (text: string) => pool.request<{ id: string; said: string }>({ text });

it('a driver answers the jobs of its program', async () => {
  start();
  const [one, two] = [await ask('one'), await ask('two')];
  expect([one.said, two]).toEqual(['one', { id: one.id, said: 'two' }]);
  expect(await errorOf(ask('refuse'))).toMatchObject({ code: 'conversion_failed' });
  expect((await ask('three')).id).toBe(one.id);
});

it.each([
  ['ends', 'end'],
  ['answers with what its driver does not know', 'garble'],
])('a job whose program %s fails, and the next one has another', async (_, text) => {
  start();
  const { id } = await ask('one');
  expect((await errorOf(ask(text))).code).toMatch(/^(?:engine_crashed|internal)$/);
  expect((await ask('two')).id).not.toBe(id);
});

it('a program is used again only by owners that do so', async () => {
  start({ reuses: (owner) => owner === 'keeps' });
  const idFor = (owner: string) => workFor(owner, async () => (await ask('x')).id);
  const kept = [await idFor('keeps'), await idFor('keeps')];
  const others = [await idFor('other'), await idFor('other'), await idFor('')];
  expect(new Set(kept).size).toBe(1);
  expect(new Set([...kept, ...others]).size).toBe(4);
});

it('a program that has waited too long ends', async () => {
  start({ maxIdleMs: 200 });
  const { id } = await ask('one');
  await expect.poll(() => pool.isReady).toBe(false);
  expect((await ask('two')).id).not.toBe(id);
});
