import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { ROOT } from '../../cli/support.ts';
import { testFolder } from '../../worker/support.ts';
import type { JobView } from '../serve-support.ts';
import type { DatabaseKind } from '../support.ts';

/** What fixtures/databases/make.ts recorded about one database. */
export interface PreviousFacts {
  readonly key: string;
  readonly standardKey: string;
  readonly revokedKey: string;
  readonly preset: Record<string, unknown>;
  readonly jobs: Readonly<Record<string, { readonly id: string; readonly token: string; readonly document: JobView }>>;
}

export interface PreviousInstallation extends PreviousFacts {
  readonly folder: string;
  /** Environment that its operator set, including DATABASE_URL. */
  readonly env: Record<string, string>;
}

const RELEASES = join(ROOT, 'fixtures', 'databases');

/**
 * Installs the data of a service of an earlier release in a folder of this test.
 * @param databaseUrl an empty PostgreSQL database; null: SQLite
 * @param receiver host and port for callbacks of its jobs
 */
export async function installPrevious(
  release: string,
  databaseUrl: string | null,
  receiver = 'receiver.example',
): Promise<PreviousInstallation> {
  const kind: DatabaseKind = databaseUrl === null ? 'sqlite' : 'postgres';
  const folder = await testFolder();
  const outputs = join(folder, 'outputs');
  const { secret, ...facts } = JSON.parse(await readFile(join(RELEASES, release, 'facts.json'), 'utf8'));
  const dump = await readFile(join(RELEASES, release, `${kind}.sql`), 'utf8');
  const sql = dump
    .replaceAll('file:///previous/outputs', pathToFileURL(outputs).href)
    .replaceAll('receiver.example', receiver)
    // A private address, from which no input may come.
    .replaceAll('stalled.example', '127.0.0.1:9');
  await cp(join(RELEASES, release, `${kind}-outputs`), outputs, { recursive: true });
  if (databaseUrl === null) {
    const database = new DatabaseSync(join(folder, 'convertd.sqlite'));
    database.exec(sql);
    database.close();
  } else {
    await execa('psql', ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1'], {
      env: postgresEnvironment(databaseUrl),
      input: sql,
      stdout: 'ignore',
    });
  }
  const env = {
    OUTPUT_STORE: outputs,
    SERVICE_SECRET: secret,
    PUBLIC_URL: 'https://convert.example',
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
  return { folder, env, ...facts[kind] };
}

/** Environment for PostgreSQL's own programs, so that the password is in no command line. */
export function postgresEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
  };
}
