import { beforeAll, describe, expect, test } from 'vitest';
import { completeTasks } from './convert-support.ts';
import { filesOf } from './files-support.ts';
import { INPUT, type Json, useService } from './support.ts';

const take = (...sources: string[]) => sources.map((source) => ({ type: 'conversion', source }));
const HASH = { category: 'hash', target: 'md5' };

describe('conversions that take the outputs of others', () => {
  const service = useService('sqlite');
  let key = '';
  beforeAll(async () => {
    ({ key } = await service().key());
  });
  const ask = (method: string, path: string, body?: unknown) => service().request(method, path, { key, body });
  const make = async (conversion: Json[], more: Record<string, unknown> = {}): Promise<Json> =>
    (await ask('POST', '/v2/jobs', { input: [INPUT], conversion, ...more })).body;
  const read = async (id: string): Promise<Json> => (await ask('GET', `/v2/jobs/${id}`)).body;
  /** Conversions of the tasks that have not ended, by name. */
  const waiting = async (job: Json): Promise<string[]> => {
    const names = new Map(job.conversion.map(({ id, name }: Json) => [id, name]));
    const tasks = (await service().tasks(job.id)).filter(({ state }) => state === 'waiting');
    return tasks.map(({ conversion_id }) => String(names.get(conversion_id)));
  };
  /** Completes the tasks of a conversion. */
  const complete = async (job: Json, name: string, ...files: string[]): Promise<void> => {
    const { id } = job.conversion.find((each: Json) => each.name === name);
    const outputs = files.map((filename) => ({ filename, content: filename }));
    await completeTasks(
      service(),
      job.id,
      outputs,
      [],
      ({ conversion_id, state }) => conversion_id === id && state === 'waiting',
    );
  };
  const fail = async (job: Json, name: string): Promise<void> => {
    const { id } = job.conversion.find((each: Json) => each.name === name);
    const task = (await service().tasks(job.id)).find(({ conversion_id }) => conversion_id === id);
    if (task === undefined) throw new Error(`no task of ${name}`);
    const error = {
      source: 'input',
      id_source: JSON.parse(task.input_ids)[0],
      code: 'input_damaged',
      message: 'Bad.',
      details: {},
    } as const;
    await service().report(task, { status: 'failed', errors: [error] });
  };

  test('run one after the other, each over all outputs, side by side where they can', async () => {
    const job = await make(
      [
        { ...HASH, name: 'last', input: take('left', 'right') },
        { ...HASH, name: 'left', input: take('first') },
        { ...HASH, name: 'right', input: take('first') },
        { ...HASH, name: 'first' },
      ],
      { process: true },
    );
    expect(job.conversion.map(({ input }: Json) => input.map(({ source }: Json) => source))).toEqual([
      [job.conversion[1].id, job.conversion[2].id],
      [job.conversion[3].id],
      [job.conversion[3].id],
      [],
    ]);
    expect(await waiting(job)).toEqual(['first']);
    await complete(job, 'first', 'a.txt', 'b.txt');
    expect(await waiting(job)).toEqual(['left', 'left', 'right', 'right']);
    await complete(job, 'left', 'l.txt');
    expect(await waiting(job)).toEqual(['right', 'right']);
    await complete(job, 'right', 'r.txt');
    expect(await waiting(job)).toEqual(Array(4).fill('last'));
    await complete(job, 'last', 'end.txt');
    const ended = await read(job.id);
    expect(ended).toMatchObject({ status: 'completed', errors: [], spent: 9, input: [{ id: job.input[0].id }] });
    expect(ended.output).toHaveLength(10);
    for (const { source } of ended.output) expect(source.input).toEqual([job.input[0].id]);
    const history = (await ask('GET', `/v2/jobs/${job.id}/history`)).body;
    expect(history.filter(({ status }: Json) => status === 'completed')).toHaveLength(1);
  });

  test('are refused with unknown sources, circles and names that are taken', async () => {
    for (const [conversions, field, words] of [
      [[{ ...HASH, input: take('none') }], 'input', '"none"'],
      [[{ ...HASH, name: 'a', input: take('a') }], 'input', 'a takes a'],
      [
        [
          { ...HASH, name: 'a', input: take('b') },
          { ...HASH, name: 'b', input: take('c') },
          { ...HASH, name: 'c', input: take('a') },
        ],
        'input',
        'a takes b takes c takes a',
      ],
      [
        [
          { ...HASH, name: 'a' },
          { ...HASH, name: 'a' },
        ],
        'name',
        '"a"',
      ],
    ] as const) {
      const { status, body } = await ask('POST', '/v2/jobs', { input: [INPUT], conversion: conversions });
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
      expect(body.message).toContain(words);
    }
    const { status } = await ask('POST', '/v2/jobs', {
      input: [INPUT],
      conversion: [{ ...HASH, input: [{ type: 'file', source: 'a' }] }],
    });
    expect(status).toBe(400);
  });

  test('stay a chain when they are added, changed and removed', async () => {
    const job = await make([{ ...HASH, name: 'first' }]);
    const path = `/v2/jobs/${job.id}/conversions`;
    const [{ id: first }] = job.conversion;
    const { body: second } = await ask('POST', path, { ...HASH, name: 'second', input: take(first) });
    expect(second.input).toEqual(take(first));
    expect(await ask('DELETE', `${path}/${first}`)).toMatchObject({ status: 409, body: { name: 'conversion_in_use' } });
    expect(await ask('PATCH', `${path}/${first}`, { input: take('second') })).toMatchObject({ status: 400 });
    expect(await ask('PATCH', `${path}/${first}`, { name: 'second' })).toMatchObject({ status: 400 });
    // What GET shows can be sent back.
    expect(await ask('PATCH', `${path}/${second.id}`, second)).toMatchObject({ status: 200, body: second });
    expect(await ask('PATCH', `${path}/${second.id}`, { input: null })).toMatchObject({
      status: 200,
      body: { input: [] },
    });
    expect((await ask('DELETE', `${path}/${first}`)).status).toBe(204);
  });

  test('fail with what they take: at once, or where errors do not fail the job, each for itself', async () => {
    const chain = [
      { ...HASH, name: 'first' },
      { ...HASH, name: 'middle', input: take('first') },
      { ...HASH, name: 'last', input: take('middle') },
      { ...HASH, name: 'beside' },
    ];
    const strict = await make(chain, { process: true });
    await complete(strict, 'first', 'a.txt');
    await fail(strict, 'middle');
    const [, middle, last] = strict.conversion;
    expect(await read(strict.id)).toMatchObject({
      status: 'failed',
      errors: [
        // What is wrong with a file between is about the conversion: the client knows no such input.
        { source: 'conversion', id_source: middle.id, code: 2104 },
        { source: 'conversion', id_source: last.id, code: 3010 },
      ],
    });
    const lenient = await make(chain, { process: true, fail_on_conversion_error: false });
    await complete(lenient, 'first', 'a.txt');
    await fail(lenient, 'middle');
    expect(await waiting(lenient)).toEqual(['beside']);
    await complete(lenient, 'beside', 'b.txt');
    const ended = await read(lenient.id);
    expect([ended.status, ended.errors.map(({ code }: Json) => code)]).toEqual(['completed', [2104, 3010]]);
    expect(ended.output.map(({ filename }: Json) => filename)).toEqual(['a.txt', 'b.txt']);
  });

  test('need credits for every step', async () => {
    const { key: free } = await service().key('free');
    const conversion = Array.from({ length: 31 }, (_, index) => ({
      ...HASH,
      name: `c${index}`,
      ...(index > 0 && { input: take(`c${index - 1}`) }),
    }));
    const body = { input: [INPUT], conversion, process: true };
    const refused = await service().request('POST', '/v2/jobs', { key: free, body });
    expect([refused.status, refused.body.name]).toEqual([402, 'credits_used_up']);
  });

  test('leave no file of theirs when the job is canceled', async () => {
    const stored = await filesOf(service());
    const job = await make(
      [
        { ...HASH, name: 'first' },
        { ...HASH, name: 'last', input: take('first') },
      ],
      { process: true },
    );
    await complete(job, 'first', 'a.txt');
    expect((await filesOf(service())).length).toBeGreaterThan(stored.length);
    expect((await ask('DELETE', `/v2/jobs/${job.id}`)).status).toBe(204);
    expect(await filesOf(service())).toEqual(stored);
  });
});
