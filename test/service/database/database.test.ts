import { join } from 'node:path';
import { execa } from 'execa';
import { Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Sealed, toJson } from '../../../src/service/database/columns.ts';
import * as first from '../../../src/service/database/migrations/0001-first.ts';
import * as trust from '../../../src/service/database/migrations/0003-trust.ts';
import { openDatabase } from '../../../src/service/database/open.ts';
import { postgresDialect } from '../../../src/service/database/postgres.ts';
import { openSqlite } from '../../../src/service/database/sqlite.ts';
import type { Tables } from '../../../src/service/database/tables.ts';
import { createKey, listKeys } from '../../../src/service/keys/keys.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { tempFolder } from '../../files/helpers/temp-folder.ts';
import { ask } from '../../support/infrastructure/ask.ts';

/** Another process that makes a key named `other`, like `convertd keys create`. */
const WRITER = `
  const [, open, keys, url, file] = process.argv;
  const { openDatabase } = await import(open);
  const { createKey } = await import(keys);
  const database = await openDatabase(url || null, file);
  console.log('opened');
  await createKey(database.db, { name: 'other', contract: 'free' });
  console.log('written');
  await database.close();`;

describe('two processes on one database', () => {
  test.each(['sqlite', 'postgres'] as const)(
    'a transaction that reads and then writes waits for the other: %s',
    async (kind) => {
      const file = join(await tempFolder(), 'jobs.sqlite');
      const url = kind === 'postgres' ? await ask('emptyDatabase') : null;
      const { db, close } = await openDatabase(url, file);
      await createKey(db, { name: 'first', contract: 'free' });
      const modules = ['database/open.ts', 'keys/keys.ts'].map(
        (path) => new URL(`../../../src/service/${path}`, import.meta.url).href,
      );
      const writer = execa(process.execPath, ['--input-type=module', '-e', WRITER, ...modules, url ?? '', file]);
      await db.transaction().execute(async (transact) => {
        await transact.selectFrom('api_keys').selectAll().execute();
        // The process is about to write now, or has already done so if nothing stops it.
        await new Promise((resolve) => writer.stdout?.once('data', resolve));
        await new Promise((resolve) => setTimeout(resolve, 300));
        await transact.updateTable('api_keys').set({ contract: 'standard' }).where('name', '=', 'first').execute();
      });
      expect((await writer).stdout).toBe('opened\nwritten');
      const keys = (await listKeys(db)).map(({ name, contract }) => `${name} ${contract}`);
      expect(keys.sort()).toEqual(['first standard', 'other free']);
      await close();
    },
  );
});

describe('PostgreSQL that ends an idle connection', () => {
  test('is reported, and the next query has a new connection', async () => {
    const url = (await ask('emptyDatabase')) as string;
    const lost = Promise.withResolvers<Error>();
    const { db, close } = await openDatabase(url, '', (error) => lost.resolve(error));
    await listKeys(db);
    const other = new Kysely<Tables>({ dialect: postgresDialect(url) });
    const ended = await sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other);
    expect(ended.rows).toContainEqual({ ended: true });
    expect((await lost.promise).message).toMatch(/terminat/);
    expect(await listKeys(db)).toEqual([]);
    await other.destroy();
    await close();
  });
});

describe('a database of an earlier version', () => {
  test.each(['sqlite', 'postgres'] as const)('loses the credentials of output targets: %s', async (kind) => {
    const db =
      kind === 'postgres'
        ? new Kysely<Tables>({ dialect: postgresDialect(await ask('emptyDatabase')) })
        : openSqlite(join(await tempFolder(), 'jobs.sqlite')).db;
    await first.up(db as unknown as Kysely<unknown>);
    const row = {
      job_id: 'job',
      category: 'audio',
      target: 'mp3',
      options: '' as Sealed<OptionValues>,
      metadata: toJson({}),
    };
    const times = { created_at: 1, modified_at: 1 };
    // biome-ignore lint/suspicious/noExplicitAny: the tables of then are not those that the program knows
    const old: Kysely<any> = db;
    const targets = [toJson([]), toJson([{ type: 's3', credentials: { secret: 'hunter2' } }])];
    for (const [position, output_target] of targets.entries()) {
      const values = { ...row, ...times, id: `${position}`, position, output_target };
      await old.insertInto('conversions').values(values).execute();
    }
    await trust.up(db);
    const rows = await db.selectFrom('conversions').select(['id', 'output_target', 'metadata']).orderBy('id').execute();
    expect(rows).toEqual(['0', '1'].map((id) => ({ id, output_target: '[]', metadata: '{}' })));
    await db.destroy();
  });
});
