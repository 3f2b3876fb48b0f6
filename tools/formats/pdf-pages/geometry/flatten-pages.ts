import type { PdfObjects } from '../objects/objects.ts';
import { somePagesOf } from '../objects/page-tree.ts';
import type { Dict, Value } from '../objects/values.ts';
import { annotationsOf, isWidget } from './annotations.ts';
import type { FlattenPages, Loss, Outcome } from './change.ts';
import { hasAside, leaveOnly, withAside } from './flatten.ts';
import { readPage } from './page.ts';

/** Key of the catalog for the form while qpdf does not see its fields as annotations: it would drop the form. */
const FORM_ASIDE = '/ConvertdForm';

/** Annotations that are hidden on a screen are dropped. */
const FLATTEN_SEEN = ['--generate-appearances', '--flatten-annotations=screen'];

/**
 * Has qpdf draw fields, other annotations, or both into their pages. Links stay, and so do annotations without an appearance, which a loss
 * reports: readers draw them as they like.
 */
export function flattenPages(objects: PdfObjects, what: FlattenPages['what']): Outcome {
  const pages = somePagesOf(objects).map((ref) => readPage(objects, ref));
  if (pages.some(({ dict }) => hasAside(dict))) {
    for (const { ref } of pages) {
      const page = objects.dict(ref);
      if (page !== null && hasAside(page)) objects.set(ref, withAside(objects, page));
    }
    restoreForm(objects);
    return { status: 'done', pages: pages.length, losses: [] };
  }
  const annotations = pages.flatMap(({ dict }) => annotationsOf(objects, dict));
  const kinds = new Set(annotations.map((annotation) => kindOf(objects, annotation, what)));
  const undrawn: Loss[] = kinds.has('undrawn') ? ['undrawn'] : [];
  if (!kinds.has('drawn')) return { status: 'done', pages: pages.length, losses: undrawn };
  const lost = leaveOnly(objects, pages, (annotation) => kindOf(objects, annotation, what) === 'drawn');
  if (what === 'annotations') putFormAside(objects);
  return { status: 'prepare', args: FLATTEN_SEEN, losses: [...undrawn, ...lost] };
}

/** `undrawn`: it should be drawn, but has no known appearance. */
function kindOf(objects: PdfObjects, annotation: Value, what: FlattenPages['what']): 'drawn' | 'kept' | 'undrawn' {
  const dict = objects.dict(annotation);
  if (dict === null || dict['/Subtype'] === '/Link') return 'kept';
  if (isWidget(dict)) return what === 'annotations' ? 'kept' : 'drawn';
  if (what === 'forms') return 'kept';
  // The window of a comment is treated like the comment; it is seen only if it is open.
  const comment = dict['/Subtype'] === '/Popup' ? objects.dict(dict['/Parent']) : dict;
  if (comment === null || hasLook(objects, comment)) return 'drawn';
  return comment === dict ? 'undrawn' : 'kept';
}

const hasLook = (objects: PdfObjects, { '/AP': appearances }: Dict): boolean =>
  objects.exists(objects.dict(appearances)?.['/N']);

function putFormAside(objects: PdfObjects): void {
  const form = objects.catalog['/AcroForm'];
  if (form !== undefined) objects.changeCatalog({ '/AcroForm': null, [FORM_ASIDE]: form });
}

function restoreForm(objects: PdfObjects): void {
  const { [FORM_ASIDE]: form } = objects.catalog;
  if (form !== undefined) objects.changeCatalog({ '/AcroForm': form, [FORM_ASIDE]: null });
}
