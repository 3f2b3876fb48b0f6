import { pluralize } from '../../../src/util/pluralize.ts';
import type { Work } from './step.ts';

/** Parts of an input that the result lacks or shows differently. */
export interface LostPart {
  /** Name in the details of the warning. */
  readonly name: string;
  readonly count: number;
  readonly one: string;
  readonly many: string;
}

/** What became of one part, and of several. */
export const NOT_THERE = { one: 'it is not in the result', many: 'they are not in the result' };

const LIST = new Intl.ListFormat('en-GB');

/** Warns of the lost parts, if any, with their numbers. */
export function warnOfLostParts(
  parts: readonly LostPart[],
  become: { readonly one: string; readonly many: string },
  { input, context }: Pick<Work, 'input' | 'context'>,
): void {
  const lost = parts.filter(({ count }) => count > 0);
  if (lost.length === 0) return;
  const named = LIST.format(lost.map(({ count, one, many }) => pluralize(count, one, many)));
  const isOne = lost.reduce((sum, { count }) => sum + count, 0) === 1;
  const message = `${input.filename} has ${named}: ${isOne ? become.one : become.many}.`;
  context.warn('output_limited', message, Object.fromEntries(lost.map(({ name, count }) => [name, count])));
}
