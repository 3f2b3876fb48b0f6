import { describe, expect, test } from 'vitest';
import { taskOfRow } from '../../../src/service/tasks/task-of-row.ts';
import { DATABASES, type Json, makeJob, useService } from '../support.ts';

const COOKIES = [{ name: 'session', value: 'hidden-cookie' }];
const PAGE = {
  type: 'remote',
  source: 'https://pages.example/a',
  engine: 'screenshot',
  options: { screen_width: 800, cookies: COOKIES },
};

describe.each(DATABASES)('inputs with an engine on %s', (kind) => {
  const service = useService(kind);

  async function openJob(input: Json) {
    const { key } = await service().key('unlimited');
    const job = await makeJob(service(), key, { process: false, input: [] });
    const path = `/v2/jobs/${job.id}/input`;
    const send = (method: string, body?: Json) =>
      service().request(method, path, { key, ...(body !== undefined && { body }) });
    return { key, job, send, added: await send('POST', input) };
  }

  test('show it and its options, and hide what is secret in them, in the database too', async () => {
    const { added, send, job } = await openJob(PAGE);
    const shown = { engine: 'screenshot', options: { screen_width: 800, cookies: '********' } };
    expect(added).toMatchObject({ status: 201, body: shown });
    expect((await send('GET')).body).toMatchObject([shown]);
    const { db } = service().context;
    const row = await db.selectFrom('inputs').selectAll().where('job_id', '=', job.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('hidden-cookie');
    const changed = await send('PATCH', [{ id: row.id, options: { delay: 5, cookies: '********' } }]);
    expect(changed).toMatchObject({ status: 200, body: [{ options: { delay: 5, cookies: '********' } }] });
  });

  test('are opened by the task with them', async () => {
    const { key } = await service().key('unlimited');
    const job = await makeJob(service(), key, { input: [PAGE] });
    const { db, secrets, config } = service().context;
    const row = await db.selectFrom('tasks').selectAll().where('job_id', '=', job.id).executeTakeFirstOrThrow();
    const task = await db
      .transaction()
      .execute((transact) => taskOfRow(transact, row, { secrets, contracts: config.contracts }));
    expect(task?.input).toMatchObject([{ engine: 'screenshot', options: { screen_width: 800, cookies: COOKIES } }]);
    const plain = await makeJob(service(), key, { input: [{ ...PAGE, engine: 'auto' }] });
    const other = await db.selectFrom('tasks').selectAll().where('job_id', '=', plain.id).executeTakeFirstOrThrow();
    const file = await db
      .transaction()
      .execute((transact) => taskOfRow(transact, other, { secrets, contracts: config.contracts }));
    expect([file?.input[0]?.engine, file?.input[0]?.options]).toEqual([
      undefined,
      { screen_width: true, cookies: true },
    ]);
  });

  test('are refused with wrong options, which are named', async () => {
    const { added, send } = await openJob({ ...PAGE, options: { screen_width: 5, wait_until: 'never' } });
    expect(added.status).toBe(400);
    expect(JSON.stringify(added.body)).toContain('screen_width');
    expect(JSON.stringify(added.body)).toContain('wait_until');
    expect((await send('POST', { ...PAGE, options: { unknown: 1 } })).status).toBe(201);
    const [input] = (await send('GET')).body;
    expect((await send('PATCH', [{ id: input.id, options: { delay: -1 } }])).status).toBe(400);
  });

  test('are of the types that their engine opens', async () => {
    expect((await openJob({ type: 'upload', engine: 'website' })).added.status).toBe(400);
    const { added, job } = await openJob({
      type: 'upload',
      engine: 'zip',
      options: { archive_password: 'hidden-word' },
    });
    expect(added).toMatchObject({ status: 201, body: { engine: 'zip', options: { archive_password: '********' } } });
    const { db } = service().context;
    const row = await db.selectFrom('inputs').selectAll().where('job_id', '=', job.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('hidden-word');
  });
});
