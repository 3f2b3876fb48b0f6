import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { LARGEST } from '../loop/large-bodies.ts';
import { LIMIT_MS, useMeasuredService } from '../loop/measured-service.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const service = useMeasuredService(async () => ({ DATABASE_URL: await postgres.database() }));

test.each(Object.entries(LARGEST))('with PostgreSQL, %s does not hold the event loop', async (_, [path, make]) => {
  const held = await service.heldByBody(path, 'application/json', JSON.stringify(make()));
  expect(held.status, held.text).toBe(201);
  expect(held.milliseconds, `of ${held.times.join(', ')}`).toBeLessThan(LIMIT_MS);
});
