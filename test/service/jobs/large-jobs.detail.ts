import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { patience } from '../../support/slowness.ts';
import { newInstallation, type ServeProcess, startServe } from '../serve-support.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const CONVERSIONS = 100;

/** Inputs for more tasks than a statement can have variables: a statement that changes them all must not name each. */
const cases = {
  SQLite: { inputs: 340, environment: async () => ({}) },
  PostgreSQL: { inputs: 680, environment: async () => ({ DATABASE_URL: await postgres.database() }) },
};

it.each(Object.entries(cases))('a job of very many tasks is canceled, and fails, with %s', async (_, each) => {
  const address = await silentServer();
  const env = { CONCURRENCY: '1', LOG_LEVEL: 'info', ALLOWED_ADDRESSES: address, ...(await each.environment()) };
  const serve = await startServe(await newInstallation(), env);
  const expectUnfinished = (count: number) =>
    expect.poll(() => unfinished(serve), { timeout: patience(60_000) }).toBe(count);

  const canceled = await serve.createJob(largeJob(each.inputs, `http://${address}/file.txt`));
  await expectUnfinished(each.inputs * CONVERSIONS);
  expect((await serve.call('DELETE', `/v2/jobs/${canceled.id}`)).status).toBe(204);
  expect(await serve.job(canceled.id)).toMatchObject({ status: 'canceled', spent: 0 });
  await expectUnfinished(0);

  // The first task that ends fails the job.
  const { id } = await serve.createJob(largeJob(each.inputs, 'http://127.0.0.1:1/nobody.txt'));
  expect(await serve.final(id)).toMatchObject({ status: 'failed', spent: 0, errors: [{ source: 'input' }] });
  await expectUnfinished(0);
});

const largeJob = (inputs: number, source: string) => ({
  process: true,
  input: Array.from({ length: inputs }, () => ({ type: 'remote', source })),
  conversion: Array.from({ length: CONVERSIONS }, () => ({ category: 'hash', target: 'md5' })),
});

/** Number of waiting and running tasks in the operator's metrics. */
async function unfinished({ operationsUrl }: ServeProcess): Promise<number> {
  const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
  return Number(/^convertd_tasks_unfinished\{category="hash"\} (\d+)$/m.exec(metrics)?.[1]);
}

/** Returns the address of a server that accepts requests and never answers. */
async function silentServer(): Promise<string> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
