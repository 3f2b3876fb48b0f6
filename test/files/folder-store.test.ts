import { execFileSync, spawnSync } from 'node:child_process';
import { link, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createFolderStore } from '../../src/files/stores/folder-store.ts';
import { openOutputStore } from '../../src/files/stores/open-output-store.ts';
import type { StoreFile } from '../../src/files/stores/output-store.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const CONTENT = Buffer.alloc(700_001, 'some content ');

/** A work folder with one finished output, and an output folder that does not exist yet. */
async function places() {
  const folder = await tempFolder();
  const work = join(folder, 'work');
  const output = join(folder, 'out', 'put');
  await mkdir(work);
  const file = join(work, 'result');
  await writeFile(file, CONTENT, { mode: 0o600 });
  return { folder, work, output, file };
}

const as = (filename: string, more: Partial<StoreFile> = {}): StoreFile => ({
  filename,
  contentType: 'audio/mpeg',
  signal: new AbortController().signal,
  ...more,
});

const md5sum = (path: string): string => execFileSync('md5sum', [path]).toString().slice(0, 32);

describe('a stored file', () => {
  test('is moved whole, with its size and MD5 and the mode of a new file', async () => {
    const { work, output, file } = await places();
    const inode = (await stat(file)).ino;
    const stored = await createFolderStore(output).put(file, as('talk.mp3'));
    const path = fileURLToPath(stored.uri);
    expect(path).toBe(join(output, 'talk.mp3'));
    expect(stored).toEqual({ uri: pathToFileURL(path).href, size: CONTENT.length, checksum: md5sum(path) });
    expect((await readFile(path)).equals(CONTENT)).toBe(true);
    const info = await stat(path);
    expect(info.ino).toBe(inode);
    expect(info.mode & 0o777).toBe(0o666 & ~process.umask());
    expect(await readdir(output)).toEqual(['talk.mp3']);
    expect(await readdir(work)).toEqual([]);
  });

  test('replaces an older one of that name', async () => {
    const { output, file } = await places();
    await mkdir(output, { recursive: true });
    await writeFile(join(output, 'a'), 'old');
    await createFolderStore(output).put(file, as('a'));
    expect((await readFile(join(output, 'a'))).equals(CONTENT)).toBe(true);
  });

  test('has a URI that stands for odd names too', async () => {
    const { output, file } = await places();
    const name = 'ü #1 100%.mp3';
    const { uri } = await createFolderStore(output).put(file, as(name));
    expect(fileURLToPath(uri)).toBe(join(output, name));
  });

  test('loses the setuid bit that a program gave it', async () => {
    const { output, file } = await places();
    execFileSync('chmod', ['4777', file]);
    await createFolderStore(output).put(file, as('a'));
    expect((await stat(join(output, 'a'))).mode & 0o7111).toBe(0);
  });

  test('may be empty', async () => {
    const { output, work } = await places();
    await writeFile(join(work, 'empty'), '');
    const stored = await createFolderStore(output).put(join(work, 'empty'), as('a'));
    expect(stored).toMatchObject({ size: 0, checksum: md5sum(join(output, 'a')) });
  });
});

describe('links', () => {
  test('at the destination are replaced, not followed', async () => {
    const { folder, output, file } = await places();
    const victim = join(folder, 'victim');
    await writeFile(victim, 'precious');
    await mkdir(output, { recursive: true });
    await symlink(victim, join(output, 'a'));
    await createFolderStore(output).put(file, as('a'));
    expect(await readFile(victim, 'utf8')).toBe('precious');
    expect((await lstat(join(output, 'a'))).isFile()).toBe(true);
  });

  test('left by a program as its output are refused', async () => {
    const { work, output } = await places();
    await mkdir(output, { recursive: true });
    await symlink('/etc/passwd', join(work, 'evil'));
    // The control: an ordinary read follows the link.
    expect((await readFile(join(work, 'evil'))).toString()).toContain('root:');
    await expect(createFolderStore(output).put(join(work, 'evil'), as('a'))).rejects.toMatchObject({
      code: 'output_store_failed',
    });
    expect(await readdir(output)).toEqual([]);
  });

  test('that give the output a second name make it a copy', async () => {
    const { work, output, file } = await places();
    const other = join(work, 'second-name');
    await link(file, other);
    await createFolderStore(output).put(file, as('a'));
    await writeFile(other, 'changed afterwards');
    expect((await readFile(join(output, 'a'))).equals(CONTENT)).toBe(true);
  });

  test.each(['folder', 'fifo'])('or a %s as the output are refused without waiting', async (what) => {
    const { work, output } = await places();
    await mkdir(output, { recursive: true });
    const path = join(work, what);
    execFileSync(what === 'fifo' ? 'mkfifo' : 'mkdir', [path]);
    await expect(createFolderStore(output).put(path, as('a'))).rejects.toMatchObject({ code: 'output_store_failed' });
    expect(await readdir(output)).toEqual([]);
  });
});

describe('an input used where it lies', () => {
  test.each(['itself', 'a symbolic link to it', 'a hard link to it'])(
    'is not replaced where the destination is %s',
    async (how) => {
      const { folder, output, file } = await places();
      await mkdir(output, { recursive: true });
      const input = how === 'itself' ? join(output, 'a') : join(folder, 'input');
      await writeFile(input, 'the only copy');
      if (how.includes('symbolic')) await symlink(input, join(output, 'a'));
      if (how.includes('hard')) await link(input, join(output, 'a'));
      const store = createFolderStore(output);
      const protectedPaths = [join(folder, 'missing'), input];
      await expect(store.put(file, as('a', { protectedPaths }))).rejects.toMatchObject({
        code: 'output_store_failed',
        message: expect.stringContaining('"a" would replace the input'),
      });
      expect(await readFile(input, 'utf8')).toBe('the only copy');
      // The control: without the protection the name is accepted.
      await store.put(file, as('a'));
      expect((await readFile(join(output, 'a'))).equals(CONTENT)).toBe(true);
    },
  );
});

describe('failures leave nothing', () => {
  test('an aborted store', async () => {
    const { output, file } = await places();
    const reason = new Error('canceled');
    await expect(createFolderStore(output).put(file, as('a', { signal: AbortSignal.abort(reason) }))).rejects.toBe(
      reason,
    );
    const controller = new AbortController();
    const big = `${file}-big`;
    execFileSync('sh', ['-c', `head -c 200000000 /dev/zero > "${big}"; ln "${big}" "${big}-2"`]);
    const storing = createFolderStore(output).put(big, as('a', { signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 30);
    await expect(storing).rejects.toBe(reason);
    expect(await readdir(output)).toEqual([]);
  });

  test.each(['../escape', 'a/b', '', '.', '..', '.hidden', 'x'.repeat(256)])('the unsafe name %j', async (name) => {
    const { folder, output, file } = await places();
    await expect(createFolderStore(output).put(file, as(name))).rejects.toMatchObject({ code: 'output_store_failed' });
    expect((await readdir(folder)).sort()).toEqual(['work']);
  });

  test('a folder at the destination, and a file where the folder should be', async () => {
    const { output, file } = await places();
    await mkdir(join(output, 'a', 'full'), { recursive: true });
    await expect(createFolderStore(output).put(file, as('a'))).rejects.toMatchObject({ code: 'output_store_failed' });
    expect(await readdir(output)).toEqual(['a']);
    const { output: blocked, file: other, folder } = await places();
    await writeFile(join(folder, 'out'), 'a file');
    await expect(createFolderStore(blocked).put(other, as('a'))).rejects.toMatchObject({ code: 'output_store_failed' });
  });

  test('messages hold no path', async () => {
    const { output, folder } = await places();
    const error: unknown = await createFolderStore(output)
      .put(join(folder, 'missing'), as('a'))
      .catch((e) => e);
    expect(error).toMatchObject({ code: 'output_store_failed', message: expect.not.stringContaining(folder) });
    expect(error).toMatchObject({ log: expect.stringContaining(folder) });
  });
});

/** A test gets its own file system through namespaces, which some containers forbid. */
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

describe.runIf(canMount)('on another file system', () => {
  /** Stores a file in a new tmpfs of that size; ls lists the folder afterwards and md5sum makes digests. */
  async function putInMount(bytes: number, size: string) {
    const { work, output } = await places();
    await mkdir(output, { recursive: true });
    const file = join(work, 'big');
    await writeFile(file, Buffer.alloc(bytes, 'xyz'));
    const script = fileURLToPath(new URL('./helpers/put.ts', import.meta.url));
    const steps =
      'mount -t tmpfs -o size="$1" tmpfs "$2" && "$3" "$4" "$5" "$2" a && ls -A "$2" && cat "$2"/* | md5sum';
    const args = ['-rm', 'sh', '-c', steps, 'sh', size, output, process.execPath, script, file];
    const lines = spawnSync('unshare', args, { encoding: 'utf8' }).stdout.trim().split('\n');
    return { outcome: JSON.parse(lines[0] ?? 'null'), lines: lines.slice(1), file };
  }

  test('a file is copied', async () => {
    const { outcome, lines, file } = await putInMount(500_000, '2m');
    const md5 = execFileSync('sh', ['-c', `yes xyz | tr -d '\\n' | head -c 500000 | md5sum`]).toString().slice(0, 32);
    expect(outcome).toMatchObject({ size: 500_000, checksum: md5 });
    expect(lines).toEqual(['a', `${md5}  -`]);
    await expect(stat(file)).resolves.toBeDefined();
  });

  test('a full one is disk_full, and nothing is left', async () => {
    const { outcome, lines, file } = await putInMount(3_000_000, '1m');
    expect(outcome).toEqual({ code: 'disk_full' });
    expect(lines.filter((line) => line === 'a' || line.includes('.part'))).toEqual([]);
    expect((await stat(file)).size).toBe(3_000_000);
  });
});

describe('remove', () => {
  test('takes the file away and leaves the others; one that is not there is no error', async () => {
    const { output, file, work } = await places();
    await writeFile(join(work, 'other'), 'x');
    const store = createFolderStore(output);
    await store.put(file, as('a'));
    await store.put(join(work, 'other'), as('b'));
    await store.remove('a');
    await store.remove('a');
    expect(await readdir(output)).toEqual(['b']);
    await expect(createFolderStore(join(output, 'none')).remove('a')).resolves.toBeUndefined();
  });

  test('takes a link away, not what it leads to', async () => {
    const { folder, output } = await places();
    await mkdir(output, { recursive: true });
    await writeFile(join(folder, 'victim'), 'precious');
    await symlink(join(folder, 'victim'), join(output, 'a'));
    await createFolderStore(output).remove('a');
    expect(await readdir(output)).toEqual([]);
    expect(await readFile(join(folder, 'victim'), 'utf8')).toBe('precious');
  });

  test.each(['../victim', '.', '', 'work/result'])('refuses the unsafe name %j', async (name) => {
    const { folder, output } = await places();
    await mkdir(output, { recursive: true });
    await writeFile(join(folder, 'out', 'victim'), 'precious');
    await expect(createFolderStore(output).remove(name)).rejects.toMatchObject({ code: 'output_store_failed' });
    expect((await readdir(join(folder, 'out'))).sort()).toEqual(['put', 'victim']);
  });

  test('of a folder says that it cannot', async () => {
    const { output } = await places();
    await mkdir(join(output, 'a', 'full'), { recursive: true });
    await expect(createFolderStore(output).remove('a')).rejects.toMatchObject({ code: 'output_store_failed' });
    expect(await readdir(output)).toEqual(['a']);
  });
});

describe('openOutputStore', () => {
  test('takes a path and a file: URL', async () => {
    const { output, file, work } = await places();
    await writeFile(join(work, 'other'), 'x');
    expect((await openOutputStore(output).put(file, as('a'))).uri).toBe(pathToFileURL(join(output, 'a')).href);
    expect((await openOutputStore(pathToFileURL(output).href).put(join(work, 'other'), as('b'))).size).toBe(1);
  });

  test.each(['https://host/', 'ftp://host/'])('refuses %s', (location) => {
    expect(() => openOutputStore(location)).toThrow(expect.objectContaining({ code: 'output_store_failed' }));
  });
});
