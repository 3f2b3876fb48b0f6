import { join } from 'node:path';
import { safeFilename, stem } from '../../../src/files/filename.ts';
import { UniqueNames } from '../../../src/files/unique-names.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import { type Mail, type MailFile, titleOf, withAttached } from '../../../tools/formats/mail/mail.ts';
import { mailFormatOf } from '../../../tools/formats/mail/mail-format.ts';
import type { PageFacts } from '../../../tools/formats/mail/page.ts';
import { type Mails, mailsToHtml, readMails } from '../../../tools/formats/mail/read-mails.ts';
import { workOnObjects } from '../../../tools/formats/pdf-pages/work-on-objects.ts';
import { printOwnPage } from './print.ts';
import type { AttachedFile, Draft, MailsDraft, Work } from './step.ts';

/** Reads a mail or a mailbox and makes one clean page of it. Throws ConversionError as readMails does. */
export async function mailToHtml(_draft: Draft, work: Work): Promise<Draft> {
  // Engines that do a part of the work for another one may give no options.
  const { input, context, attachments = 'list', print } = work;
  const format = mailFormatOf(input);
  if (format === null) throw new Error(`${input.filename} is not a mail`);
  const found = await readMails(input, format, context);
  const options = { title: stem(input.filename), remote: print?.network === true, quoteMarks: work.target === 'txt' };
  const { path, facts } = await mailsToHtml(found, options, context);
  warnOfPage(facts, found.mails, work);
  const mails = { titles: found.mails.map(titleOf), attached: attachedOf(found, new Set(facts.shown)) };
  if (work.target !== 'pdf' || attachments === 'list') warnOfAttached(mails, work);
  return { path, format: 'html', mails };
}

/** Prints a page of mails by a browser without scripts, with a bookmark for each of several. Throws ConversionError. */
export async function printPage({ path: page, mails }: Draft, work: Work): Promise<Draft> {
  const { print } = work;
  if (print === undefined || mails === undefined)
    throw new Error('only pages of mails are printed, for the target pdf');
  const hasOutline = mails.titles.length > 1;
  const output = { ...print.output, outline: print.output.outline || hasOutline };
  const draft = await printOwnPage(page, { ...print, output }, work);
  const path = hasOutline && output.ranges === null ? await withTitles(draft.path, mails.titles, work) : draft.path;
  return { ...draft, path, mails };
}

/** Writes the titles of the bookmarks again, because the browser joins the lines of a heading without a space. */
async function withTitles(path: string, titles: readonly string[], work: Work): Promise<string> {
  const operations = titles.map((value, index) => ({ op: 'replace', path: `/outline/${index}/title`, value }));
  const { pdf } = await workOnObjects({ path, pages: 0 }, { action: 'patch', operations }, work);
  return pdf.path;
}

/** Returns the attached files that no page shows, of mails attached to mails too, under names of their own. */
function attachedOf({ mails, folder }: Mails, shown: ReadonlySet<string>): AttachedFile[] {
  const names = new UniqueNames();
  return [...withAttached(mails)].flatMap(({ files }) =>
    files
      .filter(({ file, size }) => !shown.has(file) && size > 0)
      .map((file) => ({
        path: join(folder, file.file),
        filename: names.take(safeFilename(nameOf(file), { fallback: 'attachment' })),
        isMail: file.mail !== null,
      })),
  );
}

const nameOf = ({ name, type }: MailFile): string =>
  name !== '' ? name : type.startsWith('text/') ? 'attachment.txt' : 'attachment';

function warnOfAttached({ attached }: MailsDraft, { input, target, context }: Work): void {
  const files = attached.filter(({ isMail }) => !isMail).length;
  if (files === 0) return;
  const how = target === 'pdf' ? 'option attachments embeds or appends them' : 'operation/extract-assets extracts them';
  const are = files === 1 ? 'is listed, but is not' : 'are listed, but are not';
  const message = `${pluralize(files, 'file')} attached to ${input.filename} ${are} in the result: ${how}.`;
  context.warn('output_limited', message, { attachments: files });
}

function warnOfPage(facts: PageFacts, mails: readonly Mail[], { input, print, context }: Work): void {
  const warn = (message: string, details: Record<string, unknown>) => context.warn('output_limited', message, details);
  const { missingPictures: missing, encrypted, undecoded } = facts;
  const remote = facts.remoteBackgrounds + (print?.network === true ? 0 : facts.remotePictures);
  if (remote > 0) {
    const how = print === undefined || print.network ? '' : ' unless engine is chromium and allow_network is true';
    const message = `${input.filename} has ${pluralize(remote, print?.network === true ? 'background' : 'picture')} on the web, which ${remote === 1 ? 'is' : 'are'} not loaded${how}.`;
    context.warn('resource_refused', message, { pictures: remote });
  }
  if (undecoded > 0) {
    const what = mails.length > 1 ? `${pluralize(undecoded, 'mail')} in ${input.filename}` : input.filename;
    warn(`Some characters of ${what} are not valid in the encoding that it states, and were replaced by \ufffd.`, {
      mails: undecoded,
    });
  }
  if (missing > 0) {
    const what = pluralize(missing, 'picture was', 'pictures were');
    warn(`${what} left out: not PNG, JPEG, GIF, BMP or WebP, or more than fit on a page.`, { pictures: missing });
  }
  if (encrypted > 0) {
    const of = mails.length > 1 ? ` of ${pluralize(encrypted, 'mail')} in ${input.filename}` : ` of ${input.filename}`;
    warn(`The content${of} is encrypted and not in the result.`, { mails: encrypted });
  }
}
