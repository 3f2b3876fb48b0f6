import { annotationsOf, isWidget } from '../geometry/annotations.ts';
import { inherited } from '../geometry/appearances.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { pagesOf } from '../objects/page-tree.ts';
import { type Dict, textOf, type Value } from '../objects/values.ts';
import type { PageAsides } from './task.ts';

const MEDIA: ReadonlySet<Value> = new Set(['/Sound', '/Movie', '/Screen', '/RichMedia', '/3D']);

/** Annotations whose text is on the page, or that have no text. */
const NO_COMMENTS: ReadonlySet<Value> = new Set(['/FreeText', '/Link', '/Popup']);

/** Actions that leave the document (ISO 32000-2, 12.6.4). */
const LEADS_AWAY: ReadonlySet<Value> = new Set(['/GoToE', '/GoToR', '/Launch', '/URI']);

/** Counts objects on the pages that are neither text nor drawing. */
export function countAsides(objects: PdfObjects): PageAsides {
  const found = { comments: 0, files: 0, media: 0, links: 0, redactions: 0 };
  const fields = new Set<Value>();
  const annotations = new Set(pagesOf(objects).flatMap((page) => annotationsOf(objects, objects.entries(page))));
  for (const annotation of annotations) {
    const dict = objects.entries(annotation);
    const kind = objects.resolve(dict['/Subtype']);
    if (isWidget(dict)) fields.add(fieldOf(annotation, dict));
    else if (kind === '/FileAttachment') found.files++;
    else if (MEDIA.has(kind)) found.media++;
    else if (kind === '/Redact') found.redactions++;
    else if (kind === '/Link') found.links += Number(leadsAway(objects, dict));
    else if (!NO_COMMENTS.has(kind) && textOf(objects.resolve(dict['/Contents']))?.trim()) found.comments++;
  }
  const types = [...fields].map((field) => inherited(objects, objects.entries(field), '/FT'));
  const signatures = types.filter((type) => type === '/Sig').length;
  const { '/Collection': collection, '/AcroForm': form, '/NeedsRendering': rendered } = objects.catalog;
  return {
    ...{ ...found, fields: fields.size - signatures, signatures },
    isPortfolio: objects.dict(collection) !== null,
    // ISO 32000-1, 12.7.8: a reader that knows XFA draws its pages itself.
    isDynamicForm: objects.entries(form)['/XFA'] !== undefined && objects.resolve(rendered) === true,
  };
}

const leadsAway = (objects: PdfObjects, { '/A': action }: Dict): boolean =>
  LEADS_AWAY.has(objects.resolve(objects.dict(action)?.['/S']));

/** Returns the field of a box on a page: a choice has several boxes, which have no names themselves. */
const fieldOf = (annotation: Value, { '/T': name, '/Parent': parent }: Dict): Value =>
  name === undefined && parent !== undefined ? parent : annotation;
