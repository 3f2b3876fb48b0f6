import { ConversionError } from '../../../src/task/errors.ts';
import { type Destination, Destinations } from './destinations.ts';
import { isReference, type PdfDictionary, type PdfObjects, type PdfValue, textOf, toText } from './pdf-json.ts';

/** A bookmark. */
export interface Bookmark {
  readonly title: string;
  readonly destination: Destination;
  /** Whether the bookmarks below it are shown at first. */
  readonly open: boolean;
  readonly children: readonly Bookmark[];
  /** The object that it is in this document; null for a new one. */
  readonly object: string | null;
  /** It leads elsewhere than the object says: to `destination`. */
  readonly isMoved: boolean;
}

/** More than any book has; a list of bookmarks can be made to have no end. */
export const MOST_BOOKMARKS = 50_000;
export const DEEPEST = 50;

/** The bookmarks of a document. Throws ConversionError `input_bomb` where there are too many, or too deep. */
export function readOutline(objects: PdfObjects, destinations = new Destinations(objects)): readonly Bookmark[] {
  const root = objects.catalog['/Outlines'];
  const seen = new Set<string>(isReference(root) ? [root] : []);
  const readList = (first: PdfValue | undefined, depth: number): Bookmark[] => {
    const bookmarks: Bookmark[] = [];
    let next = first;
    while (isReference(next) && !seen.has(next)) {
      seen.add(next);
      if (depth > DEEPEST || seen.size > MOST_BOOKMARKS) throw tooMany();
      const item = objects.dictionary(next);
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
  return readList(objects.dictionary(root)['/First'], 1);
}

/** Makes these the bookmarks of the document (ISO 32000-2, 12.3.3). What one's object has beside is kept: colour, action. */
export function writeOutline(bookmarks: readonly Bookmark[], objects: PdfObjects, pages: readonly string[]): void {
  if (bookmarks.length === 0) {
    objects.changeCatalog({ '/Outlines': null });
    return;
  }
  const old = objects.catalog['/Outlines'];
  const root = isReference(old) ? old : objects.newReference();
  // A bookmark that was copied is one object twice.
  const used = new Set<string>([root]);
  const items: [string, PdfDictionary][] = [];
  const writeList = (list: readonly Bookmark[], parent: string): PdfDictionary => {
    const references = list.map(({ object }) => {
      const reference = object !== null && !used.has(object) ? object : objects.newReference();
      used.add(reference);
      return reference;
    });
    for (const [index, bookmark] of list.entries()) {
      const reference = references[index] as string;
      items.push([
        reference,
        {
          ...ownEntries(bookmark, objects, pages),
          '/Parent': parent,
          ...(index > 0 && { '/Prev': references[index - 1] as string }),
          ...(index + 1 < list.length && { '/Next': references[index + 1] as string }),
          ...(bookmark.children.length > 0 && {
            ...writeList(bookmark.children, reference),
            '/Count': (bookmark.open ? 1 : -1) * visible(bookmark.children),
          }),
        },
      ]);
    }
    return { '/First': references[0] as string, '/Last': references.at(-1) as string };
  };
  const ends = writeList(bookmarks, root);
  for (const [reference, item] of items) objects.set(reference, item);
  objects.set(root, { '/Type': '/Outlines', ...ends, '/Count': visible(bookmarks) });
  objects.changeCatalog({ '/Outlines': root });
}

/** Bookmarks seen when the list is shown, those below closed ones not among them. */
function visible(bookmarks: readonly Bookmark[]): number {
  return bookmarks.reduce((sum, { open, children }) => sum + 1 + (open ? visible(children) : 0), 0);
}

function ownEntries(bookmark: Bookmark, objects: PdfObjects, pages: readonly string[]): PdfDictionary {
  const old = bookmark.object === null ? {} : objects.dictionary(bookmark.object);
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
