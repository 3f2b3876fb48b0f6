import { Client } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import fc from '../../support/fast-check.ts';
import { SEED } from '../../support/sample.ts';
import { createJudge, type Operation, operationsOf, type WireAnswer } from '../access/described.ts';
import { noAnswer, sendDraft } from '../convert/send-draft.ts';
import { makeOutput, randomFile } from '../outputs/files-support.ts';
import { DATABASES, type DatabaseKind, type Json, makeJob, type TestService, useService } from '../support.ts';
import { draftsOf, MARK } from './fuzz-requests.ts';

/** Number of requests per operation. There are about forty operations. */
const REQUESTS: Readonly<Record<DatabaseKind, number>> =
  process.env.TEST_SAMPLE === 'all' ? { sqlite: 80, postgres: 10 } : { sqlite: 20, postgres: 3 };
/** Number of requests after which their objects are made again, because some requests delete them. */
const FRESH_FOR = 10;

describe.each(DATABASES)('requests made from the description, on %s', (kind) => {
  // Nothing runs here, so inputs by URL are not fetched.
  const service = useService(kind, { MAX_INPUT_SIZE: '1000000', CONVERT_WAIT_SECONDS: '1' });
  let document: Json;
  let key = '';
  let otherKey = '';
  let file = '';
  beforeAll(async () => {
    document = (await service().request('GET', '/v2/schema')).body;
    ({ key } = await service().key());
    ({ key: otherKey } = await service().key());
    file = await randomFile(1000);
  });

  /** Makes jobs in several states. @returns the ids for requests */
  async function stage(): Promise<Record<string, string>> {
    const open = await makeJob(service(), key, { process: false });
    const running = await makeJob(service(), key);
    const done = await makeOutput(service(), key, file, { filename: 'talk.mp3' });
    const other = await makeJob(service(), otherKey);
    const preset = await service().request('POST', '/v2/presets', {
      key,
      body: { name: `p${open.id}`, target: 'mp3', options: {} },
    });
    return {
      '<open>': open.id,
      '<job>': running.id,
      '<done>': done.job.id,
      '<other>': other.id,
      '<input>': open.input[0].id,
      '<conversion>': open.conversion[0].id,
      '<output>': done.id,
      '<preset>': preset.body.id,
      '<filename>': 'talk.mp3',
      '<token>': open.token,
      '<key>': key,
      '<other-key>': otherKey,
    };
  }

  test('are answered as described: never a 5xx, another status or shape, or what is nobody’s business', async () => {
    const client = new Client(service().url);
    const judge = createJudge(document, forbidden(service(), [key, otherKey]));
    const seen = new Map<string, Set<number>>();
    const problems: unknown[] = [];
    let count = 0;
    try {
      for (const operation of operationsOf(document)) {
        const statuses = new Set<number>();
        seen.set(operation.name, statuses);
        const drafts = fc.sample(draftsOf(operation, document), { numRuns: REQUESTS[kind] });
        let ids: Record<string, string> = {};
        for (const [index, draft] of drafts.entries()) {
          if (index % FRESH_FOR === 0) ids = await stage();
          const answer = await sendDraft(client, operation.method, draft, ids).catch(noAnswer);
          count += 1;
          statuses.add(answer.status);
          for (const problem of judge(operation, answer))
            problems.push({ operation: operation.name, problem, text: answer.text, draft });
        }
      }
    } finally {
      await client.close();
    }
    expect(problems, `made with TEST_SEED=${SEED}: ${JSON.stringify(problems[0])}`).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(40 * REQUESTS[kind]);
    if (kind !== 'sqlite') return;
    // The control: the requests are neither all refused nor all accepted.
    const all = [...seen.values()].map((statuses) => [...statuses]);
    expect(all.filter((statuses) => statuses.some((status) => status < 300)).length).toBeGreaterThan(30);
    expect(all.filter((statuses) => statuses.some((status) => status >= 400)).length).toBeGreaterThan(30);
  });

  test('the service answers as before', async () => {
    const job = await makeJob(service(), key);
    expect((await service().request('GET', `/v2/jobs/${job.id}`, { key })).body).toEqual(job);
    expect({}).not.toHaveProperty('process');
  });
});

describe('the judge', () => {
  const service = useService('sqlite');
  const right: WireAnswer = {
    status: 404,
    contentType: 'application/json',
    text: '{"code":404,"name":"x","message":"none"}',
  };

  test.each<[string, Partial<WireAnswer>, string]>([
    ['a status that is not described', { status: 418 }, 'answers 418, which is not described'],
    ['a failure', { status: 500 }, 'fails: 500 {"code":404,"name":"x","message":"none"}'],
    ['another shape', { text: '{"code":"404"}' }, 'in another shape'],
    ['another type', { contentType: 'text/html' }, 'answers 404 as "text/html"'],
    ['a body where there is none', { status: 204, text: 'x' }, 'answers 204, which is not described'],
    ['a stack', { text: '{"code":404,"message":"at x (file:///a/b.ts:3:4)"}' }, 'leaks'],
    ['SQL', { text: '{"code":404,"message":"select * from jobs where id = 1"}' }, 'leaks'],
    ['a path', { text: '{"code":404,"message":"/tmp/convertd-1/x"}' }, 'leaks'],
    ['a secret', { text: '{"code":404,"message":"hush"}' }, 'leaks hush'],
  ])('sees %s', async (_name, wrong, problem) => {
    const { body: document } = await service().request('GET', '/v2/schema');
    const judge = createJudge(document, ['hush']);
    const operation = operationsOf(document).find(({ name }) => name === 'get /v2/jobs/{job_id}') as Operation;
    expect(judge(operation, right)).toEqual([]);
    expect(judge(operation, { ...right, ...wrong }).join()).toContain(problem);
  });
});

/** Texts that only the service or its users may know. */
function forbidden({ context: { config } }: TestService, keys: readonly string[]): string[] {
  const password = config.databaseUrl === null ? [] : [new URL(config.databaseUrl).password];
  return [config.dataDir, import.meta.dirname, MARK, ...keys, ...password];
}
