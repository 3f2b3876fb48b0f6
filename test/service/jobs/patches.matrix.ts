import { beforeAll, describe, expect, test } from 'vitest';
import { databasesOf, type Json, makeJob, outputOf, useService } from '../support.ts';

describe.each(databasesOf('patches'))('a PATCH on %s', (kind) => {
  const service = useService(kind);
  let key = '';
  /** Paths of changeable objects, and the documents that GET returns. */
  const kinds: Record<string, { path: string; document: () => Promise<Json> }> = {};
  const send = (method: string, path: string, body?: Json) =>
    service().request(method, path, { key, ...(body !== undefined && { body }) });

  beforeAll(async () => {
    ({ key } = await service().key());
    const open = await makeJob(service(), key, { process: false, callback: 'https://example.org/hook' });
    const done = await makeJob(service(), key);
    const [task] = await service().tasks(done.id);
    if (task === undefined) throw new Error('the job has a task');
    await service().report(task, { status: 'completed', output: [outputOf(task, 'talk.mp3')] });
    const [output] = (await send('GET', `/v2/jobs/${done.id}/output`)).body;
    const preset = await send('POST', '/v2/presets', { name: 'small', target: 'mp3', options: { audio_bitrate: 64 } });
    const paths = {
      job: `/v2/jobs/${open.id}`,
      conversion: `/v2/jobs/${open.id}/conversions/${open.conversion[0].id}`,
      input: `/v2/jobs/${open.id}/input/${open.input[0].id}`,
      inputs: `/v2/jobs/${open.id}/input`,
      output: `/v2/jobs/${done.id}/output/${output.id}`,
      outputs: `/v2/jobs/${done.id}/output`,
      preset: `/v2/presets/${preset.body.id}`,
    };
    for (const [name, path] of Object.entries(paths)) {
      kinds[name] = { path, document: async () => (await send('GET', path)).body };
    }
  });
  const of = (name: string) => {
    const found = kinds[name];
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  };

  test.each<[string, Json, Json]>([
    ['job', { status: 'completed' }, { status: 'cannot be changed by this request' }],
    [
      'job',
      { id: 'x', input: [] },
      { id: 'cannot be changed by this request', input: 'cannot be changed by this request' },
    ],
    ['job', { proces: true }, { proces: 'is not a field of a job (did you mean process?)' }],
    ['job', { notify_status: true, colour: 1 }, { colour: 'is not a field of a job' }],
    ['conversion', { target: 'wav' }, { target: 'cannot be changed by this request' }],
    ['conversion', { option: {} }, { option: 'is not a field of a conversion (did you mean options?)' }],
    ['input', { source: 'https://other.example/' }, { source: 'cannot be changed by this request' }],
    ['input', { options: { a: 1 } }, { options: 'cannot be changed by this request' }],
    ['output', { size: 0 }, { size: 'cannot be changed by this request' }],
    ['output', { file_name: 'x' }, { file_name: 'is not a field of an output (did you mean filename?)' }],
    ['outputs', { status: 'disabled' }, { status: 'cannot be changed by this request' }],
    ['preset', { scope: 'public', name: 'other' }, { scope: 'cannot be changed by this request' }],
  ])('of a %s with %j is refused by name, and nothing has changed', async (name, body, errors) => {
    const { path, document } = of(name);
    const before = await document();
    const answer = await send('PATCH', path, body);
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
    for (const [field, problem] of Object.entries(errors)) expect(answer.body.message).toContain(`${field} ${problem}`);
    expect(await document()).toEqual(before);
  });

  test('of several inputs names the field of the one', async () => {
    const { path } = of('inputs');
    const { id } = await of('input').document();
    const answer = await send('PATCH', path, [{ id, options: {}, filename: 'x' }]);
    expect([answer.status, answer.body.errors]).toEqual([400, { '0.filename': 'cannot be changed by this request' }]);
  });

  test.each(['job', 'conversion', 'input', 'inputs', 'output', 'preset'])(
    'of a %s with all that GET shows is no change',
    async (name) => {
      const { path, document } = of(name);
      const before = await document();
      const answer = await send('PATCH', path, before);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      expect(withoutTime(await document())).toEqual(withoutTime(before));
    },
  );

  test('leaves fields alone that are null, as clients made from a description send them', async () => {
    const answer = await send('PATCH', of('job').path, { id: null, status: null, notify_status: true });
    expect([answer.status, answer.body.notify_status]).toEqual([200, true]);
  });
});

/** Removes the fields that every change sets. */
const withoutTime = (document: Json): Json =>
  JSON.parse(JSON.stringify(document, (name, value) => (name === 'modified_at' ? undefined : value)));
