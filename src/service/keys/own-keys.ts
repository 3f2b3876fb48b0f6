import { randomUUID } from 'node:crypto';
import type { Database } from '../database/open.ts';
import type { OwnKeyRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { makeCredential, type NewKey } from './keys.ts';
import { lockKey } from './limits.ts';

/*
 * Keys that a logged-in person makes for their programs. They act as the key of the person's logins, so that they share its jobs and its
 * limits, and end when the operator revokes it.
 */

/** So that nobody fills the table. */
const MOST = 20;

/** A key as its owner sees it. */
export type ShownOwnKey = Pick<OwnKeyRow, 'id' | 'name' | 'prefix' | 'created_at'>;

/** @param keyId the key of the person's logins. Throws ServiceError 402 if there are too many */
export async function createOwnKey(db: Database, keyId: string, name: string, now: number): Promise<NewKey> {
  const { key, hash, prefix } = makeCredential();
  const id = randomUUID();
  await db.transaction().execute(async (transact) => {
    await lockKey(transact, keyId);
    const { count } = await transact
      .selectFrom('own_keys')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST) throw new ServiceError('too_many_keys', `You have ${MOST} keys, the most there can be.`);
    await transact.insertInto('own_keys').values({ id, key_id: keyId, name, hash, prefix, created_at: now }).execute();
  });
  return { id, key };
}

/** Returns the keys of a person, the newest first. */
export async function listOwnKeys(db: Database, keyId: string): Promise<ShownOwnKey[]> {
  const rows = await db
    .selectFrom('own_keys')
    .select(['id', 'name', 'prefix', 'created_at'])
    .where('key_id', '=', keyId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, created_at: Number(row.created_at) }));
}

/** Removes a key of a person: no request with it is answered any more. @returns whether there was such a key */
export async function removeOwnKey(db: Database, keyId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('own_keys')
    .where('key_id', '=', keyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
