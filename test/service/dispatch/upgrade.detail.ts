import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { execa } from 'execa';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { convertd, ROOT } from '../../cli/support.ts';
import { ask } from '../../support/infrastructure/ask.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { patience } from '../../support/slowness.ts';
import { startServe } from '../serve-support.ts';
import { receiver, status } from '../webhooks/webhook-receiver.ts';
import { installPrevious, type PreviousInstallation, postgresEnvironment } from './previous-release.ts';

const KINDS = ['sqlite', 'postgres'] as const;
const releases = (await readdir(join(ROOT, 'fixtures', 'databases'), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const SOON = { timeout: patience(60_000), interval: 100 };

/** Starts the service of this checkout on the data of an earlier release. */
async function start({ folder, key, env }: PreviousInstallation, more: Record<string, string> = {}) {
  const serve = await startServe({ folder, key }, { ...env, ...more });
  const { port } = serve.log().find(({ msg }) => msg === 'service listens') ?? {};
  const base = `http://127.0.0.1:${port}`;
  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(base + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };
  const asKey = (key: string) => ({ 'x-svc-api-key': key });
  return {
    serve,
    call,
    job: (id = '') => call('GET', `/v2/jobs/${id}`, asKey(key)),
    asKey,
    /** Its address begins with PUBLIC_URL. */
    download: (uri = '', password = '') =>
      fetch(uri.replace('https://convert.example', base), { headers: { 'x-svc-download-password': password } }),
  };
}

describe.each(KINDS)('an upgrade on %s', (kind) => {
  const newDatabase = async () => (kind === 'postgres' ? ask('emptyDatabase') : null);

  it.each(releases)(
    'from %s keeps jobs, files, keys and presets, and goes on with what was under way',
    async (release) => {
      const { deliveries, server } = await receiver(status(204));
      const { host } = new URL(server.url);
      const url = await newDatabase();
      const before = await installPrevious(release, url, host);
      // The pause before the second attempt of a callback is over.
      await run(before.folder, url, 'update callbacks set next_at = 0');
      const { jobs } = before;
      const { serve, call, job, asKey, download } = await start(before, { ALLOWED_ADDRESSES: host });

      for (const name of ['completed', 'protected', 'failed', 'incomplete', 'ready', 'canceled']) {
        // A later version may add to a document; callbacks go to this test's server.
        const { callback: _, ...old } = { ...jobs[name]?.document, callback: '' };
        // 0.1.0 showed secrets in documents.
        const body = JSON.parse(JSON.stringify(old).replaceAll('open sesame', '********'));
        expect(await job(jobs[name]?.id), name).toMatchObject({ status: 200, body });
      }
      const { token = '', id, document } = jobs.completed ?? {};
      expect((await call('GET', `/v2/jobs/${id}`, { 'x-svc-token': token })).status).toBe(200);
      const digest = await (await download(document?.output[0]?.uri)).text();
      expect(digest.trim().split(/\s/)[0]).toBe(createHash('sha256').update('hello, world\n').digest('hex'));

      // Data encrypted with the service's key can be decrypted: the passwords of this download.
      const locked = jobs.protected?.document.output[0]?.uri;
      expect((await download(locked)).status).toBe(401);
      const zip = join(before.folder, 'downloaded.zip');
      await writeFile(zip, Buffer.from(await (await download(locked, 'swordfish')).arrayBuffer()));
      const { stdout } = await execa(DEBIAN_7ZIP, ['t', '-popen sesame', zip]);
      expect(stdout).toContain('Files: 2');

      // Tasks that had not begun run. Running tasks of the killed service are repeated, and their source is refused now.
      const statusOf = async (name: string) => (await job(jobs[name]?.id)).body.status;
      await vi.waitFor(async () => {
        expect([await statusOf('queued'), await statusOf('running')]).toEqual(['completed', 'failed']);
      }, SOON);
      const started = await call('PATCH', `/v2/jobs/${jobs.ready?.id}`, asKey(before.key), { process: true });
      expect(started.status).toBe(200);
      await vi.waitFor(async () => expect(await statusOf('ready')).toBe('completed'), SOON);

      const contracts = async (key: string) => (await call('GET', '/v2/contracts', asKey(key))).body;
      expect(await contracts(before.key)).toMatchObject([{ name: 'unlimited' }]);
      expect(await contracts(before.standardKey)).toMatchObject([{ name: 'standard' }]);
      expect(await contracts(before.revokedKey)).toMatchObject({ code: 401 });
      const presets = await call('GET', '/v2/presets', asKey(before.key));
      expect(presets.body).toContainEqual(expect.objectContaining(before.preset));

      // One callback waited for its second attempt; the other was delivered.
      await vi.waitFor(() => expect(deliveries.map(({ url }) => url)).toContain('/busy'), SOON);
      expect(deliveries.map(({ url }) => url)).not.toContain('/taken');

      serve.signal('SIGTERM');
      expect(await serve.ended).toBe(0);
      const again = await start(before);
      expect((await again.job(id)).body.status).toBe('completed');
    },
  );

  it('that a newer version has made already is refused, and the database left as it is', async () => {
    const url = await newDatabase();
    const before = await installPrevious(releases[0] ?? '', url);
    await note(before, url, '9999-of-the-future');
    const [rows, files] = [await dump(before, url), await readdir(before.folder)];
    const env = { DATA_DIR: before.folder, PORT: '0', ...before.env };
    for (const command of [['serve'], ['keys', 'list'], ['keys', 'create']]) {
      const refused = await convertd(command, { env });
      expect(refused).toMatchObject({
        exitCode: 2,
        stdout: '',
        stderr:
          'convertd: The database was upgraded by a newer version of convertd (9999-of-the-future) and is left as it is. ' +
          'Start that version again, or restore a backup from before the upgrade.',
      });
    }
    expect(await dump(before, url)).toBe(rows);
    // Only the lock that a service holds while it runs stays.
    expect((await readdir(before.folder)).filter((name) => name !== 'serve.lock')).toEqual(files);
  });

  it('is made by serve alone: other commands leave an older database as it is', async () => {
    const url = await newDatabase();
    const before = await installPrevious(releases[0] ?? '', url);
    // An older version had fewer migrations.
    await note(before, url, null);
    const env = { DATA_DIR: before.folder, ...before.env };
    const refused = await convertd(['keys', 'list'], { env });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('older version of convertd; "convertd serve" upgrades it when it starts');
    expect(await migrations(before, url)).toEqual([]);
  });
});

/** Records a migration as applied; null: removes all records. */
async function note({ folder }: PreviousInstallation, url: string | null, name: string | null): Promise<void> {
  const sql =
    name === null
      ? 'delete from kysely_migration'
      : `insert into kysely_migration (name, timestamp) values ('${name}', '2030-01-01T00:00:00Z')`;
  await run(folder, url, sql);
}

const migrations = async ({ folder }: PreviousInstallation, url: string | null) =>
  run(folder, url, 'select name from kysely_migration');

async function run(folder: string, url: string | null, sql: string): Promise<unknown[]> {
  if (url === null) {
    const database = new DatabaseSync(join(folder, 'convertd.sqlite'));
    const rows = database.prepare(sql).all();
    database.close();
    return rows;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Returns a whole database as text, by a separate program. */
async function dump({ folder }: PreviousInstallation, url: string | null): Promise<string> {
  if (url !== null)
    return (await execa('pg_dump', { env: postgresEnvironment(url) })).stdout.replace(/^\\(un)?restrict.*$/gm, '');
  const script = 'import sqlite3, sys; print("\\n".join(sqlite3.connect(sys.argv[1]).iterdump()))';
  return (await execa('python3', ['-I', '-c', script, join(folder, 'convertd.sqlite')])).stdout;
}

it('a PostgreSQL database is backed up and restored by the commands of the guide', async () => {
  const [old, empty] = [await ask('emptyDatabase'), await ask('emptyDatabase')];
  const before = await installPrevious(releases[0] ?? '', old);
  const file = join(before.folder, 'convertd.dump');
  const guide = await readFile(join(ROOT, 'docs', 'operations.md'), 'utf8');
  const command = (program: string) => {
    const line = new RegExp(`^ {4}${program} (.+)$`, 'm').exec(guide)?.[1] ?? '';
    return [program, line.replace('/backups/convertd.dump', file)] as const;
  };
  const [dumpProgram, dumpOptions] = command('pg_dump');
  await execa(dumpProgram, dumpOptions.split(' '), { env: postgresEnvironment(old) });
  const [restoreProgram, restoreOptions] = command('pg_restore');
  const { PGDATABASE = '', ...env } = postgresEnvironment(empty);
  await execa(restoreProgram, restoreOptions.replace('=convertd ', `=${PGDATABASE} `).split(' '), { env });
  const { job } = await start({ ...before, env: { ...before.env, DATABASE_URL: empty } });
  expect((await job(before.jobs.completed?.id)).body).toMatchObject({ status: 'completed' });
});
