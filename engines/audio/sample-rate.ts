import { adjusted, type Warning } from '../../tools/programs/ffmpeg/issues.ts';

export interface SampleRateChoice {
  /** Hz. */
  readonly sampleRate: number;
  readonly warnings: readonly Warning[];
}

/** Sample rates of an encoder: an ascending list, or everything within a range. */
export type SampleRates = readonly number[] | { readonly from: number; readonly to: number };

/**
 * Chooses the rate to encode at: the requested one, else that of the source. If the encoder lacks it, the next higher one, which loses
 * nothing, else the highest; a warning says so if the rate was requested.
 */
export function chooseSampleRate(
  asked: number | null,
  sourceRate: number,
  rates: SampleRates,
  encoder: string,
): SampleRateChoice {
  const wanted = asked ?? sourceRate;
  const sampleRate = nearestRate(wanted, rates);
  if (asked === null || sampleRate === asked) return { sampleRate, warnings: [] };
  const possible = 'from' in rates ? `${rates.from} to ${rates.to}` : rates.join(', ');
  const warning = adjusted({ option: 'frequency', value: asked }, sampleRate, `${encoder} takes ${possible} Hz only`);
  return { sampleRate, warnings: [warning] };
}

function nearestRate(wanted: number, rates: SampleRates): number {
  if ('from' in rates) return Math.min(Math.max(wanted, rates.from), rates.to);
  return rates.find((rate) => rate >= wanted) ?? rates.at(-1) ?? wanted;
}
