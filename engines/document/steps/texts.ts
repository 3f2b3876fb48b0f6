import { stem } from '../../../src/files/filename.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import { warnOfEncoding } from '../../../tools/formats/text/encoding-warning.ts';
import type { RelativeLinks } from '../../../tools/formats/text/html/addresses.ts';
import {
  cleanHtml,
  flatOdfToHtml,
  htmlToMarkdown,
  markdownToChunks,
  type Removed,
  tidyHtmlOutput,
  toUtf8,
} from '../../../tools/formats/text/steps.ts';
import type { Draft, Work } from './step.ts';

/** Steps that change the markup or the encoding of a text; each in the text worker process. */

export async function utf8(draft: Draft, work: Work): Promise<Draft> {
  const { path, ...encoding } = await toUtf8(draft.path, await work.newFolder(), work.context);
  warnOfEncoding(encoding, work);
  return { path, format: 'txt' };
}

export async function clean(draft: Draft, links: RelativeLinks, work: Work): Promise<Draft> {
  const { path, removed, ...encoding } = await cleanHtml(draft.path, await work.newFolder(), work.context, links);
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

/** Converts a flat text or presentation to our own HTML, on its way to Markdown. */
export async function fromFlat(draft: Draft, { markdown, input, context, newFolder }: Work): Promise<Draft> {
  const options = {
    pictures: markdown.pictures !== 'none',
    marksPages: draft.format === 'fodp' && markdown.marksPages,
  };
  const { path, leftOut } = await flatOdfToHtml(draft.path, options, await newFolder(), context);
  if (leftOut.comments > 0) {
    const comments = pluralize(leftOut.comments, 'comment');
    const message = `${comments} in ${input.filename} ${leftOut.comments === 1 ? 'was' : 'were'} left out: Markdown has no place for comments.`;
    context.warn('output_limited', message, { comments: leftOut.comments });
  }
  if (leftOut.headers) {
    const message = `Headers and footers of the pages of ${input.filename} were left out: Markdown has no pages.`;
    context.warn('output_limited', message);
  }
  return { path, format: 'html', hasOwnMarks: true };
}

export async function toMarkdown(draft: Draft, work: Work): Promise<Draft> {
  const { pictures: asked } = work.markdown;
  const isWorkbook = work.source.family === 'calc';
  const relativeLinks = work.source.family === 'html' ? 'kept' : 'removed';
  const options = { pictures: asked, keepsOwnMarks: draft.hasOwnMarks === true, isWorkbook, relativeLinks } as const;
  const { path, images, pictures } = await htmlToMarkdown(draft.path, await work.newFolder(), work.context, options);
  if (images > 0) {
    const why = asked === 'none' ? 'Markdown has no place for pictures' : 'Pictures that are no bitmaps cannot be kept';
    const message = `${why}: ${pluralize(images, 'picture was', 'pictures were')} left out.`;
    work.context.warn('output_limited', message, { pictures: images });
  }
  return { path, format: 'md', pictures };
}

export async function toChunks(draft: Draft, { markdown, context, newFolder }: Work): Promise<Draft> {
  const { path } = await markdownToChunks(draft.path, markdown.chunks, await newFolder(), context);
  return { path, format: 'json' };
}

/** Warns of references and links that were removed. Does not report scripts: they do nothing in a document. */
export function warnOfRemoved({ references, links }: Removed, { input, context }: Work): void {
  if (references === 0 && links === 0) return;
  const what = [
    ...(references > 0 ? [pluralize(references, 'reference to another file', 'references to other files')] : []),
    ...(links > 0 ? [pluralize(links, 'link that leads nowhere from here', 'links that lead nowhere from here')] : []),
  ].join(' and ');
  const message = `${input.filename} has ${what}; nothing outside the input is read, so the result is without.`;
  context.warn('output_limited', message, { references, links });
}
