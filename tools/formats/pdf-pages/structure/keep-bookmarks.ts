import { Destinations } from '../objects/destinations.ts';
import type { PdfObjects } from '../objects/objects.ts';
import type { Value } from '../objects/values.ts';
import { type Bookmark, readOutline, writeOutline } from './outline.ts';

/** Removes bookmarks that lead to dropped pages. One with children leads to the first of them instead. */
export function dropLostBookmarks(objects: PdfObjects): void {
  const destinations = new Destinations(objects);
  const old = readOutline(objects, destinations);
  const { kept, dropped } = withoutLost(old);
  if (dropped) writeOutline(kept, objects, destinations.pages);
}

function withoutLost(bookmarks: readonly Bookmark[]): { kept: readonly Bookmark[]; dropped: boolean } {
  let dropped = false;
  const kept = bookmarks.flatMap((bookmark) => {
    const below = withoutLost(bookmark.children);
    dropped ||= below.dropped;
    const one = { ...bookmark, children: below.kept };
    if (bookmark.destination.kind !== 'lost') return [one];
    dropped = true;
    const [first] = below.kept;
    return first === undefined ? [] : [{ ...one, destination: first.destination, isMoved: true }];
  });
  return { kept, dropped };
}

/** Bookmarks of a document that was joined to others, and the number of pages before its own. */
export interface JoinedOutline {
  readonly bookmarks: readonly Bookmark[];
  readonly pagesBefore: number;
}

/** Returns the bookmarks of a document that another one can take over: only those that lead to its pages. */
export function portableOutline(objects: PdfObjects): readonly Bookmark[] {
  const portable = (bookmarks: readonly Bookmark[]): Bookmark[] =>
    bookmarks.flatMap((bookmark) => {
      const children = portable(bookmark.children);
      const leadsToPage = bookmark.destination.kind === 'page';
      if (!leadsToPage && children.length === 0) return [];
      const destination = leadsToPage ? portableDestination(bookmark, objects) : { kind: 'elsewhere' as const };
      return [{ ...bookmark, destination, children, object: null, isMoved: true }];
    });
  return portable(readOutline(objects));
}

/** Returns how the page is shown, with plain values only: a reference would mean another object in another document. */
function portableDestination({ destination }: Bookmark, objects: PdfObjects): Bookmark['destination'] {
  if (destination.kind !== 'page') return destination;
  const view: Value[] = destination.view.map((value) => objects.resolve(value));
  const isPlain = view.every((value) => value === null || typeof value !== 'object');
  return { ...destination, view: isPlain ? view : [] };
}

/** Appends the bookmarks of the joined documents to the first one's, in their order. */
export function addOutlines(joined: readonly JoinedOutline[], objects: PdfObjects): void {
  if (joined.length === 0) return;
  const destinations = new Destinations(objects);
  const own = readOutline(objects, destinations);
  const moved = (bookmarks: readonly Bookmark[], by: number): Bookmark[] =>
    bookmarks.map((bookmark) => ({
      ...bookmark,
      children: moved(bookmark.children, by),
      destination:
        bookmark.destination.kind === 'page'
          ? { ...bookmark.destination, page: bookmark.destination.page + by }
          : bookmark.destination,
    }));
  const added = joined.flatMap(({ bookmarks, pagesBefore }) => moved(bookmarks, pagesBefore));
  writeOutline([...own, ...added], objects, destinations.pages);
}
