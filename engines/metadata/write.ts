import { copyFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { findEntry } from '../../src/catalog/index.ts';
import { lookAt } from '../../src/files/facts/look.ts';
import { identify } from '../../src/files/identify.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../src/work/context.ts';
import { type MetadataEdit, plainName, warnOfUncleared, warnOfUnplaced } from '../../src/work/metadata.ts';
import { writeProperties } from '../../tools/formats/zip-parts/write-properties.ts';
import type { FileTag } from '../../tools/programs/exiftool/exiftool.ts';
import { isWritableTag, writableTags, writeTags } from '../../tools/programs/exiftool/write-tags.ts';
import { COPIED_SOUND, writeSoundTags } from '../../tools/programs/ffmpeg/write-tags.ts';

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
  const writer = WRITERS[format?.name ?? ''] ?? BY_KIND[format?.kind ?? ''] ?? nowhere;
  try {
    return await writer(input, edit, context);
  } catch (error) {
    // A promise of privacy is kept or refused; a title is not worth the conversion.
    if (!(error instanceof ConversionError) || !CANNOT.has(error.code) || edit.clear) throw error;
    context.warn('metadata_lost', `The metadata was not written. ${error.message}`, { target: extension });
    return { path, unplaced: [], uncleared: [] };
  }
}

/** A program is missing, or the PDF is encrypted. */
const CANNOT: ReadonlySet<string> = new Set(['program_missing', 'input_password_needed']);

const inPicture: Writer = async ({ path }, edit, context) => ({ path, ...(await writeTags(path, edit, context)) });

/** The document engine honours metadata before it protects a PDF; here it is the PDF of another engine. */
const inPdf: Writer = async (input, edit, context) => {
  const request = { target: 'pdf', options: {}, inputs: [input], metadata: edit };
  const { path } = await convertPart('document', request, context);
  return { path, unplaced: [], uncleared: [] };
};

/** Containers of sound in which the audio engine copies it, by format. */
const COPYING: Readonly<Record<string, string>> = {
  ...{ m4a: 'm4a', m4b: 'm4b', m4r: 'm4r', mka: 'mka', oga: 'ogg', ogg: 'ogg', opus: 'ogg', wma: 'wma' },
};

const inSound: Writer = async (input, edit, context) => {
  const name = input.format?.name ?? '';
  if (COPIED_SOUND.has(name)) return { ...(await writeSoundTags(input, edit, context)), uncleared: [] };
  const target = COPYING[name];
  if (target === undefined) return nowhere(input, edit, context);
  return copied('audio', { target, options: { audio_codec: 'copy' } }, input, edit, context);
};

const isFilmTarget = (name: string): boolean => findEntry('video', name)?.options.video_codec !== undefined;

const inFilm: Writer = async (input, edit, context) => {
  const target = input.format?.name ?? '';
  if (!isFilmTarget(target)) return nowhere(input, edit, context);
  return copied('video', { target, options: { video_codec: 'copy', audio_codec: 'copy' } }, input, edit, context);
};

/** Makes an engine copy the streams of a file and set its tags. What its target does not hold is not written. */
async function copied(
  category: 'audio' | 'video',
  { target, options }: { readonly target: string; readonly options: Readonly<Record<string, string>> },
  input: LocalInput,
  edit: MetadataEdit,
  context: WorkContext,
): Promise<Unwritten> {
  // The options are not the user's.
  const warn: WorkContext['warn'] = (code, ...rest) => void (code.startsWith('option_') || context.warn(code, ...rest));
  const heard = { ...context, warn };
  try {
    const { path } = await convertPart(category, { target, options, inputs: [input], metadata: edit }, heard);
    return { path, unplaced: [], uncleared: [] };
  } catch (error) {
    if (!(error instanceof ConversionError) || !error.code.startsWith('option_')) throw error;
    return nowhere(input, edit, context);
  }
}

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

const PACKAGES = ['docx', 'docm', 'xlsx', 'xlsm', 'pptx', 'pptm', 'odt', 'ods', 'odp', 'odg', 'epub'];

/** Writers by name of the format. */
const WRITERS: Readonly<Record<string, Writer>> = {
  pdf: inPdf,
  ...Object.fromEntries(PACKAGES.map((name) => [name, writeProperties])),
};

/** Writers of all other formats of a kind. */
const BY_KIND: Readonly<Record<string, Writer>> = { image: inPicture, audio: inSound, video: inFilm };

/** Plain names of tags, as they are read, that a document or a recording takes. */
const OF_PDF = 'title author subject keywords creator producer language';
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
  const isRecording = COPIED_SOUND.has(name) || COPYING[name] !== undefined || (kind === 'video' && isFilmTarget(name));
  const names = new Set(
    (name === 'pdf' ? OF_PDF : PACKAGES.includes(name) ? OF_PACKAGES : isRecording ? OF_RECORDINGS : '').split(' '),
  );
  // Of the file itself, and of single tracks, nothing is set.
  return ({ group, name: tag }) => names.has(plainName(tag)) && !/^File|:Track\d+$/.test(group);
}
