import { execFileSync } from 'node:child_process';
import { chmod, mkdir, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { copyOpen } from '../../src/files/folders/opened-files.ts';
import { openFileIn, openFolder, RefusedPath } from '../../src/files/folders/opened-folder.ts';
import { createFolderStore } from '../../src/files/stores/folder-store.ts';
import { createGuardedFolderStore } from '../../src/files/stores/guarded-folder-store.ts';
import type { StoreFile } from '../../src/files/stores/output-store.ts';
import { startSwapping } from '../support/swap.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const SECRET = 'a secret';

/** A folder that alternates with a link to a secret folder. */
async function place() {
  const folder = await tempFolder();
  const [shared, secrets] = [join(folder, 'shared'), join(folder, 'secrets')];
  for (const path of [shared, secrets, join(shared, 'deep')]) await mkdir(path);
  await writeFile(join(secrets, 'x'), SECRET);
  await writeFile(join(shared, 'deep/x'), 'decoy');
  await symlink(secrets, join(shared, 'link'));
  return { folder, shared, secrets, pair: [join(shared, 'deep'), join(shared, 'link')] as const };
}

async function read(path: string, name: string): Promise<string> {
  const folder = await openFolder(path);
  try {
    const { handle } = await openFileIn(folder, name, name);
    const text = await handle.readFile('utf8');
    await handle.close();
    return text;
  } finally {
    await folder.close();
  }
}

/** Counts the results of attempts until each expected one has occurred this many times. */
async function tally(attempt: () => Promise<string>, expected: readonly string[], times: number) {
  const seen = new Map<string, number>();
  while (expected.some((each) => (seen.get(each) ?? 0) < times)) {
    const result = await attempt().catch((error: unknown) => {
      if (error instanceof RefusedPath || (error as { code?: unknown }).code === 'output_store_failed')
        return 'refused';
      throw error;
    });
    seen.set(result, (seen.get(result) ?? 0) + 1);
  }
  return [...seen.keys()].sort();
}

describe('a folder that is opened', () => {
  test('is reached without links, and made where it is asked for', async () => {
    const { shared, secrets } = await place();
    expect(await read(join(shared, 'deep'), 'x')).toBe('decoy');
    for (const path of [join(shared, 'link'), join(shared, 'link/more')]) {
      await expect(openFolder(path, { make: true })).rejects.toThrow(RefusedPath);
    }
    await expect(openFolder(join(shared, 'deep/x'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    const missing = join(shared, 'some/more');
    await expect(openFolder(missing)).rejects.toMatchObject({
      code: 'ENOENT',
      message: expect.stringContaining(`'${join(shared, 'some')}'`),
    });
    await (await openFolder(missing, { make: true })).close();
    expect((await stat(missing)).isDirectory()).toBe(true);
    expect(await readdir(secrets)).toEqual(['x']);
  });

  test('has regular files, and nothing else is opened', async () => {
    const { shared } = await place();
    execFileSync('mkfifo', [join(shared, 'pipe')]);
    await symlink('deep/x', join(shared, 'own'));
    for (const name of ['pipe', 'own', 'deep', 'link']) {
      await expect(read(shared, name)).rejects.toThrow(RefusedPath);
    }
    await expect(read(shared, 'none')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('never becomes another one, while a user exchanges it for a link', async () => {
    const { shared, pair } = await place();
    await startSwapping([pair]);
    const safely = () => read(join(shared, 'deep'), 'x');
    expect(await tally(safely, ['decoy', 'refused'], 100)).toEqual(['decoy', 'refused']);
    // The control: by its path, the target of the link is read.
    const byPath = () => readFile(join(shared, 'deep/x'), 'utf8');
    expect(await tally(byPath, [SECRET, 'decoy'], 1)).toEqual([SECRET, 'decoy']);
  });
});

describe('a guarded store', () => {
  const as = (filename: string): StoreFile => ({
    filename,
    contentType: 'text/plain',
    signal: new AbortController().signal,
  });

  test('is a folder like others: made, with the name, size and MD5 of a file that is a new one', async () => {
    const { folder } = await place();
    const made = join(folder, 'made');
    await writeFile(made, 'an output', { mode: 0o600 });
    await chmod(made, 0o4700);
    const location = join(folder, 'out/deep');
    const stored = await createGuardedFolderStore(location).put(made, as('ü #1.txt'));
    const path = fileURLToPath(stored.uri);
    expect(path).toBe(join(location, 'ü #1.txt'));
    expect(stored).toMatchObject({ size: 9, checksum: execFileSync('md5sum', [path]).toString().slice(0, 32) });
    expect((await stat(path)).mode & 0o7777).toBe(0o666 & ~process.umask());
    expect(await readdir(location)).toEqual(['ü #1.txt']);
    await createGuardedFolderStore(location).remove('ü #1.txt');
    expect(await readdir(location)).toEqual([]);
    await createGuardedFolderStore(join(folder, 'none'))
      .remove('a')
      .catch(() => {});
    await expect(createGuardedFolderStore(location).put(join(folder, 'none'), as('a'))).rejects.toMatchObject({
      code: 'output_store_failed',
    });
    expect(await readdir(location)).toEqual([]);
  });

  test('stores nothing elsewhere, while a user exchanges its folder for a link', async () => {
    const { folder, shared, secrets, pair } = await place();
    const made = join(folder, 'made');
    await startSwapping([pair]);
    let number = 0;
    const storeBy = (create: typeof createFolderStore) => async () => {
      number += 1;
      await writeFile(made, 'an output');
      await create(join(shared, 'deep')).put(made, as(`${number}`));
      return 'stored';
    };
    expect(await tally(storeBy(createGuardedFolderStore), ['stored', 'refused'], 30)).toEqual(['refused', 'stored']);
    expect(await readdir(secrets)).toEqual(['x']);
    // The control: another store follows the link.
    const elsewhere = async () => {
      await storeBy(createFolderStore)().catch(() => {});
      return (await readdir(secrets)).length > 1 ? 'elsewhere' : 'here';
    };
    expect(await tally(elsewhere, ['elsewhere'], 1)).toContain('elsewhere');
  });
});

test('a copy of an open file has no setuid bit, and replaces nothing', async () => {
  const { folder } = await place();
  await writeFile(join(folder, 'program'), 'content');
  await chmod(join(folder, 'program'), 0o4755);
  const handle = await open(join(folder, 'program'));
  await copyOpen(handle, join(folder, 'copy'));
  expect((await stat(join(folder, 'copy'))).mode & 0o7777).toBe(0o666 & ~process.umask());
  expect(await readFile(join(folder, 'copy'), 'utf8')).toBe('content');
  await expect(copyOpen(handle, join(folder, 'copy'))).rejects.toMatchObject({ code: 'EEXIST' });
  await handle.close();
});
