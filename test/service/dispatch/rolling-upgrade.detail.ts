import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { convertd, ROOT } from '../../cli/support.ts';
import { ask } from '../../support/infrastructure/ask.ts';
import { useBroker } from '../../support/use-broker.ts';
import { startWorker, testFolder } from '../../worker/support.ts';
import { newInstallation, remote, type ServeProcess, startInputs, startServe } from '../serve-support.ts';

const broker = useBroker();

/**
 * Makes the next version of convertd: this one with one more migration, and one more field in its messages.
 * @param change what the migration does with the tables
 * @returns its program
 */
async function nextVersion(migration: string, change: string): Promise<string> {
  const folder = await testFolder();
  for (const part of ['bin', 'engines', 'inputs', 'src', 'tools', 'package.json'])
    await cp(join(ROOT, part), join(folder, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const replace = async (name: string, pattern: RegExp, by: string) => {
    const file = join(folder, 'src', name);
    const source = await readFile(file, 'utf8');
    expect(source).toMatch(pattern);
    await writeFile(file, source.replace(pattern, by));
  };
  const up = `{ up: async (db) => { await db.schema.alterTable('jobs').${change}.execute(); } }`;
  await replace('service/database/migrate.ts', /(const MIGRATIONS = \{[^}]*)/, `$1'${migration}': ${up},`);
  for (const message of ['execution/report-message.ts', 'execution/amqp/task-sender.ts'])
    await replace(message, /\{ version: MESSAGE_VERSION, /, '{ version: MESSAGE_VERSION, later: { is: [1] }, ');
  return join(folder, 'bin', 'convertd');
}

async function setUp(more: Record<string, string> = {}) {
  const inputs = await startInputs();
  const first = await newInstallation();
  const env = {
    DATABASE_URL: await ask('emptyDatabase'),
    SERVICE_SECRET: 'ab'.repeat(32),
    OUTPUT_STORE: join(first.folder, 'outputs'),
    ALLOWED_ADDRESSES: inputs.address,
    ...more,
  };
  const start = async (program?: string) => {
    const serve = await startServe({ ...(await newInstallation()), key: first.key }, env, program);
    first.key = serve.key;
    return serve;
  };
  /** Makes a job at one service, and awaits its end at another. */
  const convert = async (at: ServeProcess, seenBy: ServeProcess) => {
    const { id } = await at.createJob({
      input: [remote(inputs.text('hello.txt', 'hello'))],
      conversion: [{ category: 'hash', target: 'md5' }],
      process: true,
    });
    expect(await seenBy.final(id)).toMatchObject({ status: 'completed', errors: [] });
  };
  const stop = async (process: Pick<ServeProcess, 'signal' | 'ended'>) => {
    process.signal('SIGTERM');
    expect(await process.ended).toBe(0);
  };
  return { env: { ...env, DATA_DIR: first.folder, PORT: '0' }, start, stop, convert };
}

it('rolls to a version whose migration is shared, and back, while both serve one database', async () => {
  const { env, start, stop, convert } = await setUp();
  const next = await nextVersion('9998-next.shared', "addColumn('next', 'text')");
  const [one, two] = [await start(), await start()];
  await convert(one, two);

  const newer = await start(next);
  await convert(one, newer);
  await convert(newer, two);
  await stop(one);
  // One that crashes in the meantime, or a rollback.
  const again = await start();
  await convert(again, newer);
  await convert(newer, again);
  expect(await convertd(['keys', 'list'], { env })).toMatchObject({ exitCode: 0 });
  await Promise.all([two, again, newer].map(stop));
});

it('refuses a version that changes what an older one uses as long as that serves; then the older one is refused', async () => {
  const { env, start, stop, convert } = await setUp();
  const next = await nextVersion('9999-next', "renameColumn('callback', 'called')");
  const old = await start();
  const early = await execa(next, ['serve'], { env, reject: false });
  expect(early).toMatchObject({ exitCode: 2, stdout: '' });
  expect(early.stderr).toMatch(
    /an older one is connected to the database, from \S+\. Stop every "convertd serve" of it/,
  );
  await convert(old, old);

  await stop(old);
  const newer = await start(next);
  expect(newer.stdout()).toContain('convertd serves');
  const late = await convertd(['serve'], { env });
  expect(late).toMatchObject({ exitCode: 2 });
  expect(late.stderr).toContain('was upgraded by a newer version of convertd (9999-next)');
  await stop(newer);
});

it('reads the messages of the other version: services and workers are replaced in any order', async () => {
  const { env, start, stop, convert } = await setUp({ AMQP_URL: broker().url });
  const next = await nextVersion('9998-next.shared', "addColumn('next', 'text')");
  const startOneWorker = async (program?: string) =>
    startWorker({ ...env, DATA_DIR: await testFolder() }, { ...(program && { convertd: program }) });
  const old = await start();
  const newWorker = await startOneWorker(next);
  await convert(old, old);
  await stop(newWorker);

  const newer = await start(next);
  const oldWorker = await startOneWorker();
  await convert(newer, newer);
  await Promise.all([old, newer, oldWorker].map(stop));
});
