import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../database/open.ts';
import type { ApiKeyRow } from '../database/tables.ts';
import { hashCredential } from '../secrets/secrets.ts';

/** Makes a key recognisable to people, and to programs that look for leaked secrets. */
const KEY_PREFIX = 'cvd_';
const KEY_BYTES = 32;
/** Number of characters that lists show of a key: enough to tell keys apart, and 26 random bytes less than the key. */
const SHOWN_LENGTH = KEY_PREFIX.length + 8;

export interface NewKey {
  readonly id: string;
  /** Shown this one time only: the database has its hash. */
  readonly key: string;
}

/** A key as lists show it. */
export type KnownKey = Omit<ApiKeyRow, 'hash'>;

/** The same in every installation, so that only one of several replicas that start at once can make the first key. */
const FIRST_KEY_ID = '00000000-0000-4000-8000-000000000001';
/** Key of requests that need none: see access/keyless.ts. */
export const KEYLESS_KEY_ID = '00000000-0000-4000-8000-000000000002';
/** Key of requests to Gotenberg's interface that need none: see gotenberg/access.ts. */
export const GOTENBERG_KEY_ID = '00000000-0000-4000-8000-000000000003';

/** Makes an API key; it works from now on, in running services, too. The caller has checked that the contract exists. */
export async function createKey(
  db: Database,
  { name, contract, account = null, operator = false }: Omit<KeyToMake, 'id' | 'now'>,
  now: number = Date.now(),
): Promise<NewKey> {
  const { key, row } = newKey({ id: randomUUID(), name, contract, account, operator, now });
  await db.insertInto('api_keys').values(row).execute();
  return { id: row.id, key };
}

/**
 * Makes an operator's key of the contract `unlimited` if there is no key at all, because otherwise nobody could do anything. Else returns
 * null.
 */
export async function createFirstKey(db: Database, now: number): Promise<NewKey | null> {
  const known = await db.selectFrom('api_keys').select('id').limit(1).executeTakeFirst();
  if (known !== undefined) return null;
  const { key, row } = newKey({ id: FIRST_KEY_ID, name: 'first', contract: 'unlimited', operator: true, now });
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('api_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? { id: row.id, key } : null;
}

/** Makes the key of requests that need none, which no credential opens, or gives it this contract. A revoked one becomes valid again. */
export const keepKeylessKey = (db: Database, contract: string, now: number): Promise<void> =>
  keepKey(db, { id: KEYLESS_KEY_ID, name: 'without a key', contract, now });

/** Does the same for requests to Gotenberg's interface, whose jobs those others do not see. */
export const keepGotenbergKey = (db: Database, contract: string, now: number): Promise<void> =>
  keepKey(db, { id: GOTENBERG_KEY_ID, name: "without a key: Gotenberg's interface", contract, now });

async function keepKey(db: Database, key: KeyToMake): Promise<void> {
  const { row } = newKey(key);
  const { contract } = key;
  await db
    .insertInto('api_keys')
    .values({ ...row, prefix: '(none)' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ contract, revoked_at: null }))
    .execute();
}

/** Makes a key, with what is stored of it: its hash, and its first characters for lists. */
export function makeCredential(): { key: string; hash: string; prefix: string } {
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  return { key, hash: hashCredential(key), prefix: key.slice(0, SHOWN_LENGTH) };
}

interface KeyToMake {
  readonly id: string;
  readonly name: string;
  readonly contract: string;
  readonly account?: string | null;
  /** Whether it may administer the service. */
  readonly operator?: boolean;
  readonly now: number;
}

function newKey({ now, account = null, operator = false, ...given }: KeyToMake): { key: string; row: ApiKeyRow } {
  const { key, hash, prefix } = makeCredential();
  return {
    key,
    row: { ...given, account, operator: operator ? 1 : 0, hash, prefix, created_at: now, revoked_at: null },
  };
}

/** Returns all keys, including revoked ones, in the order in which they were made. */
export async function listKeys(db: Database): Promise<KnownKey[]> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix', 'contract', 'account', 'operator', 'created_at', 'revoked_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Revokes a key: no request with it, or with the token of one of its jobs, is answered any more. Running jobs continue.
 * @returns whether there was such a key that was not yet revoked
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

/** Puts a key into an account; null takes it out. @returns whether there is such a key */
export async function setAccount(db: Database, id: string, account: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ account })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Gives a key another contract, from its next request on. @returns whether there is such a key that was not revoked */
export async function setContract(db: Database, id: string, contract: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ contract })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
