import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { ask } from '../../support/infrastructure/ask.ts';
import { startPostgresProxy } from '../../support/postgres-proxy.ts';
import { CONVERSION, startTestService } from '../support.ts';

const CONTENT = Buffer.from('the content of an input').toString('base64');
const INPUT = { type: 'base64', source: CONTENT, filename: 'a.txt' };
const JOB = { process: true, input: [INPUT], conversion: [CONVERSION] };

/** A service whose connections to PostgreSQL may lose the answer to a commit. */
async function start() {
  const proxy = await startPostgresProxy(await ask('serviceDatabase'));
  const { service, stop } = await startTestService({ DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' });
  onTestFinished(async () => {
    await stop();
    await proxy.close();
  });
  const { key } = await service.key();
  const contents = async () => {
    const rows = await service.context.db.selectFrom('inputs').select('location').execute();
    return Promise.all(rows.map(({ location }) => readFile(fileURLToPath(location ?? ''), 'base64')));
  };
  return { proxy, service, key, contents };
}

it('a job whose commit was made and its answer lost is answered, and keeps its inputs', async () => {
  const { proxy, service, key, contents } = await start();
  proxy.loseCommitAfter('insert into jobs');
  const headers = { 'idempotency-key': 'once' };
  const made = await service.request('POST', '/v2/jobs', { key, headers, body: JOB });
  expect(proxy.lost).toBe(1);
  expect(made.status).toBe(201);
  expect(await contents()).toEqual([CONTENT]);
  const again = await service.request('POST', '/v2/jobs', { key, headers, body: JOB });
  expect(again.body.id).toBe(made.body.id);
  expect(await contents()).toEqual([CONTENT]);
});

it('jobs of one commit whose answer was lost keep their inputs', async () => {
  const { proxy, service, key, contents } = await start();
  proxy.loseCommitAfter('insert into jobs');
  const made = await Promise.all(
    Array.from({ length: 5 }, () => service.request('POST', '/v2/jobs', { key, body: JOB })),
  );
  expect(proxy.lost).toBe(1);
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  expect(await contents()).toEqual(made.map(() => CONTENT));
});

it('an input that was added to a job keeps its file where the answer to the commit was lost', async () => {
  const { proxy, service, key, contents } = await start();
  const body = { process: false, conversion: [CONVERSION] };
  const { body: job } = await service.request('POST', '/v2/jobs', { key, body });
  proxy.loseCommitAfter('insert into "inputs"');
  const added = await service.request('POST', `/v2/jobs/${job.id}/input`, { key, body: [INPUT] });
  expect([proxy.lost, added.status]).toEqual([1, 503]);
  expect(added.body.message).toMatch(/database/);
  expect(await contents()).toEqual([CONTENT]);

  proxy.loseCommitAfter('insert into "inputs"');
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(CONTENT, 'base64')]), 'b.txt');
  const sent = await fetch(`${service.url}/upload-file/${job.id}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': key },
    body: form,
  });
  expect([proxy.lost, sent.status]).toEqual([2, 503]);
  expect(await contents()).toEqual([CONTENT, CONTENT]);
});
