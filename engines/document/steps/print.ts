import type { WorkContext } from '../../../src/work/context.ts';
import { renderPage } from '../../../tools/programs/chromium/render.ts';
import type { Draft, PrintAsked, Work } from './step.ts';

/** Prints our own HTML of markup, which loads nothing. Throws ConversionError. */
export async function printHtml({ path }: Draft, { print, context }: Work): Promise<Draft> {
  if (print === undefined) throw new Error('only a PDF is printed');
  return printOwnPage(path, { ...print, network: false }, { context });
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
