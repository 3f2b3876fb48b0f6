import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import type { WarningCode } from '../../src/task/codes.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { closeMailPools } from '../../tools/formats/mail/pool.ts';
import { catalog } from './catalog.ts';
import { checksumsOf } from './checksums.ts';
import { describePrograms } from './describe.ts';
import { flatDocument, isFlat } from './flat.ts';
import { type Further, readersOf } from './kinds.ts';
import { closePools } from './pool.ts';
import { warningOf } from './problems.ts';
import type { Reader, Reading } from './readers/reader.ts';
import type { Facts, MetadataDocument } from './schema/document.ts';
import { text } from './values.ts';
import { changeMetadata, writeMetadata } from './write.ts';

/** Makes a JSON document about any file, even an empty one: its type and its metadata. Or writes metadata into the file. */
export const engine = defineEngine(catalog, {
  acceptsEmptyInput: true,
  appliesMetadata: (target) => target === 'metadata',
  convert,
  writeMetadata,
  describe: describePrograms,
  close: async () => {
    await Promise.all([closePools(), closeMailPools()]);
  },
});

async function convert(request: RequestOf<typeof catalog>, context: WorkContext): Promise<OutputFile[]> {
  const input = onlyInput(request.inputs, 'Metadata');
  if (request.target === 'metadata') return [await changeMetadata(input, request.metadata, context)];
  const { options } = request;
  const { checksums, text_statistics: textStatistics, count_contents: countContents } = options;
  warnOfOtherType(input, options.type, context);
  const document = isFlat(options)
    ? await flatDocument(input, options, () => factsOf(input, context), context)
    : await documentOf(input, { checksums, textStatistics, countContents }, context);
  const path = join(context.workFolder, 'metadata.json');
  await writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
  return [{ path, extension: 'json', contentType: 'application/json' }];
}

/** Returns what our own readers find. */
async function factsOf(input: LocalInput, context: WorkContext): Promise<Facts> {
  const document = await documentOf(input, { checksums: false, textStatistics: false, countContents: false }, context);
  const { schema_version: _version, file: _file, type: _type, warnings: _warnings, ...facts } = document;
  return facts;
}

/** Warns if an input is not of the kind that the user expects; all that is not image, sound or film counts as a document. */
function warnOfOtherType({ filename, format }: LocalInput, expected: string | undefined, { warn }: WorkContext): void {
  const kind = format?.kind ?? 'other';
  const found = kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
  if (expected === undefined || expected === found) return;
  const message = `Option type has no effect: ${filename} is of the type ${found}, not ${expected}, and was read as such.`;
  warn('option_no_effect', message, { option: 'type' });
}

interface Wanted extends Further {
  readonly checksums: boolean;
}

/** Makes the document about one input. */
async function documentOf(input: LocalInput, wanted: Wanted, context: WorkContext): Promise<MetadataDocument> {
  const warnings: { code: WarningCode; message: string }[] = [];
  const warn = (code: WarningCode, message: string): void => {
    if (warnings.some((warning) => warning.message === message)) return;
    warnings.push({ code, message });
    context.warn(code, message);
  };
  const reading: Reading = { input, context: { ...context, warn, progress: () => {} }, warn };
  const checksums = wanted.checksums ? checksumsOf(input, reading.context) : null;
  const readers = input.size === 0 ? [] : readersOf(input, wanted);
  const [digests, facts] = await Promise.all([
    checksums,
    Promise.all(readers.map((reader) => readSafely(reader, reading))),
  ]);
  const found = merged(facts);
  warnOfPassword(input, found.encrypted === true, wanted, warn);
  return {
    schema_version: 1,
    file: { name: text(input.filename) ?? '', size_bytes: input.size, ...digests },
    type: typeOf(input),
    ...found,
    warnings,
  };
}

/** Warns of a password that is not used: it only opens a PDF or an archive, and documents and books when their text is counted. */
function warnOfPassword(
  { decryptPassword, filename, format }: LocalInput,
  encrypted: boolean,
  { textStatistics }: Wanted,
  warn: Reading['warn'],
): void {
  if (decryptPassword === null) return;
  if (!encrypted) warn('option_no_effect', `The decrypt_password was not used: ${filename} is not protected.`);
  else if (format?.name !== 'pdf' && format?.kind !== 'archive' && !textStatistics) {
    const message = `The decrypt_password of ${filename} was not used: for their metadata only PDFs and archives are opened.`;
    warn('option_no_effect', message);
  }
}

async function readSafely(reader: Reader, reading: Reading): Promise<Facts> {
  try {
    return await reader(reading);
  } catch (error) {
    const { code, message } = warningOf(error, reading.input.filename, reading.context.signal);
    reading.warn(code, message);
    return {};
  }
}

/** Merges sections of the same name; what an earlier reader found stays. Empty sections are left out. */
function merged(all: readonly Facts[]): Facts {
  const result: Record<string, unknown> = {};
  for (const facts of all) {
    for (const [name, section] of Object.entries(facts)) {
      if (isEmpty(section)) continue;
      const before = result[name];
      const isBoth = typeof before === 'object' && typeof section === 'object';
      result[name] = isBoth ? { ...section, ...before } : (before ?? section);
    }
  }
  return result as Facts;
}

const isEmpty = (section: unknown): boolean =>
  section === undefined || (typeof section === 'object' && section !== null && Object.keys(section).length === 0);

function typeOf({ format }: LocalInput): MetadataDocument['type'] {
  if (format === null) return null;
  const { name, kind, contentType } = format;
  return { name, kind, content_type: contentType, extension: EXTENSIONS[name] ?? name };
}

/** Extensions of formats that are named differently; if only a password would show the type, a likely one. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'encrypted-iwork': 'pages',
  'encrypted-ooxml': 'docx',
  'powerpoint-95': 'ppt',
};
