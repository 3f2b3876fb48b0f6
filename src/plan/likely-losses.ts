import { formatOf, isFormatName } from '../files/formats/names.ts';
import { COUNT_NAMES, type Counts } from '../receipt/counts.ts';
import { neverIn } from '../receipt/never-in.ts';
import type { OptionValues } from '../task/types.ts';
import type { LikelyLossOfPlan } from './schema.ts';

/** Categories whose targets keep the file, or say something about it. */
const MAKES_NO_FORMAT: ReadonlySet<string> = new Set(['archive', 'hash', 'metadata', 'operation']);

/** Returns what a target has no place for, of what the inputs have. @param inputs counts of all inputs together */
export function likelyLosses(
  { category, target }: { readonly category: string; readonly target: string },
  inputs: Counts,
  options: OptionValues,
): LikelyLossOfPlan[] {
  if (MAKES_NO_FORMAT.has(category)) return [];
  const isFormat = isFormatName(target);
  const file = {
    format: isFormat ? target : 'txt',
    kind: isFormat ? formatOf(target).kind : category,
    filename: `output.${target}`,
  };
  const never = new Set(neverIn(file, options));
  return COUNT_NAMES.filter((name) => never.has(name) && (inputs[name] ?? 0) > 0).map((count) => {
    const amount = inputs[count] ?? 0;
    const what = count.replaceAll('_', ' ');
    return { count, amount, message: `The input has ${what} (${amount}), for which ${target} has no place.` };
  });
}
