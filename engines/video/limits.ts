import { ConversionError } from '../../src/task/errors.ts';
import type { Film } from '../../tools/programs/ffmpeg/probe/film.ts';
import { MOST_PIXELS } from './picture-plan.ts';

const GiB = 1024 ** 3;
const HOUR = 3600;

/** Limits of one run of ffmpeg; the timeout of the task ends a run that takes too long. */
export const LIMITS = { memoryBytes: 6 * GiB, cpuSeconds: 96 * HOUR, wallMs: 24 * HOUR * 1000, fileBytes: 64 * GiB };

/** Maximum number of tracks in a film: picture, sound, subtitles, covers and attached files. */
export const MOST_TRACKS = 256;

/** Maximum length that a film may state, hours: a few frames far apart would become millions at an even rate. */
export const MOST_HOURS = 24;

/** Throws ConversionError `input_bomb` for a film that states to be larger, longer, or to have more tracks than real ones. */
export function checkLimits(film: Film, filename: string): void {
  const { picture, seconds } = film;
  if (picture !== null && picture.width * picture.height > MOST_PIXELS) {
    const message = `The picture of ${filename} has ${picture.width} × ${picture.height} pixels; ${MOST_PIXELS} are the most.`;
    throw new ConversionError('input_bomb', message, { details: { limit: MOST_PIXELS } });
  }
  const lists = [film.sounds, film.subtitles, film.covers, film.attachments];
  const tracks = lists.reduce((sum, { length }) => sum + length, film.otherPictures + 1);
  if (tracks > MOST_TRACKS) {
    const message = `${filename} has ${tracks} tracks; ${MOST_TRACKS} are the most.`;
    throw new ConversionError('input_bomb', message, { details: { limit: MOST_TRACKS } });
  }
  // The last line of subtitles may have no end, and then lasts for hours.
  const longest = picture?.seconds ?? (film.subtitles.length === 0 ? seconds : null) ?? 0;
  if (longest > MOST_HOURS * 3600) {
    const message = `${filename} says that it lasts ${Math.round(longest / 3600)} hours; ${MOST_HOURS} are the most.`;
    throw new ConversionError('input_bomb', message, { details: { limit: MOST_HOURS * 3600 } });
  }
}
