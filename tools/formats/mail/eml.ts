import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { ConversionError } from '../../../src/task/errors.ts';
import { MAIL_LIMITS, type Mail, type MailAddress, type MailFile, type Seal } from './mail.ts';
import type { MailSink } from './sink.ts';
import { isSignedData, signedMail } from './smime.ts';

/**
 * Reads a mail (RFC 5322, MIME) with the mails attached to it. Throws ConversionError `input_damaged` for parts or headers beyond
 * MAIL_LIMITS, and what the sink throws.
 */
export async function readEml(bytes: Uint8Array, sink: MailSink, depth = 0): Promise<Mail> {
  const email = await parse(withLineFeeds(bytes));
  const envelope = isSealed(email) ? bytesOf(email.attachments[0]) : null;
  const signed = envelope === null || depth >= MAIL_LIMITS.depth ? null : signedMail(envelope);
  if (signed !== null) {
    const { body, files } = await readEml(signed, sink, depth + 1);
    return { ...headersOf(email), seal: { by: 'S/MIME', is: 'signed' }, body, files };
  }
  const body = sink.addBody({ html: email.html ?? null, text: email.text ?? null });
  const files: MailFile[] = [];
  for (const attachment of email.attachments) files.push(await fileOf(attachment, sink, depth));
  return { ...headersOf(email), seal: envelope === null ? sealOf(email) : sealOfEnvelope(envelope), body, files };
}

function headersOf(email: Email): Omit<Mail, 'seal' | 'body' | 'files'> {
  return {
    from: addresses([email.from ?? email.sender]),
    to: addresses(email.to),
    cc: addresses(email.cc),
    bcc: addresses(email.bcc),
    date: header(email, 'date') ?? null,
    subject: email.subject ?? '',
    messageId: email.messageId ?? null,
    further: [],
  };
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(withoutFlowedQuotes(bytes), {
      forceRfc822Attachments: true,
      maxNestingDepth: MAIL_LIMITS.partDepth,
      maxHeadersSize: MAIL_LIMITS.headerBytes,
    });
  } catch (error) {
    const message = `A mail has more than ${MAIL_LIMITS.partDepth} levels of parts, or headers above ${MAIL_LIMITS.headerBytes} bytes.`;
    throw new ConversionError('input_damaged', message, { log: String(error) });
  }
}

/** Mails of old Macs have carriage returns alone. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  return bytes.includes(0x0a) ? bytes : bytes.map((byte) => (byte === 0x0d ? 0x0a : byte));
}

/** The parser joins flowed lines (RFC 3676) without regard to their quote marks, so lines of quotes must not end in a space. */
function withoutFlowedQuotes(bytes: Uint8Array): Uint8Array {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/format="?flowed/i.test(mail.toString('latin1', 0, FLOWED_WITHIN))) return bytes;
  const text = mail.toString('latin1').replace(/^>[^\n]*/gm, (line) => line.replace(/(?: |=20)(\r?)$/, '$1'));
  return Buffer.from(text, 'latin1');
}

/** Bytes in which the types of the parts of a mail are looked for. */
const FLOWED_WITHIN = 64 * 1024;

function bytesOf(attachment: Attachment | undefined): Uint8Array | null {
  if (attachment === undefined) return null;
  const { content } = attachment;
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

async function fileOf(attachment: Attachment, sink: MailSink, depth: number): Promise<MailFile> {
  const { filename, mimeType: type, disposition, related, contentId } = attachment;
  const bytes = bytesOf(attachment) ?? new Uint8Array();
  const isMail = type === 'message/rfc822' && depth < MAIL_LIMITS.depth;
  const mail = isMail ? await readEml(bytes, sink, depth + 1) : null;
  return sink.addFile(bytes, {
    name: filename ?? (mail === null ? '' : `${mail.subject || 'mail'}.eml`),
    type,
    contentId: contentId?.replace(/^\s*<|>\s*$/g, '') ?? null,
    isInline: related === true || disposition === 'inline',
    mail,
  });
}

function addresses(all: readonly (Address | undefined)[] = []): readonly MailAddress[] {
  return all.flatMap((each) => {
    if (each === undefined) return [];
    if (each.group === undefined) return [{ name: each.name, address: each.address }];
    // An empty group hides its members: `undisclosed-recipients:;`.
    return each.group.length === 0 ? [{ name: each.name, address: '' }] : addresses(each.group);
  });
}

const header = ({ headers }: Email, name: string): string | undefined => headers.find(({ key }) => key === name)?.value;

/** Whether the whole mail is in an S/MIME envelope. */
const isSealed = (email: Email): boolean =>
  /^application\/(?:x-)?pkcs7-mime/i.test(header(email, 'content-type') ?? '');

const sealOfEnvelope = (envelope: Uint8Array): Seal => ({
  by: 'S/MIME',
  is: isSignedData(envelope) ? 'signed' : 'encrypted',
});

function sealOf(email: Email): Seal | null {
  const type = header(email, 'content-type')?.toLowerCase() ?? '';
  if (type.startsWith('multipart/encrypted')) return { by: 'PGP', is: 'encrypted' };
  if (type.startsWith('multipart/signed')) return { by: type.includes('pgp') ? 'PGP' : 'S/MIME', is: 'signed' };
  const text = email.text ?? '';
  if (/^-----BEGIN PGP MESSAGE-----/m.test(text)) return { by: 'PGP', is: 'encrypted' };
  return /^-----BEGIN PGP SIGNED MESSAGE-----/m.test(text) ? { by: 'PGP', is: 'signed' } : null;
}
