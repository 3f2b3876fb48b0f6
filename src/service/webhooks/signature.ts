import { createHmac } from 'node:crypto';

/** Prefix of a secret that is the base64 of random bytes, as the libraries of Standard Webhooks expect it. */
const ENCODED = 'whsec_';

/** Whether a WEBHOOK_SECRET can be used: `whsec_` must be followed by base64, or no library of the receivers could read it. */
export function isUsableSecret(secret: string): boolean {
  if (!secret.startsWith(ENCODED)) return secret !== '';
  const encoded = secret.slice(ENCODED.length);
  return encoded !== '' && Buffer.from(encoded, 'base64').toString('base64') === encoded;
}

/** Returns `x-svc-signature` (docs/interface.md, Webhooks 2): HMAC-SHA256 of the body, hex; the key is the secret's text. */
export const bodySignature = (body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/**
 * Returns the headers of Standard Webhooks 1.0.0 (https://www.standardwebhooks.com). Unlike `x-svc-signature` they also sign the time, so
 * that a receiver can detect a replayed message. The key is the bytes of the secret, or the decoded text after `whsec_`.
 * @param now ms since 1970
 */
export function standardHeaders(
  { id, body, now }: { id: string; body: Buffer; now: number },
  secret: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const key = secret.startsWith(ENCODED) ? Buffer.from(secret.slice(ENCODED.length), 'base64') : Buffer.from(secret);
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
