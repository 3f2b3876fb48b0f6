import { boxValue } from '../objects/box.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { type Ref, without } from '../objects/values.ts';
import { contentStreams } from './content.ts';
import type { Page } from './page.ts';

/** Returns the key of a page's form: pages that share their content, but not this key, cannot share a form. */
export const formKey = ({ dict, box }: Page): string => JSON.stringify([dict['/Resources'], dict['/Group'], box]);

/**
 * Returns the content of a page as a form (ISO 32000-1, 8.10) in the page's own coordinates, clipped to the page's box. The content stream
 * itself becomes the form, without its data being read. Null for a page without content.
 */
export function formOf(objects: PdfObjects, page: Page): Ref | null {
  const [ref] = contentStreams(objects, page.dict);
  const stream = objects.stream(ref);
  if (stream === null) return null;
  const { '/Resources': resources = {}, '/Group': group } = page.dict;
  objects.setStream(stream.ref, {
    ...(stream.data === undefined ? {} : { data: stream.data }),
    dict: {
      ...without(stream.dict, '/Length'),
      '/Type': '/XObject',
      '/Subtype': '/Form',
      '/BBox': boxValue(page.box),
      '/Resources': resources,
      ...(group === undefined ? {} : { '/Group': group }),
    },
  });
  return stream.ref;
}
