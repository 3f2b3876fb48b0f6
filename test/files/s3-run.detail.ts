import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { convertd, lastLine, temporaryFolder } from '../cli/support.ts';
import { useS3 } from '../support/use-s3.ts';

const s3 = useS3('files');
beforeAll(() => s3.observer.put('files', 'in/a talk.txt', 'some words\n'));

const SHA256 = `${createHash('sha256').update('some words\n').digest('hex')}\n`;

async function run(store: string | null, flags: readonly string[] = [], env: Record<string, string> = {}) {
  const folder = await temporaryFolder();
  const task = {
    conversion: { category: 'hash', target: 'sha256' },
    input: [{ source: 's3://files/in/a%20talk.txt' }],
    ...(store !== null && { output: { store } }),
  };
  await writeFile(join(folder, 'task.json'), JSON.stringify(task));
  const options = { cwd: folder, env: { ...s3.server.env, ...env } };
  const result = await convertd(['run', join(folder, 'task.json'), '--json', ...flags], options);
  expect(await readdir(folder)).toEqual(['task.json']);
  expect(result.stdout + result.stderr).not.toContain(s3.server.secretAccessKey);
  return { exitCode: result.exitCode, last: lastLine(result.stdout) };
}

const stored = async (key: string): Promise<string | undefined> =>
  (await s3.observer.get('files', key))?.bytes.toString();

describe('convertd run', () => {
  test('reads from S3 and stores where the task says', async () => {
    const { exitCode, last } = await run('s3://files/by%20task/');
    expect(exitCode).toBe(0);
    expect(last.output).toMatchObject([
      { uri: 's3://files/by%20task/a%20talk.sha256', checksum: createHash('md5').update(SHA256).digest('hex') },
    ]);
    expect(await stored('by task/a talk.sha256')).toBe(SHA256);
  });

  test('stores where --output says, whatever the task says', async () => {
    const { exitCode } = await run('s3://files/by-task', ['--output', 's3://files/by-flag']);
    expect(exitCode).toBe(0);
    expect(await stored('by-flag/a talk.sha256')).toBe(SHA256);
    expect(await stored('by-task/a talk.sha256')).toBeUndefined();
  });

  test('stores where OUTPUT_STORE says', async () => {
    const { exitCode } = await run(null, [], { OUTPUT_STORE: 's3://files/by-environment' });
    expect(exitCode).toBe(0);
    expect(await stored('by-environment/a talk.sha256')).toBe(SHA256);
  });

  test('fails with a reason where the bucket does not exist', async () => {
    const { exitCode, last } = await run('s3://no-such-bucket/');
    expect(exitCode).toBe(1);
    expect(last.errors).toMatchObject([
      { code: 'output_store_failed', message: expect.stringContaining('bucket "no-such-bucket" does not exist') },
    ]);
  });

  test.each([
    ['s3://files/../x', 'output_store_failed'],
    ['ftp://host/folder', 'task_invalid'],
  ])('refuses the store %s', async (store, code) => {
    const { exitCode, last } = await run(store);
    expect(exitCode).not.toBe(0);
    expect(last.errors).toMatchObject([{ code }]);
  });
});
