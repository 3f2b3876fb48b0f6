import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseFilmTime, parseFrameRates } from '../../src/catalog/grammar/values.ts';
import { formatOf } from '../../src/files/formats/names.ts';
import type { OutputFile, RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { contentText } from '../../src/work/content-text.ts';
import { type LocalInput, partFolder, type WorkContext, warnOfUnusedPassword, within } from '../../src/work/context.ts';
import { exactRate } from '../../tools/formats/subtitles/microdvd.ts';
import { READ_FORMATS, type ReadFormat } from '../../tools/formats/subtitles/model.ts';
import type { Rewriting } from '../../tools/formats/subtitles/rewrite.ts';
import { rewriteInput } from '../../tools/formats/subtitles/rewrite-input.ts';
import { type Film, probeFilm, type SubtitleTrack } from '../../tools/programs/ffmpeg/probe/film.ts';
import { inputArguments } from '../../tools/programs/ffmpeg/probe/input-safety.ts';
import { requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import { subtitleTrack, takeSubtitles } from '../../tools/programs/ffmpeg/take-subtitles.ts';
import { recogniseSubtitles } from '../../tools/programs/ocr/picture-subtitles/recognise.ts';
import { makeSubtitles } from '../../tools/programs/speech/stt/subtitles/make.ts';
import type { catalog } from './catalog.ts';
import { isSound } from './other-kinds.ts';
import { halfOfVobSub, isPictureFile, openPictureFile } from './picture-files.ts';
import { type DocumentOptions, type SubtitleTarget, TARGETS } from './targets.ts';

/** A file of subtitles, and its format. */
interface Found {
  readonly path: string;
  readonly from: ReadFormat;
}

/**
 * Makes subtitles of subtitles; with `language_stt` of the speech in a recording or a film, else of those that a film holds. Throws
 * ConversionError `input_wrong_type` for another input, and for one without subtitles.
 */
export async function convertToSubtitles(
  target: SubtitleTarget,
  inputs: readonly LocalInput[],
  options: DocumentOptions,
  context: WorkContext,
): Promise<OutputFile> {
  const input = onlyInput(inputs, 'A recording or a file of subtitles');
  warnOfUnused(input, options, context);
  const { path, from } = await findSubtitles(target, input, options, context);
  const how = rewritingOf(from, target, options);
  const folder = await partFolder(context, 'rewritten');
  const made = await rewriteInput({ ...input, path }, how, { context, folder });
  const { contentType, extension = target } = TARGETS[target];
  return { path: made, extension, contentType };
}

/** Whether a document is made of the lines of the subtitles that an input is or has. */
export function isReadAsLines(
  input: LocalInput,
  { target, options }: Pick<RequestOf<typeof catalog>, 'target' | 'options'>,
): boolean {
  const { language_stt: speech }: DocumentOptions = options;
  return isPictureFile(input) || (target === 'txt' && input.format?.kind === 'video' && speech === undefined);
}

/**
 * Returns a request whose input is a file of lines, if it is subtitles that are pictures, or for txt a film whose speech is not asked for;
 * others as they are. Throws what convertToSubtitles throws.
 */
export async function withSubtitlesRead(
  request: RequestOf<typeof catalog>,
  context: WorkContext,
): Promise<RequestOf<typeof catalog>> {
  const [input, ...others] = request.inputs;
  if (input === undefined || others.length > 0 || !isReadAsLines(input, request)) return request;
  const options: DocumentOptions = request.options;
  const { path, from } = await heldSubtitles(input, options, context);
  const read = { ...input, path, size: (await stat(path)).size, format: formatOf(from), decryptPassword: null };
  // They were for the pictures.
  const { language, ocr, ...rest } = options;
  return { ...request, inputs: [read], options: rest } as RequestOf<typeof catalog>;
}

async function findSubtitles(
  target: SubtitleTarget,
  input: LocalInput,
  options: DocumentOptions,
  context: WorkContext,
): Promise<Found> {
  if (isPictureFile(input)) return heldSubtitles(input, options, context);
  if (isSound(input)) {
    if (options.language_stt === undefined) return heldSubtitles(input, options, context);
    const asked = { locale: options.language_stt, wordTimes: options.word_times ?? false };
    return { path: await makeSubtitles(input, asked, context), from: 'vtt' };
  }
  const from = formatOfFile(input);
  if (from === null) {
    const message = `${contentText(input)}: ${target} is made of subtitles (${[...READ_FORMATS, 'sup'].join(', ')}, a zip of VobSub), of what is said in a recording or a film, or of the subtitles of a film.`;
    throw new ConversionError('input_wrong_type', message, { details: { target } });
  }
  return { path: input.path, from };
}

const isReadFormat = (name: string): name is ReadFormat => READ_FORMATS.some((each) => each === name);

/** Extensions of formats that have another name. */
const OTHER_NAMES: Readonly<Record<string, ReadFormat>> = { dfxp: 'ttml', ssa: 'ass' };

/** Returns the format by the content; by the name if the content shows only that it is text, or has no mark of its encoding. */
function formatOfFile({ filename, format }: LocalInput): ReadFormat | null {
  if (format !== null && isReadFormat(format.name)) return format.name;
  if (format !== null && format.name !== 'txt' && format.name !== 'xml') return null;
  const extension = extname(filename).slice(1).toLowerCase();
  return OTHER_NAMES[extension] ?? (isReadFormat(extension) ? extension : null);
}

function rewritingOf(from: ReadFormat, to: SubtitleTarget, options: DocumentOptions): Rewriting {
  const time = (text: string | undefined): number | null => {
    const parsed = text === undefined ? null : parseFilmTime(text);
    return parsed !== null && 'value' in parsed ? Math.round(parsed.value * 1000) : null;
  };
  return {
    from,
    to,
    encoding: options.encoding === undefined ? null : labelOf(options.encoding),
    frameRate: options.frame_rate ?? null,
    times: {
      stretch: stretchOf(options.stretch),
      shift: Math.round((options.shift ?? 0) * 1000),
      from: time(options.start),
      until: time(options.end),
    },
    lineLength: options.line_length ?? null,
    readingSpeed: options.reading_speed ?? null,
  };
}

function stretchOf(text: string | undefined): number {
  const rates = text === undefined ? null : parseFrameRates(text);
  return rates !== null && 'value' in rates ? exactRate(rates.value.from) / exactRate(rates.value.to) : 1;
}

/** Returns the name that TextDecoder has for an encoding; it knows most with hyphens. */
const labelOf = (encoding: string): string => (encoding === 'tis620' ? 'tis-620' : encoding.replaceAll('_', '-'));

function warnOfUnused(input: LocalInput, options: DocumentOptions, context: WorkContext): void {
  const warn = (option: keyof DocumentOptions, why: string): void => {
    if (options[option] === undefined || options[option] === false) return;
    context.warn('option_no_effect', `Option ${option} has no effect: ${why}.`, { option });
  };
  const isSpeech = isSound(input) && options.language_stt !== undefined;
  if (!isSpeech) warn('word_times', 'only the words of speech get times here; those that subtitles have are kept');
  if (isSpeech) warn('subtitle_track', 'with language_stt, subtitles are made of what is said');
  if (isSound(input)) warn('encoding', `${input.filename} is not a file of subtitles`);
  else {
    warn('subtitle_track', `${input.filename} is not a film`);
    warn('language_stt', `${input.filename} is not an audio or video file`);
    if (input.decryptPassword !== null) warnOfUnusedPassword(input, context);
  }
  if (isSound(input) || formatOfFile(input) !== 'sub') warn('frame_rate', `${input.filename} does not count in frames`);
}

async function heldSubtitles(input: LocalInput, options: DocumentOptions, context: WorkContext): Promise<Found> {
  const needed = 'subtitles of films';
  const [ffmpeg, ffprobe] = await Promise.all([requireProgram('ffmpeg', needed), requireProgram('ffprobe', needed)]);
  const open = isPictureFile(input) ? await openPictureFile(input, context) : null;
  const film = await probeFilm(ffprobe, input, context, open ?? undefined).catch((error: unknown) => {
    throw open !== null && error instanceof ConversionError ? damagedPictures(input, error) : error;
  });
  const track = subtitleTrack(film, options.subtitle_track ?? null, input.filename);
  if (track === null) {
    if (open !== null) throw damagedPictures(input);
    const message = `${input.filename} holds no subtitles. Give option language_stt, the language that is spoken in it, to write down what is said.`;
    throw new ConversionError('input_wrong_type', message, { details: { option: 'language_stt' } });
  }
  if (track.isText) {
    warnOfRecognition(`the subtitles of ${input.filename} are text`, options, context);
    const taken = await takeSubtitles(input, { film, track }, { ffmpeg, context, filename: input.filename });
    return { path: taken.path, from: taken.format };
  }
  if (open === null && isVobSubAlone(film, track)) {
    throw halfOfVobSub(input, 'the pictures of VobSub subtitles, without the index that says when they are shown');
  }
  const source = { open: open ?? inputArguments(input.path), film, track };
  const { language } = options;
  const reading = { ffmpeg, ffprobe, context: within(context, 0, 95), filename: input.filename, language };
  return { path: await recogniseSubtitles(source, reading), from: 'vtt' };
}

function damagedPictures({ filename }: LocalInput, cause?: ConversionError): ConversionError {
  if (cause !== undefined && cause.code !== 'input_wrong_type') return cause;
  const message = `${filename} is damaged: no subtitles can be read from it.`;
  return new ConversionError('input_damaged', message, { cause });
}

/** The `.sub` of VobSub is a program stream with nothing but subtitles. */
const isVobSubAlone = ({ formats, picture, sounds }: Film, { codec }: SubtitleTrack): boolean =>
  formats.includes('mpeg') && picture === null && sounds.length === 0 && codec === 'dvd_subtitle';

function warnOfRecognition(why: string, { language, ocr }: DocumentOptions, context: WorkContext): void {
  for (const [option, value] of Object.entries({ language, ocr })) {
    if (value !== undefined && value !== false)
      context.warn('option_no_effect', `Option ${option} has no effect: ${why}.`, { option });
  }
}
