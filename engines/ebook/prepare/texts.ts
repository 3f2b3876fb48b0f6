import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stem } from '../../../src/files/filename.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import { type LocalInput, partFolder } from '../../../src/work/context.ts';
import { type InputEncoding, markdownToHtml, type Removed, toUtf8 } from '../../../tools/formats/text/steps.ts';
import type { TextKind } from '../sources.ts';
import { asDocument } from './office.ts';
import { type Preparation, pageOf, type Readable } from './readable.ts';
import { referencesIn } from './references.ts';
import { textileToHtml } from './textile.ts';
import { toUtf8From, UTF8_MARK } from './transcode.ts';

/** Reads the text as plain text: blank lines separate paragraphs. Markdown could include files of this machine. */
const PLAIN = ['--input-encoding=utf-8', '--formatting-type=plain'];

/**
 * Prepares a text by its kind: in the given encoding, else in the one that it states or shows. Throws what toUtf8From and the document
 * category throw.
 */
export async function prepareText(kind: TextKind, work: Preparation): Promise<Readable> {
  const { encoding } = work.book;
  const path = encoding === null ? work.input.path : await toUtf8From(encoding, work.input.path, work);
  const isUtf8 = encoding !== null;
  switch (kind) {
    case 'html':
      warnOfRemoved({ references: await referencesIn(path), links: 0 }, work);
      return pageOf(path, isUtf8 ? ['--input-encoding=utf-8'] : []);
    case 'fb2':
      return { path: isUtf8 ? await withMark(path, work) : path, format: 'fb2' };
    case 'csv':
      return pageOf(await asDocument('html', {}, await inputAt(path, work.input), work.context));
    case 'markdown':
      return fromMarkdown(path, work);
    case 'textile':
      return fromTextile(isUtf8 ? path : await guessedUtf8(path, work), work);
    case 'plain':
      return {
        path: isUtf8 ? path : await guessedUtf8(path, work),
        format: 'txt',
        args: PLAIN,
        title: stem(work.input.filename),
      };
  }
}

/** Returns the same input with its content in another file. */
async function inputAt(path: string, input: LocalInput): Promise<LocalInput> {
  return { ...input, path, size: (await stat(path)).size };
}

async function guessedUtf8(from: string, work: Preparation): Promise<string> {
  const { path, ...encoding } = await toUtf8(from, await partFolder(work.context, 'text'), work.context);
  warnOfEncoding(encoding, work);
  return path;
}

async function fromMarkdown(from: string, work: Preparation): Promise<Readable> {
  const { input, context } = work;
  const folder = await partFolder(context, 'markdown');
  const { path, removed, ...encoding } = await markdownToHtml(from, { title: stem(input.filename) }, folder, context);
  warnOfEncoding(encoding, work);
  warnOfRemoved(removed, work);
  return pageOf(path);
}

async function fromTextile(from: string, work: Preparation): Promise<Readable> {
  const { path, removed } = await textileToHtml(from, work.context);
  warnOfRemoved(removed, work);
  return pageOf(path);
}

function warnOfEncoding({ encoding, confident }: InputEncoding, { input, context }: Preparation): void {
  if (confident) return;
  const message = `${input.filename} does not say what encoding it has; it was read as ${encoding}. Option encoding tells it.`;
  context.warn('output_limited', message, { encoding });
}

function warnOfRemoved(
  { references, links }: Pick<Removed, 'references' | 'links'>,
  { input, context }: Preparation,
): void {
  if (references === 0 && links === 0) return;
  const message = `${input.filename} names other files (${pluralize(references, 'picture or the like', 'pictures and the like')}, ${pluralize(links, 'link')}); nothing outside the input is read, so the book is without.`;
  context.warn('output_limited', message, { references, links });
}

/** Marks XML in UTF-8 whose declaration still names another encoding: the byte order mark outranks it. */
async function withMark(from: string, { context }: Preparation): Promise<string> {
  const path = join(await partFolder(context, 'xml'), 'book.fb2');
  await pipeline(
    createReadStream(from),
    async function* (chunks: AsyncIterable<Buffer>) {
      yield UTF8_MARK;
      yield* chunks;
    },
    createWriteStream(path),
    { signal: context.signal },
  );
  return path;
}
