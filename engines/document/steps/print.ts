import { renderPage } from '../../../tools/programs/chromium/render.ts';
import type { Draft, Work } from './step.ts';

/** Prints our own HTML, which needs no scripts and loads nothing, with a browser. Throws ConversionError. */
export async function printHtml({ path }: Draft, { print, context }: Work): Promise<Draft> {
  if (print === undefined) throw new Error('only a PDF is printed');
  const printed = await renderPage(
    { subject: { files: new Map([['index.html', path]]), start: 'index.html', network: false }, ...print },
    context,
  );
  return { path: printed.path, format: 'pdf' };
}
