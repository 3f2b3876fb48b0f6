import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/process/command.ts';
import { DEFAULT_LIMITS } from '../../src/process/limits.ts';
import type { ProgramCall, ProgramScope } from '../../src/process/program-call.ts';
import { describeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { errorOf } from '../support/error-of.ts';

/*
 * These tests run only if this process may manage control groups:
 *
 *     systemd-run --pipe --wait --property=Delegate=yes --working-directory="$PWD" npm run test:all -- test/process/control-group
 */

const { enforced, reduced } = await describeSandbox();
const hasGroups = enforced.join().includes('control group');
const MiB = 1024 ** 2;

let base: string;
let scope: ProgramScope;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-groups-'));
  const workFolder = join(base, 'engine');
  await mkdir(workFolder);
  scope = { workFolder, readable: [], signal: new AbortController().signal };
});
afterAll(() => rm(base, { recursive: true, force: true }));

const python = (script: string, limits: Partial<typeof DEFAULT_LIMITS>): ProgramCall => ({
  name: 'python',
  path: '/usr/bin/python3',
  args: ['-I', '-c', script],
  limits: { ...DEFAULT_LIMITS, ...limits },
});

/** Starts processes until one is refused, and prints how many there are, including itself. */
const FORKS = `
import os, time
made = 1
try:
    while made < 500:
        if os.fork() == 0:
            time.sleep(60)
        made += 1
except BlockingIOError:
    pass
with open("made", "w") as file:
    file.write(str(made))
time.sleep(60)`;

/** Returns the group of this process and its sibling groups. */
async function groupsBeside(): Promise<{ own: string; others: string[] }> {
  const [, path = ''] = /^0::(.*)$/m.exec(await readFile('/proc/self/cgroup', 'utf8')) ?? [];
  const others = await readdir(join('/sys/fs/cgroup', dirname(path)), { withFileTypes: true });
  return { own: basename(path), others: others.filter((entry) => entry.isDirectory()).map(({ name }) => name) };
}

describe.skipIf(!hasGroups)('where each program has a control group', () => {
  it('the kernel starts no process beyond the limit', async () => {
    expect((await errorOf(runProgram(python(FORKS, { processes: 20 }), scope))).code).toBe('limit_processes');
    expect(Number(await readFile(join(scope.workFolder, 'made'), 'utf8'))).toBe(20);
  });

  it('memory that no process has counts: files in a folder that is in memory', async () => {
    const write = (size: number) => python(`open("large", "wb").write(bytes(${size}))`, { memoryBytes: 100 * MiB });
    expect((await errorOf(runProgram(write(99 * MiB), scope))).code).toBe('limit_memory');
    await rm(join(scope.workFolder, 'large'));
    expect((await runProgram(write(20 * MiB), scope)).exitCode).toBe(0);
  });

  it('memory of one process is bounded by the kernel', async () => {
    const hold = (size: number) => python(`held = bytearray(${size})`, { memoryBytes: 100 * MiB });
    expect((await errorOf(runProgram(hold(400 * MiB), scope))).code).toBe('limit_memory');
    expect((await runProgram(hold(50 * MiB), scope)).exitCode).toBe(0);
  });

  it('no group is left', async () => {
    const { own, others } = await groupsBeside();
    expect(own).toBe('convertd');
    expect(others).toEqual(['convertd']);
  });
});

describe.skipIf(hasGroups)('where there are none', () => {
  it('doctor says how to get some', () => {
    expect(reduced.join()).toContain('control groups of its own prevent it');
  });
});
