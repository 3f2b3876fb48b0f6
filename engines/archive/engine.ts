import { join, posix } from 'node:path';
import type { AnyOptions, TargetOf } from '../../src/catalog/definition.ts';
import { defineEngine, type Engine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { archiveKindOf } from '../../tools/archives/kinds.ts';
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from '../../tools/archives/limits.ts';
import type { Contents } from '../../tools/archives/members.ts';
import { baseOfInput, nameOfCompressed } from '../../tools/archives/naming.ts';
import { encryptPassword } from '../../tools/archives/passwords.ts';
import { describePrograms } from '../../tools/archives/programs.ts';
import { stageInputs } from '../../tools/archives/staging.ts';
import { unpack } from '../../tools/archives/unpack.ts';
import { catalog } from './catalog.ts';
import {
  needsLibarchive,
  type Packer,
  packContainer,
  packEach,
  packStream,
  packTar,
  type StreamFormat,
} from './pack.ts';

type Target = TargetOf<typeof catalog>;

const CONTENT_TYPES: Readonly<Record<Target, string>> = {
  zip: 'application/zip',
  '7z': 'application/x-7z-compressed',
  gz: 'application/gzip',
  bz2: 'application/x-bzip2',
};

/** One conversion, read from the request. */
interface Job {
  readonly target: Target;
  readonly inputs: readonly LocalInput[];
  readonly password: string | null;
  /** gz and bz2: a stream for each file instead of a tar. */
  readonly separate: boolean;
  readonly context: WorkContext;
  readonly limits: ArchiveLimits;
}

/**
 * The engine of the archive category.
 *
 * One input that is an archive is unpacked and packed anew as the target; any other input, and each of several, is packed
 * as the file it is, archives too: several archives would mix their contents. gz and bz2 hold one stream: several
 * files, or one in a folder, become a tar in it, or with `allow_multiple_outputs` a stream each.
 */
export function createArchiveEngine(limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS): Engine {
  return defineEngine(catalog, {
    acceptsEmptyInput: true,
    combinesInputs: () => true,
    convert: (request, context) => convert(readJob(request, context, limits)),
    describe: describePrograms,
  });
}

export const engine = createArchiveEngine();

function readJob(request: RequestOf<typeof catalog>, context: WorkContext, limits: ArchiveLimits): Job {
  const { target, inputs } = request;
  const options: AnyOptions<typeof catalog> = request.options;
  return {
    target,
    inputs,
    password: encryptPassword(options.encrypt_password),
    separate: options.allow_multiple_outputs === true,
    context,
    limits,
  };
}

/** Share of the progress that unpacking takes; decompressing is faster than compressing. */
const UNPACKED = 30;

async function convert(job: Job): Promise<OutputFile[]> {
  const { inputs, context, limits } = job;
  const [input] = inputs;
  if (input === undefined) throw new ConversionError('input_count', 'An archive is made of at least one input.');
  const kind = inputs.length === 1 ? archiveKindOf(input) : null;
  const contents =
    kind === null
      ? await stage(job)
      : await unpack(kind, { input, context, limits, progress: part(context, 0, UNPACKED) });
  return pack(job, contents, { context, progress: part(context, kind === null ? 0 : UNPACKED, 100) });
}

/** The inputs as the files they are. */
function stage({ inputs, target, password, context }: Job): Promise<Contents> {
  warnOfWhatIsNotUnpacked(inputs, context);
  // libarchive would store when the file of a link was last changed; 7-Zip is told not to.
  const copies = target === 'zip' && password !== null && needsLibarchive(password);
  return stageInputs(inputs, join(context.workFolder, 'contents'), copies);
}

function warnOfWhatIsNotUnpacked(inputs: readonly LocalInput[], context: WorkContext): void {
  for (const { id, filename, format, decryptPassword } of inputs) {
    if (inputs.length === 1 && format?.kind === 'archive') {
      context.warn(
        'output_limited',
        `Archives of the kind ${format.name} cannot be unpacked, so ${filename} is packed as it is.`,
      );
    }
    if (decryptPassword !== null) {
      const why =
        inputs.length === 1 ? 'it is not an archive that is unpacked' : 'of several inputs each is packed as it is';
      context.warn('option_no_effect', `The decrypt_password of ${filename} was not used: ${why}.`, { input: id });
    }
  }
}

async function pack(
  { target, password, separate, inputs }: Job,
  contents: Contents,
  packer: Packer,
): Promise<OutputFile[]> {
  const contentType = CONTENT_TYPES[target];
  const basename = baseOfInput(inputs[0]?.filename ?? '');
  if (target === 'zip' || target === '7z') {
    const path = await packContainer(contents, { format: target, password }, packer);
    return [{ path, extension: target, basename, contentType }];
  }
  const [only, ...others] = contents.members;
  if (only?.kind === 'file' && others.length === 0) {
    const path = await packStream(contents, only, target, packer);
    return [{ path, ...nameOfCompressed(only.path, target), contentType }];
  }
  if (separate && contents.members.some(({ kind }) => kind === 'file')) {
    return packSeparately(contents, target, packer);
  }
  const path = await packTar(contents, target, packer);
  return [{ path, extension: `tar.${target}`, basename, contentType }];
}

async function packSeparately(contents: Contents, target: StreamFormat, packer: Packer): Promise<OutputFile[]> {
  const packed = await packEach(contents, target, packer);
  const isInFolders = contents.members.some(({ path }) => path.includes('/'));
  if (isInFolders || packed.length < contents.members.length) {
    packer.context.warn('output_limited', 'With one output for each file, the folders of the archive are lost.');
  }
  return packed.map(({ member, path }) => ({
    path,
    ...nameOfCompressed(posix.basename(member.path), target),
    contentType: CONTENT_TYPES[target],
    inputIds: [member.inputId],
  }));
}

/** Progress of one part of the whole. */
function part(context: WorkContext, from: number, to: number): (percent: number) => void {
  return (percent) => context.progress(from + (percent / 100) * (to - from));
}
