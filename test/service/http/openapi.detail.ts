import { Ajv2020 } from 'ajv/dist/2020.js';
import { chromium } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { patience } from '../../support/slowness.ts';
import { LAUNCH } from '../page/browser.ts';
import { type Json, useService } from '../support.ts';

/** All routes with their documented statuses. */
const ENDPOINTS: Readonly<Record<string, readonly number[]>> = {
  'post /v2/convert/{target}': [200, 202, 400, 401, 402, 409, 410, 413, 415, 422, 429, 500, 503, 504],
  'post /v2/convert/{category}/{target}': [200, 202, 400, 401, 402, 409, 410, 413, 415, 422, 429, 500, 503, 504],
  'get /v2/jobs': [200, 204, 401],
  'post /v2/jobs': [201, 204, 400, 401, 402, 429, 500],
  'get /v2/jobs/{job_id}': [200, 401, 404],
  'patch /v2/jobs/{job_id}': [200, 401, 404, 409],
  'delete /v2/jobs/{job_id}': [204, 401, 404, 409],
  'get /v2/jobs/{job_id}/conversions': [200, 401, 404],
  'post /v2/jobs/{job_id}/conversions': [201, 400, 401, 404],
  'get /v2/jobs/{job_id}/conversions/{conversion_id}': [200, 401, 404],
  'patch /v2/jobs/{job_id}/conversions/{conversion_id}': [200, 400, 401, 404, 409],
  'delete /v2/jobs/{job_id}/conversions/{conversion_id}': [204, 401, 404, 409],
  'get /v2/jobs/{job_id}/input': [200, 401, 402, 404],
  'post /v2/jobs/{job_id}/input': [201, 401, 402, 404],
  'patch /v2/jobs/{job_id}/input': [200, 401, 404, 409],
  'get /v2/jobs/{job_id}/input/{file_id}': [200, 401, 404],
  'patch /v2/jobs/{job_id}/input/{file_id}': [200, 401, 404, 409],
  'delete /v2/jobs/{job_id}/input/{file_id}': [204, 401, 404, 409],
  'get /v2/jobs/{job_id}/output': [200, 401, 404],
  'patch /v2/jobs/{job_id}/output': [200, 401, 404, 409],
  'get /v2/jobs/{job_id}/output/{file_id}': [200, 401, 404],
  'get /v2/jobs/{job_id}/output/{file_id}/receipt': [200, 401, 404],
  'patch /v2/jobs/{job_id}/output/{file_id}': [200, 401, 404, 409],
  'delete /v2/jobs/{job_id}/output/{file_id}': [204, 401, 404],
  'get /v2/jobs/{job_id}/threads': [200, 401],
  'get /v2/jobs/{job_id}/history': [200, 401, 404],
  'get /v2/jobs/{job_id}/events': [200, 204, 401, 404, 429],
  'get /v2/jobs/events': [200, 401, 429],
  'get /v2/conversions': [200],
  'get /v2/statuses': [200],
  'get /v2/contracts': [200, 401],
  'get /v2/session': [200],
  'delete /v2/session': [200],
  'get /v2/login': [303, 404],
  'get /v2/login/callback': [303, 404],
  'get /v2/presets': [200],
  'post /v2/presets': [201, 400, 401],
  'get /v2/presets/{preset_id}': [200, 404],
  'patch /v2/presets/{preset_id}': [200, 400, 401, 404],
  'delete /v2/presets/{preset_id}': [204, 401, 404],
  'get /v2/stats/day/{date}/{whose}': [200, 400, 401],
  'get /v2/stats/month/{date}/{whose}': [200, 400, 401],
  'get /v2/stats/year/{date}/{whose}': [200, 400, 401],
  'get /v2/schema': [200],
  'post /upload-file/{job_id}': [200, 201, 400, 401, 402, 404, 409],
  'head /upload-file/{job_id}': [200, 401, 404],
  'patch /upload-file/{job_id}': [200, 201, 204, 400, 401, 402, 404, 409],
  'post /upload-base64/{job_id}': [200, 201, 400, 401, 402, 404, 409, 413],
  'options /v2/tus/{job_id}': [204],
  'post /v2/tus/{job_id}': [201, 400, 401, 402, 404, 409, 412, 413, 415, 423, 429, 460],
  'head /v2/tus/{job_id}/{upload_id}': [200, 401, 402, 404, 409, 412, 423],
  'patch /v2/tus/{job_id}/{upload_id}': [204, 400, 401, 402, 404, 409, 412, 413, 415, 423, 429, 460],
  'delete /v2/tus/{job_id}/{upload_id}': [204, 401, 404, 409, 412, 423],
  'get /download-file/{output_id}/{filename}': [200, 206, 304, 401, 404, 410, 416],
  'head /download-file/{output_id}/{filename}': [200, 304, 401, 404, 410],
  'get /v2/jobs/{job_id}/download': [200, 304, 401, 404, 409, 410],
  'head /v2/jobs/{job_id}/download': [200, 304, 401, 404, 409, 410],
};

const COMPONENTS = [
  'Job',
  'Input',
  'Conversion',
  'Output',
  'Thread',
  'History',
  'Preset',
  'Contract',
  'Usage',
  'Error',
  'ErrorCode',
  'ErrorName',
  'IssueCode',
  'Timestamp',
];

describe('the description of the interface', () => {
  const service = useService('sqlite');
  const read = async () => (await service().request('GET', '/v2/schema')).body as Json;
  const operationsOf = (document: Json): [string, Json][] =>
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations as Json).map(([method, operation]): [string, Json] => [`${method} ${path}`, operation]),
    );

  test('has every endpoint with its statuses, and none that is not of the interface', async () => {
    const document = await read();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '2.0.1' } });
    const described = new Map(operationsOf(document));
    expect([...described.keys()].sort()).toEqual(Object.keys(ENDPOINTS).sort());
    for (const [endpoint, statuses] of Object.entries(ENDPOINTS)) {
      const responses = Object.keys(described.get(endpoint).responses).map(Number);
      expect(responses, endpoint).toEqual(expect.arrayContaining([...statuses]));
    }
  });

  test('says for each endpoint what it does and which credentials open it', async () => {
    const operations = operationsOf(await read());
    for (const [endpoint, { summary, description, tags, responses }] of operations) {
      expect(summary, endpoint).toMatch(/\w/);
      expect(description.length, endpoint).toBeGreaterThan(summary.length);
      expect(tags, endpoint).toHaveLength(1);
      for (const [status, { description, $ref }] of Object.entries<Json>(responses)) {
        expect(description ?? $ref, `${endpoint} ${status}`).toMatch(/\w/);
      }
    }
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const security = Object.fromEntries(operations.map(([endpoint, operation]) => [endpoint, operation.security]));
    expect(security).toMatchObject({
      'post /v2/jobs': [{ ApiKey: [] }],
      'post /v2/convert/{target}': [{ ApiKey: [] }],
      'get /v2/jobs': [{ ApiKey: [] }, { JobToken: [] }],
      'delete /v2/jobs/{job_id}/input/{file_id}': [{ ApiKey: [] }, { JobToken: [] }],
      'patch /upload-file/{job_id}': [{ ApiKey: [] }, { JobToken: [] }],
      'get /v2/contracts': [{ ApiKey: [] }],
      'get /v2/conversions': [],
      'get /v2/statuses': [],
      'get /v2/schema': [],
      'get /v2/presets': [{}, { ApiKey: [] }],
      'get /download-file/{output_id}/{filename}': [{}, { DownloadPassword: [] }],
    });
    // An operation that can be refused for missing credentials lists them, and vice versa.
    for (const [endpoint, operation] of operations) {
      // A public operation is not refused because of a wrong key.
      const open = endpoint.startsWith('get /v2/presets');
      expect('401' in operation.responses, endpoint).toBe(operation.security.length > 0 && !open);
    }
  });

  test('has shapes that are JSON Schemas, by name, and no reference to nothing', async () => {
    const document = await read();
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(COMPONENTS));
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual(['ApiKey', 'DownloadPassword', 'JobToken']);
    const references = [...walk(document)].flatMap((each) => (typeof each.$ref === 'string' ? [each.$ref] : []));
    expect(references.length).toBeGreaterThan(100);
    for (const reference of references) expect(follow(document, reference), reference).toBeTypeOf('object');
    expect(follow(document, '#/components/schemas/Nothing')).toBeUndefined();

    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    ajv.addKeyword('components');
    ajv.addFormat('binary', true);
    const schemas = [...walk(document.paths)].flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
    expect(schemas.length).toBeGreaterThan(50);
    for (const [index, schema] of schemas.entries()) {
      const { components } = document;
      const validate = ajv.compile({ $id: `urn:schema:${index}`, ...(schema as object), components });
      expect(validate).toBeTypeOf('function');
    }
  });

  test('is what clients get: parameters of paths are those of the path, and bodies are declared', async () => {
    for (const [endpoint, operation] of operationsOf(await read())) {
      const inPath = (operation.parameters ?? [])
        .filter((each: Json) => each.in === 'path')
        .map((each: Json) => each.name);
      expect(inPath, endpoint).toEqual([...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const takesBody = /^(post|patch) /.test(endpoint);
      expect(operation.requestBody !== undefined, endpoint).toBe(takesBody);
      if (takesBody) expect(Object.keys(operation.responses), endpoint).toEqual(expect.arrayContaining(['413', '415']));
    }
  });

  test('is for everyone, and kept by clients for as long as it is the same', async () => {
    const first = await service().request('GET', '/v2/schema');
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await service().request('GET', '/v2/schema', { headers })).status).toBe(304);
    expect((await service().request('GET', '/v2/schema', { headers: { 'if-none-match': '"other"' } })).status).toBe(
      200,
    );
  });

  test('is shown as a page that asks nobody else, and can be tried there', async () => {
    const { url } = service();
    const browser = await chromium.launchPersistentContext(await temporaryFolder(), LAUNCH);
    browser.setDefaultTimeout(patience(60_000));
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const failures: string[] = [];
    const requests: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    page.on('console', (message) => void (message.type() === 'error' && failures.push(message.text())));
    browser.on('request', (request) => requests.push(request.url()));
    await page.goto(`${url}/v2/docs`);
    await page.getByText('Create a job', { exact: true }).waitFor();
    const operation = page.locator('#operations-catalog-getStatuses');
    await operation.getByRole('button').first().click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(failures).toEqual([]);
    expect(requests.filter((each) => !each.startsWith(url) && !each.startsWith('data:'))).toEqual([]);
    expect(requests.length).toBeGreaterThan(4);
  });
});

/** Yields every object inside a value. */
function* walk(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const each of Object.values(value)) yield* walk(each);
}

/** Returns the target of a reference inside the document. */
const follow = (document: Json, reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((found: Json, name) => found?.[name], document);

describe('an operator who says who they are', () => {
  const service = useService('sqlite', { CONTACT_EMAIL: 'help@example.org', TERMS_URL: 'https://example.org/terms' });

  test('is named by the description', async () => {
    const { info } = (await service().request('GET', '/v2/schema')).body as { info: Json };
    expect(info).toMatchObject({ termsOfService: 'https://example.org/terms', contact: { email: 'help@example.org' } });
  });
});
