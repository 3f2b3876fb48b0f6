import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { patience } from '../../support/slowness.ts';
import { waitFor } from '../../worker/support.ts';
import { download, newInstallation, startServe } from '../serve-support.ts';
import { send } from './tus-client.ts';

test('an upload whose last change fails is whole or nothing, and what is an input is not removed', async () => {
  const installation = await newInstallation();
  const env = { CATEGORIES: 'hash' };
  const serve = await startServe(installation, env);
  const database = new DatabaseSync(join(installation.folder, 'convertd.sqlite'), { timeout: patience(5000) });
  const job = await serve.createJob({ input: [], conversion: [{ category: 'hash', target: 'md5' }], process: true });
  const options = {
    endpoint: `${serve.url}/v2/tus/${job.id}`,
    headers: { 'X-Svc-Token': job.token },
    metadata: { filename: 'abc.txt' },
    retryDelays: [],
  };
  // As if the process died between two statements.
  database.exec(`create trigger fails before update of input_id on uploads begin select raise(abort, 'killed'); end`);
  await expect(send(Buffer.from('abc'), options)).rejects.toThrow();
  expect(database.prepare('select count(*) as count from inputs').get()).toEqual({ count: 0 });
  database.exec('drop trigger fails');

  const url = `/v2/tus/${job.id}/${database.prepare('select id from uploads').get()?.id}`;
  const head = await fetch(serve.url + url, {
    method: 'HEAD',
    headers: { 'X-Svc-Token': job.token, 'Tus-Resumable': '1.0.0' },
  });
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '3']);
  const done = await serve.final(job.id);
  expect(done).toMatchObject({ status: 'completed' });

  // Data of an earlier version: the file is an input, but its upload does not name it.
  database.exec('update uploads set input_id = null, expires_at = 0');
  serve.signal('SIGKILL');
  await serve.ended;
  const next = await startServe(installation, env);
  await waitFor(() => database.prepare('select count(*) as count from uploads').get()?.count === 0, 'the row to go');
  const again = await next.createJob({
    input: [{ type: 'input_id', source: done.input[0]?.id }],
    conversion: [{ category: 'hash', target: 'md5' }],
    process: true,
  });
  const [digest] = [...(await download(await next.final(again.id))).values()];
  expect(String(digest)).toContain('900150983cd24fb0d6963f7d28e17f72');
  database.close();
});
