import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '../../worker/support.ts';
import { query } from '../local-service.ts';
import {
  download,
  type Installation,
  type JobView,
  newInstallation,
  type ServeProcess,
  startServe,
} from '../serve-support.ts';
import type { Described, TestStorage } from './storage.ts';

/** An output target in documents. */
export interface TargetView {
  readonly type: string;
  readonly status: string;
  readonly parameters: Record<string, unknown>;
  readonly credentials: unknown[];
}

export const inputFrom = (storage: TestStorage, described: Described) => ({
  type: 'cloud',
  source: storage.type,
  ...described,
});

export const targetIn = (storage: TestStorage, described: Described) => ({ type: storage.type, ...described });

export const textInput = (text: string) => ({
  type: 'base64',
  source: Buffer.from(text).toString('base64'),
  filename: 'notes.txt',
});

export const ZIP = { category: 'archive', target: 'zip' };

export const targetsOf = (job: JobView): TargetView[] =>
  job.conversion.flatMap((each) => (each as unknown as { output_target: TargetView[] }).output_target);

export const statusesOf = (job: JobView): string[] => targetsOf(job).map(({ status }) => status);

/** Starts a service that may reach loopback; it ends with the test. */
export async function startReaching(
  env: Record<string, string> = {},
): Promise<{ serve: ServeProcess; installation: Installation; again: () => Promise<ServeProcess> }> {
  const installation = await newInstallation();
  const all = { ALLOWED_ADDRESSES: '127.0.0.1', CATEGORIES: 'archive,hash', LOG_LEVEL: 'trace', ...env };
  const again = () => startServe(installation, all);
  return { serve: await again(), installation, again };
}

/** Tests for every kind of storage. @param open opens a new storage for each test */
export function storageScenarios(open: () => Promise<TestStorage>): void {
  const use = async (): Promise<TestStorage> => {
    const storage = await open();
    onTestFinished(storage.stop);
    return storage;
  };

  test('a file of several parts comes in, and what is made of it goes out, byte for byte', async () => {
    const storage = await use();
    const { serve } = await startReaching();
    const bytes = randomBytes(20 * 1024 ** 2 + 12_345);
    await storage.write('in/größe +1.bin', bytes);
    const made = await serve.createJob({
      process: true,
      input: [inputFrom(storage, storage.describe('in/größe +1.bin'))],
      conversion: [
        { ...ZIP, output_target: [targetIn(storage, storage.describe('out/it’s (1).zip'))] },
        { category: 'hash', target: 'md5', output_target: [targetIn(storage, storage.describe('digests/'))] },
      ],
    });
    expect(made.input[0]).toMatchObject({ type: 'cloud', source: storage.type, status: 'ready', credentials: [] });
    expect(statusesOf(made)).toEqual(['waiting', 'waiting']);
    const job = await serve.final(made.id);
    expect([job.status, job.errors, statusesOf(job)]).toEqual(['completed', [], ['completed', 'completed']]);
    expect(job.input[0]?.size).toBe(bytes.length);
    const files = await download(job);
    const zip = [...files].find(([name]) => name.endsWith('.zip'))?.[1];
    const digest = [...files].find(([name]) => name.endsWith('.md5'));
    expect(digest?.[1].toString()).toContain(job.input[0]?.checksum);
    expect((await storage.read('out/it’s (1).zip'))?.equals(zip ?? Buffer.alloc(0))).toBe(true);
    expect((await storage.read(`digests/${digest?.[0]}`))?.equals(digest?.[1] ?? Buffer.alloc(0))).toBe(true);
  });

  test('credentials are in no document, log or table once the job has ended', async () => {
    const storage = await use();
    const { serve, installation } = await startReaching();
    await storage.write('a.txt', Buffer.from('a'));
    const target = targetIn(storage, storage.describe('b.zip'));
    const made = await serve.createJob({
      process: false,
      input: [inputFrom(storage, storage.describe('a.txt'))],
      conversion: [{ ...ZIP, output_target: [target] }],
    });
    const secret = storage.secret;
    const stored = async () => {
      const names = ['convertd.sqlite', 'convertd.sqlite-wal'];
      const files = await Promise.all(names.map((name) => readFile(join(installation.folder, name)).catch(() => null)));
      return Buffer.concat(files.filter((file) => file !== null)).toString('latin1');
    };
    const before = await stored();
    // The control: values that are not secret are found in the same rows.
    expect(before).toContain('b.zip');
    expect(before).not.toContain(secret);
    const [conversion] = made.conversion;
    // Like a client that reads, changes and sends back.
    const patched = await serve.call('PATCH', `/v2/jobs/${made.id}/conversions/${conversion?.id}`, {
      output_target: targetsOf(made),
    });
    expect(patched.status).toBe(200);
    await serve.call('PATCH', `/v2/jobs/${made.id}`, { process: true });
    expect(await serve.final(made.id)).toMatchObject({ status: 'completed' });
    const paths = ['', '/input', '/conversions', '/output', '/history', '/threads?all=true'];
    const shown = await Promise.all(paths.map((path) => serve.call('GET', `/v2/jobs/${made.id}${path}`)));
    expect(JSON.stringify(shown.map(({ body }) => body))).toContain('b.zip');
    const visible = JSON.stringify([made, patched.body, shown.map(({ body }) => body), serve.log()]);
    expect(visible).not.toContain(secret);
    expect(await stored()).not.toContain(secret);
    const kept = query(
      installation.folder,
      'select credentials from inputs union all select credentials from output_targets',
    );
    expect(kept).toEqual([{ credentials: null }, { credentials: null }]);
    expect(await storage.read('b.zip')).not.toBeNull();
  });

  test('what is wrong with an input is its error, and says what to check', async () => {
    const storage = await use();
    const { serve } = await startReaching({ MAX_INPUT_SIZE: '1000000' });
    await storage.write('small.txt', Buffer.from('small'));
    await storage.write('large.bin', randomBytes(1_000_001));
    const errorOf = async (described: Described) => {
      const input = [inputFrom(storage, described)];
      const job = await serve.final((await serve.createJob({ process: true, input, conversion: [ZIP] })).id);
      expect(job).toMatchObject({ status: 'failed', input: [{ status: 'failed' }] });
      expect(job.errors[0]).toMatchObject({ source: 'input', id_source: job.input[0]?.id });
      return job.errors[0];
    };
    expect(await errorOf(storage.withWrongCredentials('small.txt'))).toMatchObject({
      code: 2009,
      message: expect.stringMatching(/small\.txt.* Check credentials\./),
    });
    expect(await errorOf(storage.describe('missing.txt'))).toMatchObject({
      code: 2003,
      message: expect.stringMatching(/has no "missing\.txt".* Check parameters\./),
    });
    expect(await errorOf(storage.elsewhere('small.txt'))).toMatchObject({ code: 2003 });
    expect(await errorOf(storage.describe('large.bin'))).toMatchObject({
      code: 2007,
      message: expect.stringContaining('large.bin'),
    });
    const control = { process: true, input: [inputFrom(storage, storage.describe('small.txt'))], conversion: [ZIP] };
    expect(await serve.final((await serve.createJob(control)).id)).toMatchObject({ status: 'completed' });
  });

  test('what is wrong with a target fails the job, whose outputs stay', async () => {
    const storage = await use();
    const { serve } = await startReaching();
    const wrong = { ...ZIP, output_target: [targetIn(storage, storage.withWrongCredentials('a.zip'))] };
    const made = await serve.createJob({ process: true, input: [textInput('a')], conversion: [wrong] });
    const job = await serve.final(made.id);
    expect([job.status, statusesOf(job)]).toEqual(['failed', ['failed']]);
    expect(job.errors).toEqual([
      expect.objectContaining({
        source: 'conversion',
        id_source: made.conversion[0]?.id,
        code: 4003,
        message: expect.stringMatching(/Check credentials\./),
      }),
    ]);
    expect((await download(job)).size).toBe(1);
    const lenient = { fail_on_conversion_error: false, process: true, input: [textInput('a')], conversion: [wrong] };
    const other = await serve.final((await serve.createJob(lenient)).id);
    expect([other.status, other.errors.length, statusesOf(other)]).toEqual(['completed', 1, ['failed']]);
    expect(await storage.read('a.zip')).toBeNull();
  });

  test('an address that is not allowed is neither read from nor written to', async () => {
    const storage = await use();
    const { serve } = await startReaching({ ALLOWED_ADDRESSES: '' });
    await storage.write('a.txt', Buffer.from('a'));
    const [reading, writing] = await Promise.all([
      serve.createJob({ process: true, input: [inputFrom(storage, storage.describe('a.txt'))], conversion: [ZIP] }),
      serve.createJob({
        process: true,
        input: [textInput('a')],
        conversion: [{ ...ZIP, output_target: [targetIn(storage, storage.describe('refused.zip'))] }],
      }),
    ]);
    expect((await serve.final(reading.id)).errors).toEqual([expect.objectContaining({ source: 'input', code: 2002 })]);
    expect((await serve.final(writing.id)).errors).toEqual([expect.objectContaining({ code: 4004 })]);
    expect(await storage.read('refused.zip')).toBeNull();
  });

  test('a delivery that fails by a fault that may pass is tried again', async () => {
    const storage = await use();
    const { serve, installation } = await startReaching({ RETRY_DELAYS: '1,1,1,1,1,1,1,1' });
    await storage.takeDown();
    const conversion = [{ ...ZIP, output_target: [targetIn(storage, storage.describe('late.zip'))] }];
    const { id } = await serve.createJob({ process: true, input: [textInput('late')], conversion });
    const attempts = () => Number(query(installation.folder, 'select attempt from output_targets')[0]?.attempt);
    await waitFor(() => attempts() >= 2, 'a second attempt');
    const waiting = await serve.job(id);
    expect([waiting.status, waiting.warnings.map(({ code, details }) => [code, details.code])]).toEqual([
      'processing',
      [[5020, 4001]],
    ]);
    await storage.bringUp();
    const job = await serve.final(id);
    expect([job.status, job.errors, job.warnings, statusesOf(job)]).toEqual(['completed', [], [], ['completed']]);
    expect(await storage.read('late.zip')).toEqual([...(await download(job)).values()][0]);
  });
}
