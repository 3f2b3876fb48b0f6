import { expect, onTestFinished, test } from 'vitest';
import { curl } from '../outputs/files-support.ts';
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

test('one call does the same: the file is answered when it has been delivered', async () => {
  const storage = await ftpStorage();
  onTestFinished(storage.stop);
  const { serve } = await startReaching();
  await storage.write('in/notes.txt', Buffer.from('both ways'));
  const convert = (folder: string) =>
    curl(
      ...['-H', `X-Svc-Api-Key: ${serve.key}`, `${serve.url}/v2/convert/archive/zip`],
      ...['-F', `input=${JSON.stringify(inputFrom(storage, storage.describe('in/notes.txt')))}`],
      ...['-F', `output_target=${JSON.stringify(targetIn(storage, storage.describe(folder)))}`],
    );
  const { status, body, headers } = await convert('out/');
  expect(status).toBe(200);
  expect(await storage.read('out/notes.zip')).toEqual(body);
  const job = await serve.job(headers['x-svc-job-id'] ?? '');
  expect([job.input, statusesOf(job)]).toMatchObject([[{ type: 'cloud', credentials: [] }], ['completed']]);
  const refused = await convert('../out/');
  expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ['output_target.0.parameters.file']]);
});
