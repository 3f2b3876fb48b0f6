import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../database/open.ts';
import type { ApiKeyRow } from '../database/tables.ts';
import { hashCredential } from '../secrets.ts';

/** Makes a key recognisable: to people, and to programs that look for secrets in the wrong places. */
const KEY_PREFIX = 'cvd_';
const KEY_BYTES = 32;
/** How much of a key lists show: enough to tell keys apart, and 26 random bytes less than the key. */
const SHOWN_LENGTH = KEY_PREFIX.length + 8;

export interface NewKey {
  readonly id: string;
  /** The only time that it is seen: the database has its hash. */
  readonly key: string;
}

/** A key as lists show it. */
export type KnownKey = Omit<ApiKeyRow, 'hash'>;

/** Makes an API key; it works from now on, also in services that run. The caller knows that there is such a contract. */
export async function createKey(
  db: Database,
  { name, contract }: { name: string; contract: string },
  now: number = Date.now(),
): Promise<NewKey> {
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  const id = randomUUID();
  await db
    .insertInto('api_keys')
    .values({
      id,
      name,
      hash: hashCredential(key),
      prefix: key.slice(0, SHOWN_LENGTH),
      contract,
      created_at: now,
      revoked_at: null,
    })
    .execute();
  return { id, key };
}

/** All keys, the revoked ones too, in the order they were made. */
export async function listKeys(db: Database): Promise<KnownKey[]> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix', 'contract', 'created_at', 'revoked_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * No request with the key, or with the token of one of its jobs, is answered any more. Jobs that run go on.
 * @returns whether there was such a key that was not revoked yet
 */
export async function revokeKey(db: Database, id: string, now: number = Date.now()): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
