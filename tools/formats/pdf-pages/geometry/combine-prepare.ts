import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isArray, type Ref, type Value } from '../objects/values.ts';
import { annotationsOf, isWidget } from './annotations.ts';
import type { Outcome } from './change.ts';
import { contentStreams } from './content.ts';
import { FLATTEN, leaveOnly } from './flatten.ts';
import { formKey } from './form.ts';
import type { Page } from './page.ts';

/** Joins an array of streams into one stream, which is a new one each time. */
const COALESCE = '--coalesce-contents';

/** Whether each page has one stream that can become a form, and no annotation that has to be drawn. */
export function isPrepared(objects: PdfObjects, pages: readonly Page[]): boolean {
  return (
    pages.every(
      ({ dict }) => !isArray(objects.resolve(dict['/Contents'])) && drawnAnnotations(objects, dict).length === 0,
    ) && sharedContents(objects, pages).size === 0
  );
}

/** Returns an update and arguments for qpdf that make the pages so. */
export function prepare(objects: PdfObjects, pages: readonly Page[]): Outcome {
  const shared = sharedContents(objects, pages);
  const flattens = pages.some(({ dict }) => drawnAnnotations(objects, dict).length > 0);
  for (const { ref, dict } of pages) {
    const contents = contentStreams(objects, dict);
    if (!contents.some((stream) => shared.has(stream))) continue;
    objects.set(ref, { ...objects.entries(ref), '/Contents': contents });
  }
  if (!flattens) return { status: 'prepare', args: [COALESCE], losses: [] };
  const lost = leaveOnly(objects, pages, (annotation) => isDrawn(objects, annotation));
  return { status: 'prepare', args: [...FLATTEN, COALESCE], losses: ['annotations', ...lost] };
}

const drawnAnnotations = (objects: PdfObjects, page: Dict): Value[] =>
  annotationsOf(objects, page).filter((annotation) => isDrawn(objects, annotation));

/** Whether it is a field or comment, which could not work in two places, and has an appearance. */
function isDrawn(objects: PdfObjects, annotation: Value): boolean {
  const dict = objects.dict(annotation);
  return dict !== null && (isWidget(dict) || dict['/AP'] !== undefined) && dict['/Subtype'] !== '/Link';
}

/** Returns streams that are the content of several pages, each of which needs its own form. */
function sharedContents(objects: PdfObjects, pages: readonly Page[]): Set<Ref> {
  const keys = new Map<Ref, string>();
  const shared = new Set<Ref>();
  for (const page of pages) {
    for (const stream of contentStreams(objects, page.dict)) {
      const key = formKey(page);
      if ((keys.get(stream) ?? key) !== key) shared.add(stream);
      keys.set(stream, key);
    }
  }
  return shared;
}
