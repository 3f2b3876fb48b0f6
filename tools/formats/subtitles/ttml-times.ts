import { attribute, type XmlElement } from '../text/xml.ts';

/** What times of a TTML document count in. */
export interface Rates {
  /** Frames a second, with the multiplier. */
  readonly frames: number;
  readonly subFrames: number;
  /** Ticks a second. */
  readonly ticks: number;
}

/** Reads the parameters of the root element (TTML2, 7.2). */
export function ratesOf(root: XmlElement): Rates {
  const number = (name: string): number | null => {
    const value = Number(attribute(root, name) ?? Number.NaN);
    return value > 0 && value < 1e9 ? value : null;
  };
  const [, numerator = '1', denominator = '1'] =
    /^\s*([0-9]{1,6})[\s:]([0-9]{1,6})\s*$/.exec(attribute(root, 'frameRateMultiplier') ?? '') ?? [];
  const multiplier = Number(denominator) > 0 && Number(numerator) > 0 ? Number(numerator) / Number(denominator) : 1;
  const given = number('frameRate');
  const frames = (given ?? 30) * multiplier;
  const subFrames = number('subFrameRate') ?? 1;
  return { frames, subFrames, ticks: number('tickRate') ?? (given === null ? 1 : frames * subFrames) };
}

const CLOCK = /^([0-9]{1,4}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]{1,9})|:([0-9]{1,5})(?:\.([0-9]{1,5}))?)?$/;
const OFFSET = /^([0-9]{1,12}(?:\.[0-9]{1,9})?)(h|ms|m|s|f|t)$/;

/** Reads a time expression (TTML2, 12.3.1) into milliseconds; null if it is none. */
export function timeOf(text: string, { frames, subFrames, ticks }: Rates): number | null {
  const clock = CLOCK.exec(text.trim());
  if (clock !== null) {
    const [hours = 0, minutes = 0, seconds = 0] = clock.slice(1, 4).map(Number);
    const [fraction, frame, sub] = [Number(`0.${clock[4] ?? 0}`), Number(clock[5] ?? 0), Number(clock[6] ?? 0)];
    return (hours * 3600 + minutes * 60 + seconds + fraction + (frame + sub / subFrames) / frames) * 1000;
  }
  const [, amount, unit = ''] = OFFSET.exec(text.trim()) ?? [];
  if (amount === undefined) return null;
  return Number(amount) * ({ h: 3_600_000, m: 60_000, s: 1000, ms: 1, f: 1000 / frames, t: 1000 / ticks }[unit] ?? 0);
}

/** When something is shown, ms; `end` may be infinite. */
export interface Interval {
  readonly begin: number;
  readonly end: number;
}

/**
 * Returns the interval of an element (TTML2, 12.2): its times count from the beginning of its parent, or in a sequence from the end of the
 * element before it. Null: one of its times cannot be read.
 */
export function intervalOf(element: XmlElement, parent: Interval, from: number, rates: Rates): Interval | null {
  const read = (name: string): number | null | undefined => {
    const text = attribute(element, name);
    return text === null ? undefined : timeOf(text, rates);
  };
  const [begin, end, dur] = [read('begin'), read('end'), read('dur')];
  if (begin === null || end === null || dur === null) return null;
  const start = from + (begin ?? 0);
  const ends = [parent.end, ...(end === undefined ? [] : [from + end]), ...(dur === undefined ? [] : [start + dur])];
  return { begin: start, end: Math.min(...ends) };
}
