import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { classifyFailure } from '../../../src/execution/failure.ts';
import { openSqlite } from '../../../src/service/database/sqlite.ts';
import { tempFolder } from '../../files/helpers/temp-folder.ts';

it('a transaction whose thread has ended is undone whole, and the next one has another thread', async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  const { db, close } = openSqlite(join(await tempFolder(), 'jobs.sqlite'));
  try {
    await sql`create table presence (name text)`.execute(db);
    const refused: unknown[] = [];
    const insert = (transact: typeof db, name: string) =>
      sql`insert into presence values (${name})`.execute(transact).catch((error: unknown) => refused.push(error));
    await insert(db, 'before');
    const transaction = db.transaction().execute(async (transact) => {
      await insert(transact, 'undone');
      const [thread] = threads;
      const slow = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3e6) select max(i) from n`;
      await Promise.all([slow.execute(transact).catch((error) => refused.push(error)), thread?.terminate()]);
      await insert(transact, 'outside of it');
    });
    await expect(transaction).rejects.toThrow('The thread of the database has ended');
    expect(refused.map(classifyFailure)).toEqual(['retry', 'retry']);
    await insert(db, 'after');
    expect((await sql`select name from presence`.execute(db)).rows).toEqual([{ name: 'before' }, { name: 'after' }]);
  } finally {
    process.off('worker', note);
    await close();
  }
});
