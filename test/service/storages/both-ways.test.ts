import { expect, onTestFinished, test } from 'vitest';
import { download } from '../serve-support.ts';
import { ftpStorage } from './ftp.ts';
import { inputFrom, startReaching, statusesOf, targetIn, ZIP } from './scenarios.ts';

test('a file comes from a storage, and what is made of it goes back', async () => {
  const storage = await ftpStorage();
  onTestFinished(storage.stop);
  const { serve } = await startReaching();
  await storage.write('in/notes.txt', Buffer.from('both ways'));
  const { id } = await serve.createJob({
    process: true,
    input: [inputFrom(storage, storage.describe('in/notes.txt'))],
    conversion: [{ ...ZIP, output_target: [targetIn(storage, storage.describe('out/'))] }],
  });
  const job = await serve.final(id);
  expect([job.status, job.errors, statusesOf(job)]).toEqual(['completed', [], ['completed']]);
  expect(await storage.read('out/notes.zip')).toEqual((await download(job)).get('notes.zip'));
});
