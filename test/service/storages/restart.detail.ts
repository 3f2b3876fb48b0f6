import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { convertd } from '../../cli/support.ts';
import { useS3 } from '../../support/use-s3.ts';
import { waitFor } from '../../worker/support.ts';
import { query } from '../local-service.ts';
import { download } from '../serve-support.ts';
import { azureStorage } from './azure.ts';
import { ftpStorage } from './ftp.ts';
import { googleStorage } from './google.ts';
import { s3Storage } from './s3.ts';
import { inputFrom, startReaching, statusesOf, targetIn, textInput, ZIP } from './scenarios.ts';
import type { TestStorage } from './storage.ts';

/** Holds the first output, whose delivery is not cut. */
const SMALL = { category: 'hash', target: 'md5' };

const s3 = useS3('files');

describe.each<[string, () => Promise<TestStorage>]>([
  ['S3', () => s3Storage(s3, 'files')],
  ['Azure Blob Storage', azureStorage],
  ['Google Cloud Storage', googleStorage],
])('a service in the middle of a delivery to %s', (_name, open) => {
  test.each(['SIGKILL', 'SIGTERM'] as const)('goes on with it after %s', async (signal) => {
    const storage = await open();
    onTestFinished(storage.stop);
    // With this grace period, a shutdown that waited for the delivery would not end during the test.
    const { serve, installation, again } = await startReaching({ SHUTDOWN_GRACE: '3600' });
    const source = await ftpStorage();
    onTestFinished(source.stop);
    await source.write('a.bin', randomBytes(20 * 1024 ** 2));
    storage.stall?.();
    const { id } = await serve.createJob({
      process: true,
      input: [inputFrom(source, source.describe('a.bin'))],
      conversion: [
        { ...ZIP, output_target: [targetIn(storage, storage.describe(`${signal}.zip`))] },
        { ...SMALL, output_target: [targetIn(storage, storage.describe(`${signal}.md5`))] },
      ],
    });
    await waitFor(async () => statusesOf(await serve.job(id)).includes('uploading'), 'a delivery to begin');
    serve.signal(signal);
    await serve.ended;
    // The delivery was told to stop; it did not fail because the storage accepts nothing.
    expect(serve.log().map(({ msg }) => msg)).not.toContain('an attempt at a delivery has failed');
    expect(await storage.read(`${signal}.zip`).catch(() => null)).toBeNull();
    await storage.bringUp();
    const next = await again();
    const job = await next.final(id);
    expect([job.status, job.errors, statusesOf(job)]).toEqual(['completed', [], ['completed', 'completed']]);
    const zip = [...(await download(job))].find(([name]) => name.endsWith('.zip'))?.[1];
    expect((await storage.read(`${signal}.zip`))?.equals(zip ?? Buffer.alloc(0))).toBe(true);
    const attempts = query(installation.folder, 'select attempt from output_targets order by position');
    expect(Math.max(...attempts.map(({ attempt }) => Number(attempt)))).toBe(2);
  });
});

test('a job that is canceled in the middle of a delivery ends at once, and delivers nothing more', async () => {
  const storage = await googleStorage();
  onTestFinished(storage.stop);
  const { serve, installation } = await startReaching();
  storage.stall?.();
  const conversion = [{ ...ZIP, output_target: [targetIn(storage, storage.describe('canceled.zip'))] }];
  const { id } = await serve.createJob({ process: true, input: [textInput('a')], conversion });
  await waitFor(async () => statusesOf(await serve.job(id)).includes('uploading'), 'the delivery to begin');
  expect((await serve.call('DELETE', `/v2/jobs/${id}`)).status).toBe(204);
  expect(await serve.job(id)).toMatchObject({ status: 'canceled' });
  await waitFor(
    () => serve.log().some(({ msg }) => String(msg).startsWith('a delivery was stopped')),
    'the delivery to be stopped',
  );
  await storage.bringUp();
  expect(query(installation.folder, 'select status, credentials from output_targets')).toEqual([
    { status: 'failed', credentials: null },
  ]);
  expect(await storage.read('canceled.zip')).toBeNull();
});

test('an output of several keeps its name in a folder, or gets a number', async () => {
  const storage = await googleStorage();
  onTestFinished(storage.stop);
  const { serve } = await startReaching();
  const { id } = await serve.createJob({
    process: true,
    input: [textInput('a'), textInput('b'), textInput('c')],
    conversion: [
      {
        ...SMALL,
        output_target: [
          targetIn(storage, storage.describe('folder/')),
          targetIn(storage, storage.describe('named/digest.txt')),
        ],
      },
    ],
  });
  const job = await serve.final(id);
  expect([job.status, statusesOf(job)]).toEqual(['completed', ['completed', 'completed']]);
  const contents = [...(await Promise.all(job.output.map(async ({ uri }) => (await fetch(uri)).text())))];
  const read = async (name: string) => (await storage.read(name))?.toString();
  const numbered = ['named/digest.txt', 'named/digest-2.txt', 'named/digest-3.txt'];
  expect(await Promise.all(numbered.map(read))).toEqual(contents);
  const kept = ['folder/notes.md5', 'folder/notes-2.md5', 'folder/notes-3.md5'];
  expect(await Promise.all(kept.map(read))).toEqual(contents);
});

test.each([
  ['amazons3', { bucket: 'files', host: 'no-such-host.invalid' }, { accesskeyid: 'a', secretaccesskey: 'b' }],
  ['ftp', { host: 'no-such-host.invalid', tls: 'none' }, { username: 'a', password: 'b' }],
])('a delivery by %s to a host that does not exist fails at once', async (type, parameters, credentials) => {
  const { serve } = await startReaching({ RETRY_DELAYS: '600' });
  const conversion = [{ ...ZIP, output_target: [{ type, parameters: { ...parameters, file: 'a.zip' }, credentials }] }];
  const { id } = await serve.createJob({ process: true, input: [textInput('a')], conversion });
  const job = await serve.final(id);
  expect(job).toMatchObject({ status: 'failed', warnings: [], errors: [{ source: 'conversion', code: 4001 }] });
  expect(job.errors[0]?.message).toContain('does not exist');
});

test('an output that is lost before it is delivered is an error that says so', async () => {
  const storage = await googleStorage();
  onTestFinished(storage.stop);
  const { serve, installation } = await startReaching({ RETRY_DELAYS: '1,1,1,1,1,1,1,1' });
  await storage.takeDown();
  const conversion = [{ ...ZIP, output_target: [targetIn(storage, storage.describe('lost.zip'))] }];
  const { id } = await serve.createJob({ process: true, input: [textInput('a')], conversion });
  // A running attempt has the file open.
  await waitFor(() => serve.log().some(({ msg }) => msg === 'outputs not delivered'), 'a first attempt to fail');
  await rm(join(installation.folder, 'outputs'), { recursive: true });
  await storage.bringUp();
  expect((await serve.final(id)).errors).toEqual([
    expect.objectContaining({ code: 4002, message: 'The output "notes.zip" was removed before it was delivered.' }),
  ]);
});

test('one key’s storages that take nothing leave room for those of another', async () => {
  const [slow, quick] = [await googleStorage(), await googleStorage()];
  onTestFinished(slow.stop);
  onTestFinished(quick.stop);
  const { serve, installation } = await startReaching();
  slow.stall?.();
  const target = (storage: TestStorage, file: string) => targetIn(storage, storage.describe(file));
  const waiting = await serve.createJob({
    process: true,
    input: [textInput('a')],
    conversion: [{ ...ZIP, output_target: Array.from({ length: 6 }, (_, index) => target(slow, `${index}.zip`)) }],
  });
  const uploading = async () =>
    statusesOf(await serve.job(waiting.id)).filter((status) => status === 'uploading').length;
  await waitFor(async () => (await uploading()) === 4, 'the deliveries that one key may have at a time');
  const { stdout } = await convertd(['keys', 'create', '--name', 'other', '--json'], {
    env: { DATA_DIR: installation.folder },
  });
  const { key } = JSON.parse(stdout) as { key: string };
  const body = {
    process: true,
    input: [textInput('b')],
    conversion: [{ ...ZIP, output_target: [target(quick, 'b.zip')] }],
  };
  const { id } = await serve.createJob(body, key);
  const read = async () => (await serve.call('GET', `/v2/jobs/${id}`, undefined, key)).body as { status: string };
  await waitFor(async () => (await read()).status === 'completed', 'the delivery of the other key');
  expect(await uploading()).toBe(4);
});
