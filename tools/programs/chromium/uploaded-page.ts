import { stem } from '../../../src/files/filename.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, type WorkContext, warnOfUnusedPassword } from '../../../src/work/context.ts';
import { sourceOf } from '../../formats/office-files/families.ts';
import { warnOfEncoding } from '../../formats/text/encoding-warning.ts';
import { markdownToHtml } from '../../formats/text/steps.ts';
import { type Site, unpackSite } from './site/unpack-site.ts';

/** Returns the page that a file is: HTML, Markdown, or a zip of a page and its files. Throws ConversionError. */
export async function uploadedPage(input: LocalInput, context: WorkContext): Promise<Site> {
  if (input.format?.name === 'zip') return unpackSite(input, context);
  const { family } = sourceOf(input);
  if (family !== 'html' && family !== 'markdown') throw notForBrowsers(input);
  if (input.decryptPassword !== null) warnOfUnusedPassword(input, context);
  const path = family === 'html' ? input.path : await pageOfMarkdown(input, context);
  return { files: new Map([['index.html', path]]), start: 'index.html' };
}

async function pageOfMarkdown(input: LocalInput, context: WorkContext): Promise<string> {
  const options = { title: stem(input.filename), reader: 'print' } as const;
  const { path, ...encoding } = await markdownToHtml(input.path, options, context.workFolder, context);
  warnOfEncoding(encoding, { input, context });
  return path;
}

function notForBrowsers({ filename }: LocalInput): ConversionError {
  const message = `${filename} is no HTML, Markdown or zip of a page, which are what a browser shows. Leave engine out.`;
  return new ConversionError('option_unsupported', message, { details: { option: 'engine' } });
}
