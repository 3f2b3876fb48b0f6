import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isArray, type Ref, type Value } from '../objects/values.ts';
import { annotationsOf, isWidget } from './annotations.ts';
import type { Outcome } from './change.ts';
import { contentStreams } from './content.ts';
import { FLATTEN, leaveOnly } from './flatten.ts';
import { formKey } from './form.ts';
import type { Page } from './page.ts';

/** Makes one stream of an array of them, and a new one of each. */
const COALESCE = '--coalesce-contents';

/** Whether each page has one stream that can become a form, and no annotation that has to be drawn. */
export function isPrepared(objects: PdfObjects, pages: readonly Page[]): boolean {
  return (
    pages.every(
      ({ dict }) => !isArray(objects.resolve(dict['/Contents'])) && drawnAnnotations(objects, dict).length === 0,
    ) && sharedContents(objects, pages).size === 0
  );
}

/** What makes them so: an update, and arguments for qpdf. */
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

/** Fields and comments, which could not work in two places, and have an appearance. */
function isDrawn(objects: PdfObjects, annotation: Value): boolean {
  const dict = objects.dict(annotation);
  return dict !== null && (isWidget(dict) || dict['/AP'] !== undefined) && dict['/Subtype'] !== '/Link';
}

/** Streams that are the content of pages which need a form of their own. */
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
