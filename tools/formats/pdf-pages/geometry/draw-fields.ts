import type { PdfObjects } from '../objects/objects.ts';
import { somePagesOf } from '../objects/page-tree.ts';
import type { Value } from '../objects/values.ts';
import { annotationsOf, isWidget } from './annotations.ts';
import type { Outcome } from './change.ts';
import { FLATTEN, hasAside, leaveOnly, withAside } from './flatten.ts';
import { readPage } from './page.ts';

/** Has qpdf draw form fields into their pages; links, comments and all other annotations stay as they are. */
export function drawFields(objects: PdfObjects): Outcome {
  const pages = somePagesOf(objects).map((ref) => readPage(objects, ref));
  const isField = (annotation: Value): boolean => {
    const dict = objects.dict(annotation);
    return dict !== null && isWidget(dict);
  };
  if (pages.some(({ dict }) => hasAside(dict))) {
    for (const { ref } of pages) {
      const page = objects.dict(ref);
      if (page !== null && hasAside(page)) objects.set(ref, withAside(objects, page));
    }
  } else if (pages.some(({ dict }) => annotationsOf(objects, dict).some(isField))) {
    return { status: 'prepare', args: FLATTEN, losses: leaveOnly(objects, pages, isField) };
  }
  return { status: 'done', pages: pages.length, losses: [] };
}
