import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { identify } from '../../src/files/identify.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { type MetadataEdit, warnOfUncleared, warnOfUnplaced } from '../../src/work/metadata.ts';
import { writeProperties } from '../../tools/formats/zip-parts/write-properties.ts';
import { writeTags } from '../../tools/programs/exiftool/write-tags.ts';

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
  const writer = WRITERS[format?.name ?? ''] ?? (format?.kind === 'image' ? inPicture : nowhere);
  try {
    return await writer(input, edit, context);
  } catch (error) {
    // A promise of privacy is kept or refused; a title is not worth the conversion.
    if (!(error instanceof ConversionError) || !CANNOT.has(error.code) || edit.clear) throw error;
    context.warn('metadata_lost', `The metadata was not written. ${error.message}`, { target: output.extension });
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

/** Writers by name of the format; other pictures have their own. */
const WRITERS: Readonly<Record<string, Writer>> = {
  pdf: inPdf,
  ...Object.fromEntries(
    ['docx', 'docm', 'xlsx', 'xlsm', 'pptx', 'pptm', 'odt', 'ods', 'odp', 'odg', 'epub'].map((name) => [
      name,
      writeProperties,
    ]),
  ),
};
