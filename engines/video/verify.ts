import { ConversionError } from '../../src/task/errors.ts';
import { limited, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import type { Film } from '../../tools/programs/ffmpeg/probe/film.ts';
import type { SubtitleWay } from './arguments.ts';
import type { Container } from './containers.ts';
import type { FilmPlan } from './plan.ts';

/** Seconds by which the ends of the last frame and the last packet of sound may differ. */
const TOLERANCE_SECONDS = 0.5;
const TOLERANCE_SHARE = 0.01;

export interface ResultCheck {
  readonly plan: FilmPlan;
  readonly container: Container;
  readonly subtitles: SubtitleWay;
  /** Whether it should have a cover that an option asked for. */
  readonly hasPoster: boolean;
  readonly result: Film;
  /** Length that the encoder reports as written, seconds. Null: it reports none. */
  readonly written: number | null;
  readonly filename: string;
}

/** Compares a finished film with the plan. Throws ConversionError `conversion_failed` if it differs, and warns of what is missing. */
export function checkFilm({
  plan,
  container,
  subtitles,
  hasPoster,
  result,
  written,
  filename,
}: ResultCheck): Warning[] {
  const { picture, sounds } = plan;
  const codec = picture.by === 'copy' ? picture.codec : picture.encoder.codec;
  if (result.picture?.codec !== codec)
    throw wrong(`it made ${result.picture?.codec ?? 'no picture'} instead of ${codec}`);
  if (picture.by === 'encode') {
    const { width, height } = picture.plan.size;
    const { width: across, height: down } = result.picture;
    if (across !== width || down !== height)
      throw wrong(`it made ${across} × ${down} pixels instead of ${width} × ${height}`);
  }
  const tracks = subtitles.by === 'tracks' ? subtitles.tracks.length : 0;
  return [
    ...missing('track of sound', sounds.length, result.sounds.length, container),
    ...missing('track of subtitles', tracks, result.subtitles.length, container),
    ...missing('cover', hasPoster ? 1 : 0, result.covers.length, container),
    ...shortWarnings(plan.seconds, lengthOf(result, written, container), filename),
  ];
}

const wrong = (reason: string) =>
  new ConversionError('conversion_failed', `The result of the encoder is wrong: ${reason}.`);

function missing(what: string, expected: number, found: number, { name }: Container): Warning[] {
  if (found >= expected) return [];
  const message = `The ${name} file has ${found} of ${expected} of the film's: ${what}.`;
  return [limited(message, { expected, found })];
}

/** Program streams do not state their length: ffprobe uses the time of their last packet that has one, which may hold all frames. */
function lengthOf({ seconds }: Film, written: number | null, { muxer }: Container): number | null {
  return muxer === 'vob' ? Math.max(seconds ?? 0, written ?? 0) || null : seconds;
}

function shortWarnings(expected: number | null, made: number | null, filename: string): Warning[] {
  if (expected === null || made === null) return [];
  const lost = expected - made;
  if (lost <= TOLERANCE_SECONDS + TOLERANCE_SHARE * expected) return [];
  const message = `${filename} ends early: the last ${lost.toFixed(1)} seconds are missing. What is there was converted.`;
  return [{ code: 'input_truncated', message, details: { missing: lost } }];
}
