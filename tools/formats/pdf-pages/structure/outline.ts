import { ConversionError } from '../../../../src/task/errors.ts';
import { type Destination, Destinations } from '../objects/destinations.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isRef, type Ref, textOf, toText, type Value } from '../objects/values.ts';

export interface Bookmark {
  readonly title: string;
  readonly destination: Destination;
  /** Whether the bookmarks below it are shown at first. */
  readonly open: boolean;
  readonly children: readonly Bookmark[];
  /** Its object in this document; null for a new bookmark. */
  readonly object: Ref | null;
  /** Whether it leads to `destination` instead of the target in its object. */
  readonly isMoved: boolean;
}

/** More than any book has; a list of bookmarks can be crafted to have no end. */
export const MOST_BOOKMARKS = 50_000;
export const DEEPEST = 50;

/** Returns the bookmarks of a document. Throws ConversionError `input_bomb` if there are too many, or they are too deep. */
export function readOutline(objects: PdfObjects, destinations = new Destinations(objects)): readonly Bookmark[] {
  const root = objects.catalog['/Outlines'];
  const seen = new Set<Ref>(isRef(root) ? [root] : []);
  const readList = (first: Value | undefined, depth: number): Bookmark[] => {
    const bookmarks: Bookmark[] = [];
    let next = first;
    while (isRef(next) && !seen.has(next)) {
      seen.add(next);
      if (depth > DEEPEST || seen.size > MOST_BOOKMARKS) throw tooMany();
      const item = objects.entries(next);
      bookmarks.push({
        title: textOf(objects.resolve(item['/Title'])) ?? '',
        destination: destinations.of(item['/Dest'], item['/A']),
        open: !(Number(objects.resolve(item['/Count'])) < 0),
        children: readList(item['/First'], depth + 1),
        object: next,
        isMoved: false,
      });
      next = item['/Next'];
    }
    return bookmarks;
  };
  return readList(objects.entries(root)['/First'], 1);
}

/** Makes these the bookmarks of the document (ISO 32000-2, 12.3.3). Other entries of their objects are kept: colour, action. */
export function writeOutline(bookmarks: readonly Bookmark[], objects: PdfObjects, pages: readonly Ref[]): void {
  if (bookmarks.length === 0) {
    objects.changeCatalog({ '/Outlines': null });
    return;
  }
  const old = objects.catalog['/Outlines'];
  const root = isRef(old) ? old : objects.reserve();
  // A copied bookmark has the same object twice.
  const used = new Set<Ref>([root]);
  const items: [Ref, Dict][] = [];
  const writeList = (list: readonly Bookmark[], parent: Ref): Dict => {
    const references = list.map(({ object }) => {
      const reference = object !== null && !used.has(object) ? object : objects.reserve();
      used.add(reference);
      return reference;
    });
    for (const [index, bookmark] of list.entries()) {
      const reference = references[index] as Ref;
      items.push([
        reference,
        {
          ...ownEntries(bookmark, objects, pages),
          '/Parent': parent,
          ...(index > 0 && { '/Prev': references[index - 1] as Ref }),
          ...(index + 1 < list.length && { '/Next': references[index + 1] as Ref }),
          ...(bookmark.children.length > 0 && {
            ...writeList(bookmark.children, reference),
            '/Count': (bookmark.open ? 1 : -1) * visible(bookmark.children),
          }),
        },
      ]);
    }
    return { '/First': references[0] as Ref, '/Last': references.at(-1) as Ref };
  };
  const ends = writeList(bookmarks, root);
  for (const [reference, item] of items) objects.set(reference, item);
  objects.set(root, { '/Type': '/Outlines', ...ends, '/Count': visible(bookmarks) });
  objects.changeCatalog({ '/Outlines': root });
}

/** Counts bookmarks that are visible in the list, without those below closed ones. */
function visible(bookmarks: readonly Bookmark[]): number {
  return bookmarks.reduce((sum, { open, children }) => sum + 1 + (open ? visible(children) : 0), 0);
}

function ownEntries(bookmark: Bookmark, objects: PdfObjects, pages: readonly Ref[]): Dict {
  const old = bookmark.object === null ? {} : objects.entries(bookmark.object);
  const { '/First': _f, '/Last': _l, '/Count': _c, '/Prev': _p, '/Next': _n, '/Parent': _a, ...kept } = old;
  const isSame = textOf(objects.resolve(old['/Title'])) === bookmark.title;
  const titled = isSame ? kept : { ...kept, '/Title': toText(bookmark.title) };
  if (bookmark.object !== null && !bookmark.isMoved) return titled;
  const { '/Dest': _d, '/A': _action, '/SE': _structure, ...elsewhere } = titled;
  const { destination } = bookmark;
  if (destination.kind !== 'page') return elsewhere;
  const view = destination.view.length > 0 ? destination.view : ['/Fit'];
  return { ...elsewhere, '/Dest': [pages[destination.page - 1] ?? null, ...view] };
}

function tooMany(): ConversionError {
  const message = `The PDF has more bookmarks than the ${MOST_BOOKMARKS} that can be worked on, or more than ${DEEPEST} levels of them.`;
  return new ConversionError('input_bomb', message, { details: { limit: MOST_BOOKMARKS } });
}
