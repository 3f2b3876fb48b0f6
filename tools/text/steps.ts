import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatBytes } from '../../src/process/limits.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import type { FlatOdfOptions, LeftOut } from './flat-odf/read.ts';
import type { Removed } from './html/clean.ts';
import type { ChunkOptions } from './markdown/chunks.ts';
import type { MarkdownOptions } from './markdown/write.ts';
import { runInPool } from './pool.ts';
import { type InputEncoding, OUTPUTS, type StepName, type StepOptions, type StepResult } from './run-step.ts';

export { csvLoadOptions } from './csv/options.ts';
export { PICTURE_FOLDER } from './markdown/pictures.ts';
export type { InputEncoding, Removed };

/*
 * Text formats on their way into LibreOffice and out of it. Each step runs in a process of its own (pools.ts) and writes its
 * output into a new folder inside `folder`. All throw ConversionError: `input_too_large` over the limits below,
 * `conversion_timeout`, `conversion_canceled`, `limit_*`, `engine_crashed`, `sandbox_unavailable`.
 */

const MiB = 1024 ** 2;

/** Largest Markdown, bytes. Plain text and CSV have no limit of their own. */
export const MARKDOWN_LIMIT_BYTES = 16 * MiB;
/** Largest HTML, bytes. */
export const HTML_LIMIT_BYTES = 64 * MiB;

/** All pictures of one page together, bytes: they go into its text. */
const PICTURES_LIMIT_BYTES = 64 * MiB;

/** A text in UTF-8 without a byte order mark; of any size. */
export async function toUtf8(
  path: string,
  folder: string,
  context: WorkContext,
): Promise<{ path: string } & InputEncoding> {
  return makeFile('to-utf8', {}, path, folder, context);
}

/**
 * Markdown (CommonMark, tables, strikethrough) as an HTML page that is clean as by cleanHtml; `title` where the text has
 * no metadata block with one.
 */
export async function markdownToHtml(
  path: string,
  title: string,
  folder: string,
  context: WorkContext,
): Promise<{ path: string; removed: Removed } & InputEncoding> {
  await checkSize(path, MARKDOWN_LIMIT_BYTES, 'Markdown');
  return makeFile('markdown-to-html', { title }, path, folder, context);
}

/** The same as a page for a browser: nothing is taken out of it, and it has a style of its own. */
export async function markdownToPage(
  path: string,
  title: string,
  folder: string,
  context: WorkContext,
): Promise<{ path: string } & InputEncoding> {
  await checkSize(path, MARKDOWN_LIMIT_BYTES, 'Markdown');
  return makeFile('markdown-to-page', { title }, path, folder, context);
}

/** An HTML input made safe and self-contained: UTF-8, no scripts, nothing that would be loaded but `data:` bitmaps. */
export async function cleanHtml(
  path: string,
  folder: string,
  context: WorkContext,
): Promise<{ path: string; removed: Removed } & InputEncoding> {
  await checkSize(path, HTML_LIMIT_BYTES, 'HTML');
  return makeFile('clean-html', {}, path, folder, context);
}

/**
 * A text or presentation that LibreOffice wrote as flat OpenDocument, of any size, as HTML of our own (own-marks.ts), on its way to
 * Markdown.
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
 * HTML of LibreOffice our or as GitHub's Markdown. `images`: how many pictures were left out; `pictures`: paths of the files
 * that the text links, which belong in PICTURE_FOLDER beside it.
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

/** Markdown in UTF-8 as JSON of its chunks (docs/schemas/chunks.schema.json). */
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
 * LibreOffice's HTML as one page of HTML 5; the pictures that it wrote beside the file go into the page. `title` where the
 * document has none.
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

/** csvLoadOptions by a whole file in any encoding: a leading zero in its last line counts too. */
export async function csvLoadOptionsOf(path: string, kind: 'csv' | 'tsv', context: WorkContext): Promise<string> {
  return (await runInPool('csv-load-options', { kind }, { input: path }, context)).tokens;
}

async function makeFile<Name extends Exclude<StepName, 'csv-load-options'>>(
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

/** Bitmaps in the folder of an HTML file, by name, up to the limit. */
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
