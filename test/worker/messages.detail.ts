import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useBroker } from '../support/use-broker.ts';
import { makePlace, onlyFinal } from './faults-support.ts';
import { makeTask, type Observer, observe, startWorker, type WorkerProcess, waitFor } from './support.ts';

const broker = useBroker();
const MAX_SIZE = 20_000;

async function prepare() {
  const place = await makePlace(broker().url);
  const observer = await observe(broker().url);
  await observer.drain('convertd.dead-letters');
  return { observer, worker: await startWorker({ ...place.env, MAX_MESSAGE_SIZE: String(MAX_SIZE) }) };
}

const valid = () => makeTask('hash', 'sha256', 'data:,abc');
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Expects that the same process does the next task as usual. */
async function expectUnharmed(observer: Observer, worker: WorkerProcess): Promise<void> {
  const task = valid();
  await observer.submit(task);
  expect(await onlyFinal(observer, task.id, 0)).toMatchObject({ status: 'completed', attempt: 1 });
  expect((await worker.health()).status).toBe('ready');
  expect(worker.log().filter((line) => /lost|not reached/.test(String(line.msg)))).toEqual([]);
}

const deadLetters = async (observer: Observer, count: number) => {
  const found: { body: string; headers: Record<string, unknown> }[] = [];
  await waitFor(async () => {
    found.push(...(await observer.drain('convertd.dead-letters')));
    return found.length >= count;
  }, `${count} dead letters`);
  return found;
};

describe('a message that is no task', () => {
  const { id: _id, ...nameless } = valid();
  const task = valid();
  const cases: [string, Buffer, RegExp, boolean][] = [
    ['not JSON', Buffer.from('{"id": "x", '), /not valid JSON/, false],
    ['empty', Buffer.alloc(0), /not valid JSON/, false],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80]), /not valid JSON/, false],
    ['JSON of another kind', json([1, 2]), /must be object/, false],
    ['null', json(null), /must be object/, false],
    ['an id and nothing else', json({ id: 'only-an-id' }), /conversion/, true],
    ['an input without a source', json({ ...valid(), input: [{}] }), /source/, true],
    ['another version', json({ ...valid(), version: 2 }), /version/, true],
    ['no id', json(nameless), /id is missing/, false],
    ['an id that would leave its folder', json({ ...valid(), id: '../../etc' }), /id must match/, false],
    ['a job_id that would be two words of a routing key', json({ ...valid(), job_id: 'a.b' }), /job_id/, true],
    ['too large', json({ ...task, padding: 'x'.repeat(MAX_SIZE) }), /at most 20000/, false],
  ];

  it('is dead-lettered with the reason, and its sender told where the id can be read', async () => {
    const { observer, worker } = await prepare();
    for (const [name, body, reason, told] of cases) {
      await observer.publish(body, 'hash.sha256', name);
      const [letter] = await deadLetters(observer, 1);
      expect(letter?.body, name).toBe(body.toString());
      expect(letter?.headers['x-convertd-reason'], name).toMatch(reason);
      if (!told) continue;
      const { id, job_id } = JSON.parse(body.toString());
      const report = await onlyFinal(observer, id, 100);
      expect(report, name).toMatchObject({ status: 'failed', output: [] });
      expect(new Set(report.errors.map((error) => error.code)), name).toEqual(new Set(['task_invalid']));
      expect(report.job_id, name).toBe(job_id === 'a.b' ? null : (job_id ?? null));
    }
    const known = new Set(cases.filter((each) => each[3]).map((each) => JSON.parse(each[1].toString()).id));
    expect(observer.reports.filter(({ report }) => !known.has(report.task_id))).toEqual([]);
    await expectUnharmed(observer, worker);
    expect(await observer.drain('convertd.dead-letters')).toEqual([]);
  });

  it('nor is one of a category or target that does not exist a fault: it fails with its reason', async () => {
    const { observer, worker } = await prepare();
    const wrong = makeTask('hash', 'md77', 'data:,abc');
    await observer.submit(wrong);
    expect(await onlyFinal(observer, wrong.id, 0)).toMatchObject({ errors: [{ code: 'target_unknown' }] });
    await expectUnharmed(observer, worker);
  });

  it('a task whose id has dots, and one without a message id, are tasks', async () => {
    const { observer } = await prepare();
    const task = { ...valid(), id: 'report.v1.2' };
    await observer.publish(json(task), 'hash.sha256', '');
    expect((await onlyFinal(observer, task.id, 500)).status).toBe('completed');
  });
});

/** Returns a generator of numbers from 0 to below 1 (mulberry32), the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Wrong values for fields, and text to insert between bytes. */
const VALUES = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'x',
  '../x',
  [],
  {},
  [[]],
  { __proto__: null },
  'é\u0000\ud800',
  'x'.repeat(300),
];
const SCRAPS = ['"', '{', '}', '[', ']', ',', ':', '\\u0000', 'null', '1e999', '\u0000', '\ud83d', 'ÿ', '__proto__'];

function mutate(text: string, random: () => number): Buffer {
  const pick = <Each>(from: readonly Each[]) => from[Math.floor(random() * from.length)] as Each;
  if (random() < 0.5) {
    const document = JSON.parse(text);
    const places: [Record<string, unknown>, string][] = [];
    const walk = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        places.push([value as Record<string, unknown>, key]);
        walk(inner);
      }
    };
    walk(document);
    const [owner, key] = pick(places);
    if (random() < 0.2) delete owner[key];
    else owner[key] = pick(VALUES);
    return json(document);
  }
  const bytes = Buffer.from(text);
  const at = Math.floor(random() * bytes.length);
  const until = Math.min(bytes.length, at + Math.floor(random() * 8));
  if (random() < 0.3) bytes[at] = Math.floor(random() * 256);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(random() < 0.7 ? pick(SCRAPS) : ''), bytes.subarray(until)]);
}

describe('three hundred messages with a mistake somewhere', () => {
  it('each become a final report, or a dead letter, or both; the worker takes no harm', async () => {
    const { observer, worker } = await prepare();
    const random = randomNumbers(20_261);
    const count = 300;
    for (let index = 0; index < count; index += 1) {
      const text = JSON.stringify({ version: 1, ...valid(), id: `fuzz-${index}` });
      await observer.publish(mutate(text, random), 'hash.sha256', `fuzz-${index}`);
    }
    await waitFor(
      async () =>
        /tasks\.hash\t0$/m.test(await broker().ctl('list_queues', 'name', 'messages')) &&
        (await worker.health()).running === 0,
      'all messages to be settled',
    );
    const ended = observer.reports.filter(({ report }) => report.status !== 'processing').map(({ report }) => report);
    const letters = await observer.drain('convertd.dead-letters');
    for (const { headers } of letters) expect(headers['x-convertd-reason']).toMatch(/^(The t|T)ask/);
    const codes = new Set(ended.flatMap((report) => report.errors.map((error) => error.code)));
    expect(codes.has('internal')).toBe(false);
    expect(codes.has('task_invalid')).toBe(true);
    expect(ended.some((report) => report.status === 'completed')).toBe(true);
    const refused = ended.filter((report) => report.errors.some((error) => error.code === 'task_invalid'));
    // A malformed message with an id causes a report and a dead letter, one without an id only a dead letter.
    expect(ended.length - refused.length + letters.length).toBeGreaterThanOrEqual(count - 5);
    for (const { output, status } of ended) {
      expect(output.length).toBe(status === 'completed' ? 1 : 0);
    }
    await expectUnharmed(observer, worker);
  });

  it('(the mutations are of many kinds)', () => {
    const random = randomNumbers(20_261);
    const text = JSON.stringify(valid());
    const all = Array.from({ length: 300 }, () => createHash('md5').update(mutate(text, random)).digest('hex'));
    expect(new Set(all).size).toBeGreaterThan(200);
  });
});
