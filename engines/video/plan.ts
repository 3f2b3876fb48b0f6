import { noEffect, unsupported, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import type { Film, PictureTrack } from '../../tools/programs/ffmpeg/probe/film.ts';
import type { Container } from './containers.ts';
import { type PictureWay, planWay, type Resolved } from './picture-way.ts';
import type { Budget, FilmOptions } from './read-options.ts';
import { planSounds, type SoundWay } from './sound-plan.ts';

/** All decisions made before the first frame. */
export interface FilmPlan {
  readonly picture: PictureWay;
  readonly sounds: readonly SoundWay[];
  /** Length of the result, seconds. Null if it is not known. */
  readonly seconds: number | null;
  readonly warnings: readonly Warning[];
}

/** Default quality if nothing limits the bits of the picture. */
export const USUAL_QUALITY = 75;
/** Share of a file of given size that the container itself takes. */
const CONTAINER_SHARE = 0.02;
/** Minimum kbit/s left to the sound if a size is given. */
const LEAST_SOUND_KBPS = 24;
const LEAST_PICTURE_KBPS = 24;
/** Plans a film that has a picture. Throws ConversionError `option_unsupported`. */
export function planFilm(film: Film & { picture: PictureTrack }, options: FilmOptions, container: Container): FilmPlan {
  const seconds = lengthOf(film, options);
  const sounds = planSounds(film, options, container);
  const budget = resolveBudget(options.budget, sounds.ways, seconds);
  const picture = planWay(film.picture, options, container, budget);
  const warnings = [...endWarnings(film, options), ...picture.warnings, ...sounds.warnings];
  return { picture: picture.way, sounds: sounds.ways, seconds, warnings };
}

/** An `end` past the end by less than this is the end, written in whole seconds. */
const ROUNDING_SECONDS = 1;

/** Warns that `end` cuts nothing off. */
export function endWarnings({ seconds }: Film, { end }: Pick<FilmOptions, 'end'>): Warning[] {
  if (seconds === null || end === null || end < seconds + ROUNDING_SECONDS) return [];
  return [noEffect('end', `the video ends after ${seconds.toFixed(1)} seconds`)];
}

/** Returns the seconds of the kept part, at its playing speed. Null if not known. Throws `option_unsupported` if it is empty. */
export function lengthOf(
  { seconds, picture }: Film,
  options: Pick<FilmOptions, 'start' | 'end' | 'speed'>,
): number | null {
  const whole = seconds ?? picture?.seconds ?? null;
  const { start, end, speed } = options;
  if (whole !== null && start >= whole) {
    throw unsupported({ option: 'start', value: `${start} s` }, `the video ends after ${whole.toFixed(1)} seconds`, []);
  }
  const until = whole === null ? end : Math.min(end ?? whole, whole);
  return until === null ? null : (until - start) / speed;
}

/** Converts a size to the bitrate that the sound leaves. `most`: the bits per second that limit the size of the picture. */
function resolveBudget(budget: Budget | null, sounds: readonly SoundWay[], seconds: number | null): Resolved {
  if (budget === null) return { by: 'quality', quality: USUAL_QUALITY, most: null };
  if (budget.by !== 'size') return { ...budget, most: null };
  if (seconds === null) {
    const reason = 'the film does not say how long it is, so no bitrate can be found';
    throw unsupported({ option: 'file_size', value: budget.text }, reason, []);
  }
  const whole = (budget.bytes * 8 * (1 - CONTAINER_SHARE)) / 1000 / seconds;
  const kbps = Math.floor(whole - sounds.reduce((sum, way) => sum + kbpsOf(way), 0));
  if (kbps < LEAST_PICTURE_KBPS) {
    const least = Math.ceil(((LEAST_PICTURE_KBPS + LEAST_SOUND_KBPS) * seconds) / 8 / (1 - CONTAINER_SHARE));
    const reason = `a film of ${Math.round(seconds)} seconds with this sound takes more; about ${least} kB are the least`;
    throw unsupported({ option: 'file_size', value: budget.text }, reason, []);
  }
  return { by: 'bitrate', kbps, most: kbps * 1000 };
}

/** Assumed kbit/s if neither the film nor an option states it: lossless stereo. */
const LARGE_SOUND_KBPS = 800;

function kbpsOf(way: SoundWay): number {
  if (way.by === 'copy') return way.track.bitRate === null ? LARGE_SOUND_KBPS : way.track.bitRate / 1000;
  return way.kbps ?? LARGE_SOUND_KBPS;
}
