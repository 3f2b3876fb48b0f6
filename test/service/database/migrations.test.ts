import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../../src/service/database/migrate.ts';
import * as first from '../../../src/service/database/migrations/0001-first.ts';
import { openDatabase } from '../../../src/service/database/open.ts';
import { postgresDialect } from '../../../src/service/database/postgres.ts';
import { openSqlite } from '../../../src/service/database/sqlite.ts';
import { temporaryFolder } from '../../cli/support.ts';
import { ask } from '../../support/infrastructure/ask.ts';
import { DATABASES } from '../support.ts';

describe.each(DATABASES)('a %s database of the first version', (kind) => {
  test('is brought to the present one, with its outputs in the order of their pages', async () => {
    const url = kind === 'sqlite' ? null : await ask('emptyDatabase');
    const file = join(await temporaryFolder(), 'convertd.sqlite');
    // biome-ignore lint/suspicious/noExplicitAny: the tables of then are not those that the program knows
    const old: Kysely<any> = url === null ? openSqlite(file).db : new Kysely({ dialect: postgresDialect(url) });
    const migrator = new Migrator({ db: old, provider: { getMigrations: async () => ({ '0001-first': first }) } });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const output = (taskId: string, number: number) => ({
      id: `${taskId}-${9 - (number % 10)}-${number}`,
      job_id: 'job',
      task_id: taskId,
      conversion_id: 'conversion',
      input_ids: '["input"]',
      filename: `scan-${number}.jpg`,
      location: 'file:///outputs/scan.jpg',
      size: 1,
      content_type: 'image/jpeg',
      checksum: '0123456789abcdef0123456789abcdef',
      status: 'enabled',
      downloads_counter: 0,
      created_at: 1,
    });
    const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
    const rows = [...numbers.map((number) => output('many', number)), output('single', 7)];
    await old
      .insertInto('outputs')
      .values(rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
      .execute();
    await old
      .insertInto('conversions')
      .values({
        id: 'conversion',
        job_id: 'job',
        position: 0,
        category: 'image',
        target: 'jpg',
        options: '{}',
        metadata: '{}',
        output_target: '[]',
        created_at: 1,
        modified_at: 1,
      })
      .execute();
    await old.destroy();

    const { db, close } = await openDatabase(url, file);
    onTestFinished(close);
    const stored = await db.selectFrom('outputs').selectAll().orderBy('task_id').orderBy('position').execute();
    expect(stored.map(({ task_id, position, filename }) => [task_id, position, filename])).toEqual([
      ...numbers.map((number) => ['many', number - 1, `scan-${number}.jpg`]),
      ['single', 0, 'scan-7.jpg'],
    ]);
    expect(stored.map(({ earlier_names }) => earlier_names)).toEqual(Array(13).fill('[]'));
    expect(stored.map(({ metadata }) => metadata)).toEqual(Array(13).fill('{}'));
    expect(await db.selectFrom('jobs').select('base_url').execute()).toEqual([]);
    // Conversions of that version take the inputs of their job.
    expect(await db.selectFrom('conversions').select(['id', 'name', 'sources']).execute()).toEqual([
      { id: 'conversion', name: null, sources: '[]' },
    ]);
  });
});

describe('a migration that is called shared', () => {
  /** Returns what services of the version before would miss, or could not write, after a migration. */
  async function lost(name: string): Promise<string[]> {
    const { db, close } = openSqlite(join(await temporaryFolder(), 'convertd.sqlite'));
    onTestFinished(close);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
    const names = Object.keys(MIGRATIONS);
    await migrator.migrateTo(names[names.indexOf(name) - 1] ?? '');
    const before = await db.introspection.getTables();
    expect((await migrator.migrateTo(name)).error).toBeUndefined();
    const after = await db.introspection.getTables();
    return before.flatMap((table) => {
      const columns = after.find((each) => each.name === table.name)?.columns ?? [];
      const missing = table.columns.filter((column) => !columns.some((each) => each.name === column.name));
      const required = columns.filter(
        ({ name, isNullable, hasDefaultValue }) =>
          !isNullable && !hasDefaultValue && !table.columns.some((each) => each.name === name),
      );
      return [...missing, ...required].map((column) => `${table.name}.${column.name}`);
    });
  }
  const shared = Object.keys(MIGRATIONS).filter((name) => name.endsWith('.shared'));

  // The others have no such name, because what came before them was not prepared for it.
  test.each([...shared, '0015-delivery-losses', '0016-accounts'])(
    '%s takes nothing from services of the version before',
    async (name) => {
      expect(await lost(name)).toEqual([]);
    },
  );
  test('is found out if it does', async () => {
    expect(await lost('0014-task-counts')).toEqual(['jobs.errors', 'jobs.warnings']);
  });
});
