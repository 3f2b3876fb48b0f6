import type { Counts } from '../receipt/counts.ts';
import type { OptionValues } from '../task/types.ts';
import measured from './measured.json' with { type: 'json' };

/** What the time of a conversion grows with. */
export type Unit = 'pages' | 'seconds' | 'megapixels' | 'mebibytes';

/** A conversion that was measured: its time is `base + each * amount of unit`. */
export interface Measured {
  /** Formats or a kind of inputs. */
  readonly from: readonly string[];
  /** `category/target`, or a category for all others of it. */
  readonly to: string;
  readonly unit: Unit;
  /** Seconds of a conversion of nothing. */
  readonly base: number;
  /** Seconds for each unit. */
  readonly each: number;
}

const MEASURED = measured as readonly Measured[];

/** Options whose work takes much longer than the conversion itself, and was not measured. */
const NOT_MEASURED = ['colorize_model_name', 'language_stt', 'ocr', 'upscale_factor'] as const;

/** Whether options ask for work that was not measured. */
export const asksForMore = (options: OptionValues): boolean =>
  NOT_MEASURED.some((option) => options[option] !== undefined && options[option] !== false);

/** An input, as far as the time depends on it. */
export interface Sized {
  readonly format: string | null;
  readonly kind: string | null;
  readonly bytes: number;
  readonly counts: Counts;
}

/** Returns how many seconds it takes to convert inputs, one after another; null if nothing like it was measured. */
export function expectedSeconds(category: string, target: string, inputs: readonly Sized[]): number | null {
  const each = inputs.map((input) => {
    const found = nearestMeasured(category, target, input);
    const amount = found === undefined ? null : amountOf(found.unit, input);
    return found === undefined || amount === null ? null : found.base + found.each * amount;
  });
  if (each.length === 0 || each.includes(null)) return null;
  return Math.round(each.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0) * 10) / 10;
}

/** Returns the nearest conversion that was measured: format before kind, target before category. */
function nearestMeasured(category: string, target: string, { format, kind }: Sized): Measured | undefined {
  const from = [format, kind].filter((name) => name !== null);
  const to = [`${category}/${target}`, category];
  for (const wanted of to) {
    for (const source of from) {
      const found = MEASURED.find((each) => each.to === wanted && each.from.includes(source));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function amountOf(unit: Unit, { bytes, counts }: Sized): number | null {
  switch (unit) {
    case 'mebibytes':
      return bytes / 1024 ** 2;
    case 'megapixels':
      return counts.width_pixels === undefined || counts.height_pixels === undefined
        ? null
        : ((counts.frames ?? 1) * counts.width_pixels * counts.height_pixels) / 1e6;
    case 'pages':
      return counts.pages ?? counts.slides ?? counts.sheets ?? null;
    case 'seconds':
      return counts.seconds ?? null;
  }
}
