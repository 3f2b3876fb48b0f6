import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllowList } from '../../src/files/fetch/address-guard.ts';
import { type FetchInputOptions, fetchInput } from '../../src/files/fetch/inputs.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { TaskInput } from '../../src/task/types.ts';
import { serve } from './helpers/server.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const ID = '0b9c2f0e-1111-4222-8333-444455556666';

const input = (source: string, filename: string | null = null): TaskInput => ({
  id: ID,
  type: 'remote',
  source,
  filename,
  credentials: {},
});

async function fetchOne(task: TaskInput, options: Partial<FetchInputOptions> = {}) {
  const folder = options.folder ?? (await tempFolder());
  const signal = new AbortController().signal;
  return fetchInput(task, { folder, allow: parseAllowList('127.0.0.1'), signal, ...options });
}

async function failure(task: TaskInput, options: Partial<FetchInputOptions> = {}): Promise<ConversionError> {
  const error: unknown = await fetchOne(task, options).catch((thrown: unknown) => thrown);
  if (!(error instanceof ConversionError)) throw new Error('no ConversionError', { cause: error });
  expect(error.toIssue()).toMatchObject({ source: 'input', id_source: ID });
  return error;
}

const wav = (folder: string, name: string): string => {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=0.1', '-f', 'wav', path]);
  return path;
};

describe('http', () => {
  test('brings file, safe name, size and format, and the progress', async () => {
    const folder = await tempFolder();
    const content = await readFile(wav(folder, 'tone'));
    const server = await serve((_, response) => {
      response.writeHead(200, {
        'content-length': String(content.length),
        'content-type': 'video/x-lie',
        'content-disposition': "attachment; filename*=UTF-8''..%2F..%5Cevil%2Fe%CC%81.mp3",
      });
      response.end(content);
    });
    const seen: number[] = [];
    const fetched = await fetchOne(input(`${server.url}/x.pdf`), { folder, onProgress: (each) => seen.push(each) });
    expect(fetched).toMatchObject({
      filename: '\u00e9.mp3',
      size: content.length,
      format: { name: 'wav', kind: 'audio', contentType: 'audio/wav' },
    });
    expect(fetched.path.startsWith(join(folder, 'input-'))).toBe(true);
    expect((await readFile(fetched.path)).equals(content)).toBe(true);
    expect(seen.at(-1)).toBe(1);
    expect(Math.max(...seen)).toBe(1);
  });

  test('the name of the task wins, and the format names what has none', async () => {
    const server = await serve((_, response) => response.end('%!PS-Adobe-3.0\n'));
    expect((await fetchOne(input(`${server.url}/a.b`, 'My talk?.ps'))).filename).toBe('My talk_.ps');
    expect((await fetchOne(input(server.url))).filename).toBe('input.ps');
  });

  test('errors name the input', async () => {
    const server = await serve((_, response) => response.writeHead(404).end());
    expect((await failure(input(server.url))).code).toBe('input_not_found');
    expect((await failure(input(server.url), { allow: parseAllowList('') })).code).toBe('input_address_refused');
  });

  test('nothing but what was asked for lands in the folder', async () => {
    const folder = await tempFolder();
    const server = await serve((request, response) => {
      if (request.url === '/ok') response.end('x');
      else response.writeHead(403).end();
    });
    await failure(input(`${server.url}/no`), { folder });
    expect(await readdir(folder)).toEqual([]);
    await fetchOne(input(`${server.url}/ok`), { folder });
    await fetchOne(input(`${server.url}/ok`), { folder });
    expect((await readdir(folder)).length).toBe(2);
  });
});

describe('data:', () => {
  test.each([
    ['data:,Hello%2C%20World%21', 'Hello, World!'],
    ['data:text/plain;base64,SGVsbG8=', 'Hello'],
    ['data:text/plain;base64,SGVsbG8', 'Hello'],
    ['data:;charset=utf-8;BASE64,SGVs bG8=', 'Hello'],
    ['data:;base64,SGVsbG8%3D', 'Hello'],
    ['DATA:text/plain,a+b%', 'a+b%'],
    ['data:text/plain,%zz%4', '%zz%4'],
    ['data:text/plain,ü', 'ü'],
    ['data:text/plain;charset=utf-8,%C3%BC%23#a%20fragment', 'ü#'],
  ])('%s', async (source, text) => {
    const fetched = await fetchOne(input(source));
    expect(await readFile(fetched.path, 'utf8')).toBe(text);
    expect(fetched).toMatchObject({ filename: 'input.txt', size: Buffer.byteLength(text) });
  });

  test.each(['data:text/plain', 'data:;base64,****', 'data:;base64,A', 'data:;base64,SGVsbG8=SGVs'])(
    '%s is refused',
    async (source) => {
      expect((await failure(input(source))).code).toBe('task_invalid');
    },
  );

  test('bytes are kept as they are', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const encoded = `data:,${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`;
    for (const source of [encoded, `data:;base64,${bytes.toString('base64')}`]) {
      expect((await readFile((await fetchOne(input(source))).path)).equals(bytes)).toBe(true);
    }
  });

  test('the limit holds, and a large one takes little time', async () => {
    const source = `data:;base64,${Buffer.alloc(30_000_000).toString('base64')}`;
    expect((await failure(input(source), { limits: { maxBytes: 1000 } })).code).toBe('input_too_large');
    expect((await fetchOne(input(source))).size).toBe(30_000_000);
    expect((await failure(input(`data:,${'x'.repeat(70_000_000)}`))).code).toBe('input_too_large');
  });
});

describe('file:', () => {
  async function place() {
    const folder = await tempFolder();
    const allowed = join(folder, 'allowed');
    await mkdir(join(allowed, 'deep'), { recursive: true });
    await writeFile(join(folder, 'secret'), 'secret');
    await writeFile(join(allowed, 'deep', 'a b#1.txt'), 'content');
    return { folder, allowed, url: (path: string) => pathToFileURL(join(folder, path)).href };
  }

  test('is used in place', async () => {
    const { allowed, url } = await place();
    for (const localFiles of [true, [allowed]] as const) {
      const fetched = await fetchOne(input(url('allowed/deep/a b#1.txt')), { localFiles });
      expect(fetched).toMatchObject({ path: join(allowed, 'deep', 'a b#1.txt'), filename: 'a b#1.txt', size: 7 });
    }
  });

  test('is refused unless it is allowed', async () => {
    const { url } = await place();
    for (const localFiles of [false, []] as const) {
      expect((await failure(input(url('secret')), { localFiles })).code).toBe('input_source_unsupported');
    }
    expect((await failure(input(url('secret')))).code).toBe('input_source_unsupported');
  });

  test('outside the allowed folders is refused, whether it exists or not, and the message holds no path', async () => {
    const { folder, allowed, url } = await place();
    await symlink(join(folder, 'secret'), join(allowed, 'link'));
    await symlink('..', join(allowed, 'up'));
    await mkdir(join(folder, 'allowed-not'));
    await writeFile(join(folder, 'allowed-not', 'x'), 'x');
    const paths = ['secret', 'missing', 'allowed/link', 'allowed/up/secret', 'allowed-not/x', 'allowed/../secret'];
    for (const path of paths) {
      const error = await failure(input(url(path)), { localFiles: [allowed] });
      expect(error.code, path).toBe('input_source_unsupported');
      expect(error.message).not.toContain(folder);
      // The control: nothing else prevents the download.
      if (path !== 'missing') expect((await fetchOne(input(url(path)), { localFiles: true })).size).toBeGreaterThan(0);
    }
  });

  test('is called as the URL calls it, wherever a link leads', async () => {
    const { folder, url } = await place();
    await symlink(join(folder, 'secret'), join(folder, 'talk.txt'));
    const fetched = await fetchOne(input(url('talk.txt')), { localFiles: [join(folder, 'none'), folder] });
    expect(fetched).toMatchObject({ filename: 'talk.txt', path: join(folder, 'secret') });
  });

  test('an allowed folder may itself be a link', async () => {
    const { folder, allowed } = await place();
    await symlink(allowed, join(folder, 'alias'));
    const source = pathToFileURL(join(folder, 'alias', 'deep', 'a b#1.txt')).href;
    expect((await fetchOne(input(source), { localFiles: [join(folder, 'alias')] })).size).toBe(7);
  });

  test('that does not exist is not found', async () => {
    const { allowed, url } = await place();
    for (const localFiles of [true, [allowed]] as const) {
      expect((await failure(input(url('allowed/none')), { localFiles })).code).toBe('input_not_found');
    }
  });

  test('folders, pipes and devices are refused at once', async () => {
    const { folder, url } = await place();
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    for (const source of [url('allowed'), url('fifo'), 'file:///dev/zero', 'file:///']) {
      expect((await failure(input(source), { localFiles: true })).code).toBe('input_source_unsupported');
    }
  });

  test('hosts and encoded slashes are refused', async () => {
    for (const source of ['file://server/share/x', 'file:///etc%2fpasswd']) {
      expect((await failure(input(source), { localFiles: true })).code).toBe('input_source_unsupported');
    }
  });

  test('the size limit holds', async () => {
    const { folder, url } = await place();
    execFileSync('truncate', ['-s', '1M', join(folder, 'big')]);
    expect((await failure(input(url('big')), { localFiles: true, limits: { maxBytes: 1000 } })).code).toBe(
      'input_too_large',
    );
  });

  test('without permission is refused', async () => {
    const { folder, url } = await place();
    await mkdir(join(folder, 'closed'));
    await writeFile(join(folder, 'closed', 'secret'), 'x');
    await chmod(join(folder, 'closed'), 0);
    // Root may enter every folder.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    onTestFinished(() => chmod(join(folder, 'closed'), 0o700));
    onTestFinished(() => {
      if (isRoot) process.seteuid?.(0);
    });
    expect((await failure(input(url('closed/secret')), { localFiles: true, folder })).code).toBe(
      'input_source_unsupported',
    );
  });
});

test('an empty input is input_empty, unless empty ones are wanted', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'empty'), '');
  const server = await serve((_, response) => response.end());
  const sources = ['data:,', server.url, pathToFileURL(join(folder, 'empty')).href];
  for (const source of sources) {
    expect((await failure(input(source), { localFiles: true })).code).toBe('input_empty');
    const fetched = await fetchOne(input(source), { localFiles: true, allowEmpty: true });
    expect(fetched).toMatchObject({ size: 0, format: null });
  }
});

test.each([
  ['s3://bucket/key', 'input_source_unsupported'],
  ['ftp://host/file', 'input_source_unsupported'],
  ['javascript:alert(1)', 'input_source_unsupported'],
  ['/etc/passwd', 'task_invalid'],
  ['talk.wav', 'task_invalid'],
  ['', 'task_invalid'],
  ['http://', 'task_invalid'],
])('%j is %s', async (source, code) => {
  expect((await failure(input(source), { localFiles: true })).code).toBe(code);
});

test('a cancel ends it with the reason', async () => {
  const reason = new Error('canceled');
  await expect(fetchOne(input('data:,x'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
