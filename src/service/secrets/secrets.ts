import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { timingSafeEqualTexts } from '../../util/timing-safe-equal.ts';

/**
 * Secrets based on one key of the service: job tokens are derived from it and not stored, passwords are encrypted with it before they are
 * stored.
 */
export interface Secrets {
  /** Encrypts a text for the database (AES-256-GCM). Opening it requires the same `purpose`, so no value can be moved elsewhere. */
  seal(text: string, purpose: string): string;
  /** Throws Error if it was not sealed with this key for this purpose. */
  open(sealed: string, purpose: string): string;
  /** Returns the token that opens one job, 32 hex digits. */
  jobToken(jobId: string): string;
  /** Compares in constant time. */
  isJobToken(token: string, jobId: string): boolean;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @param master 32 bytes */
export function createSecrets(master: Buffer): Secrets {
  // Prepared once: with the raw bytes, each use would take several times as long.
  const derive = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `convertd ${use}`, KEY_BYTES)));
  const sealKey = derive('seal');
  const tokenKey = derive('job token');
  const jobToken = (jobId: string) => createHmac('sha256', tokenKey).update(jobId).digest('hex').slice(0, 32);
  return {
    seal(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64');
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealKey, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    jobToken,
    isJobToken: (token, jobId) => timingSafeEqualTexts(token, jobToken(jobId)),
  };
}

/** Returns the stored form of a key or a token. They are random and long, so the hash (SHA-256, hex) reveals nothing about them. */
export const hashCredential = (credential: string): string => hash('sha256', credential, 'hex');

/**
 * Returns the service's key: `SERVICE_SECRET` (64 hex digits; the same for all replicas), otherwise the key in a file, which is created at
 * the first start, readable for this user only. Throws Error if either is invalid.
 */
export async function loadMasterKey(setting: string | undefined, file: string): Promise<Buffer> {
  if (setting) return parseKey(setting, 'SERVICE_SECRET');
  const made = randomBytes(KEY_BYTES).toString('hex');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Never replaces an existing key: everything sealed with it would be lost.
  await writeFile(file, `${made}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return parseKey((await readFile(file, 'utf8')).trim(), 'The file secret.key of DATA_DIR');
}

function parseKey(text: string, name: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${name} must be 64 hex digits (openssl rand -hex 32)`);
  return Buffer.from(text, 'hex');
}
