import { countOf } from '../../../src/count-of.ts';
import { stem } from '../../../src/files/filename.ts';
import {
  cleanHtml,
  htmlToMarkdown,
  type InputEncoding,
  markdownToHtml,
  type Removed,
  tidyHtmlOutput,
  toUtf8,
} from '../../../tools/text/steps.ts';
import type { Draft, Work } from './step.ts';

/** Steps that change the markup or the encoding of a text; each in the text worker process. */

export async function utf8(draft: Draft, work: Work): Promise<Draft> {
  const { path, ...encoding } = await toUtf8(draft.path, await work.newFolder(), work.context);
  warnOfEncoding(encoding, work);
  return { path, format: 'txt' };
}

export async function fromMarkdown(draft: Draft, work: Work): Promise<Draft> {
  const title = stem(work.input.filename);
  const { path, removed, ...encoding } = await markdownToHtml(draft.path, title, await work.newFolder(), work.context);
  warnOfEncoding(encoding, work);
  warnOfRemoved(removed, work);
  return { path, format: 'html' };
}

export async function clean(draft: Draft, work: Work): Promise<Draft> {
  const { path, removed, ...encoding } = await cleanHtml(draft.path, await work.newFolder(), work.context);
  warnOfEncoding(encoding, work);
  warnOfRemoved(removed, work);
  return { path, format: 'html' };
}

export async function tidy(draft: Draft, work: Work): Promise<Draft> {
  const title = stem(work.input.filename);
  const { path, removed } = await tidyHtmlOutput(draft.path, await work.newFolder(), work.context, title);
  warnOfRemoved(removed, work);
  return { path, format: 'html' };
}

export async function toMarkdown(draft: Draft, work: Work): Promise<Draft> {
  const { path, images } = await htmlToMarkdown(draft.path, await work.newFolder(), work.context);
  if (images > 0) {
    const message = `Markdown has no place for pictures: ${countOf(images, 'picture was', 'pictures were')} left out.`;
    work.context.warn('output_limited', message, { pictures: images });
  }
  return { path, format: 'md' };
}

export function warnOfEncoding(
  { encoding, confident }: InputEncoding,
  { input, context }: Pick<Work, 'input' | 'context'>,
): void {
  if (confident) return;
  const message = `${input.filename} does not say what encoding it has; it was read as ${encoding}.`;
  context.warn('output_limited', message, { encoding });
}

/** Scripts do nothing in a document: nobody misses them. */
function warnOfRemoved({ references, links }: Removed, { input, context }: Work): void {
  if (references === 0 && links === 0) return;
  const what = [
    ...(references > 0 ? [countOf(references, 'reference to another file', 'references to other files')] : []),
    ...(links > 0 ? [countOf(links, 'link that leads nowhere from here', 'links that lead nowhere from here')] : []),
  ].join(' and ');
  const message = `${input.filename} has ${what}; nothing outside the input is read, so the result is without.`;
  context.warn('output_limited', message, { references, links });
}
