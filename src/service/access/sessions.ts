import { createHash, randomBytes } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../database/open.ts';
import type { ApiKeyRow, SessionRow } from '../database/tables.ts';
import { idToken } from '../secrets/sealed-columns.ts';
import { hashCredential } from '../secrets/secrets.ts';
import { LoginError, type Person } from './person.ts';

export interface FoundSession {
  readonly session: SessionRow;
  readonly key: ApiKeyRow;
}

const TOKEN_BYTES = 32;
const LONGEST_NAME = 200;

/**
 * Begins a session. Each person has their own key, which only sessions can use: jobs belong to that person only, and `convertd keys revoke`
 * locks the person out.
 * @returns the token for the cookie; the database has its hash
 * @throws LoginError `refused` if the operator has revoked the person's key
 */
export async function beginSession(
  { db, secrets, config, now }: Pick<ServiceContext, 'db' | 'secrets' | 'config' | 'now'>,
  person: Person,
): Promise<{ token: string; seconds: number }> {
  const sessionMs = config.oidc?.sessionMs ?? 0;
  const time = now();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const id = hashCredential(token);
  const name = person.name.slice(0, LONGEST_NAME);
  const keyId = keyIdOf(person);
  await db.transaction().execute(async (transact) => {
    const row = { id: keyId, name: `login: ${name}`, contract: person.contract, operator: person.isOperator ? 1 : 0 };
    const key = await transact
      .insertInto('api_keys')
      .values({ ...row, account: null, hash: unknownHash(), prefix: '(login)', created_at: time, revoked_at: null })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ name: row.name, contract: row.contract, operator: row.operator }),
      )
      .returning('revoked_at')
      .executeTakeFirstOrThrow();
    if (key.revoked_at !== null) throw new LoginError('refused', `the key ${keyId} of this person was revoked`);
    const session = { id, key_id: keyId, name, created_at: time, expires_at: time + sessionMs };
    await transact
      .insertInto('sessions')
      .values({ ...session, id_token: idToken.seal(secrets, id, person.idToken) })
      .execute();
  });
  return { token, seconds: Math.floor(sessionMs / 1000) };
}

/** Finds the session of a cookie's token, with its key. Undefined if it has ended, or the key was revoked. */
export async function findSession(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  token: string,
): Promise<FoundSession | undefined> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', hashCredential(token))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const key = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', session.key_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return key && { session, key };
}

export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends the session of a cookie's token, if there is one. */
export async function endSessionOfToken(db: Database, token: string | undefined): Promise<void> {
  if (token !== undefined) await endSession(db, hashCredential(token));
}

/** Removes expired sessions. */
export async function removeExpiredSessions(db: Database, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

/** Returns the same id for each login of a person: a UUID (version 8, RFC 9562) of what the provider says. */
function keyIdOf({ issuer, subject }: Person): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Hash of a key that nobody has. */
const unknownHash = (): string => hashCredential(randomBytes(TOKEN_BYTES).toString('hex'));
