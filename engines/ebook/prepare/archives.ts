import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { stem } from '../../../src/files/filename.ts';
import { identify } from '../../../src/files/identify.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext, within } from '../../../src/work/context.ts';
import type { ArchiveKind } from '../../../tools/formats/archives/kinds.ts';
import { archiveKindOf } from '../../../tools/formats/archives/kinds.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../../tools/formats/archives/limits.ts';
import { byNumber, type Contents, type Member } from '../../../tools/formats/archives/members.ts';
import { unpack } from '../../../tools/formats/archives/unpack.ts';
import { type BookPicture, pictureBook } from './picture-book.ts';
import { corePictures } from './pictures.ts';
import type { Preparation, Readable } from './readable.ts';
import { prepareText } from './texts.ts';

/** Files that programs and systems put next to the pages of a comic. */
const BESIDE = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$|ComicInfo\.xml$)|\.(?:nfo|sfv|acbf|xml|txt)$/i;

/**
 * Converts an archive of pictures, such as a comic, to a book with a page per picture, by name. calibre never gets the archive, since it
 * would run a recipe in it. Throws ConversionError `input_wrong_type` if there is anything but pictures in it, and what unpacking throws.
 */
export async function prepareComic(work: Preparation): Promise<Readable> {
  const { input } = work;
  const contents = await open(work, archiveKindOf(input));
  const pages = contents.members.filter(({ kind, path }) => kind === 'file' && !BESIDE.test(path));
  pages.sort((one, other) => byNumber(one.path, other.path));
  const context = within(work.context, 50, 100);
  const pictures: BookPicture[] = [];
  for (const [index, page] of pages.entries()) {
    context.signal.throwIfAborted();
    pictures.push(...(await pictureOf(page, contents.root, work, context)));
    context.progress((100 * (index + 1)) / pages.length);
  }
  if (pictures.length === 0) throw noComic(input);
  return pictureBook(pictures, stem(input.filename), context);
}

async function pictureOf(
  member: Member,
  root: string,
  { input }: Preparation,
  context: WorkContext,
): Promise<readonly BookPicture[]> {
  const path = join(root, member.path);
  const format = await identify(path);
  if (format?.kind !== 'image') throw noComic(input);
  const filename = posix.basename(member.path);
  return corePictures(
    { ...input, path, filename, format, size: member.size, decryptPassword: null },
    { ...context, progress: () => {} },
  );
}

function noComic({ filename, format }: LocalInput): ConversionError {
  const message = `${filename} is an archive with other files than pictures. Books are made from single files: unpack it and convert what is in it.`;
  return new ConversionError('input_wrong_type', message, { details: { format: format?.name ?? null } });
}

const ZIP: ArchiveKind = { unpacking: { how: 'entries', types: ['zip'] }, recognized: true };

/** Texts inside a packed text, such as calibre's TXTZ. */
const TEXTS = /\.(?:txt|text|md|markdown|textile)$/i;

/**
 * Converts a book that is a zip with one text in it: FictionBook, or a text with pictures, which are left out. Throws `input_wrong_type`
 * for others, and what unpacking and prepareText throw.
 */
export async function preparePacked(holds: 'fb2' | 'txt', work: Preparation): Promise<Readable> {
  const { input, context } = work;
  const contents = await open(work, ZIP);
  const wanted = holds === 'fb2' ? /\.fb2$/i : TEXTS;
  const found = contents.members.filter(({ kind, path }) => kind === 'file' && wanted.test(path));
  const [member] = found;
  if (member === undefined || found.length > 1) throw severalTexts(input);
  const path = join(contents.root, member.path);
  const inner = {
    ...input,
    path,
    filename: posix.basename(member.path),
    size: member.size,
    format: await identify(path),
  };
  const others = contents.members.filter(({ kind }) => kind === 'file').length - 1;
  if (holds === 'txt' && others > 1) {
    context.warn('output_limited', `The pictures in ${input.filename} are left out; its text is the book.`);
  }
  const kind = holds === 'fb2' ? 'fb2' : await markupOf(contents.root, member.path);
  const readable = await prepareText(kind, { ...work, input: inner });
  // The text inside has the same name in all of them.
  return holds === 'fb2' ? readable : { ...readable, title: stem(input.filename) };
}

/** Returns the markup, from the name of the text or from calibre's metadata about it. */
async function markupOf(root: string, name: string): Promise<'markdown' | 'textile' | 'plain'> {
  const noted = await readFile(join(root, 'metadata.opf'), 'utf8').catch(() => '');
  const markup = /<text-formatting>\s*(markdown|textile)\s*</.exec(noted)?.[1];
  if (markup === 'markdown' || /\.(?:md|markdown)$/i.test(name)) return 'markdown';
  return markup === 'textile' || /\.textile$/i.test(name) ? 'textile' : 'plain';
}

function severalTexts({ filename }: LocalInput): ConversionError {
  return new ConversionError('input_wrong_type', `${filename} must contain exactly one text.`);
}

async function open({ input, context }: Preparation, kind: ArchiveKind | null): Promise<Contents> {
  if (kind === null) throw noComic(input);
  const progress = (percent: number) => context.progress(percent / 2);
  const workFolder = await partFolder(context, 'archive');
  return unpack(kind, { input, context: { ...context, workFolder }, limits: DEFAULT_ARCHIVE_LIMITS, progress });
}
