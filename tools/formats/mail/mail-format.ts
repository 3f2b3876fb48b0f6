import type { LocalInput } from '../../../src/work/context.ts';
import type { MailFormat } from './mail.ts';

const FORMATS: ReadonlySet<string> = new Set<MailFormat>(['eml', 'mbox', 'msg', 'pst', 'tnef']);

/** A mail without the usual headers is recognised only as a text. */
const MAIL_NAME = /\.eml$/i;

/** Returns the format of a mail or mailbox; null for anything else. */
export function mailFormatOf({ format, filename }: LocalInput): MailFormat | null {
  if (format !== null && FORMATS.has(format.name)) return format.name as MailFormat;
  return format?.kind === 'text' && MAIL_NAME.test(filename) ? 'eml' : null;
}
