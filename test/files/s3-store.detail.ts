import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { attachment, dispositionFilename } from '../../src/files/fetch/content-disposition.ts';
import { PART_BYTES, partSize } from '../../src/files/file-parts.ts';
import { createS3Client } from '../../src/files/s3/s3-client.ts';
import { openOutputStore } from '../../src/files/stores/open-output-store.ts';
import type { StoreFile } from '../../src/files/stores/output-store.ts';
import { openTaskOutputs } from '../../src/files/stores/task-outputs.ts';
import { useS3 } from '../support/use-s3.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const s3 = useS3('outputs');

const as = (filename: string, contentType = 'audio/mpeg'): StoreFile => ({
  filename,
  contentType,
  signal: new AbortController().signal,
});

/** Makes a file whose parts differ from each other. */
async function fileOf(bytes: number): Promise<string> {
  const path = join(await tempFolder(), 'result');
  const script = `openssl enc -aes-128-ctr -pass pass:x -nosalt -md md5 < /dev/zero 2> /dev/null | head -c ${bytes} > "$1"`;
  execFileSync('sh', ['-c', script, 'sh', path]);
  return path;
}

const md5sum = (path: string): string => execFileSync('md5sum', [path]).toString().slice(0, 32);
const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');

describe('a stored file', () => {
  test.each([
    ['of no bytes', 0],
    ['of one byte', 1],
    ['that just fits into one request', PART_BYTES],
    ['one byte larger', PART_BYTES + 1],
    ['of 20 MiB', 20 * 1024 ** 2],
  ])('%s arrives whole, with its size, MD5 and type', async (_, bytes) => {
    const path = await fileOf(bytes);
    const stored = await openOutputStore('s3://outputs/sizes/').put(path, as(`${bytes}.mp3`));
    expect(stored).toEqual({ uri: `s3://outputs/sizes/${bytes}.mp3`, size: bytes, checksum: md5sum(path) });
    const object = await s3.observer.get('outputs', `sizes/${bytes}.mp3`);
    expect(md5(object?.bytes ?? Buffer.from('none'))).toBe(stored.checksum);
    expect(object?.headers.get('content-type')).toBe('audio/mpeg');
    // Only the larger files are uploaded in parts.
    const parts = await s3.observer.listParts('outputs');
    expect(parts.filter((key) => key.startsWith(`sizes/${bytes}.mp3/`)).length).toBe(
      bytes > PART_BYTES ? Math.ceil(bytes / PART_BYTES) : 0,
    );
  });

  test('replaces an older one of that name', async () => {
    await s3.observer.put('outputs', 'old/a', 'old');
    const path = await fileOf(5);
    await openOutputStore('s3://outputs/old').put(path, as('a'));
    expect(md5((await s3.observer.get('outputs', 'old/a'))?.bytes ?? Buffer.alloc(0))).toBe(md5sum(path));
  });

  test.each(['a b.mp3', 'grüße+1.mp3', '100% #1&x=y.mp3', "it's (1)!~.mp3", '日本.mp3', '%41.mp3'])(
    'may be called %s, and has a URI that is a source of inputs',
    async (name) => {
      const store = openTaskOutputs('s3://outputs/na%20me+s/', 'task-1').storeOf('1-a');
      const { uri } = await store.put(await fileOf(3), as(name));
      expect(decodeURIComponent(uri)).toBe(`s3://outputs/na me+s/task-1/1-a/${name}`);
      const object = await s3.observer.get('outputs', `na me+s/task-1/1-a/${name}`);
      expect(object?.bytes.length).toBe(3);
      expect(dispositionFilename(object?.headers.get('content-disposition') ?? '')).toBe(name);
    },
  );

  test('keeps name and type also where it went in parts', async () => {
    await openOutputStore('s3://outputs').put(await fileOf(PART_BYTES + 1), as('grüße.zip', 'application/zip'));
    const headers = (await s3.observer.get('outputs', 'grüße.zip'))?.headers;
    expect(headers?.get('content-type')).toBe('application/zip');
    expect(dispositionFilename(headers?.get('content-disposition') ?? '')).toBe('grüße.zip');
  });

  test('is removed with its parts, and removing it again is no error', async () => {
    const store = openOutputStore('s3://outputs/removed');
    await store.put(await fileOf(PART_BYTES + 1), as('a'));
    await store.put(await fileOf(1), as('b'));
    expect(await s3.observer.list('outputs')).toContain('removed/a');
    await store.remove('a');
    await store.remove('a');
    expect((await s3.observer.list('outputs')).filter((key) => key.startsWith('removed/'))).toEqual(['removed/b']);
    expect((await s3.observer.listParts('outputs')).filter((key) => key.startsWith('removed/'))).toEqual([]);
  });
});

test('memory does not grow with the file', async () => {
  const script = fileURLToPath(new URL('./helpers/s3-upload.ts', import.meta.url));
  const memory = async (bytes: number): Promise<number> => {
    const path = await fileOf(bytes);
    const { stdout } = await execa(process.execPath, [script, path, `s3://outputs/memory-${bytes}`]);
    const stored = JSON.parse(stdout);
    expect(stored).toMatchObject({ size: bytes, checksum: md5sum(path) });
    return stored.memory;
  };
  const [small, large] = [await memory(5 * PART_BYTES), await memory(30 * PART_BYTES)];
  expect(large - small).toBeLessThan(8 * PART_BYTES);
});

describe('what is not stored', () => {
  const refused = async (path: string, name = 'a') => {
    await expect(openOutputStore('s3://outputs/refused').put(path, as(name))).rejects.toMatchObject({
      code: 'output_store_failed',
      message: expect.not.stringContaining(path),
    });
    expect((await s3.observer.list('outputs')).filter((key) => key.startsWith('refused/'))).toEqual([]);
  };

  test('a link that a program left, a folder, a fifo, a missing file', async () => {
    const folder = await tempFolder();
    await symlink('/etc/passwd', join(folder, 'link'));
    await mkdir(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    for (const name of ['link', 'folder', 'fifo', 'missing']) await refused(join(folder, name));
    // The control: a regular file of that folder is stored.
    await writeFile(join(folder, 'file'), 'x');
    expect((await openOutputStore('s3://outputs/accepted').put(join(folder, 'file'), as('a'))).size).toBe(1);
  });

  test.each(['../escape', 'a/b', '', '.', '..', '.hidden'])('the unsafe name %j', async (name) => {
    await refused(await fileOf(1), name);
    await expect(openOutputStore('s3://outputs/').remove(name)).rejects.toMatchObject({ code: 'output_store_failed' });
  });
});

test('the secret key of a client can be in a file', async () => {
  const file = join(await tempFolder(), 'secret');
  await writeFile(file, 'of a file\n');
  const { config } = await createS3Client({ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY_FILE: file });
  expect(await config.credentials()).toMatchObject({ accessKeyId: 'id', secretAccessKey: 'of a file' });
});

describe('what attempts at a task have stored', () => {
  test('goes as a whole, uploads that were cut off too, and nothing of other attempts and tasks', async () => {
    const client = await createS3Client(process.env);
    const kept = ['task-1/2-b/a', 'task-1/2-b/c/ü %', 'task-12/1-a/b'];
    for (const name of [...kept, 'task-1/1-a/a', 'task-1/3-c/a', 'task-1/of an earlier version']) {
      await s3.observer.put('outputs', `kept/${name}`, 'x');
    }
    for (const name of ['task-1/1-a/cut', 'task-1/2-b/under-way', 'task-12/1-a/a']) {
      const object = { Bucket: 'outputs', Key: `kept/${name}` };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
      await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: 'part' }));
    }
    const left = (keys: string[]) => keys.flatMap((key) => (key.startsWith('kept/') ? [key.slice(5)] : [])).sort();
    const task = openTaskOutputs('s3://outputs/kept', 'task-1');
    await task.remove('3-c');
    expect(left(await s3.observer.list('outputs'))).toEqual(
      [...kept, 'task-1/1-a/a', 'task-1/of an earlier version'].sort(),
    );
    await task.removeOthers('2-b');
    expect(left(await s3.observer.list('outputs'))).toEqual(kept);
    const parts = left(await s3.observer.listParts('outputs')).map((key) => key.split('/').slice(0, 3).join('/'));
    expect([...new Set(parts)]).toEqual(['task-1/2-b/under-way', 'task-12/1-a/a']);
    await task.removeOthers(null);
    expect(left(await s3.observer.list('outputs'))).toEqual(['task-12/1-a/b']);
  });
});

test('part sizes suffice for files of any size', () => {
  for (const size of [PART_BYTES + 1, 80 * 1024 ** 3, 80 * 1024 ** 3 + 1, 5 * 1024 ** 4]) {
    expect(partSize(size)).toBeGreaterThanOrEqual(PART_BYTES);
    expect(Math.ceil(size / partSize(size))).toBeLessThanOrEqual(10_000);
  }
});

test('the header that names a file is ASCII, and nothing in it ends its quotes', () => {
  const header = attachment('a"b\\ü%20.mp3');
  expect(header).toBe(`attachment; filename="a_b___20.mp3"; filename*=UTF-8''a%22b%5C%C3%BC%2520.mp3`);
});

test.each(['s3://', 's3:///x', 's3://outputs/../x', 's3://outputs/?x', 'https://host/', 'ftp://host/'])(
  'openOutputStore refuses %s',
  (location) => {
    expect(() => openOutputStore(location)).toThrow(expect.objectContaining({ code: 'output_store_failed' }));
  },
);
