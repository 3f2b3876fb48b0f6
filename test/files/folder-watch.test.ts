import { execFileSync, spawn } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type FolderSize, folderSize, watchFolder } from '../../src/files/folders/folder-watch.ts';
import { SLOWNESS } from '../support/slowness.ts';
import { tempFolder } from './helpers/temp-folder.ts';

test('folderSize counts as find and du do', async () => {
  const folder = await tempFolder();
  execFileSync('sh', ['-c', 'mkdir -p a/b/c; head -c 100000 /dev/zero > a/x; head -c 5000 /dev/zero > a/b/c/y'], {
    cwd: folder,
  });
  await symlink('/usr', join(folder, 'link'));
  await symlink('..', join(folder, 'a', 'loop'));
  const found = execFileSync('find', [folder, '-mindepth', '1']).toString().trim().split('\n').length;
  const used = execFileSync('sh', ['-c', `find "${folder}" -type f -printf '%k\\n'`])
    .toString()
    .trim()
    .split('\n');
  const size = await folderSize(folder);
  expect(size.files).toBe(found);
  expect(size.bytes).toBe(used.reduce((sum, kib) => sum + Number(kib) * 1024, 0));
});

test('a sparse file counts by its size', async () => {
  const folder = await tempFolder();
  execFileSync('truncate', ['-s', '10G', join(folder, 'sparse')]);
  expect((await folderSize(folder)).bytes).toBe(10 * 1024 ** 3);
});

test('a missing folder is empty, and a count ends with its signal', async () => {
  expect(await folderSize('/no/such/folder')).toEqual({ bytes: 0, files: 0 });
  const folder = await tempFolder();
  await writeFile(join(folder, 'x'), 'x');
  await expect(folderSize(folder, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
});

test('counting stops at the limit', async () => {
  const folder = await tempFolder();
  execFileSync('sh', ['-c', 'for i in $(seq 500); do : > $i; done'], { cwd: folder });
  expect((await folderSize(folder)).files).toBe(500);
  expect((await folderSize(folder, { maxFiles: 20 })).files).toBe(21);
});

/** A program that fills the folder until it is ended. */
function fill(folder: string, script: string) {
  const env = { ...process.env, PAUSE: String(0.01 * SLOWNESS) };
  const child = spawn('sh', ['-c', script], { cwd: folder, env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { stop: () => child.kill('SIGKILL'), ended };
}

test.each([
  ['bytes', 'while :; do head -c 300000 /dev/zero >> big; sleep $PAUSE; done', { maxBytes: 5_000_000, maxFiles: 100 }],
  ['files', 'i=0; while :; do mkdir -p d/$i; : > d/$i/f; i=$((i+1)); done', { maxBytes: 1e12, maxFiles: 200 }],
])('a program that writes too many %s is noticed once, in time to stop it', async (_, script, limits) => {
  const folder = await tempFolder();
  const program = fill(folder, script);
  const seen: FolderSize[] = [];
  const watch = watchFolder(folder, { ...limits, intervalMs: 20 }, (size) => {
    seen.push(size);
    program.stop();
  });
  await program.ended;
  await sleep(100);
  expect(seen.length).toBe(1);
  const { exceeded, size } = await watch.finish();
  expect(exceeded).toBe(true);
  expect(size.bytes).toBeLessThan(limits.maxBytes * 20);
});

test('what stays below is not reported, and finish sees what came after the last look', async () => {
  const folder = await tempFolder();
  let called = false;
  const watch = watchFolder(folder, { maxBytes: 10_000, maxFiles: 10, intervalMs: 60_000 }, () => {
    called = true;
  });
  await writeFile(join(folder, 'small'), Buffer.alloc(100));
  expect((await watch.finish()).exceeded).toBe(false);
  await writeFile(join(folder, 'large'), Buffer.alloc(20_000));
  expect((await watch.finish()).exceeded).toBe(true);
  expect(called).toBe(false);
});

test.each(['stop', 'signal'])('%s ends the watch', async (how) => {
  const folder = await tempFolder();
  const controller = new AbortController();
  let called = false;
  const options = { maxBytes: 10, maxFiles: 1, intervalMs: 20, signal: controller.signal };
  const watch = watchFolder(folder, options, () => {
    called = true;
  });
  if (how === 'stop') watch.stop();
  else controller.abort();
  await mkdir(join(folder, 'd'));
  await writeFile(join(folder, 'd', 'x'), 'more than ten bytes');
  await sleep(100);
  expect(called).toBe(false);
});

test('a count that takes long is made less often', async () => {
  const folder = await tempFolder();
  execFileSync('sh', ['-c', 'for d in $(seq 15); do mkdir $d; (cd $d; seq 100 | xargs touch); done'], { cwd: folder });
  const before = process.cpuUsage();
  const watch = watchFolder(folder, { maxBytes: 1e12, maxFiles: 1e9, intervalMs: 1 }, () => undefined);
  const started = performance.now();
  await sleep(1000);
  watch.stop();
  const { user, system } = process.cpuUsage(before);
  // Counted all the time, it would take a processor and more; what else this process does counts, too.
  expect((user + system) / 1000 / (performance.now() - started)).toBeLessThan(0.8);
});
