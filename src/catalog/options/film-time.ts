/** A time in a film or in subtitles: `00:01:30`, `00:01:30.500`. */
export const FILM_TIME = {
  type: 'string',
  pattern: '^[0-9]{2}:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?$',
  format: 'film-time',
} as const;
