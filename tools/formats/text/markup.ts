import { extname } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput } from '../../../src/work/context.ts';

/** Markup languages that are not read, by the ending of the name. */
const UNREAD: Readonly<Record<string, string>> = {
  lyx: 'LyX',
  pod: 'Perl documentation (POD)',
  texi: 'Texinfo',
  texinfo: 'Texinfo',
};

/**
 * Throws ConversionError `input_wrong_type` for a text in a markup language that is not read: the result would show its source, with all
 * of its marks, as if that were the document.
 */
export function refuseUnreadMarkup({ filename }: LocalInput): void {
  const ending = extname(filename).slice(1).toLowerCase();
  const language = Object.hasOwn(UNREAD, ending) ? UNREAD[ending] : undefined;
  if (language === undefined) return;
  const message = `${filename} is ${language}, which is not read here: the result would show its source. Convert it to HTML or Markdown first; or give it the ending .txt if you want its source.`;
  throw new ConversionError('input_wrong_type', message, { details: { markup: ending } });
}
