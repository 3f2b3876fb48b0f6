import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, type Value, without } from '../objects/values.ts';
import { annotationsOf } from './annotations.ts';
import { askForAppearances } from './appearances.ts';
import type { Loss } from './change.ts';
import type { Page } from './page.ts';

/*
 * Annotations that become part of their pages, drawn by qpdf. It takes all or none, so those that are to stay are put aside
 * while it does: it drops those without an appearance.
 */

/** Of a page: what was put aside. */
const ASIDE = '/ConvertdAnnots';

/** Arguments of qpdf: with these all annotations become part of their pages. It makes no appearances where streams are to be preserved. */
export const FLATTEN = ['--generate-appearances', '--flatten-annotations=all'];

/** Puts aside all annotations but those that are to be drawn, whose appearances are made ready; keeps what else was changed of the pages. Returns what is lost. */
export function leaveOnly(
  objects: PdfObjects,
  pages: readonly Page[],
  isDrawn: (annotation: Value) => boolean,
): Loss[] {
  const drawn: Value[] = [];
  for (const { ref, dict } of pages) {
    const { yes = [], no = [] } = Object.groupBy(annotationsOf(objects, dict), (one) => (isDrawn(one) ? 'yes' : 'no'));
    drawn.push(...yes);
    if (yes.length + no.length > 0) objects.set(ref, { ...objects.entries(ref), [ASIDE]: no, '/Annots': yes });
  }
  return askForAppearances(objects, drawn) ? ['fieldValues'] : [];
}

/** Whether annotations of the page were put aside. */
export const hasAside = (page: Dict): boolean => page[ASIDE] !== undefined;

/** The page with what was put aside, and what qpdf left. */
export const withAside = (objects: PdfObjects, page: Dict): Dict => ({
  ...without(page, ASIDE),
  '/Annots': takenAside(objects, page),
});

/** What was put aside, and what qpdf left. */
export const takenAside = (objects: PdfObjects, page: Dict): readonly Value[] => [
  ...objects.items(page[ASIDE]),
  ...annotationsOf(objects, page),
];
