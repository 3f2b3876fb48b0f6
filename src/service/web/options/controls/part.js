import { createPlayer, FILM_STEP } from './player.js';
import { secondsOf, timeText } from './times.js';

/* The part of a film or a sound to keep, chosen while it plays. The two fields beside it show the same, for people who know the times. */

/** Options of the start and the end of the part; a target has one of these pairs, or none. */
const PAIRS = /** @type {const} */ ([
  ['start', 'end'],
  ['start_video', 'end_video'],
]);

/** @typedef {(typeof PAIRS)[number]} PartOptions */

/** @param {Readonly<Record<string, unknown>>} options of a target @returns {PartOptions | null} */
export const partOptionsOf = (options) =>
  PAIRS.find(([start, end]) => options[start] !== undefined && options[end] !== undefined) ?? null;

/**
 * @param {PartOptions} names
 * @param {string | undefined} format of these options: `film-time` has milliseconds
 * @param {import('./control.js').Surroundings} around
 * @returns {{ element: HTMLElement, refresh: () => void, follow: () => void }} refresh: other files were chosen; follow: the fields have other values
 */
export function createPart([start, end], format, around) {
  const step = format === 'film-time' ? FILM_STEP : 1;
  const player = createPlayer(step, (range) => {
    around.setOther(start, range.start === 0 ? null : timeText(range.start, step));
    around.setOther(end, range.end === null ? null : timeText(range.end, step));
  });
  return {
    element: player.element,
    refresh: () => player.show(around.recording()),
    follow: () =>
      player.setRange({ start: secondsOf(around.valueOf(start)) ?? 0, end: secondsOf(around.valueOf(end)) }),
  };
}
