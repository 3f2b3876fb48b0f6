import { copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { hiddenCovers } from '../../tools/formats/iso-media/covers.ts';
import { unsupported } from '../../tools/programs/ffmpeg/issues.ts';
import { outputArguments } from '../../tools/programs/ffmpeg/probe/input-safety.ts';
import { readReport } from '../../tools/programs/ffmpeg/probe/probe.ts';
import type { Picture, SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';
import { callOf, type Program } from '../../tools/programs/ffmpeg/programs.ts';
import { jpegArguments } from './commands.ts';
import type { Container, PictureSource } from './encoding.ts';
import { LARGEST_PICTURE, newCover } from './pictures.ts';
import type { AudioOptions } from './read-options.ts';

/** ffmpeg's demuxer for each kind of picture that can be a cover, by the name of its format. */
const DEMUXERS: Readonly<Record<string, string>> = {
  bmp: 'image2',
  gif: 'gif',
  jpg: 'image2',
  png: 'image2',
  webp: 'image2',
};

/** Pictures that every player shows; others become a JPEG. */
const KEPT: ReadonlySet<string> = new Set(['mjpeg', 'png']);
/** Maximum side of podcast covers, pixels. */
const LARGEST_SIDE = 3000;
/** Maximum number of pixels: larger pictures are made to fill memory. */
const MOST_PIXELS = 100_000_000;

interface Inputs {
  readonly sound: LocalInput;
  /** With option `cover`: the input that becomes the cover. */
  readonly picture: LocalInput | null;
}

/**
 * Returns the sound of a conversion, and with option `cover` the second input, its cover. Throws ConversionError `option_unsupported` if
 * the container keeps no pictures, `input_count` for another number of inputs, `input_wrong_type` for a cover that is not a picture.
 */
export function inputsOf(inputs: readonly LocalInput[], takesCover: boolean, container: Container): Inputs {
  if (!takesCover) return { sound: onlyInput(inputs, 'A sound'), picture: null };
  if (container.pictures === 'none') {
    throw unsupported({ option: 'cover', value: true }, `${container.name} files cannot contain a picture`, []);
  }
  const [sound, picture] = inputs;
  if (sound === undefined || picture === undefined || inputs.length > 2) {
    const message = `Option cover takes two inputs, the sound and the picture of its cover, not ${inputs.length}.`;
    throw new ConversionError('input_count', message, { details: { option: 'cover' } });
  }
  if (Object.hasOwn(DEMUXERS, picture.format?.name ?? '')) return { sound, picture };
  const message = `${picture.filename} cannot be a cover: it is no JPEG, PNG, GIF, WebP or BMP by its content. Convert it to one of these first.`;
  throw new ConversionError('input_wrong_type', message, { details: { option: 'cover' } });
}

/** The given cover, as a file that containers accept. */
export interface Cover {
  readonly picture: Picture;
  readonly file: PictureSource;
}

interface Programs {
  readonly ffmpeg: Program;
  readonly ffprobe: Program;
  readonly context: WorkContext;
}

/**
 * Makes a cover of a picture. JPEG and PNG are kept byte for byte; too large ones and other kinds become a JPEG, on white if they are
 * transparent. Throws ConversionError `input_damaged` or `input_bomb`.
 */
export async function makeCover(given: LocalInput, programs: Programs): Promise<Cover> {
  const { context } = programs;
  const { name = '' } = given.format ?? {};
  // ffmpeg detects the type of a picture by its file extension.
  const original: PictureSource = {
    path: join(context.workFolder, `given.${name}`),
    demuxer: DEMUXERS[name] ?? 'image2',
  };
  await copyFile(given.path, original.path);
  const found = await probePicture(original, programs);
  if (found === null) throw damaged(given);
  if (found.width * found.height > MOST_PIXELS) throw tooLarge(given, found);
  const fits = Math.max(found.width, found.height) <= LARGEST_SIDE && given.size <= LARGEST_PICTURE;
  if (fits && KEPT.has(found.codec)) return { picture: found, file: original };
  const file: PictureSource = { path: join(context.workFolder, 'cover.jpg'), demuxer: 'image2' };
  const call = callOf(programs.ffmpeg, jpegArguments(original, LARGEST_SIDE, file.path), { acceptExitCodes: 'any' });
  const { exitCode, stderr } = await context.run(call);
  const picture = exitCode === 0 ? await probePicture(file, programs) : null;
  if (picture === null || (await stat(file.path)).size > LARGEST_PICTURE) throw damaged(given, stderr);
  if (!fits) warnOfScaling(given, found, picture, context);
  return { picture, file };
}

/**
 * Returns a cover of an M4A file that ffmpeg does not read, because its type is wrong, if there is no other. Null if there is none, or if
 * it is to be left out.
 */
export async function hiddenCover(
  {
    input,
    source,
    options,
  }: { readonly input: LocalInput; readonly source: SourceFacts; readonly options: AudioOptions },
  programs: Programs,
): Promise<Cover | null> {
  const [first] = hiddenCovers(source.movie?.items ?? []);
  if (first === undefined || source.pictures.length > 0 || options.removeCover) return null;
  const path = join(programs.context.workFolder, `hidden.${first.kind}`);
  await writeFile(path, first.bytes);
  const file: PictureSource = { path, demuxer: DEMUXERS[first.kind] ?? 'image2' };
  const picture = await probePicture(file, programs);
  if (picture !== null) return { picture, file };
  const message = `A cover of ${input.filename} is damaged and was left out.`;
  programs.context.warn('metadata_lost', message, { pictures: 1 });
  return null;
}

/** Null: the picture cannot be read. */
async function probePicture(file: PictureSource, { ffprobe, context }: Programs): Promise<Picture | null> {
  const { report } = await readReport(ffprobe, outputArguments(file.path, file.demuxer ?? 'image2'), context);
  const { codec_name: codec, width = 0, height = 0 } = report?.streams?.[0] ?? {};
  return codec === undefined || width < 1 || height < 1 ? null : newCover({ codec, width, height });
}

const sizeOf = ({ width, height }: Picture): string => `${width} × ${height} pixels`;

function warnOfScaling({ filename }: LocalInput, before: Picture, after: Picture, context: WorkContext): void {
  const limits = `covers have up to ${LARGEST_SIDE} pixels a side and 16 MiB`;
  const message = `Option cover: a JPEG of ${sizeOf(after)} was made of ${filename} (${sizeOf(before)}), because ${limits}.`;
  context.warn('option_adjusted', message, { option: 'cover', width: after.width, height: after.height });
}

function damaged({ filename }: LocalInput, log = ''): ConversionError {
  const message = `${filename} is damaged: the picture for option cover could not be read.`;
  return new ConversionError('input_damaged', message, { details: { option: 'cover' }, log: log.slice(-4096) });
}

function tooLarge({ filename }: LocalInput, picture: Picture): ConversionError {
  const message = `${filename} is too large for a cover: it has ${sizeOf(picture)}. Scale it down first.`;
  return new ConversionError('input_bomb', message, { details: { option: 'cover' } });
}
