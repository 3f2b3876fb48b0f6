import { availableParallelism } from 'node:os';
import { layOut } from '../catalog/table.ts';
import { databaseFile, noDatabase, readServiceConfig, type ServiceConfig } from '../service/config.ts';
import { type Database, type OpenDatabase, openDatabase, openExistingDatabase } from '../service/database/open.ts';
import { createKey, type KnownKey, listKeys, revokeKey, setAccount } from '../service/keys/keys.ts';
import { environment } from '../settings/read.ts';
import { EXIT } from './exit-codes.ts';
import { keepFilesPrivate } from './private-files.ts';

/* `convertd keys …`: uses the service's database (DATABASE_URL or DATA_DIR), even if no service runs. Only `create` makes one. */

/** `convertd keys create`. Returns the exit code; throws Error for an unknown contract or a wrong setting. */
export async function createKeyCommand(flags: {
  name?: string;
  contract?: string;
  account?: string;
  operator?: boolean;
  json?: boolean;
}): Promise<number> {
  keepFilesPrivate();
  const config = readConfig();
  const { name = '', contract = 'free', operator = false } = flags;
  const account = flags.account || null;
  const limits = config.contracts.get(contract);
  if (limits === undefined) {
    throw new Error(`There is no contract "${contract}". The contracts: ${[...config.contracts.keys()].join(', ')}`);
  }
  refuseLong(name, account);
  const file = databaseFile(config);
  const opened =
    (await openExistingDatabase(config.databaseUrl, file)) ?? (await openDatabase(config.databaseUrl, file));
  return closing(opened, async (db) => {
    const { id, key } = await createKey(db, { name, contract, account, operator });
    if (flags.json) return print({ key, id, name, contract, account, operator });
    const credits = limits.credits_per_day === null ? 'without limit' : `${limits.credits_per_day} in any 24 hours`;
    const lines = [key, '', `id        ${id}`, `contract  ${contract} (credits: ${credits})`];
    process.stdout.write(`${lines.join('\n')}\n\nKeep the key now: it cannot be shown again.\n`);
    return EXIT.completed;
  });
}

/** `convertd keys list`. Returns the exit code. */
export function listKeysCommand(flags: { json?: boolean }): Promise<number> {
  return withDatabase(async (db) => {
    const keys = await listKeys(db);
    if (flags.json) return print(keys.map(keyDocument));
    process.stdout.write(`${keys.length === 0 ? 'There are no keys yet.' : table(keys)}\n`);
    return EXIT.completed;
  });
}

/** `convertd keys revoke`. Returns the exit code; throws Error if no valid key has the id. */
export function revokeKeyCommand(id: string, flags: { json?: boolean }): Promise<number> {
  return withDatabase(async (db) => {
    if (!(await revokeKey(db, id))) {
      // The argument is not repeated: the user may have typed the key itself.
      throw new Error('There is no valid key of that id; "convertd keys list" has the ids');
    }
    if (flags.json) return print({ id, revoked: true });
    process.stdout.write('The key is revoked.\n');
    return EXIT.completed;
  });
}

/** `convertd keys account`. Returns the exit code; throws Error if no key has the id. */
export function keyAccountCommand(id: string, name: string | undefined, flags: { json?: boolean }): Promise<number> {
  const account = name || null;
  refuseLong(account);
  return withDatabase(async (db) => {
    if (!(await setAccount(db, id, account))) {
      throw new Error('There is no key of that id; "convertd keys list" has the ids');
    }
    if (flags.json) return print({ id, account });
    process.stdout.write(account === null ? 'The key belongs to no account.\n' : `The key belongs to ${account}.\n`);
    return EXIT.completed;
  });
}

function refuseLong(...names: (string | null)[]): void {
  if (names.some((name) => (name?.length ?? 0) > 255)) throw new Error('A name can have at most 255 characters');
}

const readConfig = (): ServiceConfig => readServiceConfig(environment(), {}, availableParallelism());

async function withDatabase(use: (db: Database) => Promise<number>): Promise<number> {
  const config = readConfig();
  const opened = await openExistingDatabase(config.databaseUrl, databaseFile(config));
  if (opened === null) throw noDatabase(config);
  return closing(opened, use);
}

async function closing(opened: OpenDatabase, use: (db: Database) => Promise<number>): Promise<number> {
  try {
    return await use(opened.db);
  } finally {
    await opened.close();
  }
}

function print(document: unknown): number {
  process.stdout.write(`${JSON.stringify(document)}\n`);
  return EXIT.completed;
}

const keyDocument = ({ id, name, prefix, contract, account, operator, created_at, revoked_at }: KnownKey) => ({
  id,
  name,
  key: `${prefix}…`,
  contract,
  account,
  operator: operator === 1,
  created_at: time(created_at),
  revoked_at: revoked_at === null ? null : time(revoked_at),
});

function table(keys: readonly KnownKey[]): string {
  const rows = keys.map((key) => {
    const { id, name, contract, account, operator, created_at, revoked_at } = keyDocument(key);
    const state = revoked_at === null ? (operator ? 'valid, operator' : 'valid') : `revoked ${revoked_at}`;
    return [id, `${key.prefix}…`, contract, account ?? '', created_at, state, name];
  });
  const all = [['ID', 'KEY', 'CONTRACT', 'ACCOUNT', 'CREATED', 'STATE', 'NAME'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return layOut(all, widths).join('\n');
}

const time = (milliseconds: number) => new Date(milliseconds).toISOString();
