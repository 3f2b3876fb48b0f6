import type { OptionValues } from '../../../task/types.ts';
import type { Step } from './plan.ts';

/** Work on finished PDFs, in Gotenberg's order. */
export type Work = Pick<Step, 'options' | 'metadata' | 'beside' | 'each' | 'names'> & {
  /** Whether it names pages, which are others before the document is split or pages are taken from it. */
  readonly namesPages?: boolean;
};

/** Options after which pages have other numbers. They come late among the operations of one conversion, so what follows may not join them. */
const RENUMBERING = ['split', 'one_file_per_page', 'rearrange'] as const;

/**
 * Puts works together in as few conversions of PDFs as possible. One conversion does its operations in an order of its own, which is
 * Gotenberg's unless pages are named.
 * @param first the conversion that makes the PDFs; null if they are there already
 */
export function fuse(first: Step | null, works: readonly Work[]): Step[] {
  const steps: Step[] = first === null ? [] : [first];
  for (const work of works) {
    const last = steps.at(-1);
    if (last !== undefined && canJoin(last, work)) steps[steps.length - 1] = joined(last, work);
    else steps.push({ category: 'document', target: 'pdf', ...stepOf(work) });
  }
  return steps;
}

const stepOf = ({ namesPages: _pages, ...step }: Work) => step;

function canJoin(last: Step, work: Work): boolean {
  if (last.target !== 'pdf' || work.beside !== undefined || work.each !== undefined) return false;
  if (last.metadata !== undefined && work.metadata !== undefined) return false;
  if (Object.keys(work.options).some((option) => option in last.options)) return false;
  const isRenumbered = RENUMBERING.some((option) => option in last.options);
  // Only one work of a step may give its outputs new names, as the parts of a document get.
  if (work.names !== undefined && last.names !== undefined) return false;
  return !(isRenumbered && work.namesPages === true);
}

const joined = (last: Step, { options, metadata, names }: Work): Step => ({
  ...last,
  options: { ...last.options, ...options } satisfies OptionValues,
  ...(metadata !== undefined && { metadata }),
  ...(names !== undefined && { names }),
});
