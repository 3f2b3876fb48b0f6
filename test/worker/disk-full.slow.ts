import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useBroker } from '../support/use-broker.ts';
import { makeTask, observe, startWorker, testFolder, type WorkerProcess, waitFor } from './support.ts';

const broker = useBroker();

/** Starts a worker in its own mount namespace, where `folder` is a small disk that disappears with the worker. */
async function startOnSmallDisk(folder: string, size: string, env: Record<string, string>): Promise<WorkerProcess> {
  const mount = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`;
  return startWorker(
    { AMQP_URL: broker().url, DATA_DIR: folder, CATEGORIES: 'archive,audio,hash', ...env },
    { through: ['unshare', '--mount', 'sh', '-c', mount, folder] },
  );
}

/** Path of the worker's disk for other processes. */
const seenFrom = (worker: WorkerProcess, path: string) => join(`/proc/${worker.pid}/root`, path);

/** Names in a folder and its subfolders. */
const everything = (path: string) => readdir(path, { recursive: true });

const MEBIBYTE = 2 ** 20;
/** Input whose output needs about as much room as the input. */
const large = (bytes: number) => `data:;base64,${Buffer.alloc(bytes, 'convertd').toString('base64')}`;
/** The same, but not compressible. */
const noise = (bytes: number) => `data:;base64,${randomBytes(bytes).toString('base64')}`;

const retried = (worker: WorkerProcess) =>
  worker
    .log()
    .filter((line) => typeof line.delay_ms === 'number')
    .map((line) => (line.errors as { code: string }[]).map(({ code }) => code));

it('the work folder is full while an input arrives: tried again, then failed, and the worker goes on', async () => {
  const [disk, outputs] = [await testFolder(), await testFolder()];
  const observer = await observe(broker().url);
  const worker = await startOnSmallDisk(disk, '2m', { OUTPUT_STORE: outputs });
  const task = makeTask('hash', 'md5', large(4 * MEBIBYTE));
  await observer.submit(task);

  const final = await observer.final(task.id);
  expect(final).toMatchObject({ status: 'failed', attempt: 3, output: [] });
  expect(final.errors.map((error) => error.code)).toEqual(['disk_full']);
  expect(JSON.stringify(final)).not.toContain(disk);
  expect(retried(worker)).toEqual([['disk_full'], ['disk_full']]);

  const small = makeTask('hash', 'md5', large(MEBIBYTE));
  await observer.submit(small);
  expect(await observer.final(small.id)).toMatchObject({ status: 'completed' });
  await waitFor(async () => (await worker.health()).running === 0, 'the task to be settled');
  for (const each of [task, small]) expect(observer.finals(each.id)).toHaveLength(1);
  const [workRoot = '', ...others] = await readdir(seenFrom(worker, join(disk, 'work')));
  expect(others).toEqual([]);
  // The mark of its owner.
  expect(await everything(seenFrom(worker, join(disk, 'work', workRoot)))).toEqual(['owner.json']);
  expect((await readdir(outputs)).sort()).toEqual(['.convertd', small.id].sort());
  // Only the worker saw the disk.
  expect(await readdir(disk)).toEqual([]);
});

it.each([
  ['archive', 'zip'],
  ['archive', 'gz'],
  ['archive', 'bz2'],
  ['audio', 'aiff'],
  ['audio', 'flac'],
])('the work folder is full while %s/%s is made: tried again when there is room', async (category, target) => {
  const [disk, outputs] = [await testFolder(), await testFolder()];
  const observer = await observe(broker().url);
  const worker = await startOnSmallDisk(disk, '12m', { OUTPUT_STORE: outputs, RETRY_DELAYS: '1,2,4,8' });
  const filler = seenFrom(worker, join(disk, 'filler'));
  // Room for the input but not for the output.
  await writeFile(filler, Buffer.alloc(8.5 * MEBIBYTE));
  const source = category === 'audio' ? wave(3 * MEBIBYTE) : noise(3 * MEBIBYTE);
  const task = makeTask(category, target, source);
  await observer.submit(task);
  await waitFor(() => retried(worker).length > 0, 'the first try to fail');
  expect(retried(worker)[0]).toEqual(['disk_full']);
  await writeFile(filler, '');

  expect(await observer.final(task.id)).toMatchObject({ status: 'completed', errors: [] });
  expect(observer.finals(task.id)).toHaveLength(1);
});

it('the output store is full: tried again, then failed, and nothing is left in it', async () => {
  const [disk, work] = [await testFolder(), await testFolder()];
  const observer = await observe(broker().url);
  const worker = await startOnSmallDisk(disk, '1m', { DATA_DIR: work, OUTPUT_STORE: join(disk, 'out') });
  const task = makeTask('archive', 'zip', noise(3 * MEBIBYTE));
  await observer.submit(task);
  const final = await observer.final(task.id);
  expect(final).toMatchObject({ status: 'failed', attempt: 3, output: [] });
  expect(final.errors.map((error) => error.code)).toEqual(['disk_full']);
  expect(retried(worker)).toEqual([['disk_full'], ['disk_full']]);

  const small = makeTask('archive', 'zip', 'data:,abc');
  await observer.submit(small);
  expect(await observer.final(small.id)).toMatchObject({ status: 'completed' });
  const names = await readdir(seenFrom(worker, join(disk, 'out')));
  expect(names.sort()).toEqual(['.convertd', small.id].sort());
  for (const each of [task, small]) expect(observer.finals(each.id)).toHaveLength(1);
});

it('the output store has no room for the ledger either: the report is sent all the same', async () => {
  const [disk, work] = [await testFolder(), await testFolder()];
  const observer = await observe(broker().url);
  const worker = await startOnSmallDisk(disk, '1m', { DATA_DIR: work, OUTPUT_STORE: join(disk, 'out') });
  const before = makeTask('hash', 'md5', 'data:,abc');
  await observer.submit(before);
  await observer.final(before.id);
  const filler = seenFrom(worker, join(disk, 'filler'));
  await writeFile(filler, Buffer.alloc(2 * MEBIBYTE)).catch(() => {});
  const task = makeTask('hash', 'md5', 'data:,abc');
  await observer.submit(task);
  const final = await observer.final(task.id);
  expect(final.errors.map((error) => error.code)).toEqual(['disk_full']);
  await writeFile(filler, '');
  const after = makeTask('hash', 'md5', 'data:,abc');
  await observer.submit(after);
  expect(await observer.final(after.id)).toMatchObject({ status: 'completed' });
  for (const each of [before, task, after]) expect(observer.finals(each.id)).toHaveLength(1);
});

/** A WAV file of noise, which FLAC cannot make smaller. */
function wave(bytes: number): string {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(bytes + 36, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(176_400, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return `data:audio/wav;base64,${Buffer.concat([header, randomBytes(bytes)]).toString('base64')}`;
}
