import { readFile, stat } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  curl,
  emptyJob,
  filesOf,
  inputRow,
  makeOutput,
  md5sum,
  randomFile,
  storedPath,
} from '../outputs/files-support.ts';
import { CONVERSION, databasesOf, type Json, useService } from '../support.ts';

describe.each(databasesOf('linked-inputs'))('inputs from other jobs on %s', (kind) => {
  const service = useService(kind);
  let key = '';
  let stranger = '';
  let file = '';
  beforeAll(async () => {
    ({ key } = await service().key());
    stranger = (await service().key()).key;
    file = await randomFile(100_000);
  });
  const create = (input: Json, own = key, more: Json = {}) =>
    service().request('POST', '/v2/jobs', { key: own, body: { input, conversion: [CONVERSION], ...more } });
  const upload = async (): Promise<{ job: Json; input: Json }> => {
    const job = await emptyJob(service(), key);
    const url = `${service().url}/upload-file/${job.id}`;
    const { json } = await curl('-H', `X-Svc-Api-Key: ${key}`, '-F', `file=@${file}`, url);
    return { job, input: json };
  };

  test('an output of one job is the input of the next, with its name, size and sum', async () => {
    const made = await makeOutput(service(), key, file, { filename: 'talk.mp3' });
    const { status, body } = await create([{ type: 'output', source: made.id }], key, { process: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'queued',
      input: [
        {
          type: 'output',
          source: made.id,
          filename: 'talk.mp3',
          size: 100_000,
          checksum: await md5sum(file),
          status: 'ready',
        },
      ],
    });
    expect(await md5sum(await storedPath(service(), body.input[0].id))).toBe(await md5sum(file));
  });

  test('stays when the job that it comes from goes, and the other way round', async () => {
    const made = await makeOutput(service(), key, file);
    const one = (await create([{ type: 'output', source: made.id }])).body;
    const two = (await create([{ type: 'output', source: made.id, filename: 'other name.mp3' }])).body;
    expect(two.input[0].filename).toBe('other name.mp3');
    await service().request('DELETE', `/v2/jobs/${one.id}`, { key });
    expect((await curl(service().url + made.link)).status).toBe(200);
    await service().request('DELETE', `/v2/jobs/${made.job.id}/output/${made.id}`, { key });
    expect((await curl(service().url + made.link)).status).toBe(410);
    expect(await md5sum(await storedPath(service(), two.input[0].id))).toBe(await md5sum(file));
  });

  test('an input of another job can be used again; one on the web is fetched again', async () => {
    const { job, input } = await upload();
    const { body } = await create([{ type: 'input_id', source: input.id }]);
    expect(body.input).toMatchObject([{ type: 'input_id', filename: 'talk.bin', checksum: await md5sum(file) }]);
    await service().request('DELETE', `/v2/jobs/${job.id}`, { key });
    expect(await md5sum(await storedPath(service(), body.input[0].id))).toBe(await md5sum(file));
    const source = 'https://files.example/a.wav';
    const remote = (await create([{ type: 'remote', source, filename: 'a.wav' }])).body;
    const again = (await create([{ type: 'input_id', source: remote.input[0].id }])).body;
    expect((await inputRow(service(), again.input[0].id)).location).toBe(source);
  });

  test('an input that a conversion could not read can be used again, as with another password', async () => {
    const output = await makeOutput(service(), key, file, { filename: 'talk.mp3' });
    const { body: job } = await create([{ type: 'output', source: output.id }], key, { process: true });
    const [input] = job.input;
    const [task] = await service().tasks(job.id);
    if (task === undefined) throw new Error('no task');
    const issue = { source: 'input' as const, id_source: input.id, code: 'input_password_needed' as const };
    const error = { ...issue, message: 'A password is needed.', details: {} };
    await service().report(task, { status: 'failed', progress: 10, errors: [error] });
    const failed = await service().request('GET', `/v2/jobs/${job.id}`, { key });
    expect(failed.body).toMatchObject({ status: 'failed', input: [{ status: 'failed' }] });
    const { status, body } = await create([{ type: 'input_id', source: input.id }]);
    expect([status, body.input]).toMatchObject([201, [{ status: 'ready', checksum: await md5sum(file) }]]);
    expect(await md5sum(await storedPath(service(), body.input[0].id))).toBe(await md5sum(file));
  });

  test('can be added to a job, with its token too', async () => {
    const { input } = await upload();
    const job = await emptyJob(service(), key);
    const path = `/v2/jobs/${job.id}/input`;
    const body = { type: 'input_id', source: input.id };
    const added = await service().request('POST', path, { token: job.token, body });
    expect(added).toMatchObject({ status: 201, body: { checksum: await md5sum(file) } });
  });

  test("another key's, one that is not there, not yet there, over or deleted is 400, and nothing stays of the request", async () => {
    const made = await makeOutput(service(), key, file);
    const { input } = await upload();
    const waiting = (await create([{ type: 'upload' }])).body.input[0];
    const before = await filesOf(service());
    const good = { type: 'output', source: made.id };
    for (const [own, wrong] of [
      [stranger, good],
      [stranger, { type: 'input_id', source: input.id }],
      [key, { type: 'output', source: input.id }],
      [key, { type: 'input_id', source: made.id }],
      [key, { type: 'input_id', source: waiting.id }],
      [key, { type: 'output', source: 'x\u0001' }],
      [key, { type: 'output', source: "' or 1=1 --" }],
      [key, { type: 'output' }],
    ] as const) {
      const answer = await create(own === key ? [good, wrong] : [wrong], own);
      expect(answer).toMatchObject({ status: 400, body: { errors: { source: expect.any(String) } } });
      expect(await filesOf(service())).toEqual(before);
    }
    service().time += 25 * 3600_000;
    expect((await create([good])).status).toBe(400);
    service().time -= 25 * 3600_000;
    // The control.
    expect((await create([good])).status).toBe(201);
    await service().request('DELETE', `/v2/jobs/${made.job.id}/output/${made.id}`, { key });
    expect((await create([good])).status).toBe(400);
  });

  test('a request that is refused for another reason leaves no copy; nor does one that is repeated', async () => {
    const made = await makeOutput(service(), key, file);
    const before = await filesOf(service());
    const input = [{ type: 'output', source: made.id }];
    const refused = await create(input, key, { conversion: [{ target: 'no-such-target' }] });
    expect(refused.status).toBe(400);
    expect(await filesOf(service())).toEqual(before);
    const send = () =>
      service().request('POST', '/v2/jobs', {
        key,
        body: { input, conversion: [CONVERSION] },
        headers: { 'idempotency-key': 'once' },
      });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect(await filesOf(service())).toHaveLength(before.length + 1);
  });

  test('takes no space of its own in a folder', async () => {
    const made = await makeOutput(service(), key, file);
    const { body } = await create([{ type: 'output', source: made.id }]);
    expect((await stat(await storedPath(service(), body.input[0].id))).nlink).toBe(2);
    expect(await readFile(await storedPath(service(), body.input[0].id))).toEqual(await readFile(file));
  });
});
