import type { Parsed } from './parsed.ts';

/** `1:30`, `1:02:03`, each with an optional fraction of a second. */
const CLOCK = /^(?:([0-9]{1,2}):)?([0-9]{1,4}):([0-9]{1,2}(?:\.[0-9]{1,3})?)$/;
/** `90`, `90s`, `2m`, `1h30m`, `1m30.5s`. */
const UNITS = /^(?:([0-9]{1,2})h)?(?:([0-9]{1,4})m)?(?:([0-9]{1,9}(?:\.[0-9]{1,9})?)s?)?$/i;

/** Returns the seconds of a time as people write it: `90`, `90s`, `1:30`, `1h30m`; null for any other text. */
export function secondsOf(text: string): number | null {
  const match = text === '' ? null : (CLOCK.exec(text) ?? UNITS.exec(text));
  if (match === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return hours * 3600 + minutes * 60 + seconds;
}

/** Formats such a time as `HH:MM:SS`, with decimals if there are any; leaves any other text, and a time of 100 hours or more, unchanged. */
export function clockTime(text: string): string {
  const all = secondsOf(text.trim());
  if (all === null || all >= 360_000) return text;
  const milliseconds = Math.round(all * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const whole = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60, (milliseconds / 1000) % 60].map(two).join(':');
  const rest = milliseconds % 1000;
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(3, '0')}`;
}

/** Reads a time as people write it into seconds: `90`, `1:30`, `1h30m`, `00:01:30`. */
export function parseClockTime(text: string): Parsed<number> {
  const value = secondsOf(text.trim());
  return value === null ? { problem: 'it must be seconds, or a time such as 1:30 or 00:01:30' } : { value };
}
