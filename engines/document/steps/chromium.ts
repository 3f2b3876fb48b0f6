import type { TargetOptions } from '../../../src/catalog/definition.ts';
import { locateProgram } from '../../../src/process/programs.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { mailFormatOf } from '../../../tools/formats/mail/mail-format.ts';
import { isTypstName, markupOf } from '../../../tools/formats/markup/languages.ts';
import { projectText } from '../../../tools/formats/markup/project.ts';
import { namedPaper, POINTS } from '../../../tools/formats/pdf-pages/geometry/papers.ts';
import { isMarkdown, isMarkdownName } from '../../../tools/formats/text/kinds.ts';
import {
  DEFAULT_CHECKS,
  DEFAULT_PRINT,
  DEFAULT_VIEW,
  DEFAULT_WAIT,
} from '../../../tools/programs/chromium/defaults.ts';
import { CHROMIUM } from '../../../tools/programs/chromium/programs.ts';
import { renderPage } from '../../../tools/programs/chromium/render.ts';
import { checksOf, printOf, viewOf, waitOf } from '../../../tools/programs/chromium/settings.ts';
import { uploadedPage } from '../../../tools/programs/chromium/uploaded-page.ts';
import type { catalog } from '../catalog.ts';
import type { PdfOptions } from '../operations/operation.ts';
import { paperOf } from '../operations/pages/page-size.ts';
import { hasNoTransparency, wantsTags } from '../pdf-a-levels.ts';
import { warnOfLook } from './look.ts';
import { needsOffice } from './pdf-export.ts';
import { authorOf } from './print.ts';
import type { Draft, PrintAsked, Work } from './step.ts';

/** All options of the target pdf. */
type PageOptions = TargetOptions<typeof catalog, 'pdf'>;

/**
 * Whether a browser prints an input although nothing asks for it: Markdown, alone or in a zip with its pictures, and HTML that is to be
 * tagged, which LibreOffice does in part; unless an option needs LibreOffice, or no browser is installed.
 */
export async function isPrintedAnyway(
  input: LocalInput,
  options: PageOptions,
  { pdfExport, recognition }: Pick<Work, 'pdfExport' | 'recognition'>,
): Promise<boolean> {
  // Browsers use transparency for shadows and symbols.
  const isForOffice =
    recognition !== null || (pdfExport !== undefined && needsOffice(pdfExport)) || hasNoTransparency(options.pdf_a);
  if (options.engine !== undefined || isForOffice || (await locateProgram(CHROMIUM)) === null) return false;
  const text = projectText(input);
  if (text !== null) return isMarkdownName(text);
  return (wantsTags(options) && input.format?.name === 'html') || isMarkdown(input);
}

/** Prints HTML, Markdown, or a zip of a page and its files with a browser. Throws ConversionError. */
export async function printByChromium(
  input: LocalInput,
  { print, markdown: { look }, context }: Pick<Work, 'markdown' | 'context'> & { readonly print: PrintAsked },
): Promise<Draft> {
  const { network, hasMargins, ...request } = print;
  const { isMarkdown, ...site } = await uploadedPage(input, context, { ...look, hasMargins });
  if (!isMarkdown) warnOfLook(look, input, context);
  const { path } = await renderPage({ ...request, subject: { ...site, network } }, context);
  const page = isMarkdown ? site.files.get(site.start) : undefined;
  return { path, format: 'pdf', isPrinted: true, ...(page !== undefined && (await authorOf(page))) };
}

/**
 * Returns how a browser prints. Without engine chromium, which most options of the browser need, it does so without scripts and network.
 * Throws ConversionError `option_invalid` for headers that cannot be sent.
 */
export function printAskedOf(options: PageOptions): PrintAsked {
  if (options.engine === 'chromium') {
    return {
      view: viewOf(options),
      wait: waitOf(options),
      checks: checksOf(options),
      output: { kind: 'pdf', ...printOf(options, paper(options)) },
      network: options.allow_network,
      hasMargins: true,
    };
  }
  return {
    view: { ...DEFAULT_VIEW, javascript: false, media: 'print' },
    wait: DEFAULT_WAIT,
    checks: DEFAULT_CHECKS,
    output: { kind: 'pdf', ...DEFAULT_PRINT, ...paper(options) },
    network: false,
    hasMargins: false,
  };
}

/** Whether a browser prints a page of our own that is made of the input, whatever `engine` says: of a mail, or of markup. */
export function makesOwnPage(input: LocalInput): boolean {
  if (mailFormatOf(input) !== null) return true;
  const text = projectText(input);
  if (isTypstName(text ?? input.filename)) return false;
  return text === null ? markupOf(input) !== null : !isMarkdownName(text);
}

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
