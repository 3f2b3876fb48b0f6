import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { FieldError } from './contract.ts';
import { CloudError, type CloudSubject, faultOfStatus, statusError } from './errors.ts';
import { serverUrl } from './fields.ts';
import { type CloudSession, send } from './http.ts';

/** A service account, as its key file describes it. */
export interface ServiceAccount {
  readonly email: string;
  readonly privateKey: KeyObject;
  readonly keyId: string | null;
  /** Address that issues tokens. */
  readonly tokenUrl: URL;
}

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** How long the signed request is valid, seconds: the maximum at Google. */
const LIFETIME_SECONDS = 3600;

/**
 * Reads the JSON of a service account's key file.
 * @param field field that holds it, for errors
 * @throws FieldError, without any part of the key file
 */
export function readServiceAccount(text: string, field: string): ServiceAccount {
  const fault = (problem: string) => new FieldError(field, problem);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw fault('is not the JSON text of a service account’s key file');
  }
  if (typeof document !== 'object' || document === null) throw fault('is not the JSON object of a key file');
  const {
    client_email: email,
    private_key: pem,
    private_key_id: id,
    token_uri: uri = TOKEN_URL,
  } = document as Record<string, unknown>;
  if (typeof email !== 'string' || email === '') throw fault('has no client_email');
  if (typeof pem !== 'string') throw fault('has no private_key');
  if (typeof uri !== 'string') throw fault('has a token_uri that is not text');
  return {
    email,
    privateKey: privateKey(pem, fault),
    keyId: typeof id === 'string' ? id : null,
    tokenUrl: serverUrl(uri, `${field} (token_uri)`),
  };
}

function privateKey(pem: string, fault: (problem: string) => FieldError): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // OpenSSL's message could contain a part of the key.
  }
  throw fault('has a private_key that is not an RSA key in PEM format');
}

/**
 * Returns an access token for a scope, in exchange for a request signed by the account (RFC 7523, and
 * https://developers.google.com/identity/protocols/oauth2/service-account).
 * @throws CloudError
 */
export async function accessToken(
  account: ServiceAccount,
  scope: string,
  session: CloudSession,
  subject: CloudSubject,
): Promise<string> {
  const body = new URLSearchParams({ grant_type: GRANT, assertion: assertion(account, scope, Date.now()) });
  const { status, text } = await send(
    {
      method: 'POST',
      url: account.tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    },
    session,
    subject,
  );
  // 400 is invalid_grant: Google does not know the key or account.
  if (faultOfStatus(status) === 'unavailable') throw statusError(status, subject);
  const token = status === 200 ? tokenOf(text) : null;
  if (token === null) throw new CloudError('credentials', subject, { cause: new Error(`HTTP ${status} for a token`) });
  return token;
}

/** Returns the signed request: a JSON Web Token, RS256 (RFC 7519). */
export function assertion({ email, privateKey, keyId, tokenUrl }: ServiceAccount, scope: string, now: number): string {
  const issued = Math.floor(now / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== null && { kid: keyId }) };
  const claims = { iss: email, scope, aud: tokenUrl.href, iat: issued, exp: issued + LIFETIME_SECONDS };
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

function tokenOf(text: string): string | null {
  try {
    const { access_token: token } = JSON.parse(text) as { access_token?: unknown };
    return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : null;
  } catch {
    return null;
  }
}
