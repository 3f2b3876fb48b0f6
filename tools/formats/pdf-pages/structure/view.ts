import { Destinations } from '../objects/destinations.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { nameOf, type Ref, textOf } from '../objects/values.ts';
import { type Info, type Properties, readInfo, readProperties } from './info.ts';
import { type Bookmark, readOutline } from './outline.ts';
import { type PageLabel, readPageLabels } from './page-labels.ts';

/** PDF's own names (ISO 32000-2, table 29). */
export const PAGE_MODES = ['UseNone', 'UseOutlines', 'UseThumbs', 'FullScreen', 'UseOC', 'UseAttachments'] as const;
export const PAGE_LAYOUTS = [
  ...(['SinglePage', 'OneColumn', 'TwoColumnLeft', 'TwoColumnRight', 'TwoPageLeft', 'TwoPageRight'] as const),
] as const;

/** A bookmark as a patch sees it. */
export interface BookmarkView {
  /** Id of an existing bookmark, whose other entries (colour, action, part of the page) stay. Null for a new one. */
  readonly id: number | null;
  readonly title: string;
  /** From 1; null if it leads to no page of the document. */
  readonly page: number | null;
  readonly open: boolean;
  readonly children: readonly BookmarkView[];
}

/** View that a patch changes: all members are present, null or empty if the document has no value. */
export interface DocumentView {
  readonly info: Info;
  /** Further information under names of the writer's choice. */
  readonly properties: Properties;
  /** Language of the text (BCP 47). */
  readonly lang: string | null;
  readonly pageMode: (typeof PAGE_MODES)[number] | null;
  readonly pageLayout: (typeof PAGE_LAYOUTS)[number] | null;
  readonly pageLabels: readonly PageLabel[];
  readonly outline: readonly BookmarkView[];
}

export interface ReadView {
  readonly view: DocumentView;
  /** Bookmarks by id. */
  readonly bookmarks: readonly Bookmark[];
  readonly pages: readonly Ref[];
}

export function readView(objects: PdfObjects): ReadView {
  const destinations = new Destinations(objects);
  const { catalog } = objects;
  const bookmarks: Bookmark[] = [];
  const viewOf = (list: readonly Bookmark[]): BookmarkView[] =>
    list.map((bookmark) => {
      const { title, destination, open, children } = bookmark;
      const id = bookmarks.push(bookmark) - 1;
      const page = destination.kind === 'page' ? destination.page : null;
      return { id, title, page, open, children: viewOf(children) };
    });
  const name = (key: string): string | null => nameOf(objects.resolve(catalog[key]));
  const view: DocumentView = {
    info: readInfo(objects),
    properties: readProperties(objects),
    lang: textOf(objects.resolve(catalog['/Lang'])),
    pageMode: PAGE_MODES.find((mode) => mode === name('/PageMode')) ?? null,
    pageLayout: PAGE_LAYOUTS.find((layout) => layout === name('/PageLayout')) ?? null,
    pageLabels: readPageLabels(objects, destinations.pages.length),
    outline: viewOf(readOutline(objects, destinations)),
  };
  return { view, bookmarks, pages: destinations.pages };
}
