import { isoDate } from '../../../tools/formats/mail/date.ts';
import type { Mail, MailAddress } from '../../../tools/formats/mail/mail.ts';
import { mailFormatOf } from '../../../tools/formats/mail/mail-format.ts';
import { readMails } from '../../../tools/formats/mail/read-mails.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { found, list, text } from '../values.ts';
import type { Reading } from './reader.ts';

type MailFacts = NonNullable<Facts['mail']>;

/** Reads the headers of a mail, or of the mails of a mailbox, and what is attached to them. */
export async function readMail({ input, context }: Reading): Promise<Facts> {
  const format = mailFormatOf(input);
  if (format === null) return {};
  const { mails } = await readMails(input, format, context);
  const facts = mails.map(factsOf);
  return found<Facts>({
    encrypted: mails.some(({ seal }) => seal?.is === 'encrypted') || undefined,
    ...(format === 'mbox' || format === 'pst' ? { mailbox: list(facts, LIST_LIMITS.mails) } : { mail: facts[0] }),
  });
}

function factsOf({ from, to, cc, bcc, date, subject, messageId, seal, files }: Mail): MailFacts {
  const people = (all: readonly MailAddress[]) => list(all.map(addressOf), LIST_LIMITS.names);
  return found<MailFacts>({
    ...{ from: people(from), to: people(to), cc: people(cc), bcc: people(bcc) },
    date: (date === null ? null : isoDate(date)) ?? undefined,
    subject: text(subject),
    message_id: text(messageId),
    seal: seal === null ? undefined : `${seal.by}, ${seal.is}`,
    attachments: list(files.map(attachmentOf), LIST_LIMITS.attachments),
  });
}

const addressOf = ({ name, address }: MailAddress) =>
  found<NonNullable<MailFacts['from']>['items'][number]>({ name: text(name), address: text(address) });

const attachmentOf = ({ name, type, size }: Mail['files'][number]) =>
  found<NonNullable<MailFacts['attachments']>['items'][number]>({
    name: text(name),
    content_type: text(type),
    size_bytes: size,
  });
