import { pluralize } from '../../../src/util/pluralize.ts';
import type { WorkContext } from '../../../src/work/context.ts';

/** Warns of formulas that stayed in TeX: not understood, or without a place in the result. */
export function warnOfFormulas(formulas: number, filename: string, context: Pick<WorkContext, 'warn'>): void {
  if (formulas === 0) return;
  const message = `${pluralize(formulas, 'formula', 'formulas')} of ${filename} stayed in TeX.`;
  context.warn('output_limited', message, { formulas });
}
