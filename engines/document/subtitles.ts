import type { OutputFile } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { makeSubtitles } from '../../tools/speech/stt/subtitles/make.ts';
import { isSound } from './other-kinds.ts';
import { type DocumentOptions, type SubtitleTarget, TARGETS } from './targets.ts';

/**
 * Subtitles of what is said in a recording or a film. Throws ConversionError `input_wrong_type` for another input, and
 * without `language_stt`.
 */
export async function convertToSubtitles(
  target: SubtitleTarget,
  inputs: readonly LocalInput[],
  options: DocumentOptions,
  context: WorkContext,
): Promise<OutputFile> {
  const input = onlyInput(inputs, 'A recording');
  const { language_stt: locale } = options;
  if (!isSound(input)) {
    const message = `${input.filename} is not an audio or video file: ${target} is made of what is said in a recording or a film.`;
    throw new ConversionError('input_wrong_type', message, { details: { target } });
  }
  if (locale === undefined) {
    const message = `Subtitles of ${input.filename} need option language_stt, the language that is spoken in it.`;
    throw new ConversionError('input_wrong_type', message, { details: { option: 'language_stt' } });
  }
  const asked = { format: target, locale, wordTimes: options.word_times ?? false };
  const path = await makeSubtitles(input, asked, context);
  return { path, extension: target, contentType: TARGETS[target].contentType };
}
