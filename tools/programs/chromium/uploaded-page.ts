import { posix } from 'node:path';
import { stem } from '../../../src/files/filename.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, type WorkContext, warnOfUnusedPassword } from '../../../src/work/context.ts';
import { drawnDiagrams } from '../../formats/diagrams/of-markdown.ts';
import { sourceOf } from '../../formats/office-files/families.ts';
import { warnOfEncoding } from '../../formats/text/encoding-warning.ts';
import { warnOfFormulas } from '../../formats/text/formula-warning.ts';
import { isMarkdownName } from '../../formats/text/kinds.ts';
import type { MarkdownPageOptions } from '../../formats/text/markdown/read.ts';
import { markdownToHtml } from '../../formats/text/steps.ts';
import { type Site, unpackSite } from './site/unpack-site.ts';

/** Look of a page made of Markdown, and whether the margins of its paper are set elsewhere. */
export type MarkdownLook = Pick<MarkdownPageOptions, 'style' | 'css' | 'hasMargins'>;

/** A page, and whether it was made of Markdown. */
export interface UploadedPage extends Site {
  readonly isMarkdown: boolean;
}

/** Returns the page that a file is: HTML, Markdown, or a zip of one of these and its files. Throws ConversionError. */
export async function uploadedPage(
  input: LocalInput,
  context: WorkContext,
  look: MarkdownLook = PAPER,
): Promise<UploadedPage> {
  if (input.format?.name === 'zip') return unpackedPage(await unpackSite(input, context), input, look, context);
  const { family } = sourceOf(input);
  if (family !== 'html' && family !== 'markdown') throw notForBrowsers(input);
  if (input.decryptPassword !== null) warnOfUnusedPassword(input, context);
  const path = family === 'html' ? input.path : await pageOfMarkdown(input, look, context);
  return { files: new Map([['index.html', path]]), start: 'index.html', isMarkdown: family === 'markdown' };
}

const PAPER: MarkdownLook = { hasMargins: true };

/** Replaces the Markdown text of a site by the page made of it, in the same folder. */
async function unpackedPage(
  site: Site,
  input: LocalInput,
  look: MarkdownLook,
  context: WorkContext,
): Promise<UploadedPage> {
  const path = site.files.get(site.start);
  if (path === undefined || !isMarkdownName(site.start)) return { ...site, isMarkdown: false };
  const text = { ...input, path, filename: posix.basename(site.start) };
  const start = posix.join(posix.dirname(site.start), 'index.html');
  return {
    files: new Map([...site.files, [start, await pageOfMarkdown(text, look, context)]]),
    start,
    isMarkdown: true,
  };
}

async function pageOfMarkdown(input: LocalInput, look: MarkdownLook, context: WorkContext): Promise<string> {
  const diagrams = await drawnDiagrams(input, 'svg', context);
  const options = { title: stem(input.filename), reader: 'print', ...look } as const;
  const made = await markdownToHtml(input.path, options, context.workFolder, context, diagrams);
  warnOfEncoding(made, { input, context });
  warnOfFormulas(made.formulas, input.filename, context);
  return made.path;
}

function notForBrowsers({ filename }: LocalInput): ConversionError {
  const message = `${filename} is no HTML, Markdown or zip of a page, which are what a browser shows. Leave engine out.`;
  return new ConversionError('option_unsupported', message, { details: { option: 'engine' } });
}
