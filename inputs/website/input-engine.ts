import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { safeFilename } from '../../src/files/filename.ts';
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
import { describeChromium } from '../../tools/programs/chromium/programs.ts';
import { closeChromium, type Rendered, renderPage } from '../../tools/programs/chromium/render.ts';
import { checksOf, type Paper, pictureOf, printOf, viewOf, waitOf } from '../../tools/programs/chromium/settings.ts';
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
  const url = webAddress(request.input);
  const { options } = request;
  const page = {
    subject: { url: url.href },
    view: viewOf(options),
    wait: waitOf(options),
    checks: checksOf(options),
  };
  switch (request.engine) {
    case 'screenshot': {
      const output = { kind: 'png', ...pictureOf(request.options) } as const;
      return named(await renderPage({ ...page, output }, context), 'png', request.input);
    }
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

/** Returns the files in a folder and below it, sorted by path. */
async function filesBelow(folder: string): Promise<{ path: string; filename: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path, filename: relative(folder, path) }));
}

/** Throws ConversionError `input_source_unsupported`. */
function webAddress({ source }: TaskInput): URL {
  const url = URL.canParse(source) ? new URL(source) : null;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
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

function paperOf({ page_size, landscape }: { page_size: PaperName; landscape: boolean }): Paper {
  const { width, height } = namedPaper(page_size);
  return { width: width / POINTS.in, height: height / POINTS.in, landscape };
}
