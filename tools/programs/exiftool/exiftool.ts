import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';

export const EXIFTOOL: ProgramPlaces = {
  name: 'exiftool',
  candidates: ['/usr/bin/exiftool'],
  package: 'libimage-exiftool-perl',
};

/** A value from ExifTool with `-n -struct`: numbers as stored, structures of XMP as objects. */
export type TagValue = string | number | boolean | readonly TagValue[] | { readonly [name: string]: TagValue };

/** One tag of a file. */
export interface FileTag {
  /** Group of the tag, the general part first: `EXIF:IFD0`, `XMP:XMP-dc`, `PDF`, `File`. */
  readonly group: string;
  readonly name: string;
  readonly value: TagValue;
}

/** Reading headers takes a second; a file that takes longer is an attack. */
const LIMITS = { wallMs: 60_000, cpuSeconds: 60, memoryBytes: 1024 ** 3, fileBytes: 16 * 1024 ** 2 };

/** No user configuration; JSON with the groups of tags. */
const ARGUMENTS = [
  ...['-config', '', '-json', '-G0:1', '-m', '-q', '-q'],
  ...['-api', 'largefilesupport=1', '-charset', 'filename=utf8', '-all'],
];

/** No tags of the file system or with maker-specific names; all tags with the same name; plain numbers. */
const PLAIN = ['-struct', '-n', '-a', '--MakerNotes:all', '--System:all', '--ExifTool:all'];

/** Tag that ExifTool derives from others: it knows which of several sizes is the picture's. */
const COMPOSITE = 'Composite';
const MADE_OF_OTHERS = 'ImageSize';

/** Placeholder of a value that is not text: `(Binary data 1234 bytes, use -b option to extract)`. */
const BINARY = /^\(Binary data \d+ bytes/;

/**
 * Reads the tags of a file, except binary ones. ExifTool reads what it can of a damaged file; there are none if it does not support the
 * file. Throws ConversionError `program_missing`, `input_damaged` if ExifTool ended early, and what running a program throws.
 */
export async function readTags(path: string, context: WorkContext): Promise<FileTag[]> {
  const tags = await readWith(PLAIN, path, context);
  return tags.filter(({ group, name }) => group !== COMPOSITE || name === MADE_OF_OTHERS);
}

/**
 * Reads all tags of a file, except binary ones, as ExifTool shows them to people: `Auto`, `1/60`, `48 deg 0' 0.00" N`. Throws as
 * `readTags` does.
 */
export async function readPrintedTags(path: string, context: WorkContext): Promise<FileTag[]> {
  return readWith([], path, context);
}

async function readWith(options: readonly string[], path: string, context: WorkContext): Promise<FileTag[]> {
  const report = join(await partFolder(context, 'tags'), 'tags.json');
  await context.run({
    name: EXIFTOOL.name,
    path: await findProgram(EXIFTOOL),
    args: [...ARGUMENTS, ...options, path],
    env: { TZ: 'UTC' },
    stdoutFile: report,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  const output = await readFile(report, 'utf8');
  try {
    return parseTags(output);
  } catch (cause) {
    throw new ConversionError('input_damaged', 'The tags of the file are damaged.', { cause });
  }
}

/** Parses the output of `exiftool -json -G0:1`: `[{"SourceFile": …, "EXIF:IFD0:Make": …}]`, or nothing. */
export function parseTags(output: string): FileTag[] {
  if (output.trim() === '') return [];
  const [tags = {}] = JSON.parse(output) as Record<string, TagValue>[];
  return Object.entries(tags)
    .map(([key, value]) => {
      const at = key.lastIndexOf(':');
      return { group: key.slice(0, Math.max(at, 0)), name: key.slice(at + 1), value };
    })
    .filter(({ group }) => group !== '')
    .filter(({ value }) => !(typeof value === 'string' && BINARY.test(value)));
}

/** Describes ExifTool for `convertd doctor`. */
export async function describeExiftool(
  about: Pick<ProgramDescription, 'need' | 'neededFor'>,
): Promise<ProgramDescription> {
  const version = await programVersion(EXIFTOOL, { args: ['-ver'] });
  return { name: EXIFTOOL.name, version, package: EXIFTOOL.package, ...about };
}
