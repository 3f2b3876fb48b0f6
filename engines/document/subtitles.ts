import { extname } from 'node:path';
import { parseFilmTime, parseFrameRates } from '../../src/catalog/grammar/values.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { contentText } from '../../src/work/content-text.ts';
import { type LocalInput, partFolder, type WorkContext, warnOfUnusedPassword } from '../../src/work/context.ts';
import { exactRate } from '../../tools/formats/subtitles/microdvd.ts';
import { READ_FORMATS, type ReadFormat } from '../../tools/formats/subtitles/model.ts';
import type { Rewriting } from '../../tools/formats/subtitles/rewrite.ts';
import { rewriteInput } from '../../tools/formats/subtitles/rewrite-input.ts';
import { probeFilm } from '../../tools/programs/ffmpeg/probe/film.ts';
import { requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import { subtitleTrack, takeSubtitles } from '../../tools/programs/ffmpeg/take-subtitles.ts';
import { makeSubtitles } from '../../tools/programs/speech/stt/subtitles/make.ts';
import { isSound } from './other-kinds.ts';
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

async function findSubtitles(
  target: SubtitleTarget,
  input: LocalInput,
  options: DocumentOptions,
  context: WorkContext,
): Promise<Found> {
  if (isSound(input)) {
    if (options.language_stt === undefined) return heldSubtitles(input, options, context);
    const asked = { locale: options.language_stt, wordTimes: options.word_times ?? false };
    return { path: await makeSubtitles(input, asked, context), from: 'vtt' };
  }
  const from = formatOfFile(input);
  if (from === null) {
    const message = `${contentText(input)}: ${target} is made of subtitles (${READ_FORMATS.join(', ')}), of what is said in a recording or a film, or of the subtitles of a film.`;
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
  const film = await probeFilm(ffprobe, input, context);
  const track = subtitleTrack(film, options.subtitle_track ?? null, input.filename);
  if (track === null) {
    const message = `${input.filename} holds no subtitles. Give option language_stt, the language that is spoken in it, to write down what is said.`;
    throw new ConversionError('input_wrong_type', message, { details: { option: 'language_stt' } });
  }
  const taken = await takeSubtitles(input, { film, track }, { ffmpeg, context, filename: input.filename });
  return { path: taken.path, from: taken.format };
}
