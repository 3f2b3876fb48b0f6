import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatBytes } from '../../../src/process/limits.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { Rewriting, Rewritten } from '../subtitles/rewrite.ts';
import type { TextDifference } from './difference.ts';
import type { FlatOdfOptions, LeftOut } from './flat-odf/read.ts';
import type { RelativeLinks } from './html/addresses.ts';
import type { Removed } from './html/clean.ts';
import type { ChunkOptions } from './markdown/chunks.ts';
import type { MarkdownPageOptions } from './markdown/read.ts';
import type { MarkdownOptions } from './markdown/write.ts';
import { runInPool } from './pool.ts';
import { type InputEncoding, OTHER, OUTPUTS, type StepName, type StepOptions, type StepResult } from './run-step.ts';

export { csvLoadOptions } from './csv/options.ts';
export { PICTURE_FOLDER } from './markdown/pictures.ts';
export type { InputEncoding, Removed };

/*
 * Steps of text formats before and after LibreOffice. Each step runs in its own process (pool.ts) and writes its output into a new folder
 * inside `folder`. All throw ConversionError: `input_too_large` over the limits below, `conversion_timeout`, `conversion_canceled`,
 * `limit_*`, `engine_crashed`, `sandbox_unavailable`.
 */

const MiB = 1024 ** 2;

/** Largest Markdown, bytes. Plain text and CSV have no such limit. */
export const MARKDOWN_LIMIT_BYTES = 16 * MiB;
/** Largest HTML, bytes. */
export const HTML_LIMIT_BYTES = 64 * MiB;

/** Largest subtitles, bytes: those of a long film have 0.3 MiB, with effects some more. */
export const SUBTITLES_LIMIT_BYTES = 16 * MiB;

/** All pictures of one page together, bytes: they become part of its text. */
const PICTURES_LIMIT_BYTES = 64 * MiB;

/** Converts a text of any size to UTF-8 without a byte order mark. */
export async function toUtf8(
  path: string,
  folder: string,
  context: WorkContext,
): Promise<{ path: string } & InputEncoding> {
  return makeFile('to-utf8', {}, path, folder, context);
}

/** Reads, changes and writes subtitles. */
export async function rewriteSubtitles(
  path: string,
  how: Rewriting,
  folder: string,
  context: WorkContext,
): Promise<{ path: string } & Rewritten> {
  await checkSize(path, SUBTITLES_LIMIT_BYTES, 'file of subtitles');
  return makeFile('rewrite-subtitles', how, path, folder, context);
}

/** What a Markdown text became, and what of it could not be shown. */
export interface MarkdownHtml extends InputEncoding {
  readonly path: string;
  readonly removed: Removed;
  /** Formulas that stayed in TeX. */
  readonly formulas: number;
}

/**
 * Converts Markdown to an HTML page for its reader, cleaned as in cleanHtml unless it is printed at once (MarkdownReader).
 * @param files pictures next to the text, by their relative addresses, and drawn diagrams: up to 64 MiB together
 */
export async function markdownToHtml(
  path: string,
  options: MarkdownPageOptions,
  folder: string,
  context: WorkContext,
  files: ReadonlyMap<string, string> = new Map(),
): Promise<MarkdownHtml> {
  await checkSize(path, MARKDOWN_LIMIT_BYTES, 'Markdown');
  const addresses = [...files.keys()];
  const pictures = new Map([...files.values()].map((picture, index) => [String(index), picture] as const));
  return makeFile('markdown-to-html', { ...options, files: addresses }, path, folder, context, pictures);
}

/** Returns the sources of the diagrams (code blocks `mermaid`) of a Markdown text, in their order. */
export async function diagramsOfMarkdown(path: string, context: WorkContext): Promise<readonly string[]> {
  await checkSize(path, MARKDOWN_LIMIT_BYTES, 'Markdown');
  return (await runInPool('markdown-diagrams', {}, { input: path }, context)).diagrams;
}

/** Makes an HTML input safe and self-contained: UTF-8, no scripts, nothing to load but `data:` bitmaps. */
export async function cleanHtml(
  path: string,
  folder: string,
  context: WorkContext,
  relativeLinks: RelativeLinks = 'removed',
): Promise<{ path: string; removed: Removed } & InputEncoding> {
  await checkSize(path, HTML_LIMIT_BYTES, 'HTML');
  return makeFile('clean-html', { relativeLinks }, path, folder, context);
}

/**
 * Converts a text or presentation of any size that LibreOffice wrote as flat OpenDocument to our own HTML (own-marks.ts), as an
 * intermediate step to Markdown.
 */
export async function flatOdfToHtml(
  path: string,
  options: FlatOdfOptions,
  folder: string,
  context: WorkContext,
): Promise<{ path: string; leftOut: LeftOut }> {
  return makeFile('flat-odf-to-html', options, path, folder, context);
}

/** The default options for Markdown. */
const PLAIN_MARKDOWN: MarkdownOptions = { pictures: 'none', keepsOwnMarks: false };

/**
 * Converts LibreOffice's or our own HTML to GitHub's Markdown. `images`: number of pictures left out; `pictures`: paths of the linked
 * files, which belong in PICTURE_FOLDER next to the text.
 */
export async function htmlToMarkdown(
  path: string,
  folder: string,
  context: WorkContext,
  options: MarkdownOptions = PLAIN_MARKDOWN,
): Promise<{ path: string; images: number; pictures: readonly string[] }> {
  await checkSize(path, HTML_LIMIT_BYTES, 'HTML');
  const made = await makeFile('html-to-markdown', options, path, folder, context);
  return { ...made, pictures: made.pictures.map((name) => join(dirname(made.path), name)) };
}

/** Writes a page that shows how two texts in UTF-8 differ. Each may have 64 MiB. */
export async function writeDifference(
  [before, after]: readonly [string, string],
  names: readonly [string, string],
  folder: string,
  context: WorkContext,
): Promise<{ path: string } & TextDifference> {
  for (const path of [before, after]) await checkSize(path, HTML_LIMIT_BYTES, 'text');
  return makeFile('text-difference', { names }, before, folder, context, new Map([[OTHER, after]]));
}

/** Converts Markdown in UTF-8 to JSON of its chunks (docs/schemas/chunks.schema.json). */
export async function markdownToChunks(
  path: string,
  options: ChunkOptions,
  folder: string,
  context: WorkContext,
): Promise<{ path: string; chunks: number }> {
  await checkSize(path, HTML_LIMIT_BYTES, 'Markdown');
  return makeFile('markdown-to-chunks', options, path, folder, context);
}

/**
 * Converts LibreOffice's HTML to one page of HTML 5, with the pictures that it wrote next to the file. `title`: for documents without one.
 */
export async function tidyHtmlOutput(
  path: string,
  folder: string,
  context: WorkContext,
  title = '',
): Promise<{ path: string; removed: Removed }> {
  await checkSize(path, HTML_LIMIT_BYTES, 'HTML');
  return makeFile('tidy-html', { title }, path, folder, context, await picturesBeside(path));
}

/** Returns csvLoadOptions for a whole file in any encoding: a leading zero in its last line counts too. */
export async function csvLoadOptionsOf(path: string, kind: 'csv' | 'tsv', context: WorkContext): Promise<string> {
  return (await runInPool('csv-load-options', { kind }, { input: path }, context)).tokens;
}

async function makeFile<Name extends Exclude<StepName, 'csv-load-options' | 'markdown-diagrams'>>(
  step: Name,
  options: StepOptions[Name],
  input: string,
  folder: string,
  context: WorkContext,
  pictures: ReadonlyMap<string, string> = new Map(),
): Promise<{ path: string } & StepResult[Name]> {
  const outputFolder = await mkdtemp(join(folder, 'text-'));
  const result = await runInPool(step, options, { input, pictures, outputFolder }, context);
  return { ...result, path: join(outputFolder, OUTPUTS[step]) };
}

async function checkSize(path: string, limit: number, what: string): Promise<void> {
  const { size } = await stat(path);
  if (size <= limit) return;
  throw new ConversionError(
    'input_too_large',
    `The ${what} is larger than ${formatBytes(limit)}, the most that can be converted. Split it into smaller files.`,
    { details: { size, limit } },
  );
}

/** Returns bitmaps in the folder of an HTML file, by name, up to the limit. */
async function picturesBeside(path: string): Promise<Map<string, string>> {
  const folder = dirname(path);
  const pictures = new Map<string, string>();
  let total = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:png|jpe?g|gif|bmp|webp)$/i.test(entry.name)) continue;
    const picture = join(folder, entry.name);
    total += (await stat(picture)).size;
    if (total <= PICTURES_LIMIT_BYTES) pictures.set(entry.name, picture);
  }
  return pictures;
}
