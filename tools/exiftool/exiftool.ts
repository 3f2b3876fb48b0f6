import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../src/process/programs.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { partFolder, type WorkContext } from '../../src/work/context.ts';

export const EXIFTOOL: ProgramPlaces = {
  name: 'exiftool',
  candidates: ['/usr/bin/exiftool'],
  package: 'libimage-exiftool-perl',
};

/** A value as ExifTool gives it with `-n -struct`: numbers as they are stored, structures of XMP as objects. */
export type TagValue = string | number | boolean | readonly TagValue[] | { readonly [name: string]: TagValue };

/** One tag of a file. */
export interface FileTag {
  /** What holds it, the general part first: `EXIF:IFD0`, `XMP:XMP-dc`, `PDF`, `File`. */
  readonly group: string;
  readonly name: string;
  readonly value: TagValue;
}

/** Reading headers takes a second; a file that takes longer is made to. */
const LIMITS = { wallMs: 60_000, cpuSeconds: 60, memoryBytes: 1024 ** 3, fileBytes: 16 * 1024 ** 2 };

/**
 * No configuration of a user's; no tags of the file system, or in the words of a camera's maker; all of the same name;
 * numbers without words.
 */
const ARGUMENTS = [
  ...['-config', ''],
  ...['-json', '-struct', '-n', '-a', '-G0:1', '-m', '-q', '-q'],
  ...['-api', 'largefilesupport=1', '-charset', 'filename=utf8'],
  ...['-all', '--MakerNotes:all', '--System:all', '--ExifTool:all'],
];

/** Of the tags that ExifTool makes of others, the one that knows which of several sizes is that of the picture. */
const COMPOSITE = 'Composite';
const MADE_OF_OTHERS = 'ImageSize';

/** What stands for a value that is not text: `(Binary data 1234 bytes, use -b option to extract)`. */
const BINARY = /^\(Binary data \d+ bytes/;

/**
 * The tags of a file, binary ones aside. ExifTool reads what it can of a damaged file; none if it does not support the file.
 * Throws ConversionError `program_missing`, `input_damaged` if ExifTool ended early, and what running a program throws.
 */
export async function readTags(path: string, context: WorkContext): Promise<FileTag[]> {
  const report = join(await partFolder(context, 'tags'), 'tags.json');
  await context.run({
    name: EXIFTOOL.name,
    path: await findProgram(EXIFTOOL),
    args: [...ARGUMENTS, path],
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

/** What `exiftool -json -G0:1` prints: `[{"SourceFile": …, "EXIF:IFD0:Make": …}]`, or nothing. */
export function parseTags(output: string): FileTag[] {
  if (output.trim() === '') return [];
  const [tags = {}] = JSON.parse(output) as Record<string, TagValue>[];
  return Object.entries(tags)
    .map(([key, value]) => {
      const at = key.lastIndexOf(':');
      return { group: key.slice(0, Math.max(at, 0)), name: key.slice(at + 1), value };
    })
    .filter(({ group, name }) => group !== '' && (group !== COMPOSITE || name === MADE_OF_OTHERS))
    .filter(({ value }) => !(typeof value === 'string' && BINARY.test(value)));
}

/** For `convertd doctor`. */
export async function describeExiftool(
  about: Pick<ProgramDescription, 'need' | 'neededFor'>,
): Promise<ProgramDescription> {
  const version = await programVersion(EXIFTOOL, { args: ['-ver'] });
  return { name: EXIFTOOL.name, version, package: EXIFTOOL.package, ...about };
}
