import { describe, expect, onTestFinished, test } from 'vitest';
import { readTask } from '../../../src/service/dispatch/read-task.ts';
import { startExpiry } from '../../../src/service/expiry.ts';
import { filesOf } from '../outputs/files-support.ts';
import { DATABASES, INPUT, type Json } from '../support.ts';
import { HASH, take, useChains } from './chains-support.ts';

const TWO_STEPS = [
  { ...HASH, name: 'first' },
  { ...HASH, name: 'last', input: take('first') },
];

describe.each(DATABASES)('a chain on %s', (kind) => {
  const { service, ask, make, read, waiting, complete, fail } = useChains(kind);

  test('stays one when conversions are added, changed and removed', async () => {
    const job = await make([{ ...HASH, name: 'first' }], { process: false });
    const path = `/v2/jobs/${job.id}/conversions`;
    const [{ id: first }] = job.conversion;
    const { body: second } = await ask('POST', path, { ...HASH, name: 'second', input: take(first) });
    expect(second.input).toEqual(take(first));
    expect(await ask('DELETE', `${path}/${first}`)).toMatchObject({ status: 409, body: { name: 'conversion_in_use' } });
    expect(await ask('PATCH', `${path}/${first}`, { input: take('second') })).toMatchObject({ status: 400 });
    expect(await ask('PATCH', `${path}/${first}`, { name: 'second' })).toMatchObject({ status: 400 });
    const other = await make([HASH], { process: false });
    const foreign = await ask('PATCH', `${path}/${first}`, { input: take(other.conversion[0].id) });
    expect([foreign.status, foreign.body.message]).toEqual([400, expect.stringContaining(other.conversion[0].id)]);
    // The document of GET can be sent back.
    expect(await ask('PATCH', `${path}/${second.id}`, second)).toMatchObject({ status: 200, body: second });
    const alone = await ask('PATCH', `${path}/${second.id}`, { input: null });
    expect(alone).toMatchObject({ status: 200, body: { input: [] } });
    expect((await ask('DELETE', `${path}/${first}`)).status).toBe(204);
  });

  test('is made once by a request that comes twice', async () => {
    const { key } = await service().key();
    const send = (conversion: Json[]) =>
      service().request('POST', '/v2/jobs', {
        key,
        headers: { 'idempotency-key': 'chain-1' },
        body: { input: [INPUT], conversion, process: true },
      });
    const [one, two] = [await send(TWO_STEPS), await send(TWO_STEPS)];
    expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id]);
    const apart = TWO_STEPS.map(({ input: _, ...each }: Json) => each);
    expect((await send(apart)).body.name).toBe('idempotency_key_used');
  });

  test('needs credits for every step, and costs what has run', async () => {
    const { key: free } = await service().key('free');
    const conversion = Array.from({ length: 31 }, (_, index) => ({
      ...HASH,
      name: `c${index}`,
      ...(index > 0 && { input: take(`c${index - 1}`) }),
    }));
    const body = { input: [INPUT], conversion, process: true };
    const refused = await service().request('POST', '/v2/jobs', { key: free, body });
    expect([refused.status, refused.body.name]).toEqual([402, 'credits_used_up']);

    const failed = await make(TWO_STEPS);
    await fail(failed, 'first');
    expect(await read(failed.id)).toMatchObject({ status: 'failed', spent: 0 });
    const half = await make(TWO_STEPS);
    await complete(half, 'first', 'a.txt');
    await fail(half, 'last');
    expect(await read(half.id)).toMatchObject({ status: 'failed', spent: 1 });
  });

  test('takes what there is where some of it has failed, and all at once where the engine combines it', async () => {
    const job = await make(
      [
        { ...HASH, name: 'first' },
        { category: 'archive', target: 'zip', name: 'last', input: take('first') },
      ],
      { input: [INPUT, INPUT, INPUT], fail_on_input_error: false },
    );
    await fail(job, 'first');
    await complete(job, 'first', 'a.txt');
    expect(await waiting(job)).toEqual(['last']);
    const task = (await service().tasks(job.id)).at(-1);
    expect(JSON.parse(task?.input_ids ?? '')).toHaveLength(2);
    await complete(job, 'last', 'all.zip');
    const ended = await read(job.id);
    expect(ended.status).toBe('completed');
    const [, second, third] = job.input.map(({ id }: Json) => id);
    expect(ended.output.at(-1).source.input).toEqual([second, third]);
    // The inputs between the steps are internal.
    const { body } = await ask('GET', `/v2/jobs/${job.id}/input`);
    expect(body.map(({ id }: Json) => id)).toEqual(job.input.map(({ id }: Json) => id));
  });

  test('stops where it is canceled: no further step, and no file of it stays', async () => {
    const stored = await filesOf(service());
    const job = await make(TWO_STEPS);
    await complete(job, 'first', 'a.txt');
    const [, last] = await service().tasks(job.id);
    if (last === undefined) throw new Error('no task of the second step');
    // Like a runner of the task: the output of the first step becomes a separate file.
    const task = await readTask(service().context, last, new AbortController().signal);
    expect(task?.input).toMatchObject([{ filename: 'a.txt', source: expect.stringMatching(/inputs/) }]);
    expect((await filesOf(service())).length).toBe(stored.length + 2);
    expect((await ask('DELETE', `/v2/jobs/${job.id}`)).status).toBe(204);
    // No worker has the task yet.
    expect(service().dispatch.canceled).not.toContain(last.id);
    await service().report(last, { status: 'completed' });
    expect(await read(job.id)).toMatchObject({ status: 'canceled', output: [] });
    const early = await make(TWO_STEPS);
    expect((await ask('DELETE', `/v2/jobs/${early.id}`)).status).toBe(204);
    expect((await service().tasks(early.id)).map(({ state }) => state)).toEqual(['canceled']);
    service().time += service().context.config.retentionMs + 1;
    const expiry = startExpiry(service().context, { jobsMs: 50, strayFilesMs: 3600_000, batch: 100, patience: 1 });
    onTestFinished(() => expiry.stop());
    await expect.poll(async () => (await filesOf(service())).filter((file) => !stored.includes(file))).toEqual([]);
  });

  test('fails where an output is deleted before the next step could take it', async () => {
    const job = await make(TWO_STEPS);
    await complete(job, 'first', 'a.txt');
    const [output] = (await read(job.id)).output;
    expect((await ask('DELETE', `/v2/jobs/${job.id}/output/${output.id}`)).status).toBe(204);
    const [, last] = await service().tasks(job.id);
    if (last === undefined) throw new Error('no task of the second step');
    expect(await readTask(service().context, last, new AbortController().signal)).toBeNull();
    expect(await read(job.id)).toMatchObject({
      status: 'failed',
      errors: [{ source: 'conversion', id_source: job.conversion[1].id, code: 2003, message: /a\.txt was deleted/ }],
    });
  });

  test('goes on with what a step has made, and delivers it only when all steps are done', async () => {
    const target = {
      type: 'ftp',
      parameters: { host: 'ftp.example', file: 'out/', tls: 'none' },
      credentials: { username: 'u', password: 'p' },
    };
    const job = await make([{ ...HASH, name: 'first', output_target: [target] }, TWO_STEPS[1] as Json]);
    await complete(job, 'first', 'a.txt');
    const due = () =>
      service()
        .context.db.selectFrom('output_targets')
        .select('next_at')
        .where('job_id', '=', job.id)
        .executeTakeFirstOrThrow();
    expect([await waiting(job), (await due()).next_at]).toEqual([['last'], null]);
    await complete(job, 'last', 'b.txt');
    expect((await due()).next_at).not.toBeNull();
    expect((await read(job.id)).status).toBe('processing');
  });
});
