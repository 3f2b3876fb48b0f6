import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from '../support/fast-check.ts';
import { SEED } from '../support/sample.ts';
import { processorSlowness } from '../support/slowness.ts';
import { useBroker } from '../support/use-broker.ts';
import { waitFor } from '../worker/support.ts';
import { type Operation, operationsOf } from './described.ts';
import { changedBodiesOf, type Draft, draftsOf } from './fuzz-requests.ts';
import { removeFolder, startWatched, type WatchedService } from './loop/watched-service.ts';
import { noAnswer, sendDraft } from './send-draft.ts';
import { CONVERSION, INPUT, type Json } from './support.ts';

/*
 * No request may keep the others waiting: whatever its body, it holds the event loop for at most so long at a time. What is measured is
 * processor time, in the service's own process. It has a broker without workers, so nothing else happens there.
 */

/** Of the processor of the reference machine. */
const LIMIT_MS = 50;
const REQUESTS = process.env.TEST_SAMPLE === 'all' ? 200 : 30;
/** A request above the limit is sent again, and its shortest time counts: code that has not run before is slower. */
const TRIES = 4;
/** Requests after which what they are about is made again: some of them delete it. */
const FRESH_FOR = 10;

const broker = useBroker();
let folder = '';
let service: WatchedService;
let client: Client;
let document: Json;
let ended: Json;
let key = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-loop-'));
  // A job with an output: this service runs it itself.
  const first = await startWatched(folder, {});
  try {
    ({ key } = first);
    const input = [{ type: 'base64', source: 'aGVsbG8=', filename: 'hello.txt' }];
    const { id } = await ask(first, '/v2/jobs', { input, conversion: [{ target: 'sha1' }], process: true });
    ended = await waitFor(async () => {
      const job = await ask(first, `/v2/jobs/${id}`);
      return job.status === 'completed' && job;
    }, 'a job to end');
  } finally {
    await first.stop();
  }
  service = await startWatched(folder, { AMQP_URL: broker().url, CONVERT_WAIT_SECONDS: '1' });
  client = new Client(service.url);
  document = await ask(service, '/v2/schema');
});

afterAll(async () => {
  await client?.close();
  await service?.stop();
  await removeFolder(folder);
});

async function ask({ url }: WatchedService, path: string, body?: object): Promise<Json> {
  const headers = { 'x-svc-api-key': key, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(url + path, { headers, ...sent })).json();
}

/** What requests are about. */
async function stage(): Promise<Record<string, string>> {
  const job = { input: [INPUT], conversion: [CONVERSION] };
  const open = await ask(service, '/v2/jobs', { ...job, process: false });
  const running = await ask(service, '/v2/jobs', { ...job, process: true });
  const preset = await ask(service, '/v2/presets', { name: `p${open.id}`, target: 'mp3', options: {} });
  return {
    '<open>': open.id,
    '<job>': running.id,
    '<done>': ended.id,
    '<other>': open.id,
    '<input>': open.input[0].id,
    '<conversion>': open.conversion[0].id,
    '<output>': ended.output[0].id,
    '<preset>': preset.id,
    '<filename>': ended.output[0].filename,
    '<key>': key,
  };
}

/** Milliseconds as on the reference machine. */
const scaled = (milliseconds: number) => (milliseconds <= LIMIT_MS ? milliseconds : milliseconds / processorSlowness());

/** Milliseconds that a request holds the loop: the shortest of several times where the first is above the limit. */
async function heldBy({ method }: Operation, draft: Draft, ids: Record<string, string>) {
  const times: number[] = [];
  let answer = noAnswer('not sent');
  let of = ids;
  do {
    await service.longestTurn();
    answer = await sendDraft(client, method, draft, of).catch(noAnswer);
    times.push(scaled(await service.longestTurn()));
    if (Math.min(...times) > LIMIT_MS) of = await stage();
  } while (times.length < TRIES && Math.min(...times) > LIMIT_MS);
  return { status: answer.status, text: answer.text.slice(0, 500), times, milliseconds: Math.min(...times) };
}

/** The shortest time of a few requests. */
async function shortest(headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  while (times.length < TRIES) {
    await service.longestTurn();
    await (await fetch(`${service.url}/v2/statuses`, { headers })).text();
    times.push(scaled(await service.longestTurn()));
  }
  return Math.min(...times);
}

test('a handler that computes for longer is found, and one that does not is not', async () => {
  expect(await shortest({ 'x-busy': String(3 * LIMIT_MS * processorSlowness()) })).toBeGreaterThan(LIMIT_MS);
  expect(await shortest({})).toBeLessThan(LIMIT_MS);
});

test('no body of a documented route holds the event loop', async () => {
  const problems: unknown[] = [];
  const longest: Record<string, string> = {};
  const answered = new Set<number>();
  for (const operation of operationsOf(document)) {
    const bodies = changedBodiesOf(operation, document);
    if (bodies === null) continue;
    const requests = fc.sample(fc.tuple(draftsOf(operation, document), bodies), { numRuns: REQUESTS });
    let most = 0;
    let ids: Record<string, string> = {};
    for (const [index, [{ path }, { text, step }]] of requests.entries()) {
      if (index % FRESH_FOR === 0) ids = await stage();
      const headers = { 'x-svc-api-key': '<key>', 'content-type': 'application/json', prefer: 'respond-async' };
      const held = await heldBy(operation, { path, headers, body: text }, ids);
      answered.add(held.status);
      if (held.milliseconds > most) {
        most = held.milliseconds;
        longest[operation.name] = `${most.toFixed(0)} ms, ${step}, ${text.length} characters, ${held.status}`;
      }
      if (held.milliseconds > LIMIT_MS) {
        problems.push({ operation: operation.name, step, path, ...held, body: text.slice(0, 500), size: text.length });
      }
    }
  }
  const times = JSON.stringify(longest, null, 1);
  expect(problems, `made with TEST_SEED=${SEED}, longest: ${times}`).toEqual([]);
  expect(Object.keys(longest).length).toBeGreaterThan(8);
  expect([...answered].some((status) => status >= 200 && status < 300)).toBe(true);
});

const filled = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** Bodies that have as much as there may be of something; each is taken, or refused for another reason than its size. */
const LARGEST: Readonly<Record<string, readonly [path: string, body: () => object]>> = {
  'a file in base64': ['/upload-base64/<open>', () => ({ content: 'AAAA'.repeat(12 * 1024 ** 2) })],
  'inputs in base64': [
    '/v2/jobs',
    () => ({
      input: filled(15, () => ({ type: 'base64', source: 'AAAA'.repeat(16_000), filename: 'a.wav' })),
      conversion: [CONVERSION],
    }),
  ],
  'a thousand inputs': ['/v2/jobs', () => ({ input: filled(1000, () => INPUT), conversion: [CONVERSION] })],
  'a hundred conversions': ['/v2/jobs', () => ({ input: [INPUT], conversion: filled(100, () => CONVERSION) })],
  'a hundred conversions of pages': [
    '/v2/jobs',
    () => ({ input: [INPUT], conversion: filled(100, () => ({ target: 'pdf', options: { pages_per_sheet: 4 } })) }),
  ],
  'unknown options in a hundred conversions': [
    '/v2/jobs',
    () => ({
      input: [INPUT],
      conversion: filled(100, () => ({
        ...CONVERSION,
        options: Object.fromEntries(filled(230, (index) => [`audio_bitrat_${index}`, 1])),
      })),
    }),
  ],
  'a hundred conversions of the outputs of all others': [
    '/v2/jobs',
    () => ({
      input: [INPUT],
      conversion: filled(100, (index) => ({
        name: `step-${index}`,
        category: 'archive',
        target: 'zip',
        input: filled(Math.min(index, 80), (other) => ({ type: 'conversion', source: `step-${other}` })),
      })),
    }),
  ],
  'a job of 3000 tasks': [
    '/v2/jobs',
    () => ({ input: filled(1000, () => INPUT), conversion: filled(3, () => CONVERSION), process: true }),
  ],
};

test.each(Object.entries(LARGEST))('%s does not hold the event loop', async (_, [path, make]) => {
  const headers = { 'x-svc-api-key': '<key>', 'content-type': 'application/json' };
  const body = JSON.stringify(make());
  const operation = { name: '', method: 'POST', path, description: {} };
  const held = await heldBy(operation, { path, headers, body }, await stage());
  expect(held.status, held.text).toBe(201);
  expect(held.milliseconds, `of ${held.times.join(', ')}`).toBeLessThan(LIMIT_MS);
});

const BOUNDARY = 'a-boundary';
const part = (name: string, value: string, filename?: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n${value}\r\n`;
const form = (parts: readonly string[]) => `${parts.join('')}--${BOUNDARY}--\r\n`;
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const unknown = (count: number) => Object.fromEntries(filled(count, (index) => [`audio_bitrat_${index}`, 1]));

const FORMS: Readonly<Record<string, readonly [type: string, body: () => string]>> = {
  'with a thousand unknown options': [
    MULTIPART,
    () => form([...filled(998, (index) => part(`audio_bitrat_${index}`, '1')), part('file', 'x', 'a.wav')]),
  ],
  'with one field of very many options': [
    MULTIPART,
    () => form([part('options', JSON.stringify(unknown(30_000))), part('file', 'x', 'a.wav')]),
  ],
  'with a thousand files': [
    MULTIPART,
    () => form(filled(1000, (index) => part('file', 'x'.repeat(1000), `a${index}.wav`))),
  ],
  'with very many fields': [
    'application/x-www-form-urlencoded',
    () => filled(100_000, (index) => `a${index}=1`).join('&'),
  ],
};

test.each(Object.entries(FORMS))('a form %s does not hold the event loop', async (_, [type, make]) => {
  const headers = { 'x-svc-api-key': '<key>', 'content-type': type, prefer: 'respond-async' };
  const operation = { name: '', method: 'POST', path: '/v2/convert/mp3', description: {} };
  const held = await heldBy(operation, { path: '/v2/convert/mp3', headers, body: make() }, await stage());
  expect(held.status, held.text).toBeGreaterThanOrEqual(200);
  expect(held.status, held.text).toBeLessThan(500);
  expect(held.milliseconds, `of ${held.times.join(', ')}`).toBeLessThan(LIMIT_MS);
});
