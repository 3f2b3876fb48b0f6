import { describe, expect, test } from 'vitest';
import { DATABASES, INPUT, type Json } from '../support.ts';
import { HASH, take, useChains } from './chains-support.ts';

describe.each(DATABASES)('conversions that take the outputs of others, on %s', (kind) => {
  const { ask, make, read, waiting, complete, fail } = useChains(kind);

  test('run one after the other, each over all outputs, side by side where they can', async () => {
    const job = await make([
      { ...HASH, name: 'last', input: take('left', 'right') },
      { ...HASH, name: 'left', input: take('first') },
      { ...HASH, name: 'right', input: take('first') },
      { ...HASH, name: 'first' },
    ]);
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

  test('are refused with unknown sources, those of another job, circles and names that are taken', async () => {
    const other = await make([HASH]);
    const [{ id: foreign }] = other.conversion;
    const circle = [
      { ...HASH, name: 'a', input: take('b') },
      { ...HASH, name: 'b', input: take('c') },
      { ...HASH, name: 'c', input: take('a') },
    ];
    for (const [conversion, field, words] of [
      [[{ ...HASH, input: take('none') }], 'input', '"none"'],
      [[{ ...HASH, input: take(foreign) }], 'input', foreign],
      [[{ ...HASH, input: take(other.output[0]?.id ?? other.input[0].id) }], 'input', other.input[0].id],
      [[{ ...HASH, name: 'a', input: take('a') }], 'input', 'a takes a'],
      [circle, 'input', 'a takes b takes c takes a'],
      [
        [
          { ...HASH, name: 'a' },
          { ...HASH, name: 'a' },
        ],
        'name',
        '"a"',
      ],
    ] as const) {
      const { status, body } = await ask('POST', '/v2/jobs', { input: [INPUT], conversion });
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
      expect(body.message).toContain(words);
    }
    const wrongType = [{ ...HASH, input: [{ type: 'file', source: 'a' }] }];
    expect((await ask('POST', '/v2/jobs', { input: [INPUT], conversion: wrongType })).status).toBe(400);
  });

  test('fail with what they take: at once, or where errors do not fail the job, each for itself', async () => {
    const chain = [
      { ...HASH, name: 'first' },
      { ...HASH, name: 'middle', input: take('first') },
      { ...HASH, name: 'last', input: take('middle') },
      { ...HASH, name: 'beside' },
    ];
    const strict = await make(chain);
    await complete(strict, 'first', 'a.txt');
    await fail(strict, 'middle');
    const [, middle, last] = strict.conversion;
    expect(await read(strict.id)).toMatchObject({
      status: 'failed',
      errors: [
        // An error in an intermediate file is reported for the conversion, because the client does not know this input.
        { source: 'conversion', id_source: middle.id, code: 2104 },
        {
          source: 'conversion',
          id_source: last.id,
          code: 3010,
          message: 'The conversion last was not run: it takes the outputs of middle, and there are none.',
          details: { sources: [middle.id] },
        },
      ],
    });
    const lenient = await make(chain, { fail_on_conversion_error: false });
    await complete(lenient, 'first', 'a.txt');
    await fail(lenient, 'middle');
    expect(await waiting(lenient)).toEqual(['beside']);
    await complete(lenient, 'beside', 'b.txt');
    const ended = await read(lenient.id);
    expect([ended.status, ended.errors.map(({ code }: Json) => code)]).toEqual(['completed', [2104, 3010]]);
    expect(ended.errors[1].message).toContain('it takes the outputs of middle');
    expect(ended.output.map(({ filename }: Json) => filename)).toEqual(['a.txt', 'b.txt']);
  });
});
