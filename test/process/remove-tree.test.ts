import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countUnremoved, emptyFolder, removeTree } from '../../src/process/folders/remove-tree.ts';
import { patience } from '../support/slowness.ts';

/** Leftovers of a program: names that together exceed a path's length, folders nested deeper than a stack allows, and many files. */
const CLUTTER = `
import os, sys
def nest(depth, name):
    os.chdir(sys.argv[1])
    for _ in range(depth):
        os.mkdir(name)
        os.chdir(name)
nest(60, "n" * 250)
nest(3000, "d")
os.chdir(sys.argv[1])
for number in range(1000):
    open("f%d" % number, "w").close()
`;

let base: string;
let folder: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  folder = join(base, 'left');
  await mkdir(folder);
});

afterEach(() => {
  execFileSync('chmod', ['-R', 'u+rwx', base]);
  execFileSync('rm', ['-rf', base]);
});

const clutter = () => execFileSync('/usr/bin/python3', ['-I', '-c', CLUTTER, folder]);

describe('what a program has left', () => {
  it('is removed however deep and much it is', async () => {
    clutter();
    // The control: the usual way fails.
    await expect(rm(folder, { recursive: true, force: true })).rejects.toThrow(/ENAMETOOLONG/);
    await removeTree(folder);
    expect(existsSync(folder)).toBe(false);
    expect(countUnremoved()).toBe(0);
  });

  it('goes from a folder that stays', async () => {
    clutter();
    await emptyFolder(folder);
    expect(await readdir(folder)).toEqual([]);
    await emptyFolder(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is removed where it may not be entered or changed, and where links lead stays', async () => {
    const kept = join(base, 'kept');
    await mkdir(kept);
    await writeFile(join(kept, 'file'), 'kept', { mode: 0o400 });
    await mkdir(join(folder, 'closed', 'inner'), { recursive: true });
    await symlink(kept, join(folder, 'closed', 'link'));
    await writeFile(join(folder, 'closed', 'inner', 'file'), '');
    await chmod(join(folder, 'closed', 'inner'), 0o000);
    await chmod(join(folder, 'closed'), 0o500);
    await removeTree(folder);
    expect(existsSync(folder)).toBe(false);
    expect(await readdir(kept)).toEqual(['file']);
    await removeTree(folder);
  });

  it('is counted where it cannot be removed, and tried again', async () => {
    clutter();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    // No program can be found.
    vi.stubEnv('PATH', base);
    await removeTree(folder);
    expect(countUnremoved()).toBe(1);
    expect(existsSync(folder)).toBe(true);
    vi.unstubAllEnvs();
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await expect.poll(countUnremoved, { timeout: patience(20_000) }).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });
});
