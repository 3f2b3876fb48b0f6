import type { TargetOptions } from '../../../src/catalog/definition.ts';
import { stem } from '../../../src/files/filename.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, type WorkContext, warnOfUnusedPassword } from '../../../src/work/context.ts';
import { sourceOf } from '../../../tools/formats/office-files/families.ts';
import { namedPaper, POINTS } from '../../../tools/formats/pdf-pages/geometry/papers.ts';
import { markdownToPage } from '../../../tools/formats/text/steps.ts';
import { renderPage } from '../../../tools/programs/chromium/render.ts';
import { checksOf, printOf, viewOf, waitOf } from '../../../tools/programs/chromium/settings.ts';
import { type Site, unpackSite } from '../../../tools/programs/chromium/site/unpack-site.ts';
import type { catalog } from '../catalog.ts';
import type { PdfOptions } from '../operations/operation.ts';
import { paperOf } from '../operations/pages/page-size.ts';
import type { Draft } from './step.ts';
import { warnOfEncoding } from './texts.ts';

/** All options of the target pdf. */
type PageOptions = TargetOptions<typeof catalog, 'pdf'>;

/** Prints HTML, Markdown, or a zip of a page and its files with a browser. Throws ConversionError. */
export async function printByChromium(input: LocalInput, options: PageOptions, context: WorkContext): Promise<Draft> {
  const site = await siteOf(input, context);
  const { path } = await renderPage(
    {
      subject: { ...site, network: options.allow_network },
      view: viewOf(options),
      wait: waitOf(options),
      checks: checksOf(options),
      output: { kind: 'pdf', ...printOf(options, paper(options)) },
    },
    context,
  );
  return { path, format: 'pdf' };
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

async function siteOf(input: LocalInput, context: WorkContext): Promise<Site> {
  if (input.format?.name === 'zip') return unpackSite(input, context);
  const { family } = sourceOf(input);
  if (family !== 'html' && family !== 'markdown') throw notForBrowsers(input);
  if (input.decryptPassword !== null) warnOfUnusedPassword(input, context);
  const path = family === 'html' ? input.path : await pageOfMarkdown(input, context);
  return { files: new Map([['index.html', path]]), start: 'index.html' };
}

async function pageOfMarkdown(input: LocalInput, context: WorkContext): Promise<string> {
  const { workFolder } = context;
  const { path, ...encoding } = await markdownToPage(input.path, stem(input.filename), workFolder, context);
  warnOfEncoding(encoding, { input, context });
  return path;
}

function notForBrowsers({ filename }: LocalInput): ConversionError {
  const message = `${filename} is no HTML, Markdown or zip of a page, which are what engine chromium reads. Leave engine out.`;
  return new ConversionError('option_unsupported', message, { details: { option: 'engine' } });
}

function paper(options: PdfOptions) {
  const { width, height } = paperOf(options) ?? namedPaper('a4');
  const isWide = width > height;
  const landscape = options.orientation === undefined ? false : (options.orientation === 'landscape') !== isWide;
  return { width: width / POINTS.in, height: height / POINTS.in, landscape };
}
