import { unsupported } from '../fields/field.ts';
import type { Bookmark, Bookmarks } from '../fields/pdf.ts';
import { withoutExtension } from '../form/filenames.ts';
import type { Form, FormFile } from '../form/form.ts';
import { bookmarksIn, type ReadBookmark, titleIn } from '../readings.ts';
import { invalidForm } from '../refusal.ts';
import type { Work } from './fuse.ts';
import { acceptsPdfOption } from './subjects.ts';

/* Outlines: those that requests give, and those that merged files have. */

/** Whether bookmarks are for all files, and not by file name. */
export const isList = (bookmarks: Bookmarks): bookmarks is readonly Bookmark[] => Array.isArray(bookmarks);

export function bookmarksWork(bookmarks: readonly Bookmark[] | undefined): Work[] {
  if (bookmarks === undefined || bookmarks.length === 0) return [];
  requireBookmarks();
  return [{ options: { bookmarks } }];
}

/** Throws Refusal 400 if this version has no bookmarks. */
export function requireBookmarks(): void {
  if (!acceptsPdfOption('bookmarks')) throw invalidForm(unsupported('bookmarks'));
}

/** Returns the bookmarks of a merged document; those by file name belong to pages of that file. */
export function mergedBookmarks(bookmarks: Bookmarks | undefined, form: Form): readonly Bookmark[] | undefined {
  if (bookmarks === undefined || isList(bookmarks)) return bookmarks;
  return form
    .filesOf(['.pdf'])
    .flatMap(({ filename, stored }) =>
      (bookmarks[filename] ?? []).map((bookmark) => ({ ...bookmark, filename: stored.content.filename ?? filename })),
    );
}

export interface Outlines {
  /** What the target json says about each file. */
  readonly documents: ReadonlyMap<string, unknown>;
  /** Bookmarks by file, in place of its own. */
  readonly given: Readonly<Record<string, readonly Bookmark[]>>;
  /** Whether those of a file come below its title. */
  readonly isTitled: boolean;
}

/** Returns the outline of a merged document, each bookmark with the file whose pages it counts. */
export function outlineOf(files: readonly FormFile[], { documents, given, isTitled }: Outlines): readonly Bookmark[] {
  return files.flatMap(({ filename, stored }) => {
    const of = { filename: stored.content.filename ?? filename };
    const document = documents.get(filename);
    const own = given[filename]?.length ? given[filename] : withPages(bookmarksIn(document));
    if (!isTitled) return own.map((bookmark) => ({ ...bookmark, ...of }));
    return [
      {
        title: titleIn(document) ?? withoutExtension(filename),
        page: 1,
        ...of,
        ...(own.length > 0 && { children: own }),
      },
    ];
  });
}

/** Leaves out bookmarks that lead to no page, with those below them. */
const withPages = (bookmarks: readonly ReadBookmark[]): Bookmark[] =>
  bookmarks.flatMap(({ title, page, children }) =>
    page === null ? [] : [{ title, page, ...(children !== undefined && { children: withPages(children) }) }],
  );
