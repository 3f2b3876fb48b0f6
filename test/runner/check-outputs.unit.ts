import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFiles } from '../../src/runner/check-outputs.ts';

let base: string;
let work: string;

/** A work folder next to a secret. */
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'convertd-test-')));
  work = join(base, 'work');
  await mkdir(join(work, 'sub'), { recursive: true });
  await mkdir(join(base, 'secrets'));
  await writeFile(join(base, 'secrets', 'key'), 'secret');
  for (const file of ['made', 'sub/made']) await writeFile(join(work, file), 'x');
});

afterEach(() => rm(base, { recursive: true, force: true }));

const check = (name: string) => checkFiles([{ path: join(work, name), extension: 'txt' }], work);

test.each(['made', 'sub/made'])('lets %s pass', async (name) => {
  await expect(check(name)).resolves.toBeUndefined();
});

test('refuses links to files and behind folders, and what is no file', async () => {
  await symlink(join(base, 'secrets', 'key'), join(work, 'link'));
  await symlink(join(base, 'secrets'), join(work, 'folder'));
  for (const name of ['link', 'folder/key', 'sub', 'missing', '../secrets/key']) {
    await expect(check(name)).rejects.toMatchObject({ code: 'conversion_failed' });
  }
  await expect(checkFiles([{ path: `${work}/folder/../secrets/key`, extension: 'txt' }], work)).rejects.toMatchObject({
    code: 'conversion_failed',
  });
});
