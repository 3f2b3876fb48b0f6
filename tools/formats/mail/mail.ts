/** An address as a mail states it; either part may be empty. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** How a mail is signed or encrypted. */
export interface Seal {
  readonly by: 'S/MIME' | 'PGP';
  readonly is: 'signed' | 'encrypted';
}

/** A file in a mail: an attachment, a picture of its text, or another mail. */
export interface MailFile {
  /** Name in the mail, never used as a file name here; empty if it has none. */
  readonly name: string;
  /** Media type that the mail states, lower case. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Its file, in the folder of the mail that was read. */
  readonly file: string;
  /** Content-ID without angle brackets, by which the text refers to it. */
  readonly contentId: string | null;
  /** Whether the mail wants it shown in its text. */
  readonly isInline: boolean;
  /** The mail that it is; null for any other file. */
  readonly mail: Mail | null;
}

export interface Mail {
  readonly from: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  /** As the mail states it, with its zone. */
  readonly date: string | null;
  readonly subject: string;
  readonly messageId: string | null;
  /** Names and values of further facts: when and where an appointment is, in which folder of a store a mail lies. */
  readonly further: readonly (readonly [name: string, value: string])[];
  /** Null: neither signed nor encrypted. */
  readonly seal: Seal | null;
  /** Index of its text in MailBody[]. */
  readonly body: number;
  readonly files: readonly MailFile[];
}

/** The text of a mail. */
export interface MailBody {
  readonly html: string | null;
  readonly text: string | null;
}

/** Formats that are read, by their names in src/files/formats/names.ts. */
export type MailFormat = 'eml' | 'mbox' | 'msg' | 'pst' | 'tnef';

const MiB = 1024 ** 2;

/** More than mail servers take, and than the mailbox of a year has. */
export const MAIL_LIMITS = {
  /** Bytes of a mail or mailbox. */
  inputBytes: 256 * MiB,
  /** Mails in a mailbox, those attached to others among them. */
  mails: 5000,
  /** Files in all mails together. */
  files: 10_000,
  /** Levels of mails attached to mails; deeper ones are attachments. */
  depth: 8,
  /** Levels of parts in parts. */
  partDepth: 64,
  /** Bytes of the headers of one mail. */
  headerBytes: MiB,
  /** Characters of all headers together, as JSON. */
  indexLength: 15 * MiB,
  /** Characters of all texts together, and bytes of all pictures. */
  textLength: 48 * MiB,
  pictureBytes: 48 * MiB,
} as const;

/** Returns the mails with all mails attached to them, each before those attached to it. */
export function* withAttached(mails: readonly Mail[]): Generator<Mail> {
  for (const mail of mails) {
    yield mail;
    yield* withAttached(mail.files.flatMap((file) => file.mail ?? []));
  }
}

/** Returns an address as people write it. */
export const addressText = ({ name, address }: MailAddress): string =>
  name === '' || name === address ? address : address === '' ? name : `${name} <${address}>`;

/** Returns what a list of mails shows of one: its subject and its date. */
export const titleOf = ({ subject, date }: Mail): string =>
  `${subject || '(no subject)'}${date === null ? '' : ` · ${date}`}`.replace(/\p{Cc}+/gu, ' ').slice(0, LONGEST_TITLE);

/** Characters of a title; bookmarks of PDF are not longer either. */
const LONGEST_TITLE = 500;
