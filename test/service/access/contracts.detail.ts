import { describe, expect, it } from 'vitest';
import { parseContracts, readContracts } from '../../../src/service/keys/contracts-file.ts';
import { runSmallService, type SmallService, useDatabases } from '../small-service.ts';
import { CONVERSION, DATABASES, INPUT } from '../support.ts';

const HOUR = 3_600_000;

describe.each(DATABASES)('on %s', (kind) => {
  const database = useDatabases(kind);

  describe('GET /v2/contracts', () => {
    it('shows the limits of the key and what of them is used', async () => {
      const service = await runSmallService({ database });
      const key = await service.newKey('free');
      const { status, body } = await service.request('/v2/contracts', { key });
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          name: 'free',
          credits_per_day: 30,
          max_inputs_per_job: 10,
          max_input_size: 104_857_600,
          max_job_size: 524_288_000,
          max_concurrent_jobs: 5,
          max_open_jobs: 25,
          max_concurrent_requests: 20,
          used: { credits: 0, concurrent_jobs: 0, open_jobs: 0 },
          credits_left: 30,
          next_credit_at: null,
        },
      ]);
      const job = await service.startJob(key, { inputs: 3 });
      const [running] = (await service.request('/v2/contracts', { key })).body;
      expect(running).toMatchObject({ used: { credits: 3, concurrent_jobs: 1 }, credits_left: 27 });
      // 130 seconds are two full minutes, each worth a further credit.
      await service.endTasks(job.body.id, 'completed', 130);
      const [ended] = (await service.request('/v2/contracts', { key })).body;
      expect(ended).toMatchObject({ used: { credits: 9, concurrent_jobs: 0 }, credits_left: 21 });
      expect(ended.next_credit_at).toBe(new Date(service.service.time + 24 * HOUR).toISOString().slice(0, 19));
    });

    it('has nothing to count down without a limit', async () => {
      const service = await runSmallService({ database });
      const [contract] = (await service.request('/v2/contracts', { key: await service.newKey('unlimited') })).body;
      expect(contract).toMatchObject({ name: 'unlimited', credits_per_day: null, credits_left: null });
    });

    it('is for keys', async () => {
      const service = await runSmallService({ database });
      expect((await service.request('/v2/contracts')).status).toBe(401);
      const { token } = (await service.startJob(await service.newKey())).body;
      expect((await service.request('/v2/contracts', { headers: { 'x-svc-token': token } })).status).toBe(401);
    });
  });

  describe('the limits of a contract', () => {
    it('are 30 credits in any 24 hours', async () => {
      const service = await runSmallService({ database });
      const key = await service.newKey('free');
      for (let count = 0; count < 3; count++) {
        const job = await service.startJob(key, { inputs: 10 });
        expect(job.status).toBe(201);
        await service.endTasks(job.body.id, 'completed', 1);
        service.service.time += HOUR;
      }
      const refused = await service.startJob(key);
      expect(refused.status).toBe(402);
      expect(refused.body.message).toContain('0 of the 30 of 24 hours are left');
      // Nothing remains of the refused job.
      expect((await service.request('/v2/contracts', { key })).body[0].used).toEqual({
        credits: 30,
        concurrent_jobs: 0,
        open_jobs: 0,
      });
      expect((await service.startJob(await service.newKey('free'))).status).toBe(201);

      service.service.time += 21 * HOUR + 1;
      expect((await service.startJob(key, { inputs: 10 })).status).toBe(201);
      expect((await service.startJob(key)).status).toBe(402);
    });

    it('give credits back for what failed', async () => {
      const service = await runSmallService({ database });
      const key = await service.newKey('free');
      for (let count = 0; count < 3; count++) {
        const job = await service.startJob(key, { inputs: 10 });
        await service.endTasks(job.body.id, 'failed', 100);
      }
      expect((await service.request('/v2/contracts', { key })).body[0].used.credits).toBe(0);
      expect((await service.startJob(key)).status).toBe(201);
    });

    it('are running jobs, told to wait for', async () => {
      const service = await runSmallService({ database });
      const key = await service.newKey('free');
      const jobs = [];
      for (let count = 0; count < 5; count++) jobs.push(await service.startJob(key));
      const refused = await service.startJob(key);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      await service.endTasks(jobs[0]?.body.id, 'completed', 1);
      expect((await service.startJob(key)).status).toBe(201);
    });

    it('hold for jobs that start at the same moment', async () => {
      const service = await runSmallService({ database });
      const key = await service.newKey('free');
      const answers = await Promise.all(Array.from({ length: 8 }, () => service.startJob(key, { inputs: 2 })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    });

    describe('of jobs that wait to be started', () => {
      const openJob = (service: SmallService, key: string, body: object = {}, headers: Record<string, string> = {}) =>
        service.request('/v2/jobs', {
          method: 'POST',
          key,
          headers,
          body: { process: false, input: [INPUT], ...body },
        });
      const used = async (service: SmallService, key: string) =>
        (await service.request('/v2/contracts', { key })).body[0].used.open_jobs;
      const contracts = { free: { max_open_jobs: 2 }, standard: { max_open_jobs: null } };

      it('refuse another one, with what to do, until one is started or canceled', async () => {
        const service = await runSmallService({ database, files: { CONTRACTS: contracts } });
        const key = await service.newKey('free');
        const incomplete = await openJob(service, key);
        const once = { 'idempotency-key': 'once' };
        const ready = await openJob(service, key, { conversion: [CONVERSION] }, once);
        expect([incomplete.body.status, ready.body.status]).toEqual(['incomplete', 'ready']);
        expect(await used(service, key)).toBe(2);
        const refused = await openJob(service, key);
        expect(refused.status).toBe(402);
        expect(refused.body).toEqual({
          code: 402,
          name: 'too_many_open_jobs',
          message:
            '2 jobs of this key wait to be started, the most its contract allows. Start some (PATCH with process: true), or cancel some (DELETE), and try again.',
        });
        expect(await used(service, key)).toBe(2);
        // A job that starts at once is not a waiting one, and a repeated request makes no job.
        expect((await service.startJob(key)).status).toBe(201);
        expect((await openJob(service, key, { conversion: [CONVERSION] }, once)).body.id).toBe(ready.body.id);
        expect((await openJob(service, await service.newKey('free'))).status).toBe(201);

        const start = { method: 'PATCH', key, body: { process: true } };
        expect((await service.request(`/v2/jobs/${ready.body.id}`, start)).status).toBe(200);
        expect((await openJob(service, key)).status).toBe(201);
        expect((await openJob(service, key)).status).toBe(402);
        await service.request(`/v2/jobs/${incomplete.body.id}`, { method: 'DELETE', key });
        expect((await openJob(service, key)).status).toBe(201);
        expect((await openJob(service, key)).status).toBe(402);
      });

      it('hold for jobs that are made at the same moment', async () => {
        const service = await runSmallService({ database, files: { CONTRACTS: contracts } });
        const key = await service.newKey('free');
        const answers = await Promise.all(Array.from({ length: 8 }, () => openJob(service, key)));
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 402, 402, 402, 402, 402, 402]);
        expect(await used(service, key)).toBe(2);
      });

      it('may be left out by null', async () => {
        const service = await runSmallService({ database, files: { CONTRACTS: contracts } });
        const key = await service.newKey('standard');
        for (let count = 0; count < 5; count++) expect((await openJob(service, key)).status).toBe(201);
        const [contract] = (await service.request('/v2/contracts', { key })).body;
        expect(contract).toMatchObject({ max_open_jobs: null, used: { open_jobs: 5 } });
      });
    });

    it('are the operator’s to change', async () => {
      const service = await runSmallService({
        database,
        files: {
          CONTRACTS: {
            free: { credits_per_day: 2 },
            team: {
              credits_per_day: null,
              max_inputs_per_job: 3,
              max_input_size: 1000,
              max_job_size: 2000,
              max_concurrent_jobs: 1,
              max_open_jobs: 2,
              max_concurrent_requests: 5,
            },
          },
        },
      });
      const free = await service.newKey('free');
      expect((await service.request('/v2/contracts', { key: free })).body[0]).toMatchObject({
        credits_per_day: 2,
        max_inputs_per_job: 10,
      });
      expect((await service.startJob(free, { inputs: 3 })).status).toBe(402);
      expect((await service.startJob(free, { inputs: 2 })).status).toBe(201);
      const team = await service.newKey('team');
      const job = await service.startJob(team);
      expect(job.body.limits).toMatchObject({ input: { max_count: 3, max_size: 1000 }, job: { max_size: 2000 } });
      expect((await service.startJob(team)).status).toBe(429);
    });

    it('are the least for a key whose contract is gone', async () => {
      const service = await runSmallService({ database });
      const key = await service.newKey('retired');
      expect((await service.request('/v2/contracts', { key })).body[0].name).toBe('free');
    });
  });
});

describe('a CONTRACTS file', () => {
  it.each<[string, string, string]>([
    ['no JSON', '{', 'it is not valid JSON'],
    ['no object', '[]', 'it must hold a JSON object'],
    ['a strange name', '{"Gold Plan": {}}', '"Gold Plan" is not a valid name of a contract'],
    ['limits that are none', '{"free": 5}', 'free must be an object of limits'],
    ['an unknown limit', '{"free": {"credits": 5}}', 'free has no limit "credits"; the limits: credits_per_day, '],
    [
      'a new contract with limits missing',
      '{"gold": {"credits_per_day": 5}}',
      'gold is not built in, so it needs all limits; missing: max_inputs_per_job',
    ],
    [
      'a limit as text',
      '{"free": {"credits_per_day": "5"}}',
      'free.credits_per_day must be a whole number from 0, or null for no limit, not "5"',
    ],
    [
      'no limit where there must be one',
      '{"free": {"max_input_size": null}}',
      'free.max_input_size must be a whole number from 1, not null',
    ],
    ['a fraction', '{"free": {"max_input_size": 1.5}}', 'not 1.5'],
    ['zero where nothing would work', '{"free": {"max_concurrent_jobs": 0}}', 'from 1, not 0'],
    ['a prototype for a name', '{"__proto__": {}}', 'is not a valid name of a contract'],
  ])('with %s is refused with the reason', (_, text, message) => {
    expect(() => parseContracts(text)).toThrow(message);
    expect(() => parseContracts(text)).toThrow(/^The CONTRACTS file: /);
  });

  it('may allow no credits at all', () => {
    expect(parseContracts('{"free": {"credits_per_day": 0}}').get('free')?.credits_per_day).toBe(0);
  });

  it('that is not there is refused without its path', () => {
    expect(() => readContracts('/nowhere/contracts.json')).toThrow(
      new Error('The CONTRACTS file: it cannot be read (ENOENT).'),
    );
  });
});
