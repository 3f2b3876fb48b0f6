import { describe, expect, it } from 'vitest';
import { revokeKey } from '../../../src/service/keys/keys.ts';
import { CONVERSION, counted, DATABASES, INPUT, makeJob, times, useService } from '../support.ts';

describe.each(DATABASES)('requests that come together on %s', (kind) => {
  const service = useService(kind, { GUESSES_PER_MINUTE: '1000' });

  it('each make a job of their own, with all that belongs to it', async () => {
    const { key } = await service().key();
    const names = times(100, (index) => `talk-${index}.wav`);
    const jobs = await Promise.all(
      names.map((filename) => makeJob(service(), key, { input: [{ ...INPUT, filename }] })),
    );
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(100);
    const read = await Promise.all(
      jobs.map(async ({ id }) => (await service().request('GET', `/v2/jobs/${id}`, { key })).body),
    );
    expect(read.map(({ input }) => input[0].filename)).toEqual(names);
    expect(read).toEqual(jobs);
    const history = await service().request('GET', `/v2/jobs/${jobs[99].id}/history`, { key });
    expect(history.body.map(({ status }: { status: string }) => status)).toEqual(['incomplete', 'queued']);
  });

  it('make as many jobs as the contract allows, and no more', async () => {
    const { key } = await service().key('free');
    const body = { input: [INPUT], conversion: [CONVERSION], process: true };
    const answers = await Promise.all(times(15, () => service().request('POST', '/v2/jobs', { key, body })));
    expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 5, 429: 10 });
    expect((await service().request('GET', '/v2/jobs', { key })).headers.get('x-count')).toBe('5');
  });

  it('are refused one by one: a refusal is that of its own request', async () => {
    const { key } = await service().key();
    const good = { input: [INPUT], conversion: [CONVERSION], process: true };
    const bad = { input: [INPUT], conversion: [{ target: 'nothing-at-all' }] };
    const answers = await Promise.all(
      times(20, (index) => service().request('POST', '/v2/jobs', { key, body: index % 2 === 0 ? good : bad })),
    );
    expect(answers.map(({ status }) => status)).toEqual(times(20, (index) => (index % 2 === 0 ? 201 : 400)));
  });

  it('with the same Idempotency-Key make one job', async () => {
    const { key } = await service().key();
    const body = { input: [INPUT], conversion: [CONVERSION] };
    const headers = { 'idempotency-key': 'once' };
    const answers = await Promise.all(times(20, () => service().request('POST', '/v2/jobs', { key, body, headers })));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
  });

  it('no request is answered for a key, or a token of its jobs, from its revocation on', async () => {
    const { key, id } = await service().key();
    const { id: jobId, token } = await makeJob(service(), key);
    const ask = () =>
      Promise.all([
        ...times(20, () => service().request('GET', `/v2/jobs/${jobId}`, { key })),
        ...times(20, () => service().request('GET', `/v2/jobs/${jobId}`, { token })),
        ...times(20, () => service().request('GET', '/v2/jobs', { key })),
      ]);
    expect(counted((await ask()).map(({ status }) => status))).toEqual({ 200: 60 });
    await revokeKey(service().context.db, id);
    const statuses = (await ask()).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toEqual([]);
  });
});
