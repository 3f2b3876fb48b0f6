import { join, posix } from 'node:path';
import type { AnyOptions, TargetOf } from '../../src/catalog/definition.ts';
import { parseFileSize } from '../../src/catalog/grammar/values.ts';
import { defineEngine, type Engine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { archiveKindOf } from '../../tools/formats/archives/kinds.ts';
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from '../../tools/formats/archives/limits.ts';
import type { Contents } from '../../tools/formats/archives/members.ts';
import type { NameEncoding } from '../../tools/formats/archives/names/encodings.ts';
import { warnOfUnusedEncoding } from '../../tools/formats/archives/names/warnings.ts';
import { baseOfInput, nameOfCompressed } from '../../tools/formats/archives/naming.ts';
import { encryptPassword } from '../../tools/formats/archives/passwords.ts';
import { describePrograms } from '../../tools/formats/archives/programs.ts';
import { isSelfExtracting } from '../../tools/formats/archives/self-extracting.ts';
import { stageInputs } from '../../tools/formats/archives/staging.ts';
import { unpack } from '../../tools/formats/archives/unpack.ts';
import { errorOfSet, joinVolumes, volumeSetOf } from '../../tools/formats/archives/volumes.ts';
import { warnOfLinks } from '../../tools/formats/archives/warnings.ts';
import { catalog } from './catalog.ts';
import type { Level, StreamFormat } from './compressors.ts';
import { needsLibarchive, type Packer, packContainer, packEach, packStream, packTar } from './pack.ts';

type Target = TargetOf<typeof catalog>;

/** Form of a target: files in a container; a tar, compressed or not; or a compressed stream, which holds a tar of several files. */
type Form =
  | { readonly kind: 'container'; readonly format: 'zip' | '7z' }
  | { readonly kind: 'tar'; readonly stream: StreamFormat | null }
  | { readonly kind: 'stream'; readonly stream: StreamFormat };

const FORMS: Readonly<Record<Target, Form & { readonly contentType: string }>> = {
  '7z': { kind: 'container', format: '7z', contentType: 'application/x-7z-compressed' },
  zip: { kind: 'container', format: 'zip', contentType: 'application/zip' },
  cbz: { kind: 'container', format: 'zip', contentType: 'application/vnd.comicbook+zip' },
  tar: { kind: 'tar', stream: null, contentType: 'application/x-tar' },
  tgz: { kind: 'tar', stream: 'gz', contentType: 'application/gzip' },
  tbz2: { kind: 'tar', stream: 'bz2', contentType: 'application/x-bzip2' },
  txz: { kind: 'tar', stream: 'xz', contentType: 'application/x-xz' },
  tzst: { kind: 'tar', stream: 'zst', contentType: 'application/zstd' },
  gz: { kind: 'stream', stream: 'gz', contentType: 'application/gzip' },
  bz2: { kind: 'stream', stream: 'bz2', contentType: 'application/x-bzip2' },
  xz: { kind: 'stream', stream: 'xz', contentType: 'application/x-xz' },
  zst: { kind: 'stream', stream: 'zst', contentType: 'application/zstd' },
};

/** One conversion, read from the request. */
interface Job {
  readonly target: Target;
  readonly inputs: readonly LocalInput[];
  /** Whether the archive has the inputs in their order; else in that of names. */
  readonly ordered: boolean;
  readonly password: string | null;
  readonly encryptNames: boolean;
  /** Bytes of a volume. Null: a single file. */
  readonly volumeBytes: number | null;
  readonly level: Level;
  /** A stream for each file instead of a tar. */
  readonly separate: boolean;
  /** Encoding of names in the input that do not state theirs. Null: the most likely one. */
  readonly nameEncoding: NameEncoding | null;
  /** Whether the intact part of an archive that ends early is converted; if its last volumes are missing, the user should give them. */
  readonly takesCut: boolean;
  readonly context: WorkContext;
  readonly limits: ArchiveLimits;
}

/**
 * The engine of the archive category.
 *
 * A single archive, or all volumes of one, is unpacked and repacked as the target. Any other input, and each of several, is packed as a
 * file, even if it is an archive: several archives would mix their contents. gz, bz2, xz and zst hold one stream: several files, or one in
 * a folder, become a tar in it, or with `allow_multiple_outputs` a stream each.
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
    ordered: request.ordered ?? false,
    password: encryptPassword(options.encrypt_password),
    nameEncoding: options.filename_encoding ?? null,
    encryptNames: options.encrypt_names ?? true,
    volumeBytes: volumeBytesOf(options.volume_size),
    level: options.compression_level ?? 'medium',
    takesCut: true,
    separate: options.allow_multiple_outputs === true,
    context,
    limits,
  };
}

/** Smaller volumes would make too many of them for a large archive. */
const MIN_VOLUME_BYTES = 65_536;

/** Throws `option_unsupported`. */
function volumeBytesOf(size: string | undefined): number | null {
  if (size === undefined) return null;
  const { value } = parseFileSize(size) as { value?: number };
  if (value !== undefined && value >= MIN_VOLUME_BYTES) return value;
  const message = `A volume has at least ${MIN_VOLUME_BYTES} bytes: volume_size is ${size}.`;
  throw new ConversionError('option_unsupported', message, { details: { option: 'volume_size' } });
}

/** Share of the progress for unpacking; decompressing is faster than compressing. */
const UNPACKED = 30;

async function convert(job: Job): Promise<OutputFile[]> {
  const set = await volumeSetOf(job.inputs);
  if (set === null) return convertInputs(job);
  const joined = await joinVolumes(set, job.limits, job.context);
  try {
    return await convertInputs({ ...job, inputs: [joined], takesCut: false });
  } catch (error) {
    throw errorOfSet(set, error);
  }
}

async function convertInputs(job: Job): Promise<OutputFile[]> {
  const { inputs, nameEncoding, takesCut, context, limits } = job;
  const [input] = inputs;
  if (input === undefined) throw new ConversionError('input_count', 'An archive needs at least one input.');
  const kind = inputs.length === 1 ? archiveKindOf(input) : null;
  const progress = part(context, 0, UNPACKED);
  const contents =
    kind === null
      ? await stage(job)
      : await unpack(kind, { input, nameEncoding, keepLinks: true, takesCut, context, limits, progress });
  return pack(job, contents, { context, level: job.level, progress: part(context, kind === null ? 0 : UNPACKED, 100) });
}

/** Stages the inputs as plain files. */
async function stage(job: Job): Promise<Contents> {
  const { inputs, target, password, nameEncoding, ordered, context } = job;
  await warnOfSelfExtracting(job);
  if (nameEncoding !== null) warnOfUnusedEncoding('nothing is unpacked', context);
  warnOfWhatIsNotUnpacked(inputs, context);
  // libarchive would store the modification time of a link; 7-Zip is configured not to do that.
  const copies =
    FORMS[target].kind === 'container' && target !== '7z' && password !== null && needsLibarchive(password);
  return stageInputs(inputs, join(context.workFolder, 'contents'), { copies, ordered });
}

async function warnOfSelfExtracting({ inputs, context, limits }: Job): Promise<void> {
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) return;
  if (!(await isSelfExtracting({ input, context, limits, progress: () => undefined }))) return;
  context.warn(
    'output_limited',
    `${input.filename} is a program that unpacks itself. It is packed unchanged; the archive inside it is not opened.`,
  );
}

function warnOfWhatIsNotUnpacked(inputs: readonly LocalInput[], context: WorkContext): void {
  for (const { id, filename, format, decryptPassword } of inputs) {
    if (inputs.length === 1 && format?.kind === 'archive') {
      context.warn('output_limited', `${format.name} archives cannot be unpacked, so ${filename} is packed as it is.`);
    }
    if (decryptPassword !== null) {
      const why =
        inputs.length === 1 ? 'it is not an archive that is unpacked' : 'of several inputs each is packed as it is';
      context.warn('option_no_effect', `The decrypt_password of ${filename} was not used: ${why}.`, { input: id });
    }
  }
}

async function pack(job: Job, contents: Contents, packer: Packer): Promise<OutputFile[]> {
  const { target, separate, inputs } = job;
  const form = FORMS[target];
  const { contentType } = form;
  const basename = baseOfInput(inputs[0]?.filename ?? '');
  if (form.kind === 'container') return packInContainer(job, form.format, contents, packer);
  if (form.kind === 'tar') {
    const path = await packTar(contents, form.stream, packer);
    return [{ path, extension: target, basename, contentType }];
  }
  const { stream } = form;
  const [only, ...others] = contents.members;
  if (only?.kind === 'file' && others.length === 0) {
    const path = await packStream(contents, only, stream, packer);
    return [{ path, ...nameOfCompressed(only.path, stream), contentType }];
  }
  if (separate && contents.members.some(({ kind }) => kind === 'file')) {
    return packSeparately(contents, stream, contentType, packer);
  }
  const path = await packTar(contents, stream, packer);
  return [{ path, extension: `tar.${stream}`, basename, contentType }];
}

/** Packs zip and 7z, in one file or in volumes. */
async function packInContainer(
  { target, password, encryptNames, volumeBytes, inputs }: Job,
  format: 'zip' | '7z',
  contents: Contents,
  packer: Packer,
): Promise<OutputFile[]> {
  if (target === 'cbz') warnOfNoPictures(contents, packer.context);
  const basename = baseOfInput(inputs[0]?.filename ?? '');
  const { contentType } = FORMS[target];
  const paths = await packContainer(contents, { format, password, encryptNames, volumeBytes }, packer);
  return paths.map((path) => {
    const number = /\.(\d+)$/.exec(path)?.[1];
    const extension = paths.length > 1 && number !== undefined ? `${target}.${number}` : target;
    return { path, extension, basename, contentType: paths.length > 1 ? 'application/octet-stream' : contentType };
  });
}

const PICTURE = /\.(?:avif|bmp|gif|jfif|jpe?g|jxl|png|tiff?|webp)$/i;

/** Warns if there are no pictures: a comic book is a zip of its pages. */
function warnOfNoPictures({ members }: Contents, context: WorkContext): void {
  if (members.some(({ kind, path }) => kind === 'file' && PICTURE.test(path))) return;
  context.warn('output_limited', 'None of the files is a picture, so comic readers will find no pages in the cbz.');
}

async function packSeparately(
  contents: Contents,
  format: StreamFormat,
  contentType: string,
  packer: Packer,
): Promise<OutputFile[]> {
  const packed = await packEach(contents, format, packer);
  const links = contents.members.filter(({ kind }) => kind === 'link').map(({ path }) => path);
  warnOfLinks('symbolic', links, 'left out, because each file becomes a separate output', packer.context);
  const isInFolders = contents.members.some(({ path }) => path.includes('/'));
  if (isInFolders || packed.length < contents.members.length) {
    packer.context.warn('output_limited', 'With one output for each file, the folders of the archive are lost.');
  }
  return packed.map(({ member, path }) => ({
    path,
    ...nameOfCompressed(posix.basename(member.path), format),
    contentType,
    inputIds: [member.inputId],
  }));
}

/** Returns a function that reports the progress of one part of the whole. */
function part(context: WorkContext, from: number, to: number): (percent: number) => void {
  return (percent) => context.progress(from + (percent / 100) * (to - from));
}
