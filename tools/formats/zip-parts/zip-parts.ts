import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../src/work/context.ts';
import { refuseBombs } from '../office-files/safety.ts';

/** Debian's Python; its own modules suffice. */
export const PYTHON: ProgramPlaces = { name: 'python3', candidates: ['/usr/bin/python3'], package: 'python3' };

const SCRIPT = fileURLToPath(new URL('zip_parts.py', import.meta.url));

const GiB = 1024 ** 3;
const LIMITS = { cpuSeconds: 600, memoryBytes: 2 * GiB, fileBytes: 4 * GiB };

/** One entry of a zip, as in its directory. */
export interface ZipPart {
  /** Index in the zip, from 0, by which it is requested. */
  readonly number: number;
  /** Name with its folders, as in the zip: never used as a file name here. */
  readonly name: string;
  /** Bytes, unpacked and packed. */
  readonly size: number;
  readonly packed: number;
  readonly folder: boolean;
  readonly encrypted: boolean;
}

/** A file that replaces an entry. */
export interface PartFile {
  readonly part: ZipPart;
  readonly path: string;
}

/**
 * Lists the entries of a document or book that is a zip. Throws ConversionError `input_bomb`, `input_damaged` if it is not a readable zip,
 * and what running a program throws.
 */
export async function listParts(input: LocalInput, context: WorkContext): Promise<readonly ZipPart[]> {
  await refuseBombs(input);
  return (await run(['list', input.path], null, input, context)) as ZipPart[];
}

/** Extracts entries of a zip into files of the work folder. `damaged`: number of entries that could not be unpacked. */
export async function extractParts(
  input: LocalInput,
  parts: readonly ZipPart[],
  context: WorkContext,
): Promise<{ readonly files: readonly PartFile[]; readonly damaged: number }> {
  const folder = await partFolder(context, 'parts');
  const wanted = parts.map(({ number }) => number);
  const answer = await run(['extract', input.path, folder], wanted, input, context);
  const { extracted, damaged } = answer as { extracted: number[]; damaged: number[] };
  const done = new Set(extracted);
  const files = parts.filter(({ number }) => done.has(number));
  return { files: files.map((part) => ({ part, path: join(folder, `${part.number}`) })), damaged: damaged.length };
}

/**
 * Rewrites the zip with files in place of some entries, all in their order and with the best compression of zip. Throws as listParts.
 * @returns its path
 */
export async function packParts(input: LocalInput, files: readonly PartFile[], context: WorkContext): Promise<string> {
  const output = join(await partFolder(context, 'packed'), 'package.zip');
  const places = Object.fromEntries(files.map(({ part, path }) => [part.number, path]));
  await run(['pack', input.path, output], places, input, context);
  return output;
}

/**
 * Makes a zip of the content of one folder in another zip, without the folder's name.
 * @param folder with a trailing slash
 * @returns its path. Throws as listParts
 */
export async function packFolder(input: LocalInput, folder: string, context: WorkContext): Promise<string> {
  const output = join(await partFolder(context, 'packed'), 'package.zip');
  await run(['folder', input.path, output], folder, input, context);
  return output;
}

async function run(
  args: readonly string[],
  question: unknown,
  { filename }: LocalInput,
  context: WorkContext,
): Promise<unknown> {
  const stdoutFile = join(await partFolder(context, 'answer'), 'answer.json');
  const { exitCode, stderr } = await context.run({
    name: PYTHON.name,
    path: await findProgram(PYTHON),
    args: ['-I', '-B', SCRIPT, ...args],
    readable: [SCRIPT],
    limits: LIMITS,
    ...(question !== null && { stdin: JSON.stringify(question) }),
    stdoutFile,
    acceptExitCodes: 'any',
  });
  if (exitCode === 0) return JSON.parse(await readFile(stdoutFile, 'utf8'));
  const log = stderr.slice(-4000);
  if (/^MemoryError/m.test(log)) {
    throw new ConversionError('limit_memory', `A part of ${filename} needs more memory than its limit.`, { log });
  }
  const message = `${filename} is damaged so that what is in it cannot be taken out.`;
  throw new ConversionError('input_damaged', message, { log });
}
