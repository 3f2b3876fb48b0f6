import { mailParts } from '../../../tools/formats/mail/mail-parts.ts';
import type { Extract } from './asset.ts';

/** Extracts all attachments of a mail, or of a web page that was saved with its pictures. */
export const fromMail: Extract = async (input, context) => {
  const parts = await mailParts(input, context);
  return parts.map(({ path, name }, index) => ({ path, name: name || `attachment-${index + 1}` }));
};
