import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findEntry } from '../../src/catalog/index.ts';
import { identify } from '../../src/files/identify.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../src/work/context.ts';
import { type MetadataEdit, warnOfUncleared, warnOfUnplaced } from '../../src/work/metadata.ts';
import { writeProperties } from '../../tools/formats/zip-parts/write-properties.ts';
import { writeTags } from '../../tools/programs/exiftool/write-tags.ts';
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

async function writeOne(output: OutputFile, edit: MetadataEdit, context: WorkContext): Promise<Unwritten> {
  const { path } = output;
  const [{ size }, format] = await Promise.all([stat(path), identify(path)]);
  const input = { id: '', path, filename: basename(path), size, format, decryptPassword: null };
  const writer = WRITERS[format?.name ?? ''] ?? OF_KINDS[format?.kind ?? ''] ?? nowhere;
  try {
    return await writer(input, edit, context);
  } catch (error) {
    // A promise of privacy is kept or refused; a title is not worth the conversion.
    if (!(error instanceof ConversionError) || !CANNOT.has(error.code) || edit.clear) throw error;
    context.warn('metadata_lost', `The metadata was not written. ${error.message}`, { target: output.extension });
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

/** Lossless sound is packed again; other sound that the engine does not copy has no writer. */
const inSound: Writer = (...given) => {
  const [{ format }] = given;
  const name = format?.name === 'opus' ? 'ogg' : (format?.name ?? '');
  const isCopied = findEntry('audio', name)?.options.audio_codec?.enum?.includes('copy') === true;
  if (!isCopied && !LOSSLESS.has(name)) return nowhere(...given);
  return copied('audio', { target: name, options: isCopied ? COPY : {} }, given);
};

const LOSSLESS: ReadonlySet<string> = new Set(['aiff', 'flac', 'wav']);

/** The engine makes the tag, and a sound that is not used: no MP3 is encoded twice. */
const inMp3: Writer = async (input, edit, context) => {
  const tagged = await copied('audio', { target: 'mp3', options: {} }, [input, edit, context]);
  const path = join(await partFolder(context, 'tagged'), 'sound.mp3');
  await withTagOf(tagged.path, input.path, path);
  return { ...tagged, path };
};

const inFilm: Writer = (...given) => {
  const [{ format }] = given;
  const target = format?.name ?? '';
  if (findEntry('video', target)?.options.video_codec?.enum?.includes('copy') !== true) return nowhere(...given);
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
  ...Object.fromEntries(
    ['docx', 'docm', 'xlsx', 'xlsm', 'pptx', 'pptm', 'odt', 'ods', 'odp', 'odg', 'epub'].map((name) => [
      name,
      writeProperties,
    ]),
  ),
};
