import { describe, expect, onTestFinished, test } from 'vitest';
import { openDocumentStore } from '../../src/files/documents/open-document-store.ts';
import { nextPeriod } from '../support/clock.ts';
import { useS3 } from '../support/use-s3.ts';

const s3 = useS3('outputs');

describe('a document', () => {
  test('is an object beside the outputs', async () => {
    const documents = openDocumentStore('s3://outputs/some%20where', '.convertd');
    await documents.write('task-1', '{"ü": 1}');
    expect((await s3.observer.get('outputs', 'some where/.convertd/task-1'))?.bytes.toString()).toBe('{"ü": 1}');
    expect(await documents.read('task-1')).toBe('{"ü": 1}');
    await documents.write('task-1', 'new');
    expect(await documents.read('task-1')).toBe('new');
  });

  test('is created where there is none, and not replaced', async () => {
    const documents = openDocumentStore('s3://outputs', 'created');
    expect(await documents.create('a', 'first')).toBe(true);
    expect(await documents.create('a', 'second')).toBe(false);
    expect((await s3.observer.get('outputs', 'created/a'))?.bytes.toString()).toBe('first');
  });

  test('that is not there is null; one without text is not', async () => {
    const documents = openDocumentStore('s3://outputs', 'empty');
    expect(await documents.read('none')).toBeNull();
    await documents.write('a', '');
    expect(await documents.read('a')).toBe('');
  });

  test.each(['', '..', '.hidden', 'a/b', 'x'.repeat(201)])('has no key %j', async (key) => {
    const documents = openDocumentStore('s3://outputs', 'keys');
    await expect(documents.write(key, 'x')).rejects.toThrow(TypeError);
    await expect(documents.read(key)).rejects.toThrow(TypeError);
    await documents.write('x'.repeat(200), 'the longest');
  });

  test('of a bucket that is not there is an error', async () => {
    const documents = openDocumentStore('s3://no-such-bucket', 'x');
    const calls = [
      () => documents.write('a', 'x'),
      () => documents.read('a'),
      () => documents.removeOlderThan(new Date()),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'output_store_failed',
        message: expect.stringContaining('bucket "no-such-bucket" does not exist'),
      });
    }
  });

  test('cannot be read while the server is down, and can be when it is back', async () => {
    const documents = openDocumentStore('s3://outputs', 'down');
    await documents.write('a', 'kept');
    await s3.server.takeDown();
    onTestFinished(() => s3.server.bringUp());
    await expect(documents.read('a')).rejects.toMatchObject({ code: 'output_store_failed' });
    await s3.server.bringUp();
    expect(await documents.read('a')).toBe('kept');
  });
});

test('old documents are removed, and nothing but those', async () => {
  const documents = openDocumentStore('s3://outputs/old', '.convertd');
  expect(await documents.removeOlderThan(new Date())).toBe(0);
  await s3.observer.put('outputs', 'old/output.mp3', 'an output');
  await s3.observer.put('outputs', 'old/.convertd-not/a', 'of another folder');
  for (const key of ['old-1', 'old-2']) await documents.write(key, key);
  // The server reports times in whole seconds, rounded up.
  await nextPeriod(1000);
  await nextPeriod(1000);
  const between = new Date(Math.floor(Date.now() / 1000) * 1000);
  await documents.write('young', 'young');
  expect(await documents.removeOlderThan(between)).toBe(2);
  const left = (await s3.observer.list('outputs')).filter((key) => key.startsWith('old/'));
  expect(left.sort()).toEqual(['old/.convertd-not/a', 'old/.convertd/young', 'old/output.mp3']);
});
