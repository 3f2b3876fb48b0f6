/** `1:02:03.4`, `02:03,456`, `00:00:01:500`: hours may be missing, and the sign before the fraction varies. */
const TIME = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:[.,:](\d{1,9}))?$/;

/** Reads a time of subtitles into whole milliseconds; null for any other text. */
export function millisecondsOf(text: string): number | null {
  const match = TIME.exec(text.trim());
  if (match === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1, 4).map((part) => Number(part ?? 0));
  if (seconds > 59 || (match[1] !== undefined && minutes > 59)) return null;
  return Math.round((hours * 3600 + minutes * 60 + seconds + Number(`0.${match[4] ?? 0}`)) * 1000);
}

interface Form {
  /** The sign before the fraction. */
  readonly sign: ',' | '.';
  /** Digits of the hour at least. */
  readonly hours?: number;
  /** Digits of the fraction: milliseconds or hundredths. */
  readonly digits?: 2 | 3;
}

/** Formats `HH:MM:SS.mmm`. */
export function timeText(milliseconds: number, { sign, hours = 2, digits = 3 }: Form): string {
  const unit = 10 ** (3 - digits);
  const all = Math.round(milliseconds / unit);
  const a = 1000 / unit;
  const pad = (value: number, count = 2): string => String(Math.floor(value)).padStart(count, '0');
  return `${pad(all / (3600 * a), hours)}:${pad((all / (60 * a)) % 60)}:${pad((all / a) % 60)}${sign}${pad(all % a, digits)}`;
}
