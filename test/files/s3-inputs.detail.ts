import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseAllowList } from '../../src/files/fetch/address-guard.ts';
import { type FetchInputOptions, fetchInput } from '../../src/files/fetch/inputs.ts';
import { fetchS3Source } from '../../src/files/fetch/inputs-s3.ts';
import { createS3Client } from '../../src/files/s3/s3-client.ts';
import { openOutputStore } from '../../src/files/stores/open-output-store.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { useS3 } from '../support/use-s3.ts';
import { proxyS3 } from './helpers/s3-proxy.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const s3 = useS3('inputs', 'secret');
beforeAll(async () => {
  await s3.observer.put('inputs', 'in/talk.txt', 'some words\n');
  await s3.observer.put('inputs', 'index.txt', 'not below in/\n');
  await s3.observer.put('secret', 'in/talk.txt', 'of another bucket\n');
});

const NOTHING_PRIVATE = parseAllowList('');

async function fetchOne(source: string, options: Partial<FetchInputOptions> = {}) {
  const folder = options.folder ?? (await tempFolder());
  const task = { id: 'input-1', type: 'remote', source, filename: null, credentials: {} } as const;
  const { signal } = new AbortController();
  return fetchInput(task, { folder, allow: NOTHING_PRIVATE, signal, s3Sources: true, ...options });
}

async function failure(source: string, options: Partial<FetchInputOptions> = {}): Promise<ConversionError> {
  const folder = await tempFolder();
  const error: unknown = await fetchOne(source, { folder, ...options }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ConversionError)) throw new Error('no ConversionError', { cause: error });
  expect(error.idSource).toBe('input-1');
  expect(await readdir(folder)).toEqual([]);
  for (const hidden of ['X-Amz-', 'Signature', s3.server.secretAccessKey, '127.0.0.1']) {
    expect(`${error.message} ${JSON.stringify(error.details)}`).not.toContain(hidden);
  }
  return error;
}

const cat = (path: string): string => execFileSync('cat', [path]).toString();

describe('an S3 input', () => {
  test('comes with name, size, format and progress', async () => {
    const seen: number[] = [];
    const fetched = await fetchOne('s3://inputs/in/talk.txt', { onProgress: (each) => seen.push(each) });
    expect(fetched).toMatchObject({ filename: 'talk.txt', size: 11, format: { name: 'txt' } });
    expect(cat(fetched.path)).toBe('some words\n');
    expect(Math.max(...seen)).toBe(1);
  });

  test.each([
    ['in/a b.txt', 's3://inputs/in/a%20b.txt'],
    ['in/a b.txt', 's3://inputs/in/a b.txt'],
    ['in/ü+1.txt', 's3://inputs/in/%C3%BC+1.txt'],
    ['in/ü+1.txt', 's3://inputs/in/ü%2B1.txt'],
    ['in/100% #1?x=y.txt', 's3://inputs/in/100%25 %231%3Fx=y.txt'],
    ['in//double.txt', 's3://inputs/in//double.txt'],
    ["in/it's (1)!*&=$@:;,.txt", "s3://inputs/in/it's (1)!*&=$@:;,.txt"],
    ['in/back\\slash.txt', 's3://inputs/in/back%5Cslash.txt'],
  ])('may have the key %s, asked for as %s', async (key, source) => {
    await s3.observer.put('inputs', key, key);
    expect(cat((await fetchOne(source)).path)).toBe(key);
  });

  test('is what an output was stored as', async () => {
    const path = join(await tempFolder(), 'result');
    await writeFile(path, 'an output');
    const { signal } = new AbortController();
    const store = openOutputStore('s3://inputs/out puts/');
    const { uri } = await store.put(path, { filename: 'grüße 100%.txt', contentType: 'text/plain', signal });
    const fetched = await fetchOne(uri);
    expect(fetched.filename).toBe('grüße 100%.txt');
    expect(cat(fetched.path)).toBe('an output');
  });

  test('is resumed where the connection is cut', async () => {
    const content = randomBytes(3_000_000);
    await s3.observer.put('inputs', 'in/large', content);
    const cuts = [1_000_000, 700_000];
    const proxy = await proxyS3(s3.server.endpoint, { cutsAfter: () => cuts.shift() ?? Number.POSITIVE_INFINITY });
    const client = createS3Client({ ...process.env, AWS_ENDPOINT_URL_S3: proxy.endpoint });
    const path = join(await tempFolder(), 'input');
    const { size } = await fetchS3Source('s3://inputs/in/large', path, true, {
      allow: NOTHING_PRIVATE,
      signal: new AbortController().signal,
      connect: () => client,
      limits: { firstPauseMs: 20 },
    });
    expect(size).toBe(content.length);
    expect(execFileSync('cmp', [path, '-'], { input: content }).toString()).toBe('');
    const ranges = proxy.seen.map(({ headers }) => headers.range);
    expect(ranges).toEqual([undefined, 'bytes=1000000-', 'bytes=1700000-']);
  });

  test('too large or empty is told by its place', async () => {
    await s3.observer.put('inputs', 'in/empty', '');
    expect((await failure('s3://inputs/in/talk.txt', { limits: { maxBytes: 10 } })).message).toBe(
      's3://inputs/in/talk.txt is larger than the limit of 10 bytes.',
    );
    const folder = await tempFolder();
    await expect(fetchOne('s3://inputs/in/empty', { folder })).rejects.toMatchObject({ code: 'input_empty' });
  });

  test.each(['s3://inputs/in/none', 's3://no-such-bucket/in/none'])('%s does not exist', async (source) => {
    expect(await failure(source)).toMatchObject({
      code: 'input_not_found',
      message: `${source} does not exist (HTTP 404).`,
    });
  });

  test('is not there while the server is down, and is when it is back', async () => {
    await s3.server.takeDown();
    onTestFinished(() => s3.server.bringUp());
    const { code, message } = await failure('s3://inputs/in/talk.txt', { limits: { retries: 1, firstPauseMs: 10 } });
    expect([code, message]).toEqual([
      'input_download_failed',
      'The server of s3://inputs/in/talk.txt refused the connection.',
    ]);
    await s3.server.bringUp();
    expect((await fetchOne('s3://inputs/in/talk.txt')).size).toBe(11);
  });

  test.each([
    ['wrong', 'input_download_rejected', 'denies access to s3://inputs/in/talk.txt'],
    ['', 'input_download_failed', 'no S3 credentials'],
  ])('cannot be had with the key %j', async (value, code, words) => {
    onTestFinished(() => {
      Object.assign(process.env, s3.server.env, { AWS_EC2_METADATA_DISABLED: 'false' });
    });
    Object.assign(process.env, { AWS_SECRET_ACCESS_KEY: value, AWS_EC2_METADATA_DISABLED: 'true' });
    const client = createS3Client(process.env);
    const path = join(await tempFolder(), 'input');
    const { signal } = new AbortController();
    const fetching = fetchS3Source('s3://inputs/in/talk.txt', path, true, {
      allow: NOTHING_PRIVATE,
      signal,
      connect: () => client,
    });
    await expect(fetching).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
    await expect(fetching).rejects.toMatchObject({ message: expect.not.stringContaining('127.0.0.1') });
  });
});

describe('which objects may be read', () => {
  const allowed = { s3Sources: ['s3://inputs/in/'] };

  test.each(['s3://inputs/in/talk.txt', 's3://inputs/%69n/talk.txt', 'S3://inputs/in/talk.txt'])(
    '%s below an allowed place',
    async (source) => {
      expect((await fetchOne(source, allowed)).size).toBe(11);
      expect((await fetchOne(source, { s3Sources: ['s3://secret/', 's3://inputs/in'] })).size).toBe(11);
    },
  );

  test.each([
    's3://inputs/index.txt',
    's3://secret/in/talk.txt',
    's3://inputs//in/talk.txt',
    's3://inputs/in/../index.txt',
    's3://inputs/in/%2e%2e/index.txt',
    's3://inputs/in/..%2F..%2Fsecret%2Fin%2Ftalk.txt',
    's3://inputs/in/../../secret/in/talk.txt',
    's3://inputs/in/./talk.txt',
    's3://inputs/in/talk.txt?versionId=1',
    's3://inputs/in/talk.txt#1',
    's3://inputs/in/',
    's3://inputs',
    's3:inputs/in/talk.txt',
    ' s3://inputs/in/talk.txt',
  ])('not %s', async (source) => {
    expect((await failure(source, allowed)).code).toBe('input_source_unsupported');
  });

  test.each(['s3://inputs/index.txt', 's3://secret/in/talk.txt'])('but %s where all are', async (source) => {
    expect((await fetchOne(source)).size).toBeGreaterThan(11);
  });

  test('none by default', async () => {
    for (const s3Sources of [false, []] as const) {
      expect((await failure('s3://inputs/in/talk.txt', { s3Sources })).code).toBe('input_source_unsupported');
    }
  });

  test('the S3 server is exempt from the address guard for S3 inputs, and for nothing else', async () => {
    expect((await fetchOne('s3://inputs/in/talk.txt')).size).toBe(11);
    const { code } = await fetchOne(`${s3.server.endpoint}/inputs/in/talk.txt`).catch((error) => error);
    expect(code).toBe('input_address_refused');
  });
});
