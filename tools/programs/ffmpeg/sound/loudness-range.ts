import { setImmediate } from 'node:timers/promises';

/** Momentary loudness is measured over 400 ms, ten times a second; the gain curve has the same rate. */
export const CURVE_RATE = 10;
/**
 * EBU Tech 3342: short-term loudness covers 3 seconds; the range lies between the 10th and 95th percentile of the values above -70 LUFS and
 * above 20 LU below the mean.
 */
const SHORT_TERM_FRAMES = 30;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -20;
const LOW_PERCENTILE = 0.1;
const HIGH_PERCENTILE = 0.95;

/** Quiet parts are raised at most as if they were this much below the average, LU: noise lies below. */
const DEEPEST = 40;
/** Frames over which loudness and gain are smoothed, so that the gain changes no faster than a hand on a fader. */
const LOUDNESS_SMOOTHING = 9;
const GAIN_SMOOTHING = 7;
/** Frames by which the gain drops before a loud moment, so that sound after a pause does not burst in. */
const LOOK_AROUND = 5;
/** A 400 ms window that ends at a frame has its middle two frames earlier. */
const WINDOW_DELAY = 2;
const BISECTIONS = 12;

/**
 * Returns the gain curve, dB at ten values a second, that gives a sound of this momentary loudness (LUFS) a loudness range: every moment
 * moves towards the average by the same share, which is found by computing the resulting range. Yields to other work between its steps: an
 * hour of sound takes some tens of milliseconds each.
 */
export async function rangeCurve(momentary: readonly number[], average: number, range: number): Promise<Float64Array> {
  const full = fullCurve(momentary, average);
  let tooLittle = 0;
  let enough = 1;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const share = (tooLittle + enough) / 2;
    const result = loudnessRange(momentary.map((loudness, index) => loudness + share * (full[index] ?? 0)));
    if (result > range) tooLittle = share;
    else enough = share;
    await setImmediate();
  }
  return full.map((gain) => gain * enough);
}

/** Returns the loudness range, LU, from the momentary loudness. Close to the standard, which measures 3 seconds at once. */
export function loudnessRange(momentary: readonly number[]): number {
  const shortTerm = shortTermLoudness(momentary).filter((loudness) => loudness >= ABSOLUTE_GATE);
  if (shortTerm.length === 0) return 0;
  const gate = toLoudness(mean(shortTerm.map(toPower))) + RELATIVE_GATE;
  const loud = shortTerm.filter((loudness) => loudness >= gate).sort((a, b) => a - b);
  return percentile(loud, HIGH_PERCENTILE) - percentile(loud, LOW_PERCENTILE);
}

/** Returns the gain that would bring every moment to the average, dB. */
function fullCurve(momentary: readonly number[], average: number): Float64Array {
  const last = momentary.length - 1;
  const centred = momentary.map((_, index) => momentary[Math.min(index + WINDOW_DELAY, last)] ?? ABSOLUTE_GATE);
  const powers = smooth(centred.map(toPower), LOUDNESS_SMOOTHING);
  const gains = Array.from(powers, (power) => Math.min(average - toLoudness(power), DEEPEST));
  return smooth(lowest(gains, LOOK_AROUND), GAIN_SMOOTHING);
}

function shortTermLoudness(momentary: readonly number[]): number[] {
  const result: number[] = [];
  let sum = 0;
  for (let index = 0; index < momentary.length; index += 1) {
    sum += toPower(momentary[index] ?? ABSOLUTE_GATE);
    if (index >= SHORT_TERM_FRAMES) sum -= toPower(momentary[index - SHORT_TERM_FRAMES] ?? ABSOLUTE_GATE);
    if (index >= SHORT_TERM_FRAMES - 1) result.push(toLoudness(Math.max(sum, 0) / SHORT_TERM_FRAMES));
  }
  return result;
}

/** Returns the minimum of each value and its neighbours up to a distance. */
function lowest(values: readonly number[], distance: number): number[] {
  return values.map((_, index) => Math.min(...values.slice(Math.max(0, index - distance), index + distance + 1)));
}

/** Returns the raised-cosine weighted mean of each value and its neighbours; the end values are repeated beyond the ends. */
function smooth(values: readonly number[], width: number): Float64Array {
  const half = (width - 1) / 2;
  const weights = Array.from({ length: width }, (_, index) => 1 - Math.cos((2 * Math.PI * (index + 1)) / (width + 1)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Float64Array.from(values, (_, index) => {
    let sum = 0;
    for (const [offset, weight] of weights.entries()) {
      const neighbour = Math.min(Math.max(index + offset - half, 0), values.length - 1);
      sum += weight * (values[neighbour] ?? 0);
    }
    return sum / total;
  });
}

const toPower = (loudness: number): number => (loudness <= -120 ? 0 : 10 ** (loudness / 10));

const toLoudness = (power: number): number => (power <= 1e-12 ? -120 : 10 * Math.log10(power));

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0;
}
