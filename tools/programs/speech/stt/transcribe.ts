import { ConversionError } from '../../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../../src/work/context.ts';
import { partWarnings } from '../../ffmpeg/failures.ts';
import type { FfmpegResult } from '../../ffmpeg/ffmpeg.ts';
import { endsEarly } from '../../ffmpeg/probe/declared-size.ts';
import { probeInput } from '../../ffmpeg/probe/probe.ts';
import type { SourceFacts } from '../../ffmpeg/probe/source.ts';
import { requireProgram } from '../../ffmpeg/programs.ts';
import { spokenLanguage } from './languages.ts';
import { requireModel, requireRuntime } from './models.ts';
import { paragraphsOf } from './paragraphs.ts';
import { recognise } from './recognise.ts';
import type { Transcript } from './transcript.ts';

export type { Transcript } from './transcript.ts';

/**
 * Transcribes an audio file, or the soundtrack of a video. Memory does not grow with the sound. Warns `input_truncated` and `input_damaged`
 * if parts of it cannot be heard, `output_limited` if the model failed on some. Throws ConversionError:
 * - `program_missing` (ffmpeg, or the npm package that runs models), `speech_model_unavailable`
 * - `input_wrong_type`, `input_unsafe`, `input_damaged`, `input_truncated` as the audio engine does
 * - `conversion_failed` with the detail `reason: 'no_speech'`: an empty document would look like a success
 * @param locale one of STT_LOCALES
 */
export async function transcribe(input: LocalInput, locale: string, context: WorkContext): Promise<Transcript> {
  const language = spokenLanguage(locale);
  // Checked before the input is read, so that a wrong set-up is reported for any input.
  requireRuntime('recognising speech');
  const speech = await requireModel(language);
  const purpose = 'recognising speech';
  const [ffmpeg, ffprobe] = [await requireProgram('ffmpeg', purpose), await requireProgram('ffprobe', purpose)];
  const source = await probeInput(ffprobe, input, context);
  const { utterances, failures, decoded } = await recognise({ input, source, language, speech, ffmpeg }, context);
  for (const { code, message, details } of await lossWarnings(input, source, decoded))
    context.warn(code, message, details);
  if (failures > 0) {
    const message = `Parts of what is said in ${input.filename} are missing: the model could not make a text of ${failures} of them.`;
    context.warn('output_limited', message, { failures });
  }
  if (utterances.length === 0) throw noSpeech(input, locale);
  const { tag, rightToLeft, spaced } = language;
  return {
    language: tag,
    rightToLeft,
    spaced,
    paragraphs: paragraphsOf(utterances, spaced),
    words: utterances.flatMap(({ words }) => words),
    hasEstimatedTimes: utterances.some(({ isEstimated }) => isEstimated),
  };
}

/** Codecs begin and end with some silence that they may or may not count. */
const TOLERANCE_SECONDS = 0.5;

async function lossWarnings(input: LocalInput, { audio }: SourceFacts, { stderr, seconds }: FfmpegResult) {
  const { length } = audio;
  const missing = length.exact && length.seconds !== null && seconds !== null ? length.seconds - seconds : 0;
  const atEnd = missing > TOLERANCE_SECONDS ? missing : 0;
  return partWarnings(stderr, await endsEarly(input.path, input.size), { atEnd, within: 0 }, input.filename);
}

function noSpeech({ filename }: LocalInput, locale: string): ConversionError {
  const message = `No speech was recognised in ${filename}: it is silent, or holds other sounds than speech in ${locale}.`;
  return new ConversionError('conversion_failed', message, {
    source: 'input',
    details: { reason: 'no_speech', option: 'language_stt', value: locale },
  });
}
