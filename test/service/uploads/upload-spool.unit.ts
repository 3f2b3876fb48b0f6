import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createUploadSpool } from '../../../src/service/files/upload-spool.ts';
import { testFolder } from '../../worker/support.ts';

const DAY_MS = 24 * 3600_000;

/** Parts that wait for their clients after broken connections, with their times set back. */
async function waitingParts(count: number) {
  const root = join(await testFolder(), 'uploads');
  await mkdir(root);
  for (let number = 0; number < count; number += 1) {
    await writeFile(join(root, `job.${number}.part`), 'bytes');
    await utimes(join(root, `job.${number}.part`), new Date(0), new Date(0));
  }
  return { root, spool: createUploadSpool(root) };
}

test('a part whose time was set back is kept for a day, and then removed', async () => {
  const { root, spool } = await waitingParts(1);
  await (await spool.begin('other', 'one')).discard();
  expect(await readdir(root)).toEqual(['job.0.part']);

  const real = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + DAY_MS + 60_000);
  onTestFinished(() => clock.mockRestore());
  await (await spool.begin('other', 'two')).discard();
  expect(await readdir(root)).toEqual([]);
});
