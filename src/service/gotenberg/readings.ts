import { isObject } from './form/go-json.ts';

/* What the routes that read PDFs answer, of the documents that the target json makes. */

/** Tags that tell of the copy of the file here, and not of the document. */
const OF_COPY: ReadonlySet<string> = new Set([
  'SourceFile',
  'Directory',
  'FileModifyDate',
  'FileAccessDate',
  'FileInodeChangeDate',
  'FilePermissions',
  'ExifToolVersion',
]);

/** Returns the tags of a PDF by the names of ExifTool. Clients write one of them by its name in PDF, and look for it there. */
export function tagsIn(document: unknown): unknown {
  if (!isObject(document)) return {};
  const { ModifyDate: modified, ...others } = document;
  const tags = modified === undefined ? others : { ModDate: modified, ...others, ModifyDate: modified };
  return Object.fromEntries(Object.entries(tags).filter(([name]) => !OF_COPY.has(name)));
}

/** An entry of an outline. */
export interface ReadBookmark {
  title: string;
  /** Null if it leads to no page. */
  page: number | null;
  children?: ReadBookmark[];
}

/** Returns the title of a PDF; undefined without one. */
export function titleIn(document: unknown): string | undefined {
  const title = isObject(document) && isObject(document.properties) ? document.properties.title : null;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

/** Returns the outline of a PDF as a tree; the document lists it in order, with levels, and has none of a PDF without bookmarks. */
export function bookmarksIn(document: unknown): ReadBookmark[] {
  const pdf = isObject(document) ? document.pdf : null;
  const outline = isObject(pdf) && isObject(pdf.outline) ? pdf.outline.items : null;
  const top: ReadBookmark[] = [];
  const above: ReadBookmark[] = [];
  for (const { title, level, page } of (Array.isArray(outline) ? outline : []) as {
    title: string;
    level: number;
    page?: number;
  }[]) {
    const bookmark: ReadBookmark = { title, page: page ?? null };
    const parent = above[level - 2];
    if (parent === undefined) top.push(bookmark);
    else parent.children = [...(parent.children ?? []), bookmark];
    above.splice(level - 1, above.length, bookmark);
  }
  return top;
}
