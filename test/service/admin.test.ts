import { describe, expect, it } from 'vitest';
import { createKey } from '../../src/service/keys/keys.ts';
import { runSmallService, useDatabases } from './small-service.ts';
import { DATABASES } from './support.ts';

const ADMIN = '/page/admin';

describe.each(DATABASES)('the administration on %s', (kind) => {
  const database = useDatabases(kind);

  async function administered() {
    const service = await runSmallService({ database });
    const operator = await createKey(service.db, { name: 'boss', contract: 'unlimited', operator: true });
    const ask = async (method: string, path: string, body?: unknown, key = operator.key) =>
      service.request(`${ADMIN}${path}`, { method, key, ...(body !== undefined && { body }) });
    return { ...service, operator, ask };
  }

  it('is for operators alone, whatever their contract', async () => {
    const { ask, newKey, operator, request, db } = await administered();
    const unlimited = await newKey('unlimited');
    const free = await createKey(db, { name: 'free boss', contract: 'free', operator: true });
    const made = { name: 'x', contract: 'free', account: null, operator: true };
    const asked: [string, string, unknown?][] = [
      ['GET', '/overview'],
      ['GET', '/keys'],
      ['POST', '/keys', made],
      ['PATCH', `/keys/${operator.id}`, { contract: 'free' }],
      ['DELETE', `/keys/${operator.id}`],
    ];
    for (const [method, path, body] of asked) {
      const refused = await ask(method, path, body, unlimited);
      expect(refused, path).toMatchObject({ status: 403, body: { name: 'not_an_operator' } });
      expect((await request(`${ADMIN}${path}`, { method, body })).status, path).toBe(401);
    }
    expect((await ask('GET', '/keys', undefined, free.key)).status).toBe(200);
    expect((await ask('GET', '/keys')).body).toHaveLength(3);
  });

  it('creates keys that work, gives them another contract, and revokes them', async () => {
    const { ask, request, operator } = await administered();
    const made = await ask('POST', '/keys', { name: 'shop', contract: 'standard', account: 'acme', operator: false });
    expect(made.status).toBe(201);
    const { id, key } = made.body;
    const contract = async () => (await request('/v2/contracts', { key })).body[0]?.name;
    expect(await contract()).toBe('standard');
    expect((await ask('PATCH', `/keys/${id}`, { contract: 'free' })).status).toBe(200);
    expect(await contract()).toBe('free');
    const listed = async () => (await ask('GET', '/keys')).body.find((each: { id: string }) => each.id === id);
    expect(await listed()).toMatchObject({
      name: 'shop',
      account: 'acme',
      operator: false,
      own: false,
      revoked_at: null,
    });
    expect(JSON.stringify((await ask('GET', '/keys')).body)).not.toContain(key);
    expect((await ask('DELETE', `/keys/${id}`)).status).toBe(200);
    expect((await request('/v2/contracts', { key })).status).toBe(401);
    expect((await listed()).revoked_at).toEqual(expect.any(Number));

    expect(await ask('DELETE', `/keys/${id}`)).toMatchObject({ status: 404, body: { name: 'no_such_key' } });
    expect((await ask('PATCH', `/keys/${id}`, { contract: 'free' })).status).toBe(404);
    const unknown = await ask('POST', '/keys', { name: 'a', contract: 'gold', account: null, operator: false });
    expect(unknown).toMatchObject({ status: 400, body: { errors: { contract: expect.stringContaining('free') } } });
    // An operator cannot lock themselves out.
    expect((await ask('DELETE', `/keys/${operator.id}`)).status).toBe(400);
    expect((await ask('GET', '/keys')).status).toBe(200);
  });

  it('shows what waits, what is kept and what failed', async () => {
    const { ask, newKey, startJob, endTasks, service } = await administered();
    const key = await newKey();
    const [waiting, done, failed] = [await startJob(key, { inputs: 2 }), await startJob(key), await startJob(key)];
    await endTasks(done.body.id, 'completed', 1, 5000);
    for (const task of await service.tasks(failed.body.id)) {
      const error = { code: 'input_damaged', message: 'The file is damaged.', details: {} };
      await service.report(task, { status: 'failed', progress: 0, exec_time: 1, output: [], errors: [error] } as never);
    }
    expect(waiting.status).toBe(201);
    const { body } = await ask('GET', '/overview');
    expect(body).toMatchObject({
      jobs: { queued: 1, completed: 1, failed: 1, processing: 0 },
      tasks: { categories: [{ category: 'audio', waiting: 2, running: 0 }], oldest_waiting: expect.any(Number) },
      storage: { outputs: { files: 1, bytes: 5000 }, retention_ms: 24 * 3_600_000 },
    });
    // Other test files of this process may have added contracts of their own.
    const contracts = body.contracts.map(({ name }: { name: string }) => name);
    expect(contracts).toEqual(expect.arrayContaining(['free', 'standard', 'unlimited']));
    expect(body.storage.disk.free).toBeGreaterThan(0);
    expect(body.failures).toMatchObject([{ job: failed.body.id, key: 'test' }]);
    expect(body.failures[0].message).not.toBe('');
    const used = (await ask('GET', '/keys')).body.find((each: { name: string }) => each.name === 'test');
    expect(used).toMatchObject({ jobs: 2 });
  });

  it('is no part of the interface that clients read', async () => {
    const { request } = await administered();
    expect(JSON.stringify((await request('/v2/schema')).body)).not.toContain(ADMIN);
  });
});
