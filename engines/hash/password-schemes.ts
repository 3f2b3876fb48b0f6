import { ConversionError } from '../../src/task/errors.ts';
import type { Warning } from './warning.ts';

/** Targets whose input is a password and whose output is a line in the format of crypt(). */
export const PASSWORD_SCHEMES = ['apache-htpasswd', 'blowfish', 'std-des'] as const;

export type PasswordScheme = (typeof PASSWORD_SCHEMES)[number];

/** The 64 characters of a salt, in the order of their values in DES and MD5 schemes. */
export const SALT_ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

interface SchemeLimits {
  /** Characters of the salt: the minimum, and the maximum that counts. */
  readonly salt: { readonly least: number; readonly used: number };
  /** Bytes of the password that count. Null: all. */
  readonly passwordBytes: number | null;
}

export const SCHEME_LIMITS: Readonly<Record<PasswordScheme, SchemeLimits>> = {
  'apache-htpasswd': { salt: { least: 1, used: 8 }, passwordBytes: null },
  blowfish: { salt: { least: 22, used: 22 }, passwordBytes: 72 },
  'std-des': { salt: { least: 2, used: 2 }, passwordBytes: 8 },
};

/**
 * Returns the part of a salt that counts; null for an empty one, which asks for a random salt. As in PHP's crypt(), a salt that is too
 * short or has other characters is refused (PHP returns `*0`), and one that is too long is cut (here with a warning).
 */
export function checkSalt(scheme: PasswordScheme, salt: string): { salt: string | null; warnings: Warning[] } {
  const { least, used } = SCHEME_LIMITS[scheme].salt;
  if (salt === '') return { salt: null, warnings: [] };
  const wrong = [...salt].find((character) => !SALT_ALPHABET.includes(character));
  if (wrong !== undefined) {
    throw saltError(
      `The option "salt" of ${scheme} may only have letters A-Z and a-z, digits, "." and "/" ` +
        '(the salt alone, without "$" and a scheme before it). Leave it out for a random salt.',
    );
  }
  if (salt.length < least) {
    throw saltError(
      `The option "salt" of ${scheme} is too short: ${salt.length} of ${least} characters. Leave it out for a random salt.`,
    );
  }
  if (salt.length <= used) return { salt, warnings: [] };
  return {
    salt: salt.slice(0, used),
    warnings: [
      {
        code: 'option_adjusted',
        message: `The option "salt" has ${salt.length} characters, of which ${scheme} uses the first ${used}.`,
        details: { option: 'salt', used },
      },
    ],
  };
}

function saltError(message: string): ConversionError {
  return new ConversionError('option_invalid', message, { details: { option: 'salt' } });
}
