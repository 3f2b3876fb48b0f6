import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../src/task/codes.ts';
import { INPUTS } from '../../cli/support.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { start } from '../local-service.ts';
import { curl, filesOf, testFolder } from '../outputs/files-support.ts';
import { type JobView, printed } from '../serve-support.ts';
import { type Json, useService } from '../support.ts';
import { completeTasks, newestJob, sendAndWait } from './convert-support.ts';

const TEXT = join(INPUTS, 'abc.txt');

test('one call converts: a form, the bytes themselves, an address, several files', async () => {
  const { serve, inputs } = await start();
  const call = (path: string, ...args: string[]) => callWith(serve.url, serve.key, path, ...args);
  const digest = async (program: string, file = TEXT) => (await execa(program, [file])).stdout.split(' ')[0];

  const byForm = await call('sha256', '-F', `file=@${TEXT}`);
  expect(byForm.status).toBe(200);
  expect(byForm.body.toString()).toBe(`${await digest('sha256sum')}\n`);
  const job = (await serve.job(byForm.headers['x-svc-job-id'] ?? '')) as JobView & Json;
  expect(job).toMatchObject({ status: 'completed', spent: 1, input: [{ type: 'upload', filename: 'abc.txt' }] });
  expect(byForm.headers).toMatchObject({
    'content-length': String(byForm.body.length),
    etag: `"${job.output[0].checksum}"`,
    'content-disposition': expect.stringContaining(job.output[0].filename),
    link: `<${serve.url}/v2/jobs/${job.id}>; rel="describedby"`,
  });
  expect(byForm.headers['x-svc-warnings']).toBeUndefined();
  await expect.poll(async () => ((await serve.job(job.id)) as Json).output[0].downloads_counter).toBe(1);

  const raw = await call(
    'hash/sha1?filename=letters.txt&colour=red',
    '-H',
    'Content-Type: text/plain',
    '--data-binary',
    `@${TEXT}`,
  );
  expect(raw.body.toString()).toBe(`${await digest('sha1sum')}\n`);
  expect(JSON.parse(raw.headers['x-svc-warnings'] ?? '')).toMatchObject([{ code: 5001 }]);
  expect((await serve.job(raw.headers['x-svc-job-id'] ?? '')).input).toMatchObject([{ filename: 'letters.txt' }]);

  const source = inputs.text('far.txt', 'far away');
  const remote = await call('md5', '-d', `source=${source}`);
  expect(remote.body.toString().trim()).toBe((await printed('md5sum', [], 'far away')).split(' ')[0]);

  const several = await call('md5', '-F', `file=@${TEXT}`, '-F', `source=${source}`, '-F', `file=@${TEXT}`);
  expect(several.headers['content-type']).toBe('application/zip');
  const zip = join(await testFolder(), 'several.zip');
  await writeFile(zip, several.body);
  const { stdout } = await execa(DEBIAN_7ZIP, ['e', '-so', zip]);
  expect(stdout.split('\n').filter(Boolean)).toEqual([
    await digest('md5sum'),
    remote.body.toString().trim(),
    await digest('md5sum'),
  ]);
  expect(new Set((await execa('unzip', ['-Z1', zip])).stdout.split('\n')).size).toBe(3);

  const missing = await call('md5', '-F', `source=${inputs.missing}`);
  expect([missing.status, missing.json]).toEqual([
    422,
    {
      code: ERROR_CODES.input_not_found.number,
      name: 'input_not_found',
      message: expect.any(String),
      job: { id: missing.headers['x-svc-job-id'], errors: [expect.objectContaining({ source: 'input' })] },
    },
  ]);
});

test('one call converts what JSON describes: addresses, base64, data: URLs, inputs and options', async () => {
  const { serve, inputs } = await start();
  const call = (path: string, body: unknown, ...more: string[]) => {
    const type = ['-H', 'Content-Type: application/json; charset=utf-8'];
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return callWith(serve.url, serve.key, path, ...type, ...more, '--data-binary', text);
  };
  const md5 = async (text: string) => `${(await printed('md5sum', [], text)).split(' ')[0]}\n`;
  const base64 = Buffer.from('far away').toString('base64');
  const source = inputs.text('far.txt', 'far away');
  for (const body of [
    { source },
    { content: base64 },
    { source: `data:text/plain;base64,${base64}` },
    { input: { type: 'base64', source: base64 } },
    { options: {}, content: `data:text/plain;base64,${base64}`, callback: null },
  ]) {
    expect([body, (await call('md5', body)).body.toString()]).toEqual([body, await md5('far away')]);
  }
  const named = await call('zip', { content: base64, filename: 'ä.txt', encrypt_password: 'open', colour: 1 });
  const zip = join(await testFolder(), 'named.zip');
  await writeFile(zip, named.body);
  expect((await execa(DEBIAN_7ZIP, ['e', '-so', '-popen', zip])).stdout).toBe('far away');
  expect((await execa(DEBIAN_7ZIP, ['l', '-ba', zip])).stdout).toContain('ä.txt');
  expect(JSON.parse(named.headers['x-svc-warnings'] ?? '')).toMatchObject([{ code: 5001 }]);
  const job = (await serve.job(named.headers['x-svc-job-id'] ?? '')) as JobView & Json;
  expect(job.conversion[0].options).toMatchObject({ encrypt_password: '********' });
  const several = await call('md5', { source: [source, source] });
  expect(several.headers['content-type']).toBe('application/zip');

  // JSON that has a name is the file.
  const file = await call('md5?filename=a.json', { source });
  expect(file.body.toString()).toBe(await md5(JSON.stringify({ source })));

  for (const [body, name] of [
    ['{"source": ', 'invalid_json'],
    ['[]', 'invalid_request'],
    [{}, 'invalid_request'],
    [{ content: 'ü' }, 'invalid_request'],
    [{ content: 5 }, 'invalid_request'],
    [{ source: 5 }, 'invalid_request'],
    [{ source: 'file:///etc/passwd' }, 'invalid_request'],
    [{ input: ['x'] }, 'invalid_request'],
    [{ source, filename: 5 }, 'invalid_request'],
    [{ source, decrypt_password: 'x'.repeat(1025) }, 'invalid_request'],
    [{ source, options: [] }, 'invalid_request'],
  ] as const) {
    const refused = await call('md5', body);
    expect([body, refused.status, refused.json.name]).toEqual([body, 400, name]);
  }
  expect((await call('md5', { source: inputs.missing })).status).toBe(422);
});

/** A service whose tasks are ended by the tests. */
function useCalls(env: Record<string, string>) {
  const service = useService('sqlite', env);
  let key = '';
  beforeAll(async () => {
    ({ key } = await service().key());
  });
  return {
    service,
    key: () => key,
    call: (path: string, ...args: string[]) => callWith(service().url, key, path, ...args),
    statusOf: async (id: string) => (await service().job(id)).status,
    /** Returns the job of a request that was just sent. */
    nextJob: async (before: string | undefined): Promise<string> => {
      await expect.poll(() => newestJob(service())).not.toBe(before);
      service().time += 1;
      return (await newestJob(service())) ?? '';
    },
  };
}

const callWith = (url: string, key: string, path: string, ...args: string[]) =>
  curl('-H', `X-Svc-Api-Key: ${key}`, ...args, `${url}/v2/convert/${path}`);

describe('a request whose job takes long', () => {
  const { service, call, statusOf } = useCalls({ CONVERT_WAIT_SECONDS: '2' });

  test('gets the job after the longest time, at once, or after the time that it prefers', async () => {
    for (const [prefer, applied] of [
      ['', undefined],
      ['respond-async', 'respond-async'],
      ['wait=0', 'wait=0'],
      ['wait=1', 'wait=1'],
      ['wait=9', undefined],
    ] as const) {
      const began = Date.now();
      const { status, headers, json } = await call('md5', '-F', `file=@${TEXT}`, '-H', `Prefer: ${prefer}`);
      const seconds = (Date.now() - began) / 1000;
      expect([status, json.status, json.process]).toEqual([202, 'queued', true]);
      expect(headers.location).toBe(`${service().url}/v2/jobs/${json.id}`);
      expect(headers['preference-applied']).toBe(applied);
      const waits = prefer === '' || prefer === 'wait=9' ? 2 : prefer === 'wait=1' ? 1 : 0;
      expect(seconds).toBeGreaterThanOrEqual(waits - 0.05);
      expect(await statusOf(json.id)).toBe('queued');
      service().time += 1;
    }
  });
});

describe('a request that waits for its job', () => {
  const { service, key, call, statusOf, nextJob } = useCalls({ MAX_INPUT_SIZE: '100000' });

  test('gets the file as soon as the job ends, with the warnings', async () => {
    const before = await newestJob(service());
    const waiting = call('mp3', '-F', `file=@${TEXT}`, '-H', 'Prefer: wait=200');
    const id = await nextJob(before);
    await completeTasks(service(), id, [{ filename: 'ü "x".mp3', content: 'sound' }], ['Größe 😀', 'x'.repeat(5000)]);
    const { status, headers, body } = await waiting;
    expect([status, body.toString()]).toEqual([200, 'sound']);
    expect(headers['preference-applied']).toBe('wait=200');
    expect(headers['content-disposition']).toContain("filename*=UTF-8''");
    expect(headers['x-svc-warnings']).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(headers['x-svc-warnings'] ?? '')).toEqual([{ code: 5001, message: 'Größe 😀' }]);
  });

  test('gets a zip with safe names of its own for each of several outputs', async () => {
    const before = await newestJob(service());
    const waiting = call('jpg?filename=photo.png', '--data-binary', `@${TEXT}`, '-H', 'Content-Type: image/png');
    const id = await nextJob(before);
    const outputs = ['page.jpg', '../page.jpg', 'PAGE.jpg'].map((filename) => ({ filename, content: filename }));
    await completeTasks(service(), id, outputs);
    const { headers, body } = await waiting;
    expect(headers['content-disposition']).toContain('filename="photo.zip"');
    const zip = join(await testFolder(), 'photo.zip');
    await writeFile(zip, body);
    expect((await execa('unzip', ['-Z1', zip])).stdout.split('\n')).toEqual(['page.jpg', 'page-2.jpg', 'PAGE-3.jpg']);
    expect((await execa('unzip', ['-p', zip])).stdout).toBe('page.jpg../page.jpgPAGE.jpg');
    await execa('unzip', ['-t', zip]);
  });

  test.each([
    ['option_invalid', 400],
    ['engine_unavailable', 503],
    ['input_damaged', 422],
    ['input_too_large', 413],
    ['conversion_timeout', 504],
    ['internal', 500],
  ] as const)('is refused where the job fails by %s: %i', async (code, status) => {
    const before = await newestJob(service());
    const waiting = call('mp3', '-F', `file=@${TEXT}`);
    const id = await nextJob(before);
    const [task] = await service().tasks(id);
    if (task === undefined) throw new Error('no task');
    const error = { source: 'task', id_source: null, code, message: 'It is so.', details: {} } as const;
    await service().report(task, { status: 'failed', errors: [error] });
    const refused = await waiting;
    const { number } = ERROR_CODES[code];
    expect([refused.status, refused.json]).toEqual([
      status,
      {
        code: number,
        name: code,
        message: 'It is so.',
        job: { id, errors: [expect.objectContaining({ code: number, source: 'conversion' })] },
      },
    ]);
  });

  test('that is repeated with its Idempotency-Key gets the same result; another one is refused', async () => {
    const before = await newestJob(service());
    const again = ['-H', 'Idempotency-Key: order-1'];
    const first = call('mp3', '-F', `file=@${TEXT}`, '-F', 'audio_bitrate=192', ...again);
    const id = await nextJob(before);
    await completeTasks(service(), id, [{ filename: 'a.mp3', content: 'sound' }]);
    expect((await first).headers['idempotent-replayed']).toBeUndefined();
    const stored = await filesOf(service());
    const second = await call('mp3', '-F', 'options={"audio_bitrate":192}', '-F', `file=@${TEXT}`, ...again);
    expect([second.status, second.body.toString(), second.headers['x-svc-job-id']]).toEqual([200, 'sound', id]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    for (const args of [
      ['-F', 'audio_bitrate=128'],
      ['-F', `file=@${TEXT}`],
    ]) {
      const other = await call('mp3', '-F', `file=@${TEXT}`, ...args, ...again);
      expect([other.status, other.json.name]).toEqual([409, 'idempotency_key_used']);
    }
    expect(await filesOf(service())).toEqual(stored);
  });

  test('whose client goes away cancels its job, unless that may come back for it', async () => {
    const url = `${service().url}/v2/convert/md5?filename=a.txt`;
    const leave = async (headers: Record<string, string>) => {
      const before = await newestJob(service());
      const client = sendAndWait(url, { 'x-svc-api-key': key(), ...headers }, 'abc');
      const id = await nextJob(before);
      client.leave();
      return id;
    };
    const repeatable = await leave({ 'idempotency-key': 'again' });
    const asynchronous = await leave({ prefer: 'respond-async, wait=200' });
    const stored = await filesOf(service());
    const abandoned = await leave({});
    await expect.poll(() => statusOf(abandoned)).toBe('canceled');
    expect((await service().tasks(abandoned)).map(({ state }) => state)).toEqual(['canceled']);
    await expect.poll(() => filesOf(service())).toEqual(stored);
    expect([await statusOf(repeatable), await statusOf(asynchronous)]).toEqual(['queued', 'queued']);
  });

  test('leaves no file behind where it is refused', async () => {
    const stored = await filesOf(service());
    const large = join(await testFolder(), 'large.bin');
    await writeFile(large, Buffer.alloc(200_000));
    const refusals: [string[], string, number, string][] = [
      [['-F', `file=@${TEXT}`, '-F', `file=@${large}`], 'md5', 413, 'too_large'],
      [['-F', `file=@${TEXT}`, '-F', 'audio_bitrate=9999'], 'mp3', 400, 'option_invalid'],
      [['-F', `file=@${TEXT}`, '-F', `files=@${TEXT}`], 'mp3', 400, 'invalid_request'],
      [['-F', `file=@${TEXT}`, '-F', 'source=ftp://a.example/b'], 'mp3', 400, 'invalid_request'],
      [['-F', `file=@${TEXT}`, '-F', 'callback=ftp://a.example/b'], 'mp3', 400, 'invalid_request'],
      [['-F', `file=@${TEXT}`, '-F', `file=@${TEXT}`, '-F', 'filename=a.txt'], 'mp3', 400, 'invalid_request'],
      [['-F', 'file=text'], 'mp3', 400, 'invalid_request'],
      [['-d', 'audio_bitrate=192'], 'mp3', 400, 'invalid_request'],
      [['-F', 'input={"type":"upload"}'], 'mp3', 400, 'invalid_request'],
      [['-F', `file=@${TEXT}`, '-F', 'input={"type":5}'], 'mp3', 400, 'invalid_request'],
      [['-F', `file=@${TEXT}`, '-F', 'output_target=5'], 'mp3', 400, 'invalid_request'],
      [['-X', 'POST'], 'mp3', 400, 'invalid_request'],
      [['-F', `file=@${TEXT}`], 'mp33', 400, 'target_unknown'],
      [['-F', `file=@${TEXT}`], 'image/mp3', 400, 'target_unknown'],
      [['-F', `file=@${TEXT}`, '-H', 'Content-Encoding: gzip'], 'mp3', 415, 'unsupported_media_type'],
    ];
    for (const [args, path, status, name] of refusals) {
      const refused = await call(path, ...args);
      expect([refused.status, refused.json?.name], args.join(' ')).toEqual([status, name]);
    }
    const strange = await callWith(service().url, 'cvd_none', 'mp3', '-F', `file=@${TEXT}`);
    expect([strange.status, strange.json.name]).toEqual([401, 'unauthorized']);
    await expect.poll(() => filesOf(service())).toEqual(stored);
  });

  test('is held to the contract of its key before its file is read', async () => {
    const { key: free } = await service().key('free');
    const send = () => callWith(service().url, free, 'md5', '-F', `file=@${TEXT}`, '-H', 'Prefer: respond-async');
    for (let job = 0; job < 5; job++) expect((await send()).status).toBe(202);
    const refused = await send();
    expect([refused.status, refused.json.name]).toEqual([429, 'too_many_running_jobs']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
