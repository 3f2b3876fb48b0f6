import { stat } from 'node:fs/promises';
import type { OutputFile } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { probeFilm } from '../../tools/programs/ffmpeg/probe/film.ts';
import { requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import { subtitleTrack, takeSubtitles } from '../../tools/programs/ffmpeg/take-subtitles.ts';
import { makeSubtitles } from '../../tools/programs/speech/stt/subtitles/make.ts';
import { isSound } from './other-kinds.ts';
import { type DocumentOptions, type SubtitleTarget, TARGETS } from './targets.ts';

/**
 * Makes subtitles: with `language_stt` from the speech in a recording or a film, else from those that a film holds. Throws ConversionError
 * `input_wrong_type` for another input, and for one without subtitles.
 */
export async function convertToSubtitles(
  target: SubtitleTarget,
  inputs: readonly LocalInput[],
  options: DocumentOptions,
  context: WorkContext,
): Promise<OutputFile> {
  const input = onlyInput(inputs, 'A recording');
  if (!isSound(input)) {
    const message = `${input.filename} is not an audio or video file: ${target} is made of what is said in a recording or a film, or of the subtitles of a film.`;
    throw new ConversionError('input_wrong_type', message, { details: { target } });
  }
  const path =
    options.language_stt === undefined
      ? await heldSubtitles(target, input, options, context)
      : await heardSubtitles(target, input, options, options.language_stt, context);
  return { path, extension: target, contentType: TARGETS[target].contentType };
}

function heardSubtitles(
  format: SubtitleTarget,
  input: LocalInput,
  options: DocumentOptions,
  locale: string,
  context: WorkContext,
): Promise<string> {
  if (options.subtitle_track !== undefined) {
    const message = 'Option subtitle_track has no effect: with language_stt, subtitles are made of what is said.';
    context.warn('option_no_effect', message, { option: 'subtitle_track' });
  }
  return makeSubtitles(input, { format, locale, wordTimes: options.word_times ?? false }, context);
}

async function heldSubtitles(
  format: SubtitleTarget,
  input: LocalInput,
  options: DocumentOptions,
  context: WorkContext,
): Promise<string> {
  const needed = 'subtitles of films';
  const [ffmpeg, ffprobe] = await Promise.all([requireProgram('ffmpeg', needed), requireProgram('ffprobe', needed)]);
  const film = await probeFilm(ffprobe, input, context);
  const track = subtitleTrack(film, options.subtitle_track ?? null, input.filename);
  if (track === null) {
    const message = `${input.filename} holds no subtitles. Give option language_stt, the language that is spoken in it, to write down what is said.`;
    throw new ConversionError('input_wrong_type', message, { details: { option: 'language_stt' } });
  }
  if (options.word_times === true) {
    const message = 'Option word_times has no effect: the subtitles of a film have no times of single words.';
    context.warn('option_no_effect', message, { option: 'word_times' });
  }
  const runs = { ffmpeg, context, filename: input.filename };
  const path = await takeSubtitles(input, { film, track, format }, runs);
  if ((await stat(path)).size > 0) return path;
  const message = `The subtitles of ${input.filename} have no lines.`;
  throw new ConversionError('input_empty', message, { details: { track: track.index } });
}
