import { join } from 'node:path';
import { withAttached } from '../../../tools/formats/mail/mail.ts';
import { mailFormatOf } from '../../../tools/formats/mail/mail-format.ts';
import { mailParts } from '../../../tools/formats/mail/mail-parts.ts';
import { type Mails, readMails } from '../../../tools/formats/mail/read-mails.ts';
import type { Extract } from './asset.ts';

/** Extracts all files of a mail or a mailbox and of mails attached to it, or those that were saved with a web page. */
export const fromMail: Extract = async (input, context) => {
  const format = mailFormatOf(input);
  const parts = format === null ? await mailParts(input, context) : filesOf(await readMails(input, format, context));
  return parts.map(({ path, name }, index) => ({ path, name: name || `attachment-${index + 1}`, isAttached: true }));
};

function filesOf({ mails, folder }: Mails): { readonly name: string; readonly path: string }[] {
  return [...withAttached(mails)].flatMap(({ files }) =>
    files.map(({ name, file }) => ({ name, path: join(folder, file) })),
  );
}
