import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PART_BYTES } from '../../src/files/file-parts.ts';
import { createS3Client } from '../../src/files/s3/s3-client.ts';
import { createS3Store } from '../../src/files/stores/s3-store.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { useS3 } from '../support/use-s3.ts';
import { proxyS3, type SeenRequest } from './helpers/s3-proxy.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const s3 = useS3('outputs');

async function fileOf(bytes: number): Promise<string> {
  const path = join(await tempFolder(), 'result');
  await writeFile(path, Buffer.alloc(bytes, 'some content '));
  return path;
}

/** Opens a store at that endpoint, with a separate client. */
function storeAt(endpoint: string, prefix: string, bucket = 'outputs') {
  const client = createS3Client({ ...process.env, AWS_ENDPOINT_URL_S3: endpoint });
  return createS3Store({ bucket, key: `${prefix}/` }, () => client);
}

async function failure(storing: Promise<unknown>): Promise<ConversionError> {
  const error: unknown = await storing.catch((thrown: unknown) => thrown);
  if (!(error instanceof ConversionError)) throw new Error('no ConversionError', { cause: error });
  expect(error.code).toBe('output_store_failed');
  for (const secret of [s3.server.secretAccessKey, s3.server.accessKeyId, '127.0.0.1', 'Signature=']) {
    expect(error.message).not.toContain(secret);
  }
  return error;
}

const as = (filename: string, signal = new AbortController().signal) => ({
  filename,
  contentType: 'text/plain',
  signal,
});

const isPart = ({ method, path }: SeenRequest, number: number): boolean =>
  method === 'PUT' && path.includes(`partNumber=${number}&`);

/** Returns objects, and parts and markers of uploads, with that prefix in both buckets. */
async function left(prefix: string): Promise<string[]> {
  const keys = [...(await s3.observer.list('outputs')), ...(await s3.observer.listParts('outputs'))];
  return keys.filter((key) => key.startsWith(`${prefix}/`));
}

describe('damage on the way', () => {
  const damages = ({ method }: SeenRequest): boolean => method === 'PUT';
  const base64md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');

  test('is refused by the server because of the Content-MD5, and only because of it', async () => {
    const proxy = await proxyS3(s3.server.endpoint, { damages });
    const client = await createS3Client({ ...process.env, AWS_ENDPOINT_URL_S3: proxy.endpoint });
    const bytes = Buffer.from('some content');
    const put = async (key: string, headers: Record<string, string>) => {
      // A presigned link leaves the content unsigned, so that only the header states its digest.
      const link = await getSignedUrl(client, new PutObjectCommand({ Bucket: 'outputs', Key: key }));
      return (await fetch(link, { method: 'PUT', body: bytes, headers })).status;
    };
    expect(await put('md5/without', {})).toBe(200);
    expect((await s3.observer.get('outputs', 'md5/without'))?.bytes.toString()).toBe('some contenu');
    expect(await put('md5/with', { 'content-md5': base64md5(bytes) })).toBeGreaterThanOrEqual(400);
    expect(await left('md5')).toEqual(['md5/without']);
  });

  test('of a small file leaves nothing', async () => {
    const proxy = await proxyS3(s3.server.endpoint, { damages });
    const { message } = await failure(storeAt(proxy.endpoint, 'small').put(await fileOf(1000), as('a')));
    expect(message).toContain('damaged on its way');
    expect(await left('small')).toEqual([]);
    const whole = Buffer.alloc(1000, 'some content ');
    expect(proxy.seen.map(({ headers }) => headers['content-md5'])).toEqual([base64md5(whole)]);
  });

  test('of one part leaves nothing', async () => {
    const proxy = await proxyS3(s3.server.endpoint, { damages: (request) => isPart(request, 2) });
    const { message } = await failure(storeAt(proxy.endpoint, 'part').put(await fileOf(3 * PART_BYTES), as('a')));
    expect(message).toContain('damaged on its way');
    expect(await left('part')).toEqual([]);
    const sums = proxy.seen.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['content-md5']);
    const content = Buffer.alloc(3 * PART_BYTES, 'some content ');
    const parts = [0, 1, 2].map((n) => content.subarray(n * PART_BYTES, (n + 1) * PART_BYTES));
    expect(sums.toSorted()).toEqual(parts.map(base64md5).toSorted());
    // The control: the same proxy without damage.
    const fine = await proxyS3(s3.server.endpoint, {});
    await storeAt(fine.endpoint, 'part').put(await fileOf(3 * PART_BYTES), as('a'));
    expect((await s3.observer.get('outputs', 'part/a'))?.bytes.equals(content)).toBe(true);
  });
});

describe('a cancel', () => {
  test('in the middle of an upload leaves no object and no upload', async () => {
    const controller = new AbortController();
    const reason = new Error('canceled');
    let before: string[] = [];
    const proxy = await proxyS3(s3.server.endpoint, {
      before: async (request) => {
        if (!isPart(request, 3)) return;
        before = await left('canceled');
        controller.abort(reason);
      },
    });
    const storing = storeAt(proxy.endpoint, 'canceled').put(await fileOf(6 * PART_BYTES), as('a', controller.signal));
    await expect(storing).rejects.toBe(reason);
    // The upload had begun, so there was something to remove.
    expect(before.length).toBeGreaterThan(0);
    expect(proxy.seen.some(({ method }) => method === 'DELETE')).toBe(true);
    expect(await left('canceled')).toEqual([]);
  });

  test('before the start sends nothing', async () => {
    const proxy = await proxyS3(s3.server.endpoint, {});
    const reason = new Error('canceled');
    const storing = storeAt(proxy.endpoint, 'early').put(await fileOf(1), as('a', AbortSignal.abort(reason)));
    await expect(storing).rejects.toBe(reason);
    expect(proxy.seen).toEqual([]);
  });
});

describe('the server', () => {
  test('is down, and works when it is back', async () => {
    const store = storeAt(s3.server.endpoint, 'down');
    await s3.server.takeDown();
    const { message } = await failure(store.put(await fileOf(1), as('a'))).finally(() => s3.server.bringUp());
    expect(message).toBe(
      'The output "a" could not be stored: the S3 server of bucket "outputs" cannot be reached or does not answer.',
    );
    await store.put(await fileOf(1), as('a'));
    expect(await left('down')).toEqual(['down/a']);
  });

  test('goes down in the middle of an upload, and the next try stores it', async () => {
    const proxy = await proxyS3(s3.server.endpoint, {
      before: (request) => (isPart(request, 3) && !stopped ? takeDown() : undefined),
    });
    let stopped = false;
    const takeDown = async () => {
      stopped = true;
      await s3.server.takeDown();
    };
    const store = storeAt(proxy.endpoint, 'middle');
    await failure(store.put(await fileOf(4 * PART_BYTES), as('a'))).finally(() => s3.server.bringUp());
    expect(await s3.observer.list('outputs')).not.toContain('middle/a');
    const { size } = await store.put(await fileOf(4 * PART_BYTES), as('a'));
    expect((await s3.observer.get('outputs', 'middle/a'))?.bytes.length).toBe(size);
  });

  test('takes connections and never answers: an error', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const { port } = silent.address() as AddressInfo;
    const { message } = await failure(storeAt(`http://127.0.0.1:${port}`, 'x').put(await fileOf(1), as('a')));
    expect(message).toContain('cannot be reached or does not answer');
  });

  test.each(['put', 'remove'] as const)('has no such bucket to %s', async (what) => {
    const store = storeAt(s3.server.endpoint, 'x', 'no-such-bucket');
    const { message } = await failure(what === 'put' ? store.put(await fileOf(1), as('a')) : store.remove('a'));
    expect(message).toContain('bucket "no-such-bucket" does not exist');
  });

  test.each([
    ['AWS_SECRET_ACCESS_KEY', 'wrong', 'does not accept the credentials for bucket "outputs"'],
    ['AWS_ACCESS_KEY_ID', 'nobody', 'does not accept the credentials for bucket "outputs"'],
    ['AWS_ACCESS_KEY_ID', '', 'no S3 credentials for bucket "outputs"; set AWS_ACCESS_KEY_ID'],
  ])('refuses %s=%j', async (name, value, words) => {
    const right = process.env[name];
    onTestFinished(() => {
      process.env[name] = right;
      delete process.env.AWS_EC2_METADATA_DISABLED;
    });
    process.env[name] = value;
    // Otherwise the SDK looks for the credentials of a cloud machine.
    process.env.AWS_EC2_METADATA_DISABLED = 'true';
    const { message } = await failure(storeAt(s3.server.endpoint, 'keys').put(await fileOf(1), as('a')));
    expect(message).toContain(words);
    expect(await left('keys')).toEqual([]);
  });
});
