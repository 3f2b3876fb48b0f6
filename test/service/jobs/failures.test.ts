import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { patience } from '../../support/slowness.ts';
import { newInstallation, startServe } from '../serve-support.ts';

it('a defect is logged once, with its stack, and the client sees none of it', async () => {
  const installation = await newInstallation();
  const serve = await startServe(installation, { LOG_LEVEL: 'info' });
  expect((await serve.call('GET', '/v2/presets')).status).toBe(200);
  // The database is changed while the service runs.
  const database = new DatabaseSync(join(installation.folder, 'convertd.sqlite'), { timeout: patience(5000) });
  database.exec('drop table presets');
  database.close();

  const answer = await serve.call('GET', '/v2/presets');
  expect(answer).toMatchObject({ status: 500 });
  expect(JSON.stringify(answer.body)).not.toMatch(/presets|sqlite|\.ts|node_modules|at /i);
  const errors = serve.log().filter(({ level }) => level === 'error');
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({
    msg: 'request failed',
    route: '/v2/presets',
    request_id: answer.headers.get('x-request-id'),
    err: { message: 'no such table: presets', stack: expect.stringMatching(/\n {4}at .*presets\/routes\.ts:\d+/) },
  });
  expect(serve.log().filter((line) => JSON.stringify(line).includes('no such table'))).toHaveLength(1);
});
