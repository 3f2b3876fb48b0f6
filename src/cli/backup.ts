import { copyFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseStoreLocation } from '../files/stores/store-location.ts';
import { databaseFile, noDatabase, readServiceConfig, type ServiceConfig, secretKeyFile } from '../service/config.ts';
import { holdAlone } from '../service/database/alone.ts';
import { copyDatabase, exists, writeBeside } from '../service/database/backup.ts';
import { type Restored, restoreDatabase } from '../service/database/restore.ts';
import { createSecrets, hashCredential, loadMasterKey } from '../service/secrets/secrets.ts';
import { environment } from '../settings/read.ts';
import { EXIT } from './exit-codes.ts';
import { keepFilesPrivate } from './private-files.ts';

/* `convertd backup` and `convertd restore`: the SQLite database of DATA_DIR, and the key that its secrets are encrypted with. */

export interface BackupFlags {
  force?: boolean;
  withSecretKey?: boolean;
}

/** Path of the copy of `secret.key` next to a backup. */
const keyBeside = (backup: string): string => `${backup}.key`;

/** `convertd backup`. Returns the exit code. Throws Error with a message that says what to do instead. */
export async function backupCommand(
  target: string,
  { force = false, withSecretKey = false }: BackupFlags,
): Promise<number> {
  keepFilesPrivate();
  const config = readServiceConfig(environment(), {}, availableParallelism());
  requireSqlite(config, 'pg_dump --format=custom --file=FILE');
  const file = databaseFile(config);
  if (!(await exists(file))) throw noDatabase(config);
  const key = secretKeyFile(config);
  if (withSecretKey && config.serviceSecret !== null) {
    throw new Error(
      'The key is SERVICE_SECRET, not a file: leave --with-secret-key out, and keep SERVICE_SECRET yourself',
    );
  }
  const copies = [target, ...(withSecretKey ? [keyBeside(target)] : [])];
  for (const copy of copies) if (!force && (await exists(copy))) throw alreadyThere(copy);
  await copyDatabase(file, target, { replace: force });
  if (withSecretKey) await writeBeside(keyBeside(target), { replace: force }, (part) => copyFile(key, part));
  const remaining = [...(withSecretKey ? [] : [keyToKeep(config)]), filesToKeep(config)];
  process.stdout.write(
    `${copies.join('\n')}\n\nThe copy is whole (SQLite's integrity check). Keep with it:\n${remaining.map((line) => `- ${line}\n`).join('')}`,
  );
  return EXIT.completed;
}

/** `convertd restore`. Returns the exit code. Throws Error with a message that says what to do instead. */
export async function restoreCommand(backup: string): Promise<number> {
  keepFilesPrivate();
  const config = readServiceConfig(environment(), {}, availableParallelism());
  requireSqlite(config, 'pg_restore --dbname=DATABASE FILE');
  const file = databaseFile(config);
  if (!(await exists(backup))) throw new Error(`There is no file ${backup}`);
  if (await exists(file)) {
    throw new Error(
      `${config.dataDir} (DATA_DIR) has a database: move convertd.sqlite and the files next to it with that name away first`,
    );
  }
  const lock = holdAlone(join(config.dataDir, 'serve.lock'));
  try {
    const store = parseStoreLocation(config.outputStore);
    const restored = await restoreDatabase(backup, file, store.kind === 'folder' ? store.path : null);
    const lines = [
      'The database is restored.',
      ...(await restoreKey(config, backup, restored)),
      ...moved(config, restored),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    lock.release();
  }
  return EXIT.completed;
}

/** Copies the key next to the backup to the path where `serve` reads it. @returns lines to print */
async function restoreKey(config: ServiceConfig, backup: string, { newestJob }: Restored): Promise<string[]> {
  const file = secretKeyFile(config);
  const lines: string[] = [];
  if (config.serviceSecret === null && !(await exists(file)) && (await exists(keyBeside(backup)))) {
    await writeBeside(file, { replace: false }, (part) => copyFile(keyBeside(backup), part));
    lines.push('Its key is restored.');
  }
  if (config.serviceSecret === null && !(await exists(file))) {
    return [
      'Put the secret.key of that service into DATA_DIR, or set SERVICE_SECRET, before you start serve: else a new key is made, which opens no job token and no password of the backup.',
    ];
  }
  const secrets = createSecrets(await loadMasterKey(config.serviceSecret ?? undefined, file));
  if (newestJob !== null && hashCredential(secrets.jobToken(newestJob.id)) !== newestJob.token_hash) {
    lines.push(
      `Warning: ${config.serviceSecret === null ? 'secret.key of DATA_DIR' : 'SERVICE_SECRET'} is not the key of this backup. It opens no job token and no password there; set the right one before you start serve.`,
    );
  }
  return lines;
}

function moved({ outputStore }: ServiceConfig, restored: Restored): string[] {
  if (restored.moved === 0) return [];
  return [
    `${restored.moved} files were in another folder: their records now point to ${outputStore} (OUTPUT_STORE). Copy the files there.`,
  ];
}

function requireSqlite({ databaseUrl }: ServiceConfig, command: string): void {
  if (databaseUrl === null) return;
  throw new Error(
    `DATABASE_URL names a PostgreSQL database, which has its own programs for this: ${command} (docs/operations.md has the whole command)`,
  );
}

const alreadyThere = (path: string): Error =>
  new Error(`${path} exists already; give another name, or --force to replace it`);

const keyToKeep = ({ serviceSecret, dataDir }: ServiceConfig): string =>
  serviceSecret === null
    ? `${join(dataDir, 'secret.key')}: without it no job token and no encrypted option can be used (--with-secret-key copies it)`
    : 'SERVICE_SECRET: without it no job token and no encrypted option can be used';

const filesToKeep = ({ outputStore }: ServiceConfig): string =>
  `${outputStore}: outputs and received inputs. Copy it after the database, so that no file is missing`;
