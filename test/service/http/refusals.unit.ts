import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, makeJob, useService } from '../support.ts';

describe('a refusal', () => {
  const service = useService('sqlite');
  let key = '';
  let job: Json;
  beforeAll(async () => {
    ({ key } = await service().key());
    job = await makeJob(service(), key, { process: false });
  });

  test.each<[Json, string, string]>([
    [{ input: [{ type: 'ftp' }] }, 'input.0.type', 'must be one of remote, upload, output, input_id, base64'],
    [{ input: [{ type: 'remot' }] }, 'input.0.type', 'did you mean remote?'],
    [{ process: 'yes' }, 'process', 'must be true or false'],
    [{ callback: 5 }, 'callback', 'must be a string or null'],
    [{ callback: 'x'.repeat(2049) }, 'callback', 'must have at most 2048 characters'],
    [{ conversion: [{}] }, 'conversion.0.target', 'is missing'],
    [{ conversion: {} }, 'conversion', 'must be an array'],
    [{ download_passwords: ['ä'] }, 'download_passwords.0', 'must hold printable ASCII characters only'],
    [{ download_passwords: Array(101).fill('x') }, 'download_passwords', 'must have at most 100 items'],
  ])('of the body %j says that %s %s', async (body, field, problem) => {
    const answer = await service().request('POST', '/v2/jobs', { key, body });
    expect([answer.status, answer.body.errors]).toEqual([400, { [field]: expect.stringContaining(problem) }]);
    expect(answer.body.message).toContain(`${field} ${answer.body.errors[field]}`);
  });

  test.each([
    ['/v2/jobs?page=0', 'page', 'must be from 1 to 1000000000'],
    ['/v2/jobs?page=x', 'page', 'must be a whole number'],
    ['/v2/conversions?all=perhaps', 'all', 'must be true or false'],
    ['/v2/stats/day/2026-01-31/both', 'whose', 'must be one of single, all'],
  ])('of %s says that %s %s', async (path, field, problem) => {
    const answer = await service().request('GET', path, { key });
    expect([answer.status, answer.body.errors]).toEqual([400, { [field]: expect.stringContaining(problem) }]);
  });

  test.each([
    ['{a: 1}', "expected property name or '}' at line 1, column 2"],
    ['{\n  "process": tru\n}', 'unexpected "\\n" at line 2, column 17'],
    ['{\n  "process": undefined,\n  "input": []}', 'unexpected "u" at line 2, column 14'],
    ['{"process": true', "expected ',' or '}' after property value at line 1, column 17"],
    ['{"process":', 'it ends too early, at line 1, column 12'],
    ["'x'", 'unexpected "\'" at line 1, column 1'],
    ['{} {}', 'unexpected non-whitespace character after the JSON at line 1, column 4'],
  ])('of %j, which is no JSON, says where', async (text, fault) => {
    const answer = await service().request('POST', '/v2/jobs', { key, text });
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 400, name: 'invalid_json', message: `The body is not valid JSON: ${fault}.`, errors: { body: fault } },
    ]);
  });

  test('of a body with __proto__ says so', async () => {
    const answer = await service().request('POST', '/v2/jobs', { key, text: '{"__proto__": {"process": true}}' });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('__proto__')]);
  });

  test.each([
    ['PUT', '/v2/jobs', 'GET, HEAD, POST'],
    ['DELETE', '/v2/jobs?page=1', 'GET, HEAD, POST'],
    ['POST', '/v2/jobs/x', 'DELETE, GET, HEAD, PATCH'],
    ['PUT', '/v2/jobs/x/conversions/y/', 'DELETE, GET, HEAD, PATCH'],
    ['POST', '/v2/conversions', 'GET, HEAD'],
    ['OPTIONS', '/upload-file/x', 'HEAD, PATCH, POST'],
    ['POST', '/download-file/x/y', 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
  ])('of %s %s names the methods that are there', async (method, path, methods) => {
    const answer = await service().request(method, path, { key });
    expect([answer.status, answer.headers.get('allow'), answer.body]).toEqual([
      405,
      methods,
      {
        code: 405,
        name: 'wrong_method',
        message: `This address does not have the method ${method}; it has ${methods}.`,
      },
    ]);
  });

  test.each(['/v2/nonsense', '/v3/jobs', '/v2/jobs/x/y/z', '//v2/jobs'])('of %s is 404', async (path) => {
    const answer = await service().request('PUT', path, { key });
    expect([answer.status, answer.body.code]).toEqual([404, 404]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'of a body of type %s says what is read',
    async (type) => {
      const answer = await service().request('POST', '/v2/jobs', { key, body: {}, headers: { 'content-type': type } });
      expect([answer.status, answer.body.message]).toEqual([
        415,
        expect.stringContaining('send JSON as application/json'),
      ]);
    },
  );

  test('is none of JSON without a type', async () => {
    const { hostname, port } = new URL(service().url);
    const send = (method: string, path: string, content: string) =>
      new Promise((resolve, reject) => {
        const headers = { 'x-svc-api-key': key, 'content-length': content.length };
        const sent = httpRequest({ hostname, port, method, path, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.on('error', reject).end(content);
      });
    expect(await send('POST', '/v2/jobs', '{"input": []}')).toBe(201);
    expect(await send('PATCH', `/v2/jobs/${job.id}`, '{"notify_status": true}')).toBe(200);
    expect(await send('PATCH', `/v2/jobs/${job.id}`, '')).toBe(200);
    expect(await send('POST', '/v2/jobs', '{')).toBe(400);
    expect(await send('DELETE', '/v2/jobs/none', '[]')).toBe(404);
    expect(await send('POST', `/upload-base64/${job.id}`, '{"content": "YQ=="}')).toBe(201);
    expect(await send('POST', `/upload-file/${job.id}`, '{}')).toBe(415);
  });

  test('is none of a slash at the end, or of HEAD', async () => {
    for (const path of ['/v2/jobs', `/v2/jobs/${job.id}`, `/v2/jobs/${job.id}/conversions`, '/v2/conversions']) {
      const plain = await service().request('GET', path, { key });
      const slashed = await service().request('GET', `${path}/`, { key });
      expect([slashed.status, slashed.text]).toEqual([200, plain.text]);
      const head = await service().request('HEAD', path, { key });
      expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
        200,
        '',
        String(Buffer.byteLength(plain.text)),
      ]);
    }
  });

  test('of an option says what it takes, and of a target where all are listed', async () => {
    const add = async (body: Json) => {
      const answer = await service().request('POST', `/v2/jobs/${job.id}/conversions`, { key, body });
      expect(answer.status).toBe(400);
      return answer.body;
    };
    const mp3 = async (options: Json) => (await add({ target: 'mp3', options })).message;
    expect(await mp3({ channels: 'quad' })).toContain('allowed: stereo, mono');
    expect(await mp3({ normalize_target_level: 5 })).toContain('whole number, -99 to 0');
    expect(await mp3({ download_password: 'ä' })).toContain('printable ASCII');
    expect(await mp3({ output_filename: 'x'.repeat(256) })).toContain('0 to 255 characters');
    const { message } = await add({ target: 'nonsense' });
    expect(message).toContain('GET /v2/conversions lists all targets');
    expect(message).not.toContain('convertd');
    expect((await add({ category: 'audio', target: 'mp4' })).message).toContain('Its targets: aac,');
    const preset = { name: 'x', target: 'nonsense', options: {} };
    const refused = await service().request('POST', '/v2/presets', { key, body: preset });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('GET /v2/conversions')]);
  });
});
