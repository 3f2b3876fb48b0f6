import { copyFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { findEntry } from '../../src/catalog/index.ts';
import { lookAt } from '../../src/files/facts/look.ts';
import { identify } from '../../src/files/identify.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../src/work/context.ts';
import { type MetadataEdit, plainName, warnOfUncleared, warnOfUnplaced } from '../../src/work/metadata.ts';
import { PACKAGES, writeProperties } from '../../tools/formats/zip-parts/write-properties.ts';
import type { FileTag } from '../../tools/programs/exiftool/exiftool.ts';
import { isWritableTag, writableTags, writeTags } from '../../tools/programs/exiftool/write-tags.ts';
import { COPIED_SOUND, writeSoundTags } from '../../tools/programs/ffmpeg/write-tags.ts';
import { withTagOf } from './mp3-tag.ts';
import { changeHead, changeHtml, changeRtf } from './text-properties.ts';

/** What one file could not take. */
interface Unwritten {
  readonly path: string;
  /** Fields that have no place. */
  readonly unplaced: readonly string[];
  /** What `clear` should have removed. */
  readonly uncleared: readonly string[];
}

type Writer = (input: LocalInput, edit: MetadataEdit, context: WorkContext) => Promise<Unwritten>;

/**
 * Writes metadata into finished files of any kind. Warns once for each extension of fields that have no place in such files, and of what
 * could not be cleared. Throws ConversionError as the programs do.
 */
export async function writeMetadata(
  outputs: readonly OutputFile[],
  edit: MetadataEdit,
  context: WorkContext,
): Promise<OutputFile[]> {
  const results: OutputFile[] = [];
  const missed = new Map<string, { unplaced: Set<string>; uncleared: Set<string> }>();
  for (const output of outputs) {
    context.signal.throwIfAborted();
    const { path, unplaced, uncleared } = await writeOne(output, edit, context);
    results.push({ ...output, path });
    const sets = missed.get(output.extension) ?? { unplaced: new Set(), uncleared: new Set() };
    for (const name of unplaced) sets.unplaced.add(name);
    for (const name of uncleared) sets.uncleared.add(name);
    missed.set(output.extension, sets);
  }
  for (const [extension, { unplaced, uncleared }] of missed) {
    warnOfUnplaced([...unplaced], extension, context);
    warnOfUncleared([...uncleared], extension, context);
  }
  return results;
}

/**
 * Returns a copy of a file with other metadata, in its own format. Warns as `writeMetadata` does, and if there is nothing to change. Throws
 * ConversionError as the programs do.
 */
export async function changeMetadata(
  input: LocalInput,
  edit: MetadataEdit | undefined,
  context: WorkContext,
): Promise<OutputFile> {
  const { filename, format } = input;
  const path = join(await partFolder(context, 'copy'), 'file');
  await copyFile(input.path, path);
  const extension = /^\.(\w+)$/.exec(extname(filename))?.[1] ?? format?.name ?? 'bin';
  const contentType = format?.contentType ?? 'application/octet-stream';
  if (edit === undefined) {
    context.warn('option_no_effect', `${filename} is unchanged: the conversion has no metadata to write.`);
    return { path, extension, contentType };
  }
  const written = await rewrite({ ...input, path }, extension, edit, context);
  const isOpened = written.path !== path && format?.name === 'pdf';
  if (isOpened && (await lookAt(input.path)).facts.password_protected === true) {
    const message = `${filename} was opened with its password, and is no longer protected.`;
    context.warn('output_limited', message, { option: 'decrypt_password' });
  }
  warnOfUnplaced(written.unplaced, extension, context);
  warnOfUncleared(written.uncleared, extension, context);
  return { path: written.path, extension, contentType };
}

async function writeOne({ path, extension }: OutputFile, edit: MetadataEdit, context: WorkContext): Promise<Unwritten> {
  const [{ size }, format] = await Promise.all([stat(path), identify(path)]);
  const input = { id: '', path, filename: basename(path), size, format, decryptPassword: null };
  return rewrite(input, extension, edit, context);
}

async function rewrite(
  input: LocalInput,
  extension: string,
  edit: MetadataEdit,
  context: WorkContext,
): Promise<Unwritten> {
  const { path, format } = input;
  const writer = WRITERS[format?.name ?? ''] ?? OF_KINDS[format?.kind ?? ''] ?? nowhere;
  try {
    return await writer(input, edit, context);
  } catch (error) {
    // A promise of privacy is kept or refused; a title is not worth the conversion.
    if (!(error instanceof ConversionError) || !CANNOT.has(error.code) || edit.clear) throw error;
    context.warn('metadata_lost', `The metadata was not written. ${error.message}`, { target: extension });
    return { path, unplaced: [], uncleared: [] };
  }
}

/** A program is missing, the PDF is encrypted, or an engine cannot read what is left of a damaged file. */
const CANNOT: ReadonlySet<string> = new Set([
  ...['program_missing', 'input_password_needed', 'input_damaged', 'input_truncated', 'input_wrong_type'],
  'conversion_failed',
]);

const inPicture: Writer = async ({ path }, edit, context) => ({ path, ...(await writeTags(path, edit, context)) });

/** The document engine honours metadata before it protects a PDF; here it is the PDF of another engine. */
const inPdf: Writer = async (input, edit, context) => {
  const request = { target: 'pdf', options: {}, inputs: [input], metadata: edit };
  const { path } = await convertPart('document', request, context);
  return { path, unplaced: [], uncleared: [] };
};

/** Codes of the engines for streams that cannot be copied into a file of their own kind. */
const NOT_COPIED: ReadonlySet<string> = new Set(['option_unsupported', 'option_conflict']);

/** Has the engine of sound or films copy a file, for it honours metadata. */
async function copied(
  category: 'audio' | 'video',
  { target, options }: { readonly target: string; readonly options: OptionValues },
  [input, edit, context]: Parameters<Writer>,
): Promise<Unwritten> {
  // Options that the user did not give, and losses that are not of metadata, are no news.
  const warn: WorkContext['warn'] = (code, ...more) => {
    if (code === 'metadata_lost') context.warn(code, ...more);
  };
  const request = { target, options, inputs: [input], metadata: edit };
  try {
    const { path } = await convertPart(category, request, { ...context, warn });
    return { path, unplaced: [], uncleared: [] };
  } catch (error) {
    if (error instanceof ConversionError && NOT_COPIED.has(error.code)) return nowhere(input, edit, context);
    throw error;
  }
}

const COPY = { audio_codec: 'copy' };

/** Returns the target by which the engine copies sound of a format. Null: there is none. */
function copyingTarget(format: string): string | null {
  const name = format === 'opus' || format === 'oga' ? 'ogg' : format;
  return findEntry('audio', name)?.options.audio_codec?.enum?.includes('copy') === true ? name : null;
}

/** Other sound that the engine does not copy has no writer. */
const inSound: Writer = async (...given) => {
  const [input, edit, context] = given;
  const name = input.format?.name ?? '';
  if (COPIED_SOUND.has(name)) return { ...(await writeSoundTags(input, edit, context)), uncleared: [] };
  const target = copyingTarget(name);
  return target === null ? nowhere(...given) : copied('audio', { target, options: COPY }, given);
};

/** Only the tag is taken of what ffmpeg writes: copied frames would lose what the encoder says about its delay. */
const inMp3: Writer = async (input, edit, context) => {
  const { path: tagged, unplaced } = await writeSoundTags(input, edit, context);
  const path = join(await partFolder(context, 'tagged'), 'sound.mp3');
  await withTagOf(tagged, input.path, path);
  return { path, unplaced, uncleared: [] };
};

const isFilmTarget = (name: string): boolean =>
  findEntry('video', name)?.options.video_codec?.enum?.includes('copy') === true;

const inFilm: Writer = (...given) => {
  const [{ format }] = given;
  const target = format?.name ?? '';
  if (!isFilmTarget(target)) return nowhere(...given);
  return copied('video', { target, options: { video_codec: 'copy', ...COPY } }, given);
};

/** The head of a text: what it cannot hold, or where it has none, is named. */
const inText =
  (change: typeof changeHtml): Writer =>
  async (input, edit, context) => {
    const changed = await changeHead(input, context, (head) => change(head, edit));
    return changed === null ? nowhere(input, edit, context) : { ...changed, uncleared: [] };
  };

const nowhere: Writer = async ({ path, format }, { fields, clear }) => ({
  path,
  unplaced: [...fields].flatMap(([name, value]) => (value === null ? [] : [name])),
  uncleared:
    clear && format !== null && !HOLDS_NOTHING.has(format.kind) ? [OTHERS[format.kind] ?? 'its properties'] : [],
});

/** What is left in kinds of files. */
const OTHERS: Readonly<Record<string, string>> = {
  archive: 'that of the files in it',
  audio: 'its tags',
  video: 'its tags',
};

/** Kinds of files without metadata. */
const HOLDS_NOTHING: ReadonlySet<string> = new Set(['text']);

/** Writers by kind of the format. */
const OF_KINDS: Readonly<Record<string, Writer>> = { audio: inSound, image: inPicture, video: inFilm };

/** Writers by name of the format, before those by kind. */
const WRITERS: Readonly<Record<string, Writer>> = {
  html: inText(changeHtml),
  mp3: inMp3,
  pdf: inPdf,
  rtf: inText(changeRtf),
  ...Object.fromEntries(PACKAGES.map((name) => [name, writeProperties])),
};

/** Plain names of tags, as they are read, that a document or a recording takes. */
const OF_PDF = 'title author subject keywords creator producer language createdate modifydate copyright marked trapped';
const OF_PACKAGES =
  'title subject description language creator keywords category lastmodifiedby company manager publisher copyright';
const OF_RECORDINGS =
  'title artist album albumartist composer comment date genre track tracknumber disc description copyright publisher lyrics';

/** Returns a function that tells whether `changeMetadata` sets a tag of a file by its name. */
export async function editableIn(
  { format }: LocalInput,
  context: WorkContext,
): Promise<(tag: Pick<FileTag, 'group' | 'name'>) => boolean> {
  const { name = '', kind } = format ?? {};
  if (name !== 'pdf' && kind === 'image') {
    const writable = await writableTags(name, context);
    return (tag) => isWritableTag(tag, writable);
  }
  const isRecording =
    COPIED_SOUND.has(name) || copyingTarget(name) !== null || (kind === 'video' && isFilmTarget(name));
  const names = new Set(
    (name === 'pdf' ? OF_PDF : PACKAGES.includes(name) ? OF_PACKAGES : isRecording ? OF_RECORDINGS : '').split(' '),
  );
  // Of the file itself, and of single tracks, nothing is set.
  return ({ group, name: tag }) => names.has(plainName(tag)) && !/^File|:Track\d+$/.test(group);
}
