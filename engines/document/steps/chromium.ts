import type { TargetOptions } from '../../../src/catalog/definition.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { namedPaper, POINTS } from '../../../tools/formats/pdf-pages/geometry/papers.ts';
import { renderPage } from '../../../tools/programs/chromium/render.ts';
import { checksOf, printOf, viewOf, waitOf } from '../../../tools/programs/chromium/settings.ts';
import { uploadedPage } from '../../../tools/programs/chromium/uploaded-page.ts';
import type { catalog } from '../catalog.ts';
import type { PdfOptions } from '../operations/operation.ts';
import { paperOf } from '../operations/pages/page-size.ts';
import type { Draft, PrintAsked } from './step.ts';

/** All options of the target pdf. */
type PageOptions = TargetOptions<typeof catalog, 'pdf'>;

/** Prints HTML, Markdown, or a zip of a page and its files with a browser. Throws ConversionError. */
export async function printByChromium(input: LocalInput, options: PageOptions, context: WorkContext): Promise<Draft> {
  const site = await uploadedPage(input, context);
  const subject = { ...site, network: options.allow_network };
  const { path } = await renderPage({ subject, ...printAskedOf(options) }, context);
  return { path, format: 'pdf' };
}

/** Returns what the options ask of a browser that prints a page. */
export const printAskedOf = (options: PageOptions): PrintAsked => ({
  view: viewOf(options),
  wait: waitOf(options),
  checks: checksOf(options),
  output: { kind: 'pdf', ...printOf(options, paper(options)) },
});

/** Removes the options that the browser handles itself; the rest is work on the finished PDF. */
export function withoutPaper(options: PdfOptions): PdfOptions {
  const { page_size: _size, orientation: _orientation, ...others } = options;
  const {
    custom_page_size_width: _width,
    custom_page_size_height: _height,
    custom_page_size_unit: _unit,
    ...rest
  } = others;
  return rest;
}

function paper(options: PdfOptions) {
  const { width, height } = paperOf(options) ?? namedPaper('a4');
  const isWide = width > height;
  const landscape = options.orientation === undefined ? false : (options.orientation === 'landscape') !== isWide;
  return { width: width / POINTS.in, height: height / POINTS.in, landscape };
}
