import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { convertd, temporaryFolder } from '../../cli/support.ts';
import { download, newInstallation, startServe } from '../serve-support.ts';

const text = (content: string) => ({
  type: 'base64',
  source: Buffer.from(content).toString('base64'),
  filename: 'a.txt',
});
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const commandIn = (folder: string, ...args: string[]) => convertd(args, { env: { DATA_DIR: folder } });

describe('convertd backup', () => {
  it('copies a database in use, from which a service elsewhere goes on', async () => {
    const installation = await newInstallation();
    const serve = await startServe(installation);
    const job = await serve.createJob({
      process: true,
      input: [text('hello\n')],
      conversion: [{ category: 'archive', target: 'zip', options: { encrypt_password: 'open sesame' } }],
      download_passwords: ['swordfish'],
    });
    await serve.final(job.id);
    const waiting = await serve.createJob({
      process: false,
      input: [text('later\n')],
      conversion: [{ target: 'md5' }],
    });

    // Requests continue during the whole backup.
    const codes: number[] = [];
    let copying = true;
    const client = (async () => {
      const body = { input: [], conversion: [{ target: 'md5' }] };
      while (copying) codes.push((await serve.call('POST', '/v2/jobs', body)).status);
    })();
    const folder = await temporaryFolder();
    const backup = join(folder, 'convertd.backup');
    const made = await commandIn(installation.folder, 'backup', backup, '--with-secret-key');
    copying = false;
    await client;
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    expect(made.stdout).toContain(join(installation.folder, 'outputs'));
    expect(codes.length).toBeGreaterThan(3);
    expect(new Set(codes)).toEqual(new Set([201]));
    expect(await readdir(folder)).toEqual(['convertd.backup', 'convertd.backup.key']);
    expect([await modeOf(backup), await modeOf(`${backup}.key`)]).toEqual([0o600, 0o600]);
    const { stdout } = await execa('python3', ['-I', '-c', COUNT, backup]);
    expect(stdout).toMatch(/^ok \d+$/);
    expect(Number(stdout.split(' ')[1])).toBeGreaterThanOrEqual(2);
    const shown = await serve.job(job.id);
    serve.signal('SIGTERM');
    expect(await serve.ended).toBe(0);

    const other = { folder: join(folder, 'other'), key: serve.key };
    const restored = await commandIn(other.folder, 'restore', backup);
    expect(restored).toMatchObject({ exitCode: 0, stderr: '' });
    expect(restored.stdout).toMatch(
      /^The database is restored\.\nIts key is restored\.\n3 files were in another folder/,
    );
    await cp(join(installation.folder, 'outputs'), join(other.folder, 'outputs'), { recursive: true });
    await execa('rm', ['-r', installation.folder]);

    const again = await startServe(other);
    const { server: _, output, ...rest } = shown as unknown as Record<string, unknown> & { output: { uri: string }[] };
    expect(await again.job(job.id)).toMatchObject({ ...rest, output: [{ ...output[0], uri: expect.any(String) }] });
    const now = await again.job(job.id);
    expect((await fetch(now.output[0]?.uri ?? '')).status).toBe(401);
    const file = await fetch(now.output[0]?.uri ?? '', { headers: { 'x-svc-download-password': 'swordfish' } });
    expect((await file.arrayBuffer()).byteLength).toBe(now.output[0]?.size);
    // The backup contains the file of an input: the job that waited for its start can run.
    expect((await again.call('PATCH', `/v2/jobs/${waiting.id}`, { process: true })).status).toBe(200);
    const done = await again.final(waiting.id);
    expect(done).toMatchObject({ status: 'completed' });
    expect([...(await download(done)).keys()]).toEqual(['a.md5']);
  });

  it('replaces nothing unless it is told to, and leaves nothing behind where it cannot write', async () => {
    const { folder } = await newInstallation();
    await commandIn(folder, 'keys', 'create');
    const target = join(await temporaryFolder(), 'copy');
    await writeFile(target, 'precious', { mode: 0o644 });
    const refused = await commandIn(folder, 'backup', target);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain(`${target} exists already; give another name, or --force to replace it`);
    expect(await readFile(target, 'utf8')).toBe('precious');
    expect((await commandIn(folder, 'backup', target, '--force')).exitCode).toBe(0);
    expect((await readFile(target, 'latin1')).slice(0, 15)).toBe('SQLite format 3');
    expect(await modeOf(target)).toBe(0o600);

    const nowhere = await commandIn(folder, 'backup', join(folder, 'missing', 'copy'));
    expect(nowhere.exitCode).toBe(2);
    expect(nowhere.stderr).toContain('could not be written (ENOENT)');
    expect(nowhere.stderr).not.toMatch(/\.part|at .*\.ts/);
  });

  it('copies no key that it was not told to, and none where the key is a setting', async () => {
    const { folder } = await newInstallation();
    await commandIn(folder, 'keys', 'create');
    const target = join(await temporaryFolder(), 'copy');
    const made = await commandIn(folder, 'backup', target);
    expect(made.stdout).toContain(join(folder, 'secret.key'));
    await expect(stat(`${target}.key`)).rejects.toThrow('ENOENT');
    const env = { DATA_DIR: folder, SERVICE_SECRET: 'ab'.repeat(32) };
    const refused = await convertd(['backup', `${target}2`, '--with-secret-key'], { env });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('The key is SERVICE_SECRET');
  });

  it.each(['backup', 'restore'])('sends those who %s a PostgreSQL to its own programs', async (command) => {
    const env = { DATABASE_URL: 'postgres://user:hunter2@db.example/convertd' };
    const refused = await convertd([command, 'copy'], { env });
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain(command === 'backup' ? 'pg_dump' : 'pg_restore');
    expect(refused.stderr).not.toContain('hunter2');
  });

  it('says that there is nothing to copy', async () => {
    const folder = await temporaryFolder();
    const refused = await commandIn(join(folder, 'data'), 'backup', join(folder, 'copy'));
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('There is no database in');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('convertd restore', () => {
  it('refuses a damaged backup, and a folder that has a database', async () => {
    const installation = await newInstallation();
    const { folder } = installation;
    await commandIn(folder, 'keys', 'create');
    const target = join(await temporaryFolder(), 'copy');
    await commandIn(folder, 'backup', target);
    const taken = await commandIn(folder, 'restore', target);
    expect(taken.exitCode).toBe(2);
    expect(taken.stderr).toContain('has a database: move convertd.sqlite');

    const bytes = await readFile(target);
    bytes.fill(0x55, 4096, 12_288);
    await writeFile(`${target}.damaged`, bytes);
    await writeFile(`${target}.other`, 'no database');
    const empty = await temporaryFolder();
    for (const bad of ['damaged', 'other']) {
      const refused = await commandIn(empty, 'restore', `${target}.${bad}`);
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toContain('it is not a whole SQLite database');
    }
    expect(await readdir(empty)).toEqual(['serve.lock']);
  });

  it('warns where the key is another one', async () => {
    const installation = await newInstallation();
    const serve = await startServe(installation);
    await serve.createJob({ input: [], conversion: [{ target: 'md5' }] });
    const target = join(await temporaryFolder(), 'copy');
    await commandIn(installation.folder, 'backup', target);
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'a'));
    const none = await commandIn(join(folder, 'a'), 'restore', target);
    expect(none.stdout).toContain('Put the secret.key of that service into DATA_DIR');
    const env = { DATA_DIR: join(folder, 'b'), SERVICE_SECRET: 'ab'.repeat(32) };
    const wrong = await convertd(['restore', target], { env });
    expect(wrong).toMatchObject({ exitCode: 0, stderr: '' });
    expect(wrong.stdout).toContain('Warning: SERVICE_SECRET is not the key of this backup');
    const secret = (await readFile(join(installation.folder, 'secret.key'), 'utf8')).trim();
    const right = await convertd(['restore', target], { env: { DATA_DIR: join(folder, 'c'), SERVICE_SECRET: secret } });
    expect(right.stdout).toBe('The database is restored.');
  });
});

/** Counts with another SQLite. */
const COUNT = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
print(database.execute('pragma integrity_check').fetchone()[0], database.execute('select count(*) from jobs').fetchone()[0])`;
