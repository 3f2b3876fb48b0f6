import { expect, test } from 'vitest';
import fc from '../../support/fast-check.ts';
import { SEED } from '../../support/sample.ts';
import { processorSlowness } from '../../support/slowness.ts';
import { operationsOf } from '../access/described.ts';
import { changedBodiesOf, draftsOf } from '../http/fuzz-requests.ts';
import { FORMS, LARGEST, largestJob } from '../loop/large-bodies.ts';
import { LIMIT_MS, useMeasuredService } from '../loop/measured-service.ts';

/*
 * No request may delay others: whatever its body, it holds the event loop only for a limited time. Measured is the processor time
 * of the service's own process.
 */

const REQUESTS = process.env.TEST_SAMPLE === 'all' ? 200 : 30;
/** Number of requests after which their objects are made again, because some requests delete them. */
const FRESH_FOR = 10;

const service = useMeasuredService();

test('a handler that computes for longer is found, and one that does not is not', async () => {
  expect(await service.shortest({ 'x-busy': String(3 * LIMIT_MS * processorSlowness()) })).toBeGreaterThan(LIMIT_MS);
  expect(await service.shortest({})).toBeLessThan(LIMIT_MS);
});

test('no body of a documented route holds the event loop', async () => {
  const document = await service.description();
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
      if (index % FRESH_FOR === 0) ids = await service.stage();
      const headers = { 'x-svc-api-key': '<key>', 'content-type': 'application/json', prefer: 'respond-async' };
      const held = await service.heldBy(operation, { path, headers, body: text }, ids);
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

test.each(Object.entries(LARGEST))('%s does not hold the event loop', async (_, [path, make]) => {
  const held = await service.heldByBody(path, 'application/json', JSON.stringify(make()));
  expect(held.status, held.text).toBe(201);
  expect(held.milliseconds, `of ${held.times.join(', ')}`).toBeLessThan(LIMIT_MS);
});

test.each(Object.entries(FORMS))('a form %s does not hold the event loop', async (_, [type, make]) => {
  const held = await service.heldByBody('/v2/convert/mp3', type, make());
  expect(held.status, held.text).toBeGreaterThanOrEqual(200);
  expect(held.status, held.text).toBeLessThan(500);
  expect(held.milliseconds, `of ${held.times.join(', ')}`).toBeLessThan(LIMIT_MS);
});

test.each(['GET', 'DELETE'])('%s of the largest job does not hold the event loop', async (method) => {
  const held = await service.heldByJob(method, '/v2/jobs/<job>', largestJob());
  expect(held.status, held.text).toBeLessThan(300);
  expect(held.milliseconds, `of ${held.times.join(', ')}`).toBeLessThan(LIMIT_MS);
});
