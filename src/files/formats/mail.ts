import type { FormatName } from './names.ts';

/** A line of a header with its continuations (RFC 5322, 2.2), or the line before a mail in a mailbox. */
const FIELD = /^[!-9;-~]{1,76}[ \t]*:/;

/** Fields that only mails have together. */
const OF_MAILS: readonly RegExp[] = [
  /^from\s*:/im,
  /^(?:to|cc|bcc|delivered-to|x-original-to)\s*:/im,
  /^subject\s*:/im,
  /^date\s*:/im,
  /^(?:message-id|received|return-path|mime-version)\s*:/im,
];

/** A browser or Word has saved a web page with its files. */
const SAVED_PAGE = /^(?:from\s*:\s*<saved by |snapshot-content-location\s*:)/im;

/** Recognises a mail by its header, and a mailbox by the line before its first mail. Null for other texts. */
export function byMailHeaders(text: string): FormatName | null {
  const isMbox = /^From \S[^\n]*\d\d?:\d\d/.test(text);
  const end = /\r\n\r\n|\n\n|\r\r/.exec(text);
  const lines = text.slice(0, end?.index ?? undefined).split(/\r\n|\r|\n/);
  const header = isMbox ? lines.slice(1) : lines;
  // A header that is longer than what was read is cut in its last line.
  const whole = end === null ? header.slice(0, -1) : header;
  if (whole.length === 0 || !whole.every((line, index) => FIELD.test(line) || (index > 0 && /^[ \t]/.test(line))))
    return null;
  const found = header.join('\n');
  if (isMbox) return /^(?:from|date|subject|received)\s*:/im.test(found) ? 'mbox' : null;
  if (SAVED_PAGE.test(found)) return 'mht';
  return OF_MAILS.filter((field) => field.test(found)).length >= 3 ? 'eml' : null;
}
