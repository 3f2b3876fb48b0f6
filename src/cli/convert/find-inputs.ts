import { createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { nearest } from '../../catalog/nearest.ts';
import { ConversionError, ConversionErrors } from '../../task/errors.ts';
import { badRequest } from '../bad-request.ts';
import { STANDARD } from './words.ts';

/** An input named on the command line, or in a folder named there. */
export interface FoundInput {
  /** Name that the user knows: the path that was typed, or the path within the folder that was typed. */
  readonly label: string;
  /** URL. */
  readonly source: string;
  /** Null to use the name of the source. */
  readonly filename: string | null;
  /** Subfolder of the folder that was typed: the output goes into the same one. Empty if there is none. */
  readonly folder: string;
  /** Absolute path. Null if it is not a local file. */
  readonly path: string | null;
  /** Whether it was found in a folder rather than typed. */
  readonly isFromFolder: boolean;
}

export interface FindOptions {
  /** Search folders and their subfolders. */
  readonly recursive: boolean;
  /** Name of the file from standard input. */
  readonly stdinName: string;
  /** Saves standard input as a file, and returns its absolute path. */
  readonly keepStandardInput: () => Promise<string>;
}

const isUrl = (word: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(word);

/**
 * Finds the inputs that words name, in the order given; those of a folder in the order of their names. Skips hidden files and folders
 * inside folders. Throws ConversionErrors for all words that name nothing: `input_not_found`, `task_invalid`.
 */
export async function findInputs(words: readonly string[], options: FindOptions): Promise<FoundInput[]> {
  const found: FoundInput[] = [];
  const problems: ConversionError[] = [];
  if (words.filter((word) => word === STANDARD).length > 1) throw badRequest('Standard input (-) can be given once.');
  for (const word of words) {
    try {
      found.push(...(await findOne(word, options)));
    } catch (error) {
      if (!(error instanceof ConversionErrors)) throw error;
      problems.push(...error.errors);
    }
  }
  if (problems.length > 0) throw new ConversionErrors(problems);
  return found;
}

async function findOne(word: string, options: FindOptions): Promise<FoundInput[]> {
  if (word === STANDARD) return [await standardInput(options)];
  if (isUrl(word) && !word.startsWith('file:')) return [{ ...TYPED, label: word, source: word, path: null }];
  const path = word.startsWith('file:///') ? new URL(word) : resolve(word.replace(/^file:/, ''));
  const info = await stat(path).catch(async (error: NodeJS.ErrnoException) => {
    throw await unreadable(word, error);
  });
  if (!info.isDirectory()) {
    const url = typeof path === 'string' ? pathToFileURL(path) : path;
    return [{ ...TYPED, label: word, source: url.href, path: typeof path === 'string' ? path : null }];
  }
  if (typeof path !== 'string') throw badRequest(`${word} is a folder. Give its path, and --recursive.`);
  if (!options.recursive)
    throw badRequest(
      `${word} is a folder. Add --recursive to convert the files in it: "convertd ${word} webp --recursive".`,
    );
  const files = await filesBelow(path);
  if (files.length === 0) throw badRequest(`The folder ${word} has no files.`);
  return files.map((file) => ({
    label: join(word, relative(path, file)),
    source: pathToFileURL(file).href,
    filename: null,
    folder: dirname(relative(path, file)).replace(/^\.$/, ''),
    path: file,
    isFromFolder: true,
  }));
}

const TYPED = { filename: null, folder: '', isFromFolder: false } as const;

async function standardInput({ stdinName, keepStandardInput }: FindOptions): Promise<FoundInput> {
  const path = await keepStandardInput();
  return { ...TYPED, label: 'standard input', source: pathToFileURL(path).href, filename: stdinName, path };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }))
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await filesBelow(path)));
    // A link to a file counts, but not a link to a folder, which could be one above.
    else if (await isFile(path)) files.push(path);
  }
  return files;
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isFile() === true;

async function unreadable(word: string, error: NodeJS.ErrnoException): Promise<ConversionErrors> {
  const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
  const path = word.replace(/^file:(\/\/)?/, '');
  const names = await readdir(dirname(resolve(path))).catch(() => []);
  const close = nearest(basename(path), names).filter((name) => extname(name) === extname(path) || names.length < 50);
  const hint = close[0] === undefined ? '' : ` Did you mean ${join(dirname(path), close[0])}?`;
  return new ConversionErrors([new ConversionError('input_not_found', `${word} ${reason}.${hint}`)]);
}

/**
 * Writes a stream into a file. Throws ConversionErrors: `task_invalid` if it is a terminal, as nobody sends a file there; `input_too_large`
 * beyond `maxBytes`.
 */
export async function keepStream(
  stream: NodeJS.ReadableStream & { isTTY?: boolean },
  path: string,
  maxBytes: number,
): Promise<void> {
  if (stream.isTTY)
    throw badRequest('Standard input is a terminal; send it a file: "convertd convert - mp3 < talk.wav".');
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? tooLong(maxBytes) : null, chunk);
    },
  });
  await pipeline(stream, limit, createWriteStream(path, { mode: 0o600 }));
}

const tooLong = (maxBytes: number) =>
  new ConversionErrors([
    new ConversionError('input_too_large', `Standard input is larger than ${maxBytes} bytes (MAX_INPUT_SIZE).`),
  ]);
