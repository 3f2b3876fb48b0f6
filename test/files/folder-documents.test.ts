import { execFileSync } from 'node:child_process';
import { readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { warmUpDisk } from '../../src/disk/disk.ts';
import { openDocumentStore } from '../../src/files/documents/open-document-store.ts';
import { waitFor } from '../worker/support.ts';
import { tempFolder } from './helpers/temp-folder.ts';

async function place() {
  const outputs = join(await tempFolder(), 'outputs');
  return { outputs, folder: join(outputs, '.convertd'), documents: openDocumentStore(outputs, '.convertd') };
}

const cat = (path: string): string => execFileSync('cat', [path]).toString();

describe('a document', () => {
  test('is a file of this user alone, beside the outputs', async () => {
    const { folder, documents } = await place();
    await documents.write('task-1', '{"ü": 1}');
    expect(cat(join(folder, 'task-1'))).toBe('{"ü": 1}');
    expect((await stat(join(folder, 'task-1'))).mode & 0o777).toBe(0o600);
    expect(await documents.read('task-1')).toBe('{"ü": 1}');
  });

  test('is replaced by the next of its key', async () => {
    const { folder, documents } = await place();
    await documents.write('a', 'a long old text');
    await documents.write('a', 'new');
    expect(cat(join(folder, 'a'))).toBe('new');
    expect(await readdir(folder)).toEqual(['a']);
  });

  test('that is not there is null, and so is one of a store that is not there', async () => {
    const { documents } = await place();
    expect(await documents.read('none')).toBeNull();
    await documents.write('a', '');
    expect(await documents.read('none')).toBeNull();
    expect(await documents.read('a')).toBe('');
  });

  test('is never seen in part, however many write it', async () => {
    const { documents } = await place();
    const texts = Array.from({ length: 20 }, (_, n) => String(n % 10).repeat(100_000 + n));
    await documents.write('a', texts[0] ?? '');
    let writing = true;
    const reads = (async () => {
      const seen: (string | null)[] = [];
      while (writing) seen.push(await documents.read('a'));
      return seen;
    })();
    warmUpDisk();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(texts.map((text) => documents.write('a', text)));
      // Until the disk thread is ready, writes do not alternate with anything.
      await setTimeout(10);
    }
    writing = false;
    const seen = await reads;
    expect(seen.length).toBeGreaterThan(10);
    for (const text of seen) expect(texts).toContain(text);
  });

  test('is created by one of many that try at once, and never replaced', async () => {
    const { folder, documents } = await place();
    const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
    const created = await Promise.all(texts.map((text) => documents.create('a', text)));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(cat(join(folder, 'a'))).toBe(texts[created.indexOf(true)]);
    expect(await documents.create('a', 'late')).toBe(false);
    expect(await readdir(folder)).toEqual(['a']);
  });

  test.each(['', '.', '..', '.hidden', '../a', 'a/b', 'ü', 'a b', 'x'.repeat(201)])('has no key %j', async (key) => {
    const { documents } = await place();
    await expect(documents.write(key, 'x')).rejects.toThrow(TypeError);
    await expect(documents.read(key)).rejects.toThrow(TypeError);
    await documents.write('x'.repeat(200), 'the longest');
  });

  test('that cannot be stored or read is an error of the store, without a path', async () => {
    const { outputs, documents } = await place();
    await writeFile(outputs, 'a file where the folder should be');
    const calls = [
      () => documents.write('a', 'x'),
      () => documents.read('a'),
      () => documents.removeOlderThan(new Date()),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'output_store_failed',
        message: expect.not.stringContaining(outputs),
      });
    }
  });
});

test('old documents are removed, and what a killed process left half written', async () => {
  const { folder, documents } = await place();
  expect(await documents.removeOlderThan(new Date())).toBe(0);
  for (const key of ['old-1', 'old-2']) await documents.write(key, key);
  await writeFile(join(folder, '.part-0123'), 'half');
  await symlink('old-1', join(folder, 'link'));
  const { ctimeMs: old } = await stat(join(folder, '.part-0123'));
  // Dates have whole milliseconds, file times also fractions.
  const between = await waitFor(async () => {
    await documents.write('young', 'young');
    const young = Math.floor((await stat(join(folder, 'young'))).ctimeMs);
    return young > old && new Date(young);
  }, 'a later time');
  expect(await documents.removeOlderThan(between)).toBe(2);
  expect((await readdir(folder)).sort()).toEqual(['link', 'young']);
});

test('a document whose time was set back stays', async () => {
  const { folder, documents } = await place();
  await documents.write('a', 'a');
  await utimes(join(folder, 'a'), new Date(0), new Date(0));
  expect((await stat(join(folder, 'a'))).mtimeMs).toBe(0);
  expect(await documents.removeOlderThan(new Date(Date.now() - 60_000))).toBe(0);
  expect(await documents.read('a')).toBe('a');
});

test('a location that is no store is refused', () => {
  expect(() => openDocumentStore('ftp://host/', 'x')).toThrow(expect.objectContaining({ code: 'output_store_failed' }));
});
