import { WARNING_CODES } from '../task/codes.ts';
import type { WarningIssue } from '../task/errors.ts';

/** What a conversion may lose: anything; nothing of the content; nothing at all. */
export const STRICTNESS = ['none', 'content', 'any'] as const;
export type Strictness = (typeof STRICTNESS)[number];

type Sorted = Readonly<Record<'losses' | 'changed' | 'notes', readonly WarningIssue[]>>;

/** Sorts the warnings of a conversion: what is lost, which options were changed, and the rest. */
export function sortWarnings(warnings: readonly WarningIssue[]): Sorted {
  const isLoss = ({ code }: WarningIssue) => WARNING_CODES[code].loss !== 'none' && !code.startsWith('option_');
  const isChange = ({ code }: WarningIssue) => code.startsWith('option_');
  return {
    losses: warnings.filter(isLoss),
    changed: warnings.filter(isChange),
    notes: warnings.filter((each) => !isLoss(each) && !isChange(each)),
  };
}

/** Returns the warnings that a conversion may not end with. */
export function refusedBy(strict: Strictness, warnings: readonly WarningIssue[]): readonly WarningIssue[] {
  if (strict === 'none') return [];
  return warnings.filter(({ code }) => {
    const { loss } = WARNING_CODES[code];
    return loss === 'content' || (strict === 'any' && loss === 'other');
  });
}
