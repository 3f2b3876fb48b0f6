import { ConversionError } from '../../src/task/errors.ts';
import { type PasswordScheme, SCHEME_LIMITS } from './password-schemes.ts';
import type { Warning } from './warning.ts';

/** Maximum bytes: a longer file is not a password but was given by mistake. */
export const MAX_PASSWORD_FILE_BYTES = 4096;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Refuses a file that is too long for a password. Throws ConversionError `input_too_large`. */
export function checkPasswordFileSize(bytes: number, scheme: PasswordScheme): void {
  if (bytes <= MAX_PASSWORD_FILE_BYTES) return;
  throw new ConversionError(
    'input_too_large',
    `The input has ${bytes} bytes. For ${scheme} the text of the input is the password, of at most ${MAX_PASSWORD_FILE_BYTES} bytes. ` +
      'To make a digest of a file, choose another target, such as sha256.',
    { details: { size: bytes, maximum: MAX_PASSWORD_FILE_BYTES } },
  );
}

/**
 * Returns the password in the content of a file: its bytes without one newline at the end (LF or CRLF) and without a byte order mark at the
 * start. Warns if bytes do not count, or if it does not look like one password. Throws ConversionError `input_wrong_type` for NUL bytes,
 * which end a password in crypt().
 */
export function passwordOf(content: Uint8Array, scheme: PasswordScheme): { password: Buffer; warnings: Warning[] } {
  if (content.includes(0)) {
    throw new ConversionError(
      'input_wrong_type',
      'The input has NUL bytes, so it is not the text of a password. Give plain text in UTF-8, not UTF-16 or a binary file.',
    );
  }
  const warnings: Warning[] = [];
  let [start, end] = [0, content.length];
  if (BYTE_ORDER_MARK.every((byte, n) => content[n] === byte)) {
    start = BYTE_ORDER_MARK.length;
    warnings.push(limited('The input starts with a byte order mark, which is not part of the password.'));
  }
  if (content[end - 1] === NEWLINE) end -= content[end - 2] === CARRIAGE_RETURN ? 2 : 1;
  const password = Buffer.from(content.subarray(start, Math.max(start, end)));
  if (password.includes(NEWLINE)) {
    warnings.push(limited('The input has several lines. They were treated as one password, line breaks included.'));
  }
  const { passwordBytes } = SCHEME_LIMITS[scheme];
  if (passwordBytes !== null && password.length > passwordBytes) {
    warnings.push(
      limited(
        `The password has ${password.length} bytes, of which ${scheme} uses the first ${passwordBytes}: ` +
          'any password that starts with them is accepted.',
      ),
    );
  }
  return { password, warnings };
}

function limited(message: string): Warning {
  return { code: 'output_limited', message };
}
