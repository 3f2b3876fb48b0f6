import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workFor } from '../../src/owner.ts';
import { createProcessPool, type ProcessPool } from '../../src/process/process-pool.ts';
import { findProcesses } from './helpers/find-processes.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');

let base: string;
let pool: ProcessPool;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-owners-test-'));
  await mkdir(join(base, 'hosts'));
});

afterEach(async () => {
  await pool.close();
  expect(await findProcesses(base)).toEqual([]);
  expect(await readdir(join(base, 'hosts'))).toEqual([]);
  await rm(base, { recursive: true, force: true });
});

function start(size: number): void {
  pool = createProcessPool({
    name: 'owners',
    folder: join(base, 'hosts'),
    command: {
      path: process.execPath,
      args: [join(HERE, 'helpers', 'worker-process.ts'), base],
      readable: [join(HERE, 'helpers'), join(ROOT, 'src'), join(ROOT, 'package.json')],
    },
    size,
  });
}

/** Which process answers a job of the owner's. */
const processFor = async (owner: string): Promise<string> =>
  workFor(owner, async () => (await pool.request<{ identity: string }>({ do: 'answer' })).identity);

async function inTurn(owners: readonly string[]): Promise<string[]> {
  const processes = [];
  for (const owner of owners) processes.push(await processFor(owner));
  return processes;
}

describe('a process that stays', () => {
  it('works for one owner alone, whoever comes between', async () => {
    start(1);
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
    start(2);
    const [a, b, ...later] = await inTurn(['a', 'b', 'a', 'b', 'b', 'a']);
    expect(later).toEqual([a, b, b, a]);
  });

  it('gives way to those of others', async () => {
    start(2);
    const owners = new Map<string, string>();
    for (const owner of ['a', 'b', 'c', 'd', 'b', 'd', 'a', 'c']) {
      const process = await processFor(owner);
      expect(owners.get(process) ?? owner).toBe(owner);
      owners.set(process, owner);
    }
  });

  it('has another one started ahead as soon as there are two owners', async () => {
    start(1);
    await inTurn(['a', 'b']);
    // The one of b, and one that has worked for nobody.
    await vi.waitFor(async () => expect(await readdir(join(base, 'hosts'))).toHaveLength(2));
    const hosts = await readdir(join(base, 'hosts'));
    await processFor('c');
    expect((await readdir(join(base, 'hosts'))).some((host) => hosts.includes(host))).toBe(true);
  });
});

it('jobs of many owners at once get their answers, each from a process of its owner', async () => {
  start(2);
  const owners = Array.from({ length: 24 }, (_, job) => `owner-${job % 5}`);
  const processes = await Promise.all(owners.map(processFor));
  const ownersOf = Map.groupBy(owners.keys(), (job) => processes[job]);
  for (const jobs of ownersOf.values()) expect(new Set(jobs.map((job) => owners[job])).size).toBe(1);
});
