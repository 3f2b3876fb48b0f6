import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTaskOutputs } from '../../src/files/stores/task-outputs.ts';
import { testFolder } from '../worker/support.ts';

const as = (filename: string, signal = new AbortController().signal) => ({
  filename,
  contentType: 'text/plain',
  signal,
});

async function place() {
  const folder = await testFolder();
  const store = join(folder, 'store');
  const file = async (name: string) => {
    const path = join(folder, name);
    await writeFile(path, name);
    return path;
  };
  return { folder, store, file, task: openTaskOutputs(store, 'task-1') };
}

describe('what attempts at a task have stored', () => {
  test('lies apart', async () => {
    const { store, file, task } = await place();
    await task.storeOf('1-a').put(await file('one'), as('x'));
    const { uri } = await task.storeOf('1-b').put(await file('other'), as('x'));
    expect(uri).toMatch(/\/store\/task-1\/1-b\/x$/);
    expect(await readFile(join(store, 'task-1/1-a/x'), 'utf8')).toBe('one');
    expect(await readFile(join(store, 'task-1/1-b/x'), 'utf8')).toBe('other');
  });

  test('goes as a whole, and nothing of other attempts and tasks', async () => {
    const { folder, store, file, task } = await place();
    for (const attempt of ['1-a', '2-b', '3-c']) await task.storeOf(attempt).put(await file('f'), as('x'));
    await openTaskOutputs(store, 'task-12')
      .storeOf('1-a')
      .put(await file('g'), as('x'));
    await writeFile(join(folder, 'precious'), 'precious');
    await writeFile(join(store, 'task-1/1-a/.convertd-0123.part'), 'half');
    await symlink(join(folder, 'precious'), join(store, 'task-1/link'));
    await mkdir(join(store, 'task-1/of an earlier version'));
    await task.remove('3-c');
    expect((await readdir(join(store, 'task-1'))).sort()).toEqual(['1-a', '2-b', 'link', 'of an earlier version']);
    await task.removeOthers('2-b');
    expect(await readdir(join(store, 'task-1'))).toEqual(['2-b']);
    await task.removeOthers(null);
    await task.removeOthers(null);
    await task.remove('2-b');
    expect(await readdir(store)).toEqual(['task-12']);
    expect(await readFile(join(folder, 'precious'), 'utf8')).toBe('precious');
  });

  test('leaves no folder where it is nothing in the end', async () => {
    const { folder, store, file, task } = await place();
    const outputs = task.storeOf('1-a');
    await outputs.put(await file('f'), as('x'));
    await outputs.remove('x');
    expect(await readdir(store)).toEqual([]);
    await expect(outputs.put(join(folder, 'none'), as('x'))).rejects.toMatchObject({ code: 'output_store_failed' });
    expect(await readdir(store)).toEqual([]);
  });

  test('that cannot be removed is an error of the store, without a path', async () => {
    const { folder, store, task } = await place();
    await mkdir(store);
    await writeFile(join(store, 'task-1'), 'a file where the folder should be');
    const error: Error = await task.removeOthers(null).then(
      () => expect.fail('no error'),
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ code: 'output_store_failed' });
    expect(error.message).not.toContain(folder);
  });
});
