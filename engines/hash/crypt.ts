import { randomInt } from 'node:crypto';
import { SALT_ALPHABET, SCHEME_LIMITS } from './password-schemes.ts';
import type { PasswordJob } from './targets.ts';

/**
 * Returns the line that PHP's crypt() (or `htpasswd -m`) makes of a password. Passwords are bytes, without NUL. Takes seconds at high costs
 * of bcrypt, so never call it on an event loop that has other work.
 */
export async function cryptLine(password: Buffer, job: Omit<PasswordJob, 'kind'>): Promise<string> {
  const salt = job.salt ?? randomSalt(SCHEME_LIMITS[job.scheme].salt.used);
  if (job.scheme === 'blowfish') return bcryptLine(password, salt, job.cost);
  // Both libraries take text: in latin1, a character is a byte.
  const text = password.toString('latin1');
  if (job.scheme === 'std-des') return (await import('unix-crypt-td-js')).default(text, salt);
  return (await import('apache-md5')).default(text, `$apr1$${salt}$`);
}

function randomSalt(length: number): string {
  return Array.from({ length }, () => SALT_ALPHABET[randomInt(SALT_ALPHABET.length)]).join('');
}

async function bcryptLine(password: Buffer, salt: string, costFactor: number): Promise<string> {
  const { bcrypt } = await import('hash-wasm');
  const { passwordBytes } = SCHEME_LIMITS.blowfish;
  // bcrypt repeats the password with a NUL after it; for an empty one, an additional NUL does not change the result.
  const bytes = password.length === 0 ? Buffer.of(0) : password.subarray(0, passwordBytes ?? undefined);
  const line = await bcrypt({ password: bytes, salt: decodeSalt(salt), costFactor, outputType: 'encoded' });
  // The same algorithm: PHP writes $2y$ instead of $2a$ (it marks implementations without an old defect).
  return line.replace(/^\$2a\$/, '$2y$');
}

const BCRYPT_ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Decodes 22 characters to 16 bytes: base64 with another alphabet. Only the first two bits of the last character count. */
function decodeSalt(salt: string): Buffer {
  const base64 = Array.from(salt, (character) => BASE64_ALPHABET[BCRYPT_ALPHABET.indexOf(character)]).join('');
  return Buffer.from(base64, 'base64').subarray(0, 16);
}
