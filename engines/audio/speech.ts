import { stat } from 'node:fs/promises';
import { formatOf } from '../../src/files/formats/names.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, type WorkContext, within } from '../../src/work/context.ts';
import { noEffect } from '../../tools/programs/ffmpeg/issues.ts';
import { flacFrames } from '../../tools/programs/ffmpeg/probe/flac-frames.ts';
import { probeInput } from '../../tools/programs/ffmpeg/probe/probe.ts';
import type { SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { Program } from '../../tools/programs/ffmpeg/programs.ts';
import { readAloud } from '../../tools/programs/speech/tts/read-aloud.ts';
import { isLocale } from '../../tools/programs/speech/tts/voices.ts';
import { extractText } from './extract-text.ts';
import type { AudioOptions } from './read-options.ts';

/** An input that is sound, or was read aloud. */
export interface SoundInput {
  readonly input: LocalInput;
  readonly source: SourceFacts;
  /** Options that are still to be applied: without the voice if a text was read aloud. */
  readonly options: AudioOptions;
  /** Context for the rest of the work. */
  readonly context: WorkContext;
}

/** Progress, %, at which a text has been read aloud. */
const READ = 40;

/** Returns the readable rest of a FLAC file that could not be read. Null: it is not FLAC, or has no more. */
async function framesAlone(
  error: unknown,
  input: LocalInput,
  context: WorkContext,
): Promise<{ input: LocalInput } | null> {
  const isDamaged = error instanceof ConversionError && error.code === 'input_damaged';
  const frames = isDamaged && input.format?.name === 'flac' ? await flacFrames(input, context) : null;
  if (frames === null) return null;
  const message = `${input.filename} is damaged: its description (STREAMINFO) is missing or wrong. The sound was converted from its frames, without tags and pictures.`;
  context.warn('input_damaged', message, {});
  return { input: frames };
}

/**
 * Returns the sound of an input: its own, or, if it has none and `language_tts` is given, its text read aloud. Throws what probeInput and
 * readAloud throw; for a text without `language_tts` the message names this option.
 */
export async function openSound(
  ffprobe: Program,
  input: LocalInput,
  options: AudioOptions,
  context: WorkContext,
): Promise<SoundInput> {
  const { speaker } = options;
  if (speaker === null || !isText(input)) {
    try {
      const source = await probeInput(ffprobe, input, context, options.track);
      return { input, source, options, context };
    } catch (error) {
      const frames = await framesAlone(error, input, context);
      if (frames !== null)
        return { ...frames, source: await probeInput(ffprobe, frames.input, context), options, context };
      const isOther = error instanceof ConversionError && error.code === 'input_wrong_type';
      if (!isOther || isMedia(input)) throw error;
      if (speaker === null) throw isText(input) ? withHint(error) : error;
    }
  }
  if (options.track > 1) {
    const { code, message, details } = noEffect('audio_track', 'the input is a text, which becomes a single track');
    context.warn(code, message, details);
  }
  const spoken = await speak(input, { ...options, speaker }, within(context, 0, READ));
  const rest = within(context, READ, 100);
  const source = await probeInput(ffprobe, spoken, rest);
  return { input: spoken, source, options: { ...options, speaker: null }, context: rest };
}

const TEXTS: ReadonlySet<string> = new Set(['document', 'ebook', 'text']);

/** A film without sound is not text either. */
const isMedia = ({ format }: LocalInput): boolean => format?.kind === 'audio' || format?.kind === 'video';

const isText = ({ format }: LocalInput): boolean => format !== null && TEXTS.has(format.kind);

const withHint = (error: ConversionError): ConversionError =>
  new ConversionError(error.code, `${error.message} Give option language_tts to have its text read aloud.`, {
    details: { ...error.details, option: 'language_tts' },
    cause: error,
  });

/** Additional sound beyond `end`, for rounding and the last frames of a codec, seconds. */
const MARGIN_SECONDS = 2;

async function speak(
  input: LocalInput,
  { speaker, voice, end }: AudioOptions & { readonly speaker: string },
  context: WorkContext,
): Promise<LocalInput> {
  if (!isLocale(speaker)) {
    const message = `There is no speaker for language_tts ${speaker}.`;
    throw new ConversionError('option_invalid', message, { details: { option: 'language_tts', value: speaker } });
  }
  const until = end === null ? null : end + MARGIN_SECONDS;
  const path = await readAloud(input, { locale: speaker, voice, until, extractText }, context);
  return { ...input, path, size: (await stat(path)).size, format: formatOf('wav'), decryptPassword: null };
}
