import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, vi } from 'vitest';
import { openSqlite } from '../../../src/service/database/sqlite.ts';
import { tempFolder } from '../../files/helpers/temp-folder.ts';
import { patience } from '../../support/slowness.ts';
import { newInstallation, startServe } from '../serve-support.ts';

/** Counts the rows of a table in the database file alone: Python's SQLite reads a copy without its log. */
async function rowsInFile(file: string, table: string): Promise<number> {
  const script = `
import shutil, sqlite3, sys, tempfile
with tempfile.TemporaryDirectory() as folder:
    database = sqlite3.connect(shutil.copy(sys.argv[1], folder))
    assert database.execute('pragma integrity_check').fetchone() == ('ok',)
    found = database.execute("select count(*) from sqlite_master where name = ?", [sys.argv[2]]).fetchone()[0]
    print(database.execute('select count(*) from ' + sys.argv[2]).fetchone()[0] if found else 0)`;
  return Number((await execa('python3', ['-I', '-c', script, file, table])).stdout);
}

describe('the SQLite file', () => {
  it('gets what the log has regularly, however little was written, also while transactions come and go', async () => {
    const file = join(await tempFolder(), 'jobs.sqlite');
    const { db, close } = openSqlite(file, { checkpointMs: 100 });
    await db.schema.createTable('api_keys').addColumn('id', 'text').execute();
    const insert = (id: string) =>
      db.transaction().execute(async (transact) => {
        await transact.selectFrom('api_keys').select('id').execute();
        await new Promise((resolve) => setTimeout(resolve, 30));
        await transact
          .insertInto('api_keys')
          .values({ id } as never)
          .execute();
      });
    for (let index = 0; index < 20; index += 1) await insert(String(index));
    await vi.waitFor(async () => expect(await rowsInFile(file, 'api_keys')).toBe(20), { timeout: patience(60_000) });
    await insert('another');
    await vi.waitFor(async () => expect(await rowsInFile(file, 'api_keys')).toBe(21), { timeout: patience(60_000) });
    await close();
    expect(await readdir(dirname(file))).toEqual(['jobs.sqlite']);
  });

  it('is followed by a log that is cut when it has become long', async () => {
    const file = join(await tempFolder(), 'jobs.sqlite');
    const { db, close } = openSqlite(file);
    await db.schema.createTable('api_keys').addColumn('id', 'text').execute();
    const insert = (length: number) =>
      db
        .insertInto('api_keys')
        .values({ id: 'x'.repeat(length) } as never)
        .execute();
    const logSize = async () => (await stat(`${file}-wal`)).size;
    await insert(50 * 1024 ** 2);
    expect(await logSize()).toBeGreaterThan(50 * 1024 ** 2);
    await vi.waitFor(
      async () => {
        // The next write starts the log from its beginning.
        await insert(1);
        expect(await logSize()).toBeLessThanOrEqual(32 * 1024 ** 2);
      },
      { timeout: patience(60_000), interval: 100 },
    );
    await close();
  });

  it('has it only at the end where no checkpoint comes: the test above can tell', async () => {
    const file = join(await tempFolder(), 'jobs.sqlite');
    const { db, close } = openSqlite(file, { checkpointMs: 3_600_000 });
    await db.schema.createTable('api_keys').addColumn('id', 'text').execute();
    await db
      .insertInto('api_keys')
      .values({ id: 'a' } as never)
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await rowsInFile(file, 'api_keys')).toBe(0);
    await close();
    expect(await rowsInFile(file, 'api_keys')).toBe(1);
  });

  it('is all there is after a clean stop of the service', async () => {
    const installation = await newInstallation();
    const serve = await startServe(installation);
    for (let index = 0; index < 5; index += 1) {
      await serve.createJob({ input: [], conversion: [{ target: 'md5' }] });
    }
    const file = join(installation.folder, 'convertd.sqlite');
    expect(await rowsInFile(file, 'jobs')).toBe(0);
    serve.signal('SIGTERM');
    expect(await serve.ended).toBe(0);
    expect((await readdir(installation.folder)).filter((name) => name.startsWith('convertd.sqlite'))).toEqual([
      'convertd.sqlite',
    ]);
    expect(await rowsInFile(file, 'jobs')).toBe(5);
  });
});
