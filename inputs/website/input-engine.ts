import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { safeFilename, stem } from '../../src/files/filename.ts';
import {
  defineInputEngine,
  type InputContext,
  type InputRequest,
  type OpenedFile,
} from '../../src/runner/input-engine.ts';
import { writeZip } from '../../src/runner/pack.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { TaskInput } from '../../src/task/types.ts';
import { namedPaper, type PaperName, POINTS } from '../../tools/formats/pdf-pages/geometry/papers.ts';
import type { PageRequest } from '../../tools/programs/chromium/page-request.ts';
import { describeChromium } from '../../tools/programs/chromium/programs.ts';
import { closeChromium, type Rendered, renderPage } from '../../tools/programs/chromium/render.ts';
import { checksOf, type Paper, pictureOf, printOf, viewOf, waitOf } from '../../tools/programs/chromium/settings.ts';
import { uploadedPage } from '../../tools/programs/chromium/uploaded-page.ts';
import { catalog } from './catalog.ts';

type Request = InputRequest<typeof catalog>;

/** Web pages as files: a picture, a PDF, or a zip of the page with what it shows. */
export const inputEngine = defineInputEngine(catalog, {
  open: async (request, context) => [await openPage(request, context)],
  describe: async () => [
    await describeChromium(Object.keys(catalog.engines).map((name) => `inputs of the engine ${name}`)),
  ],
  close: closeChromium,
});

async function openPage(request: Request, context: InputContext): Promise<OpenedFile> {
  const { options } = request;
  const settings = { view: viewOf(options), wait: waitOf(options), checks: checksOf(options) };
  if (request.engine === 'screenshot') return takePicture(request, settings, context);
  const page = { ...settings, subject: { url: webAddress(request.input).href } };
  switch (request.engine) {
    case 'screenshot_pdf': {
      const output = { kind: 'pdf', ...printOf(request.options, paperOf(request.options)) } as const;
      return named(await renderPage({ ...page, output }, context), 'pdf', request.input);
    }
    case 'website': {
      const site = await renderPage({ ...page, output: { kind: 'site' } }, context);
      const path = join(context.workFolder, 'page.zip');
      await writeZip(await filesBelow(site.path), path, context.signal);
      return named({ ...site, path }, 'zip', request.input);
    }
  }
}

type Settings = Pick<PageRequest, 'view' | 'wait' | 'checks'>;

/** Takes a picture of the page at the address; or if the source is a file, of the page in it. */
async function takePicture(
  { input, options }: Extract<Request, { engine: 'screenshot' }>,
  settings: Settings,
  context: InputContext,
): Promise<OpenedFile> {
  const output = { kind: 'png', ...pictureOf(options) } as const;
  if (isWebAddress(input.source)) {
    const { href: url } = new URL(input.source);
    return named(await renderPage({ ...settings, subject: { url }, output }, context), 'png', input);
  }
  const fetched = await context.fetch();
  const decryptPassword = input.credentials.decrypt_password ?? null;
  const site = await uploadedPage({ ...fetched, id: input.id, decryptPassword }, context);
  const subject = { ...site, network: options.allow_network };
  const { path } = await renderPage({ ...settings, subject, output }, context);
  return { path, filename: safeFilename(`${stem(fetched.filename)}.png`) };
}

/** Returns the files in a folder and below it, sorted by path. */
async function filesBelow(folder: string): Promise<{ path: string; filename: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path, filename: relative(folder, path) }));
}

const isWebAddress = (source: string): boolean => /^https?:$/.test(URL.parse(source)?.protocol ?? '');

/** Throws ConversionError `input_source_unsupported`. */
function webAddress({ source }: TaskInput): URL {
  if (isWebAddress(source)) return new URL(source);
  const message = 'Only pages of the web are opened by this engine: the source must be an https:// or http:// URL.';
  throw new ConversionError('input_source_unsupported', message);
}

/** Names the file as the client does, else after the address that the page came from. */
function named({ path, url }: Rendered, extension: string, { filename }: TaskInput): OpenedFile {
  const { hostname, pathname } = new URL(url);
  const ownName = filename?.replace(/\.[^./\\]*$/, '');
  const name = ownName || `${hostname}${pathname.replace(/\/+$/, '').replaceAll('/', '-')}`;
  return { path, filename: safeFilename(`${name}.${extension}`) };
}

interface PaperOptions {
  readonly page_size: PaperName;
  readonly landscape: boolean;
  readonly custom_page_size_width?: string;
  readonly custom_page_size_height?: string;
  readonly custom_page_size_unit?: 'mm' | 'in';
}

/** A custom size counts before the named one. Throws ConversionError if only one of its sides is given. */
function paperOf(options: PaperOptions): Paper {
  const { custom_page_size_width: width, custom_page_size_height: height, landscape } = options;
  if (width !== undefined && height !== undefined) {
    const inches = (side: string) => Number(side) / (options.custom_page_size_unit === 'in' ? 1 : MM_PER_INCH);
    return { width: inches(width), height: inches(height), landscape };
  }
  if (width !== height) {
    const option = width === undefined ? 'custom_page_size_width' : 'custom_page_size_height';
    const message = `A custom page size needs both its width and its height: ${option} is missing.`;
    throw new ConversionError('option_conflict', message, { source: 'input', details: { option } });
  }
  const named = namedPaper(options.page_size);
  return { width: named.width / POINTS.in, height: named.height / POINTS.in, landscape };
}

const MM_PER_INCH = 25.4;
