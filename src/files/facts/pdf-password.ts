import { createCipheriv, createHash } from 'node:crypto';
import { numberOf, type PdfDictionary } from './pdf-values.ts';

/** What passwords shorter than 32 bytes are filled up with (ISO 32000-2, algorithm 2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/**
 * Whether a PDF needs a password to be opened: the empty one does not open it. A file that only restricts what readers may do needs none.
 * @param encrypt its encryption dictionary
 * @param id first part of its ID
 * @returns null if it is encrypted in an unknown way
 */
export function needsPassword(encrypt: PdfDictionary, id: Buffer): boolean | null {
  const revision = numberOf(encrypt, 'R');
  const [o, u] = [encrypt.get('O'), encrypt.get('U')];
  if (encrypt.get('Filter') !== 'Standard' || revision === undefined || !Buffer.isBuffer(o) || !Buffer.isBuffer(u))
    return null;
  if (revision === 5 || revision === 6) {
    const salt = u.subarray(32, 40);
    return !(revision === 5 ? hash('sha256', salt) : hardenedHash(salt)).equals(u.subarray(0, 32));
  }
  if (revision < 2 || revision > 4) return null;
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE((numberOf(encrypt, 'P') ?? 0) | 0);
  const plain = revision === 4 && encrypt.get('EncryptMetadata') === false ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let key = hash('md5', PADDING, o.subarray(0, 32), permissions, id, plain);
  if (revision === 2) return !rc4(key.subarray(0, 5), PADDING).equals(u.subarray(0, 32));
  const length = Math.min(16, Math.max(5, revision === 4 ? 16 : (numberOf(encrypt, 'Length') ?? 40) / 8));
  for (let round = 0; round < 50; round += 1) key = hash('md5', key.subarray(0, length));
  key = key.subarray(0, length);
  let expected = hash('md5', PADDING, id);
  for (let round = 0; round < 20; round += 1)
    expected = rc4(
      key.map((byte) => byte ^ round),
      expected,
    );
  return !expected.equals(u.subarray(0, 16));
}

const hash = (algorithm: string, ...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((state, part) => state.update(part), createHash(algorithm)).digest();

/** Algorithm 2.B for the empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = hash('sha256', salt);
  for (let round = 0; ; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(repeated);
    // 256 is 1 modulo 3, so the sum of the digits is as good as the number.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = hash(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256', encrypted);
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32);
  }
}

/** Node's OpenSSL no longer has it. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 0xff] ?? 0;
  const swap = (a: number, b: number) => ([state[a], state[b]] = [at(b), at(a)]);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 0xff;
    swap(i, j);
  }
  let j = 0;
  return Buffer.from(data).map((byte, index) => {
    const i = (index + 1) & 0xff;
    j = (j + at(i)) & 0xff;
    swap(i, j);
    return byte ^ at(at(i) + at(j));
  }) as Buffer;
}
