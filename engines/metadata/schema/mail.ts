import Type from 'typebox';
import { LIST_LIMITS } from '../limits.ts';
import { closed, count, date, list, text } from './parts.ts';

const { Optional } = Type;

const Address = closed(
  { name: Optional(text('Name, as the mail gives it.')), address: Optional(text('Address.')) },
  'A person or a group.',
);

const Attachment = closed(
  {
    name: Optional(text('File name.')),
    content_type: Optional(text('Media type, as the mail says.')),
    size_bytes: count('Length.'),
  },
  'A file in a mail: attached, or a picture of its text.',
);

const people = (description: string) => Optional(list(Address, LIST_LIMITS.names, description));

export const MailFacts = closed(
  {
    from: people('Senders.'),
    to: people('Recipients.'),
    cc: people('Recipients of copies.'),
    bcc: people('Recipients of blind copies.'),
    date: Optional(date('When it was sent.')),
    subject: Optional(text('Subject.')),
    message_id: Optional(text('Message-ID, with its angle brackets.')),
    seal: Optional(
      text('How it is signed or encrypted: S/MIME or PGP, signed or encrypted. A signature is not verified.'),
    ),
    attachments: Optional(list(Attachment, LIST_LIMITS.attachments, 'Files in it, in their order.')),
  },
  'A mail.',
);
