import { ConversionError } from '../../../src/task/errors.ts';

/**
 * Returns the answer to a program's question for the password: standard input is the only way that other users of the machine cannot see.
 * Without a password, the program reads the end of its input.
 */
export function passwordLine(password: string | null): string {
  return password === null ? '' : `${password}\n`;
}

/** Characters that end the line or the text: the program would read another password. */
const NOT_IN_A_LINE = /[\0\r\n]/;

/** Whether the password can be given as one line. */
export function isOneLine(password: string): boolean {
  return !NOT_IN_A_LINE.test(password);
}

/** Returns the option's value, or null if nothing is to be encrypted. Throws `option_unsupported`. */
export function encryptPassword(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  if (isOneLine(value)) return value;
  throw new ConversionError('option_unsupported', 'encrypt_password must not contain line breaks or NUL characters.', {
    details: { option: 'encrypt_password' },
  });
}
