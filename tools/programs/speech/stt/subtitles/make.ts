import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalInput, partFolder, type WorkContext } from '../../../../../src/work/context.ts';
import { transcribe } from '../transcribe.ts';
import { cuesOf } from './cues.ts';
import { srtOf, vttOf } from './write.ts';

/** Options of the requested subtitles. */
export interface SubtitlesAsked {
  readonly format: 'srt' | 'vtt';
  /** One of STT_LOCALES. */
  readonly locale: string;
  /** WebVTT only: whether each word has its time. */
  readonly wordTimes: boolean;
}

/**
 * Makes subtitles of an audio or video input, UTF-8. Returns their path in the work folder. Throws what `transcribe` throws. Warns
 * `output_limited` if word times are requested that the model does not give.
 */
export async function makeSubtitles(input: LocalInput, asked: SubtitlesAsked, context: WorkContext): Promise<string> {
  const { words, spaced, hasEstimatedTimes } = await transcribe(input, asked.locale, context);
  if (asked.wordTimes && hasEstimatedTimes) {
    const message = `The times of the words of ${input.filename} are estimated from the pauses and the length of the words: the speech model for ${asked.locale} tells none.`;
    context.warn('output_limited', message, { option: 'word_times' });
  }
  const write = { srt: srtOf, vtt: vttOf }[asked.format];
  const path = join(await partFolder(context, 'subtitles'), `subtitles.${asked.format}`);
  await writeFile(path, write(cuesOf(words, spaced), { spaced, wordTimes: asked.wordTimes }));
  return path;
}
