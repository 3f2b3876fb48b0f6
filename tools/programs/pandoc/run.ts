import { stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { formatBytes } from '../../../src/process/limits.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { HEAP_BYTES, HEAP_EXIT_CODE, MARKUP_LIMIT_BYTES, PANDOC_LIMITS } from './limits.ts';
import { warnOfMessages } from './messages.ts';
import { pandocProgram } from './programs.ts';

/** Name of the folder into which pictures are written that a file contains. */
export const MEDIA_FOLDER = 'media';

const AST = 'document.json';
const LOG = 'log.json';

/** The only option that adds files to the sandbox and does nothing else with them: they matter to EPUB alone. */
const inSandbox = (path: string): string => `--epub-embed-font=${path}`;

export interface MarkupSource {
  /** pandoc's name of the format. */
  readonly reader: string;
  /** Folder of the text and its files, inside the work folder; relative addresses begin there. */
  readonly folder: string;
  /** Path of the text in that folder, or an absolute one. */
  readonly main: string;
  /** Paths in that folder of the only other files that the text can include. */
  readonly includable?: readonly string[];
  readonly bibliographies?: readonly string[];
  /** Citation style (CSL). */
  readonly style?: string | null;
  /** The user's name of the input. */
  readonly filename: string;
  readonly args?: readonly string[];
}

interface Answer {
  readonly exitCode: number;
  readonly stderr: string;
}

/**
 * Reads markup into pandoc's syntax tree (JSON), with pandoc's own sandbox: whatever the text includes, only the named files are read, and
 * nothing from the network. Pictures that the file itself contains are written next to the tree, into MEDIA_FOLDER.
 * @param folder new and empty, inside the work folder
 * @returns the path of the tree
 * @throws ConversionError `input_too_large`, `input_damaged`, `program_missing`, `limit_*`
 */
export async function readMarkup(source: MarkupSource, folder: string, context: WorkContext): Promise<string> {
  const { reader, includable = [], bibliographies = [], style = null, filename } = source;
  const main = resolve(source.folder, source.main);
  await refuseLarge(main, filename);
  const output = join(folder, AST);
  const cites = bibliographies.length > 0;
  const answer = await run(
    [
      '--sandbox',
      `--from=${reader}`,
      '--to=json',
      `--output=${output}`,
      `--extract-media=${join(folder, MEDIA_FOLDER)}`,
      ...(cites ? ['--citeproc', ...bibliographies.map((path) => `--bibliography=${path}`)] : []),
      ...(cites && style !== null ? [`--csl=${style}`] : []),
      ...includable.map(inSandbox),
      ...(source.args ?? []),
      // As relative as the other files, which pandoc compares it with; never an option.
      source.main.startsWith('/') ? main : `./${relative(source.folder, main)}`,
    ],
    source.folder,
    folder,
    context,
  );
  if (answer.exitCode !== 0) throw unreadable(answer, filename);
  await warnOfMessages(join(folder, LOG), filename, context);
  return output;
}

export interface MarkupResult {
  /** pandoc's name of the format. */
  readonly writer: string;
  /** Name of the file to write, in `folder`. */
  readonly name: string;
  readonly args?: readonly string[];
  /** Files that the arguments name. */
  readonly readable?: readonly string[];
  /** Paths of the files that are read in pandoc's own sandbox; null: without it. */
  readonly sandboxed: readonly string[] | null;
  readonly filename: string;
}

/**
 * Writes a syntax tree as markup or a document. The tree must name no files but those that may be read: Debian's package finds no
 * templates of docx, odt, epub and pptx in pandoc's sandbox, so only the kernel's applies to them.
 * @param folder with the files that the tree names, inside the work folder
 * @returns the path of the file
 * @throws ConversionError `conversion_failed`, `program_missing`, `limit_*`
 */
export async function writeMarkup(
  ast: string,
  { writer, name, args = [], readable = [], sandboxed, filename }: MarkupResult,
  folder: string,
  context: WorkContext,
): Promise<string> {
  const output = join(folder, name);
  const answer = await run(
    [
      ...(sandboxed === null ? [] : ['--sandbox', ...sandboxed.map(inSandbox)]),
      ...['--from=json', `--to=${writer}`, '--standalone', `--output=${output}`, ...args, ast],
    ],
    folder,
    folder,
    context,
    readable,
  );
  if (answer.exitCode !== 0) {
    const message = `${filename} was read, but could not be written as ${writer}.`;
    throw new ConversionError('conversion_failed', message, { log: answer.stderr.slice(-4000) });
  }
  await warnOfMessages(join(folder, LOG), filename, context);
  return output;
}

async function run(
  args: readonly string[],
  cwd: string,
  logFolder: string,
  context: Pick<WorkContext, 'run'>,
  readable: readonly string[] = [],
): Promise<Answer> {
  const answer = await context.run({
    ...(await pandocProgram()),
    args: ['+RTS', `-M${HEAP_BYTES}`, '-RTS', `--log=${join(logFolder, LOG)}`, '--quiet', ...args],
    cwd,
    readable,
    // As Node, Haskell's runtime waits by epoll; it starts no other programs.
    calls: 'node',
    limits: PANDOC_LIMITS,
    acceptExitCodes: 'any',
  });
  if (answer.exitCode !== HEAP_EXIT_CODE) return answer;
  const message = 'The text needs more memory than its limit when it is read.';
  throw new ConversionError('limit_memory', message, { details: { program: 'pandoc' } });
}

async function refuseLarge(path: string, filename: string): Promise<void> {
  const { size } = await stat(path);
  if (size <= MARKUP_LIMIT_BYTES) return;
  const limit = formatBytes(MARKUP_LIMIT_BYTES);
  throw new ConversionError(
    'input_too_large',
    `${filename} is larger than ${limit}, the most that can be converted. Split it into smaller files.`,
    { details: { size, limit: MARKUP_LIMIT_BYTES } },
  );
}

/** First line of pandoc's message about a text that it cannot read, with a place in it. */
const PLACE = /\(?line (\d+),? column (\d+)\)?/;

function unreadable({ stderr }: Answer, filename: string): ConversionError {
  const place = PLACE.exec(stderr);
  const where = place === null ? '' : ` at line ${place[1]}, column ${place[2]}`;
  const why = /Loop encountered in expanding macro/.test(stderr) ? ': its macros expand without an end' : where;
  const message = `${filename} cannot be read${why}. Check that it is complete and what its name says.`;
  return new ConversionError('input_damaged', message, { log: stderr.slice(-4000) });
}
