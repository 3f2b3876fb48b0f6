import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { SERVICE_ERRORS } from '../../../src/service/error-names.ts';
import { ERROR_CODES, WARNING_CODES } from '../../../src/task/codes.ts';
import { patience } from '../../support/slowness.ts';
import { operationsOf, resolve } from '../access/described.ts';
import { CONVERSION, counted, INPUT, type Json, makeJob, outputOf, useService } from '../support.ts';
import { completedJob, receiver, send, status } from '../webhooks/webhook-receiver.ts';

/** An example in the description, with its schema. */
interface Sample {
  readonly place: string;
  readonly value: unknown;
  readonly schema: Json;
}

/** All examples: of bodies, headers and parameters; in paths, webhooks and shared responses. */
function* samplesOf(document: Json, value: Json = document, place = ''): Generator<Sample> {
  if (typeof value !== 'object' || value === null) return;
  if (value.schema !== undefined) {
    if ('example' in value) yield { place, value: value.example, schema: value.schema };
    for (const [name, example] of Object.entries<Json>(value.examples ?? {}))
      yield { place: `${place} ${name}`, value: resolve(document, example).value, schema: value.schema };
  }
  const inner = place === ' components' ? ['responses'] : Object.keys(value).filter((key) => key !== 'examples');
  for (const key of inner) yield* samplesOf(document, value[key], `${place} ${key}`);
}

/** Returns a function that checks the examples of documents with these schemas, each of which is compiled once. */
function examplesCheck({ components }: Json): (document: Json) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  ajv.addFormat('binary', true);
  ajv.addSchema({ $id: 'urn:openapi:document', components });
  const compiled = new Map<string, ValidateFunction>();
  return (document) => {
    return [...samplesOf(document)].flatMap(({ place, value, schema }) => {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"urn:openapi:document#/components/');
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
      compiled.set(text, validate);
      return validate(value) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`];
    });
  };
}

const service = useService('sqlite', { ALLOWED_ADDRESSES: '127.0.0.1', WEBHOOK_SECRET: 'a secret of the operator' });
let document: Json;
beforeAll(async () => {
  document = (await service().request('GET', '/v2/schema')).body;
});

describe('the examples of the description', () => {
  let problemsOf: (document: Json) => string[];
  beforeAll(() => {
    problemsOf = examplesCheck(document);
  });

  test('are there for every JSON body, and every refusal', () => {
    let bodies = 0;
    for (const { name, description } of operationsOf(document)) {
      const parts = [['request', description.requestBody], ...Object.entries<Json>(description.responses)];
      for (const [part, reference] of parts) {
        const content = resolve(document, reference)?.content?.['application/json'];
        if (content === undefined) continue;
        bodies += 1;
        expect(Object.keys(content.examples ?? {}), `${name} ${part}`).not.toEqual([]);
      }
      const isSilent = name.startsWith('head ');
      for (const [status, response] of Object.entries<Json>(description.responses)) {
        if (Number(status) < 400) continue;
        expect('content' in resolve(document, response), `${name} ${status}`).toBe(!isSilent);
      }
    }
    expect(bodies).toBeGreaterThan(300);
  });

  test('are all used, and fit their schemas', () => {
    expect([...samplesOf(document)].length).toBeGreaterThan(200);
    expect(problemsOf(document)).toEqual([]);
    const text = JSON.stringify(document);
    const unused = Object.keys(document.components.examples).filter((name) => !text.includes(`/examples/${name}"`));
    expect(unused).toEqual([]);
  });

  test.each<[string, (document: Json) => void]>([
    ['a body', ({ components }) => delete components.examples.CompletedJob.value.token],
    ['a time with a zone', ({ components }) => (components.examples.ArrivedInput.value.created_at += 'Z')],
    ['a refusal', ({ components }) => (components.examples.NoSuchJob.value.code = '404')],
    ['a request', ({ components }) => (components.examples.NewJobFromUrl.value.process = 'yes')],
    ['a header', ({ paths }) => (paths['/upload-file/{job_id}'].head.parameters.at(-1).example = '')],
    ['a callback', ({ webhooks }) => (webhooks['job-status'].post.parameters[2].example = 'none')],
  ])('would not pass where one is wrong: %s', (_name, spoil) => {
    const copy = structuredClone(document);
    spoil(copy);
    expect(problemsOf(copy)).not.toEqual([]);
  });

  test('tell of refusals with the status that they stand at, and a code of the reference', () => {
    const known = [...Object.values(SERVICE_ERRORS).map(({ status }) => status), ...numbers(ERROR_CODES)];
    let count = 0;
    for (const { name, description } of operationsOf(document)) {
      for (const [status, reference] of Object.entries<Json>(description.responses)) {
        const { content } = resolve(document, reference);
        if (Number(status) < 400 || content === undefined) continue;
        for (const example of Object.values<Json>(content['application/json'].examples)) {
          const { code } = resolve(document, example).value;
          expect(known, `${name} ${status}`).toContain(code);
          if (code < 1000) expect(String(code), `${name} ${status}`).toBe(status);
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(300);
  });
});

/** Refused requests: the name of the example, and the request of a client with a key. */
const REFUSED: readonly [string, string, string, unknown?][] = [
  ['WrongPage', 'GET', '/v2/jobs?page=0'],
  ['WrongType', 'POST', '/v2/jobs', { process: 'yes' }],
  ['WrongCallback', 'POST', '/v2/jobs', { callback: 'ftp://app.example.com' }],
  ['UnknownTarget', 'POST', '/v2/jobs', { conversion: [{ target: 'mp33' }] }],
  ['WrongOption', 'POST', '/v2/jobs', { conversion: [{ ...CONVERSION, options: { audio_bitrate: 9999 } }] }],
  ['NoSource', 'POST', '/v2/jobs/<job>/input', { type: 'remote' }],
  ['NoFile', 'POST', '/v2/convert/mp3'],
  ['NoTarget', 'POST', '/v2/jobs/<job>/conversions', { category: 'audio' }],
  [
    'NoBucket',
    'POST',
    '/v2/jobs/<job>/conversions',
    { ...CONVERSION, output_target: [{ type: 'amazons3', parameters: { file: 'a.mp3' } }] },
  ],
  ['EmptyFilename', 'PATCH', '/v2/jobs/<job>/output', { filename: '' }],
  ['NotBase64', 'POST', '/upload-base64/<job>', { content: '%' }],
  ['NoSuchJob', 'GET', '/v2/jobs/none'],
  ['NoSuchInput', 'GET', '/v2/jobs/<job>/input/none'],
  ['NoSuchConversion', 'GET', '/v2/jobs/<job>/conversions/none'],
  ['NoSuchOutput', 'GET', '/v2/jobs/<job>/output/none'],
  ['NoSuchFile', 'GET', '/download-file/none/talk.mp3'],
  ['NoSuchPreset', 'GET', '/v2/presets/none'],
  ['NoSuchOwnPreset', 'DELETE', '/v2/presets/none'],
  ['PublicPreset', 'POST', '/v2/presets', { name: 'voice', target: 'mp3', scope: 'public', options: {} }],
  ['StatisticsOfAll', 'GET', '/v2/stats/day/2026-01-31/all'],
  ['WrongDay', 'GET', '/v2/stats/day/2026-02-30/single'],
  ['WrongMonth', 'GET', '/v2/stats/month/2026-13/single'],
  ['WrongYear', 'GET', '/v2/stats/year/26/single'],
];

describe('the reference', () => {
  test('lists every code with its meaning', () => {
    const { ErrorName, IssueCode } = document.components.schemas;
    for (const [name, { status, meaning }] of Object.entries(SERVICE_ERRORS))
      expect(ErrorName.description).toContain(`| \`${name}\` | ${status} | ${meaning} |`);
    for (const { number, meaning } of [...Object.values(ERROR_CODES), ...Object.values(WARNING_CODES)])
      expect(IssueCode.description).toContain(`| ${number} | ${meaning} |`);
  });

  describe('shows a refusal as it comes', () => {
    let key: string;
    let job: Json;
    beforeAll(async () => {
      ({ key } = await service().key('free'));
      job = await makeJob(service(), key, { input: [], conversion: [], process: false });
    });

    test.each(REFUSED)('%s', async (name, method, path, body) => {
      const answer = await service().request(method, path.replace('<job>', job.id), { key, body });
      const { value } = document.components.examples[name];
      // Compared are the code, the name and the named fields, not the words.
      const facts = ({ code, name, errors = {} }: Json) => ({ code, name, fields: Object.keys(errors) });
      expect(facts(answer.body)).toEqual(facts(value));
    });
  });

  test('describes callbacks as they come', async () => {
    const { parameters } = document.webhooks['job-status'].post;
    const { key } = await service().key();
    const { url, deliveries } = await receiver(status(204));
    send(service());
    await completedJob(service(), key, url);
    await vi.waitFor(() => expect(deliveries).toHaveLength(1), { timeout: patience(60_000), interval: 20 });
    const [delivery] = deliveries;
    if (delivery === undefined) throw new Error('nothing came');
    const described = new Map<string, Json>(parameters.map((each: Json) => [each.name.toLowerCase(), each.schema]));
    const sent = Object.entries(delivery.headers).filter(([name]) => /^(x-svc|webhook)-/.test(name));
    expect(sent.map(([name]) => name)).toEqual(
      expect.arrayContaining(['x-svc-job-id', 'x-svc-callback-id', 'x-svc-signature']),
    );
    for (const [name, value] of sent) expect(value, name).toMatch(new RegExp(described.get(name)?.pattern ?? '.'));
    expect([...described.keys()]).toEqual(expect.arrayContaining(sent.map(([name]) => name)));
    const ajv = new Ajv2020({ strict: false });
    const validate = ajv.compile({ $ref: '#/components/schemas/Job', components: document.components });
    expect(validate(delivery.job), ajv.errorsText(validate.errors)).toBe(true);
  });

  test('has one shape for all times, and every time on the wire has it', async () => {
    const { schemas } = document.components;
    const named = Object.entries<Json>(schemas).flatMap(([shape, { properties = {} }]) =>
      Object.entries<Json>(properties)
        .filter(([name]) => name.endsWith('_at'))
        .map(([name, schema]) => [`${shape}.${name}`, JSON.stringify(schema).includes('/schemas/Timestamp"')]),
    );
    expect(Object.fromEntries(named)).toEqual({
      'Session.expires_at': true,
      'Job.created_at': true,
      'Job.modified_at': true,
      'Input.created_at': true,
      'Input.modified_at': true,
      'Output.created_at': true,
      'Thread.created_at': true,
      'Thread.modified_at': true,
      'History.created_at': true,
      'Contract.next_credit_at': true,
      // The day or month of a row.
      'Usage.created_at': false,
    });

    const { key } = await service().key('free');
    const job = await makeJob(service(), key, { input: [INPUT], conversion: [CONVERSION] });
    const [task] = await service().tasks(job.id);
    if (task === undefined) throw new Error('the job has no task');
    await service().report(task, { status: 'completed', progress: 100, output: [outputOf(task, 'talk.mp3')] });
    const paths = ['', '/input', '/output', '/history', '/threads?all=true'].map((part) => `/v2/jobs/${job.id}${part}`);
    const times: [string, string][] = [];
    for (const path of [...paths, '/v2/jobs', '/v2/contracts']) {
      const { body } = await service().request('GET', path, { key });
      times.push(...timesIn(body));
    }
    const pattern = new RegExp(schemas.Timestamp.pattern);
    for (const [name, time] of times) expect(time, name).toMatch(pattern);
    expect(counted(times.map(([name]) => name))).toMatchObject({
      created_at: expect.any(Number),
      modified_at: expect.any(Number),
      next_credit_at: 1,
    });
    expect('2026-01-31T12:00:00Z').not.toMatch(pattern);
    expect('2026-01-31T12:00:00.000').not.toMatch(pattern);
  });
});

const numbers = (codes: Readonly<Record<string, { number: number }>>): number[] =>
  Object.values(codes).map(({ number }) => number);

/** Every field of a document whose name ends in `_at`. */
function timesIn(value: Json): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<Json>(value).flatMap(([name, inner]): [string, string][] =>
    name.endsWith('_at') ? [[name, String(inner)]] : timesIn(inner),
  );
}
