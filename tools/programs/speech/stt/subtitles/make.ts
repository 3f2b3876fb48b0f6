import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalInput, partFolder, type WorkContext } from '../../../../../src/work/context.ts';
import { type Span, tidySpans, type Cue as WrittenCue } from '../../../../formats/subtitles/model.ts';
import { writeVtt } from '../../../../formats/subtitles/vtt.ts';
import { transcribe } from '../transcribe.ts';
import { type Cue, cuesOf } from './cues.ts';

/** Options of the requested subtitles. */
export interface SubtitlesAsked {
  /** One of STT_LOCALES. */
  readonly locale: string;
  /** Whether each word has its time. */
  readonly wordTimes: boolean;
}

/**
 * Makes subtitles of an audio or video input, as WebVTT. Returns their path in the work folder. Throws what `transcribe` throws. Warns
 * `output_limited` if word times are requested that the model does not give.
 */
export async function makeSubtitles(input: LocalInput, asked: SubtitlesAsked, context: WorkContext): Promise<string> {
  const { words, spaced, hasEstimatedTimes } = await transcribe(input, asked.locale, context);
  if (asked.wordTimes && hasEstimatedTimes) {
    const message = `The times of the words of ${input.filename} are estimated from the pauses and the length of the words: the speech model for ${asked.locale} tells none.`;
    context.warn('output_limited', message, { option: 'word_times' });
  }
  const path = join(await partFolder(context, 'subtitles'), 'subtitles.vtt');
  const cues = cuesOf(words, spaced).map((cue) => writtenCue(cue, { spaced, wordTimes: asked.wordTimes }));
  await writeFile(path, writeVtt(cues, { keepsOwn: false }));
  return path;
}

/** How words become the text of a subtitle. */
interface TextRules {
  /** Whether words are separated by spaces. */
  readonly spaced: boolean;
  /** Whether each word except the first of a subtitle has its time. */
  readonly wordTimes: boolean;
}

/** Returns a subtitle as it is written. */
export function writtenCue({ start, end, lines }: Cue, { spaced, wordTimes }: TextRules): WrittenCue {
  const spans = lines.flatMap((line, row): Span[] =>
    line.map(({ text, startSeconds }, place) => {
      const after = place === line.length - 1 ? '\n' : spaced ? ' ' : '';
      const isFirst = place === 0 && row === 0;
      return { text: `${text}${after}`, ...(wordTimes && !isFirst && { at: milliseconds(startSeconds) }) };
    }),
  );
  return { start: milliseconds(start), end: milliseconds(end), spans: tidySpans(spans) };
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000);
