import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { classifyFailure } from '../../../src/execution/failure.ts';
import { postgresDialect } from '../../../src/service/database/postgres.ts';
import { ask } from '../../support/infrastructure/ask.ts';

it('a connection that the server ends between two statements fails its transaction alone', async () => {
  const url = await ask('emptyDatabase');
  const db = new Kysely<Record<string, never>>({ dialect: postgresDialect(url) });
  const operator = new pg.Client({ connectionString: url });
  await operator.connect();
  const lost = db.transaction().execute(async (transact) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transact);
    await operator.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect
      .poll(
        async () => (await operator.query('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid])).rowCount,
      )
      .toBe(0);
    // The end of the connection arrives here before the next statement is sent.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql`select 1`.execute(transact);
  });
  const error = await lost.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(classifyFailure(error)).toBe('retry');
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await operator.end();
  await db.destroy();
});
