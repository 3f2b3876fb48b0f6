import { join } from 'node:path';
import type { FetchedInput } from '../../src/files/fetch/inputs.ts';
import {
  defineInputEngine,
  type InputContext,
  type InputRequest,
  type OpenedFile,
} from '../../src/runner/input-engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { pluralize } from '../../src/util/pluralize.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { archiveKindOf } from '../../tools/formats/archives/kinds.ts';
import { INPUT_ARCHIVE_LIMITS, MAX_INPUT_FILES } from '../../tools/formats/archives/limits.ts';
import type { Contents } from '../../tools/formats/archives/members.ts';
import { describeUnpacking } from '../../tools/formats/archives/programs.ts';
import { unpack } from '../../tools/formats/archives/unpack.ts';
import { catalog } from './catalog.ts';
import { choose, countFolders, filesIn, nameFiles } from './choose-files.ts';

type Request = InputRequest<typeof catalog>;

/** The files in an archive, each as an input. */
export const inputEngine = defineInputEngine(catalog, {
  open: openArchive,
  describe: () => describeUnpacking(Object.keys(catalog.engines).map((name) => `inputs of the engine ${name}`)),
});

async function openArchive({ input, options }: Request, context: InputContext): Promise<OpenedFile[]> {
  const fetched = await context.fetch();
  const archive = asInput(fetched, input.id, options.archive_password ?? input.credentials.decrypt_password ?? null);
  const contents = await unpackArchive(archive, options, context);
  const paths = choosePaths(contents, options);
  warnOfFolders(paths, context);
  const decryptPassword = passwordOfFiles(contents, { input, options }, context);
  return nameFiles(paths).map(({ path, filename }) => ({
    path: join(contents.root, path),
    filename,
    decryptPassword,
  }));
}

const asInput = (
  { path, filename, size, format }: FetchedInput,
  id: string,
  decryptPassword: string | null,
): LocalInput => ({ id, path, filename, size, format, decryptPassword });

/** Throws ConversionError as unpacking does, and `input_wrong_type` for a file that is not an archive. */
async function unpackArchive(
  input: LocalInput,
  { archive_password, filename_encoding }: Request['options'],
  context: InputContext,
): Promise<Contents> {
  const kind = archiveKindOf(input);
  if (kind === null) {
    const message = `${input.filename} is not an archive that can be unpacked. Leave engine out to convert the file itself.`;
    const details = { option: 'engine', format: input.format?.name ?? null };
    throw new ConversionError('input_wrong_type', message, { details });
  }
  try {
    const nameEncoding = filename_encoding ?? null;
    const progress = (percent: number) => context.progress(percent);
    return await unpack(kind, { input, nameEncoding, context, limits: INPUT_ARCHIVE_LIMITS, progress });
  } catch (error) {
    const isWrong = error instanceof ConversionError && error.code === 'input_password_wrong';
    if (!isWrong || archive_password === undefined) throw error;
    throw new ConversionError('input_password_wrong', 'The archive_password does not open the archive.', {
      cause: error,
      details: { option: 'archive_password' },
    });
  }
}

/** Throws ConversionError `input_empty`, `option_unsupported` if the options choose no file, `input_bomb` for too many. */
function choosePaths({ members }: Contents, options: Request['options']): string[] {
  const all = filesIn(members);
  if (all.length === 0) throw new ConversionError('input_empty', 'There are no files in the archive.');
  const paths = choose(all, options);
  if (paths.length === 0) {
    const option = options.include === undefined ? 'exclude' : 'include';
    const message = `Of the ${pluralize(all.length, 'file')} in the archive, ${option} leaves none to convert.`;
    throw new ConversionError('option_unsupported', message, { details: { option } });
  }
  if (paths.length > MAX_INPUT_FILES) {
    const message = `There are ${paths.length} files to convert in the archive, and at most ${MAX_INPUT_FILES} are taken. Name fewer with include, or make several archives.`;
    throw new ConversionError('input_bomb', message, { details: { limit_files: MAX_INPUT_FILES } });
  }
  return paths;
}

function warnOfFolders(paths: readonly string[], context: InputContext): void {
  const folders = countFolders(paths);
  if (folders === 1) return;
  const message = `The files to convert are in ${folders} folders of the archive. They are taken without these, equal names with a number.`;
  context.warn('output_limited', message, { folders });
}

/** Warns if an archive_password was not needed. */
function passwordOfFiles(
  { encrypted }: Contents,
  { input, options }: Pick<Request, 'input' | 'options'>,
  context: InputContext,
): string | null {
  const ofFiles = input.credentials.decrypt_password ?? null;
  if (options.archive_password === undefined) return encrypted ? null : ofFiles;
  if (!encrypted) {
    context.warn('option_no_effect', 'The archive_password was not used: the archive is not encrypted.', {
      option: 'archive_password',
    });
  }
  return ofFiles;
}
