import { ConversionError } from '../../src/task/errors.ts';

/**
 * What a program reads when it asks for the password: standard input is the one way that other users of the machine
 * cannot see. Without a password it meets the end of its input.
 */
export function passwordLine(password: string | null): string {
  return password === null ? '' : `${password}\n`;
}

/** Ends the line, or the text: the program would read another password. */
const NOT_IN_A_LINE = /[\0\r\n]/;

/** Whether the password can be given as one line. */
export function isOneLine(password: string): boolean {
  return !NOT_IN_A_LINE.test(password);
}

/** The option's value, or null if nothing is to be encrypted. Throws `option_unsupported`. */
export function encryptPassword(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  if (isOneLine(value)) return value;
  throw new ConversionError('option_unsupported', 'encrypt_password must not contain line breaks or NUL characters.', {
    details: { option: 'encrypt_password' },
  });
}
