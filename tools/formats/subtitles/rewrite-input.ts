import { ConversionError } from '../../../src/task/errors.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { warnOfEncoding } from '../text/encoding-warning.ts';
import { rewriteSubtitles } from '../text/steps.ts';
import { lossText } from './losses.ts';
import type { WrittenFormat } from './model.ts';
import type { Rewriting, Rewritten } from './rewrite.ts';

/** Nothing is changed but the format. */
export const UNCHANGED = {
  encoding: null,
  frameRate: null,
  times: { stretch: 1, shift: 0, from: null, until: null },
  lineLength: null,
  readingSpeed: null,
} as const satisfies Omit<Rewriting, 'from' | 'to'>;

/**
 * Rewrites subtitles in a worker process, and warns of what was lost. Returns the path of the result. Throws ConversionError:
 * `input_too_large`, `input_empty` for subtitles without lines, `option_invalid` if the options leave none, and what the process throws.
 */
export async function rewriteInput(
  input: LocalInput,
  how: Rewriting,
  { context, folder }: { readonly context: WorkContext; readonly folder: string },
): Promise<string> {
  const { path, ...made } = await rewriteSubtitles(input.path, how, folder, context);
  if (made.read === 0) throw withoutLines(input, made);
  warnOfEncoding(made, { input, context });
  warnOfCues(input, how, made, context);
  if (made.written === 0) {
    const message = `The options leave no subtitles of ${input.filename}: all are outside start and end, or before the beginning.`;
    throw new ConversionError('option_invalid', message, {
      details: { option: how.times.shift < 0 ? 'shift' : 'start' },
    });
  }
  return path;
}

function withoutLines({ filename }: LocalInput, { unread }: Rewritten): ConversionError {
  const why = unread > 0 ? `: the times of ${pluralize(unread, 'line')} cannot be read` : '';
  return new ConversionError('input_empty', `The subtitles of ${filename} have no lines${why}.`, {
    details: { unread },
  });
}

function warnOfCues({ filename }: LocalInput, { to, ...how }: Rewriting, made: Rewritten, context: WorkContext): void {
  const subtitles = (count: number): string => `${pluralize(count, 'subtitle')} of ${filename}`;
  if (made.unread > 0) {
    const message = `${subtitles(made.unread)} ${made.unread === 1 ? 'was' : 'were'} left out: the times are missing or cannot be read.`;
    context.warn('input_damaged', message, { unread: made.unread });
  }
  if (made.assumedRate !== null) {
    const message = `${filename} counts in frames and does not say how many a second has; ${made.assumedRate} were assumed. Give option frame_rate for others.`;
    context.warn('output_limited', message, { option: 'frame_rate', frame_rate: made.assumedRate });
  }
  if (made.before > 0) {
    const message = `${subtitles(made.before)} ${made.before === 1 ? 'was' : 'were'} left out: with shift, they end before the beginning.`;
    context.warn('output_limited', message, { option: 'shift', subtitles: made.before });
  }
  if (Object.keys(made.lost).length > 0) {
    const message = `${NAMES[to]} keeps less than ${filename} has. Left out, with the number of subtitles: ${lossText(made.lost)}.`;
    context.warn('output_limited', message, { ...made.lost });
  }
  if (made.tooLong > 0) {
    const message = `${subtitles(made.tooLong)} still ${made.tooLong === 1 ? 'has' : 'have'} lines of more than ${how.lineLength} characters, which are single words.`;
    context.warn('output_limited', message, { option: 'line_length', subtitles: made.tooLong });
  }
  if (made.tooFast > 0) {
    const message = `${subtitles(made.tooFast)} still ${made.tooFast === 1 ? 'has' : 'have'} more than ${how.readingSpeed} characters a second, because the next one follows.`;
    context.warn('output_limited', message, { option: 'reading_speed', subtitles: made.tooFast });
  }
}

/** What formats are called in messages. */
const NAMES: Readonly<Record<WrittenFormat, string>> = {
  ass: 'ASS',
  cues: 'JSON',
  lrc: 'LRC',
  srt: 'SubRip',
  ttml: 'TTML',
  txt: 'Text',
  vtt: 'WebVTT',
};
