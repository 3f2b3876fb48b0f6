import type { WorkContext } from '../../../src/work/context.ts';
import { pageAuthor } from '../../../tools/formats/text/page-author.ts';
import { renderPage } from '../../../tools/programs/chromium/render.ts';
import type { Draft, PrintAsked, Work } from './step.ts';

/** Prints our own HTML of markup, which loads nothing. Throws ConversionError. */
export async function printHtml({ path }: Draft, { print, context }: Work): Promise<Draft> {
  if (print === undefined) throw new Error('only a PDF is printed');
  const printed = await printOwnPage(path, { ...print, network: false }, { context });
  return { ...printed, ...(await authorOf(path)) };
}

/** Returns the authors whom a page of our own names: browsers do not write them into a PDF. */
export async function authorOf(page: string): Promise<Pick<Draft, 'author'>> {
  const author = await pageAuthor(page);
  return author === null ? {} : { author };
}

/** Prints a page of our own with a browser, without scripts. Throws ConversionError. */
export async function printOwnPage(
  page: string,
  { network, hasMargins: _, view, ...request }: PrintAsked,
  { context }: { readonly context: WorkContext },
): Promise<Draft> {
  const subject = { files: new Map([['index.html', page]]), start: 'index.html', network };
  const { path } = await renderPage({ ...request, view: { ...view, javascript: false }, subject }, context);
  return { path, format: 'pdf', isPrinted: true };
}
