/** Where the sound of one file lies in another, found by cross-correlation of their samples. */
export interface Alignment {
  /** By how much the sound begins too late, ms; negative: so much of its beginning is missing. */
  readonly start: number;
  /** By how much it is too long, ms; negative: too short. */
  readonly length: number;
  /** By how much it is too loud, dB: root mean square of what both have. */
  readonly level: number;
  /** How alike both are there, up to 1: below 0.5 nothing of this can be relied on. */
  readonly likeness: number;
}

/** No format moves a sound by more than this, seconds. */
const FARTHEST = 0.4;
/** Part of the source that is looked for, from its middle, seconds. */
const PATTERN = 0.4;

/** Compares one channel of a source with what a result decodes to, both between -1 and 1 and at one rate (Hz). */
export function align(source: Float32Array, result: Float32Array, rate: number): Alignment {
  const size = Math.min(Math.round(PATTERN * rate), Math.floor(source.length / 2));
  const from = Math.floor((source.length - size) / 2);
  const pattern = source.subarray(from, from + size);
  const reach = Math.round(FARTHEST * rate);
  const [first, last] = [-Math.min(reach, from), Math.min(reach, result.length - size - from)];
  // A rough look at all lags, a thorough one where it found the sound: all of them thoroughly take ten seconds.
  const rough = mostAlike(pattern, result, from, { first, last, step: ROUGH_STEP });
  const near = { first: Math.max(first, rough.lag - NEAR), last: Math.min(last, rough.lag + NEAR), step: 1 };
  const best = mostAlike(pattern, result, from, near);
  const { lag } = best;
  const shared = Math.min(source.length, result.length - lag) - Math.max(0, -lag);
  const before = rms(source.subarray(Math.max(0, -lag), Math.max(0, -lag) + shared));
  const after = rms(result.subarray(Math.max(0, lag), Math.max(0, lag) + shared));
  const milliseconds = (samples: number) => (1000 * samples) / rate;
  return {
    start: milliseconds(lag),
    length: milliseconds(result.length - source.length),
    level: 20 * Math.log10(after / before),
    likeness: best.likeness,
  };
}

/** Of all samples, those that a rough look compares. */
const ROUGH_STEP = 8;
/** Lags around the rough one. */
const NEAR = 100;

/**
 * The lag at which the result is most like the pattern, which begins at `from` in the source.
 * @param lags looked at; of each `step` samples one is compared
 */
function mostAlike(
  pattern: Float32Array,
  result: Float32Array,
  from: number,
  { first, last, step }: { readonly first: number; readonly last: number; readonly step: number },
): { readonly lag: number; readonly likeness: number } {
  let best = { lag: 0, likeness: Number.NEGATIVE_INFINITY };
  for (let lag = first; lag <= last; lag += 1) {
    const found = likeness(pattern, result.subarray(from + lag, from + lag + pattern.length), step);
    if (found > best.likeness) best = { lag, likeness: found };
  }
  return best;
}

function likeness(one: Float32Array, other: Float32Array, step: number): number {
  let [product, squares, others] = [0, 0, 0];
  for (let index = 0; index < one.length; index += step) {
    const [left, right] = [one[index] ?? 0, other[index] ?? 0];
    product += left * right;
    squares += left * left;
    others += right * right;
  }
  return squares === 0 || others === 0 ? 0 : product / Math.sqrt(squares * others);
}

function rms(values: Float32Array): number {
  let squares = 0;
  for (const value of values) squares += value * value;
  return Math.sqrt(squares / values.length);
}
