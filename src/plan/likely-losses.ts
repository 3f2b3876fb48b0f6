import { formatOf, isFormatName } from '../files/formats/names.ts';
import { COUNT_NAMES, type Counts } from '../receipt/counts.ts';
import { MARKUP_ENDINGS, neverIn, type Target } from '../receipt/never-in.ts';
import type { OptionValues } from '../task/types.ts';
import type { LikelyLossOfPlan } from './schema.ts';

/** Categories whose targets keep the file, or say something about it. */
const MAKES_NO_FORMAT: ReadonlySet<string> = new Set(['archive', 'hash', 'metadata', 'operation']);

/** Formats of targets that are not named after theirs; of texts, the ending of the name says more. */
const LIKE: Readonly<Record<string, string>> = {
  asciidoc: 'adoc',
  chunks: 'md',
  docbook: 'xml',
  jats: 'xml',
  kepub: 'epub',
  latex: 'tex',
  mediawiki: 'wiki',
  'pdf-ebook': 'pdf',
};

const TEXTS: ReadonlySet<string> = new Set(['csv', 'md', 'txt', ...MARKUP_ENDINGS]);

/** Returns what is known of an output before it is made. */
function fileOf(category: string, target: string): Target {
  const format = LIKE[target] ?? target;
  const kind = isFormatName(format) ? formatOf(format).kind : category;
  return { format: TEXTS.has(format) ? 'txt' : format, kind, filename: `output.${format}` };
}

/** Returns what a target has no place for, of what the inputs have. @param inputs counts of all inputs together */
export function likelyLosses(
  { category, target }: { readonly category: string; readonly target: string },
  inputs: Counts,
  options: OptionValues,
): LikelyLossOfPlan[] {
  if (MAKES_NO_FORMAT.has(category)) return [];
  const never = new Set(neverIn(fileOf(category, target), options));
  return COUNT_NAMES.filter((name) => never.has(name) && (inputs[name] ?? 0) > 0).map((count) => {
    const amount = inputs[count] ?? 0;
    const what = count.replaceAll('_', ' ');
    return { count, amount, message: `The input has ${what} (${amount}), for which ${target} has no place.` };
  });
}
