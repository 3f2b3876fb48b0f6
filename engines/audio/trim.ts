import { ConversionError } from '../../src/task/errors.ts';
import { adjusted, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { silentPauses } from '../../tools/programs/ffmpeg/probe/edited.ts';
import type { Length, SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { AudioOptions } from './read-options.ts';

/** The part of the input to keep, and how it is reached. */
export interface Cut {
  /** Seconds from the beginning. */
  readonly start: number;
  /** End in seconds. Null: up to the end. */
  readonly end: number | null;
  /** Length of the result; inexact if the input's length is a guess. */
  readonly length: Length;
  /** Position where the input is opened: at or before `start`. */
  readonly openAt: number;
  /** Filters for pauses within the input. */
  readonly pauses: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * Demuxers with which seeking to a second before `start` gave exactly the samples that decoding from the beginning gives (measured, ffmpeg
 * 5.1 and 7.1). The others (avi, flv, asf, matroska, mmf) are off by up to 90 ms, ADPCM in WAV by far more: those are decoded from the
 * beginning.
 */
const EXACT_SEEK = new Set([
  'aac',
  'aiff',
  'au',
  'caf',
  'flac',
  'mov',
  'mp3',
  'mpegts',
  'ogg',
  'tta',
  'w64',
  'wav',
  'wv',
]);

/** Sound that decoders need before the kept part: windows overlap, and MP3 frames borrow bits from earlier ones. */
const PREROLL_SECONDS = 1;
/** An `end` past the end by less than this is the end, written in whole seconds. */
const ROUNDING_SECONDS = 1;

/** Plans the part between `start` and `end`. Throws ConversionError `option_unsupported` if `start` is past the end of the input. */
export function planCut(options: AudioOptions, source: SourceFacts): Cut {
  const { length } = source.audio;
  const start = options.start ?? 0;
  if (length.seconds !== null && length.exact && start >= length.seconds) throw beyondEnd(start, length);
  const end = options.end;
  if (end !== null && end <= start) throw endBeforeStart(start, end);
  const openAt = canJump(source) ? Math.max(0, start - PREROLL_SECONDS) : 0;
  return {
    start,
    end,
    length: lengthOf(options, length),
    openAt,
    pauses: silentPauses(source.audio, openAt),
    warnings: end === null ? [] : endWarnings(end, length),
  };
}

/** Returns the filters that cut, exact to the sample; none if everything is kept. */
export function cutFilters({ start, end, openAt, pauses }: Cut): string[] {
  if (start === 0 && end === null) return [...pauses];
  const from = `start=${start - openAt}`;
  const to = end === null ? '' : `:end=${end - openAt}`;
  // Counts samples instead of trusting timestamps: those of Matroska and ASF are rounded to milliseconds.
  const counted = openAt === 0 ? ['asetpts=N/SR/TB'] : [];
  return [...pauses, ...counted, `atrim=${from}${to}`, 'asetpts=PTS-STARTPTS'];
}

/** Returns the error for a `start` after which nothing could be decoded. */
export function nothingFrom(start: number, length: Length, filename: string): ConversionError {
  const { seconds, exact } = length;
  if (seconds === null || start >= seconds) return beyondEnd(start, length);
  const long = `${exact ? '' : 'about '}${formatTime(seconds)}`;
  const message = `From ${formatTime(start)} on (option start), nothing of ${filename} could be decoded, although it says to be ${long} long: it is damaged there, or ends early. Choose an earlier start.`;
  return new ConversionError('input_damaged', message, { details: { option: 'start', value: formatTime(start) } });
}

/** Returns the error for a `start` at or past the end. */
function beyondEnd(start: number, length: Length): ConversionError {
  const long =
    length.seconds === null ? '' : `, which is ${length.exact ? '' : 'about '}${formatTime(length.seconds)} long`;
  return new ConversionError(
    'option_unsupported',
    `Option start cannot be ${formatTime(start)}: that is beyond the end of the input${long}.`,
    { details: { option: 'start', value: formatTime(start), duration: length.seconds } },
  );
}

/** Formats seconds as `00:01:02` or, with a fraction, `00:01:02.50`. */
export function formatTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const time = `${two(hundredths / 360000)}:${two((hundredths / 6000) % 60)}:${two((hundredths / 100) % 60)}`;
  return hundredths % 100 === 0 ? time : `${time}.${two(hundredths % 100)}`;
}

function canJump({ formats, audio }: SourceFacts): boolean {
  if (!formats.some((format) => EXACT_SEEK.has(format))) return false;
  return !formats.includes('wav') || audio.codec.startsWith('pcm_');
}

/** Returns the length of the result. */
function lengthOf({ start, end, speed, trimSilence }: AudioOptions, { seconds, exact }: Length): Length {
  const from = start ?? 0;
  if (seconds === null) return { seconds: end === null ? null : (end - from) / speed, exact: false };
  const kept = Math.max(0, Math.min(end ?? seconds, seconds) - from);
  return { seconds: kept / speed, exact: exact && !trimSilence };
}

function endWarnings(end: number, { seconds, exact }: Length): Warning[] {
  if (seconds === null || !exact || end < seconds + ROUNDING_SECONDS) return [];
  const asked = { option: 'end', value: formatTime(end) };
  return [adjusted(asked, formatTime(seconds), 'that is where the input ends')];
}

function endBeforeStart(start: number, end: number): ConversionError {
  const message = `Options end, start cannot be combined: end (${formatTime(end)}) has to be after start (${formatTime(start)}).`;
  return new ConversionError('option_conflict', message, { details: { option: 'end', options: ['end', 'start'] } });
}
