import { ConversionError } from '../../../src/task/errors.ts';
import type { Warning } from './issues.ts';
import { refusedFormat, refusedFormatError } from './probe/input-safety.ts';

const LOGGED_CHARACTERS = 16 * 1024;
/** ffmpeg's exit code if more than two thirds of the input could not be decoded. */
const TOO_MANY_ERRORS = 69;

/** Encoders that Debian's ffmpeg has only with another build of its library. */
const ENCODERS_OF_EXTRA: ReadonlySet<string> = new Set(['libopencore_amrnb', 'libvo_amrwbenc']);

/** Returns the error for a failed ffmpeg run, by its exit code and messages (ffmpeg 5.1 and 7.1). */
export function ffmpegFailure(exitCode: number, stderr: string, filename: string): ConversionError {
  const log = stderr.slice(-LOGGED_CHARACTERS);
  const refused = refusedFormat(stderr);
  if (refused !== null) return refusedFormatError(refused, filename);
  const encoder = /Unknown encoder '([^']+)'/.exec(stderr)?.[1];
  if (encoder !== undefined) {
    const from = ENCODERS_OF_EXTRA.has(encoder)
      ? "Debian's package libavcodec-extra brings it"
      : "Debian's ffmpeg has it";
    const message = `The ffmpeg installed here has no encoder ${encoder}; ${from}.`;
    return new ConversionError('program_missing', message, { details: { program: 'ffmpeg', encoder }, log });
  }
  if (/Unrecognized option 'txt_/.test(stderr)) {
    const message = "The ffmpeg installed here cannot read teletext; Debian's can.";
    return new ConversionError('program_missing', message, { details: { program: 'ffmpeg' }, log });
  }
  if (/No space left on device/i.test(stderr)) {
    return new ConversionError('disk_full', 'The disk of the work folder is full.', { log });
  }
  const nothing = producedNothing(stderr) && decodingErrors(stderr) === 0;
  if (exitCode === TOO_MANY_ERRORS || producedNothing(stderr) || decodingErrors(stderr) > 0) {
    const reason = nothing
      ? 'is empty: it is over where it begins'
      : 'is damaged, or of a kind that ffmpeg does not decode';
    const message = `${filename} ${reason}.`;
    return new ConversionError('input_damaged', message, { log });
  }
  const message = `ffmpeg could not convert ${filename} (exit code ${exitCode}).`;
  return new ConversionError('conversion_failed', message, { details: { program: 'ffmpeg' }, log });
}

/** Returns true if a run ended because it produced nothing (`-abort_on empty_output`). */
export function producedNothing(stderr: string): boolean {
  return /Output file is empty|Empty output|nothing was encoded|received no packets/i.test(stderr);
}

/** Returns the number of places where the input could not be decoded or its timing is broken. */
export function decodingErrors(stderr: string): number {
  const errors =
    /Error while decoding stream|Error submitting packet to decoder|Decoding error:|CRC mismatch!|CRC error at PTS/g;
  const isRefused = /non monotonically increasing/i.test(stderr);
  return count(stderr, errors) + (isRefused ? 1 : 0);
}

/**
 * Whether times in the result go backwards, which some containers refuse and others only warn about: sound that changes its sample rate
 * midway, and broken recordings, get gaps or overlaps.
 */
export const timesGoBack = (stderr: string): boolean => /non[- ]monoton/i.test(stderr);

/** Time that an input announced and did not contain, seconds. */
export interface Missing {
  readonly atEnd: number;
  /** Missing time between the beginning and the end. */
  readonly within: number;
}

/** Returns warnings about an input with a missing part. */
export function partWarnings(stderr: string, endsEarly: boolean, missing: Missing, filename: string): Warning[] {
  const { atEnd, within } = missing;
  if (endsEarly || atEnd > 0) {
    const much = atEnd > 0 ? `: the last ${atEnd.toFixed(1)} seconds are missing` : '';
    const message = `${filename} ends early${much}. What is there was converted.`;
    return [{ code: 'input_truncated', message, details: atEnd > 0 ? { missing: atEnd } : {} }];
  }
  const errors = decodingErrors(stderr);
  if (errors === 0 && within === 0) return [];
  const much = within > 0 ? `; ${within.toFixed(1)} seconds of it are missing` : '';
  const message = `Parts of ${filename} are damaged${much}. The rest was converted.`;
  return [{ code: 'input_damaged', message, details: { errors, missing: within } }];
}

/** Like `partWarnings`, for an input of uncertain length: by ffmpeg's messages, whether it gave up, or its header (`early`). */
export function damageWarnings(stderr: string, gaveUp: boolean, filename: string, early = false): Warning[] {
  const endsEarly = early || /partial file|ended prematurely|truncated/i.test(stderr);
  const warnings = partWarnings(stderr, endsEarly, { atEnd: 0, within: 0 }, filename);
  if (!gaveUp || warnings.length > 0) return warnings;
  const message = `${filename} is damaged. What comes before the damage was converted.`;
  return [{ code: 'input_damaged', message, details: {} }];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
