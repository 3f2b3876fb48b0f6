import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, type Value, without } from '../objects/values.ts';
import { annotationsOf } from './annotations.ts';
import { askForAppearances } from './appearances.ts';
import type { Loss } from './change.ts';
import type { Page } from './page.ts';

/*
 * Has qpdf draw annotations into their pages. It draws all or none, and drops those without an appearance, so annotations that must stay
 * are put aside meanwhile.
 */

/** Key of a page for the annotations that were put aside. */
const ASIDE = '/ConvertdAnnots';

/** Arguments with which qpdf makes all annotations part of their pages. It makes no appearances if streams are to be preserved. */
export const FLATTEN = ['--generate-appearances', '--flatten-annotations=all'];

/** Puts aside all annotations but those to draw, whose appearances it prepares; keeps other changes to the pages. Returns losses. */
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

/** Returns the page with the annotations that were put aside, and those that qpdf left. */
export const withAside = (objects: PdfObjects, page: Dict): Dict => ({
  ...without(page, ASIDE),
  '/Annots': takenAside(objects, page),
});

/** Returns the annotations that were put aside, and those that qpdf left. */
export const takenAside = (objects: PdfObjects, page: Dict): readonly Value[] => [
  ...objects.items(page[ASIDE]),
  ...annotationsOf(objects, page),
];
