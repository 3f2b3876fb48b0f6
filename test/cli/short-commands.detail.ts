import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { convertd, temporaryFolder } from './support.ts';

/** Prints the programs that the main process starts. */
const WATCH = `import child from 'node:child_process'; import { syncBuiltinESMExports } from 'node:module';
const spawn = child.spawn; child.spawn = (path, ...rest) => { console.error('started ' + path); return spawn(path, ...rest); };
syncBuiltinESMExports();`;
const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(WATCH)}` };

const started = ({ stderr }: { stderr: string }) => stderr.split('\n').filter((line) => line.startsWith('started '));

it('starts no other program for the digest of a small file', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'notes.txt'), 'notes');
  const small = await convertd(['notes.txt', 'md5'], { cwd: folder, env });
  expect([small.exitCode, ...started(small)]).toEqual([0]);
  // Larger files, and digests that OpenSSL does not compute, are computed in a process of their own.
  const other = await convertd(['notes.txt', 'crc32'], { cwd: folder, env });
  expect(other.exitCode).toBe(0);
  expect(started(other)).not.toEqual([]);
  await truncate(join(folder, 'notes.txt'), 5 * 1024 ** 2);
  const large = await convertd(['notes.txt', 'md5', '--force'], { cwd: folder, env });
  expect(large.exitCode).toBe(0);
  expect(started(large)).not.toEqual([]);
});
