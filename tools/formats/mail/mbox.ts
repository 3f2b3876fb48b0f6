/** The line before a mail in a mailbox (RFC 4155): an address and a date. */
const FROM_LINE = /^From .*\d\d?:\d\d/;

/** Longest line that is looked at. */
const LINE_BYTES = 512;

/**
 * Yields the mails of a mailbox. A line that begins as the one before a mail counts only after an empty line and with a time, because not
 * all programs escape such lines of texts.
 */
export function* mailsOfMbox(mbox: Buffer): Generator<Buffer> {
  let start: number | null = null;
  for (let at = 0; at !== -1 && at < mbox.length; at = nextCandidate(mbox, at)) {
    if (!isFromLine(mbox, at)) continue;
    if (start !== null) yield unescaped(mbox.subarray(start, at));
    const end = mbox.indexOf('\n', at);
    start = end === -1 ? mbox.length : end + 1;
  }
  if (start !== null) yield unescaped(mbox.subarray(start));
}

/** Returns where the next line begins with `From `, or -1. */
function nextCandidate(mbox: Buffer, from: number): number {
  const found = mbox.indexOf('\nFrom ', from);
  return found === -1 ? -1 : found + 1;
}

function isFromLine(mbox: Buffer, at: number): boolean {
  const before = mbox.toString('latin1', Math.max(0, at - 4), at);
  return (
    /(?:^|\n)\r?\n$|^$/.test(before) &&
    FROM_LINE.test(mbox.toString('latin1', at, at + LINE_BYTES).split('\n', 1)[0] ?? '')
  );
}

/** Removes the mark by which a mailbox escapes lines that begin with `From `. */
function unescaped(mail: Buffer): Buffer {
  if (!mail.includes('\n>From ') && !mail.includes('\n>>')) return mail;
  return Buffer.from(mail.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
}
