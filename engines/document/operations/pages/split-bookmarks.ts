import { safeFilename } from '../../../../src/files/filename.ts';
import { type Run, runSuffix } from '../../../../src/runner/page-list.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { Bookmark } from '../../../../tools/formats/pdf-pages/structure/outline.ts';
import { workOnObjects } from '../../../../tools/formats/pdf-pages/work-on-objects.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';

/** A part of a document, and the suffix of its name. */
export interface NamedPart extends Run {
  readonly suffix: string;
}

/** Maximum bytes of a title in a name: titles can be of any length, and the document's name and a number are added. */
const NAME_BYTES = 100;

/**
 * Returns a part for each bookmark of the first levels: from the page that it leads to, up to the page before the next one. Pages before the first
 * bookmark are a part too. If several bookmarks lead to one page, the first gives the name, which a warning reports. Throws ConversionError
 * `option_invalid` if no bookmark leads to a page of the document.
 */
export async function partsByBookmarks(file: PdfFile, levels: number, job: PdfJob): Promise<NamedPart[]> {
  const { outline = [] } = await workOnObjects(file, { action: 'outline' }, job);
  const places = upToLevel(outline, levels).flatMap((bookmark) => {
    const page = pageOf(bookmark);
    return page === null || page > file.pages ? [] : [{ page, title: bookmark.title }];
  });
  if (places.length === 0) {
    const message =
      'Option split is bookmarks, and the PDF has none that lead to its pages. Give page numbers instead.';
    throw new ConversionError('option_invalid', message, { details: { option: 'split' } });
  }
  const parts = partsAt(places, file.pages);
  const shared = places.length - new Set(places.map(({ page }) => page)).size;
  if (shared > 0) {
    const message = `Bookmarks that lead to the same page as another one have no file of their own: ${shared}.`;
    job.context.warn('output_limited', message, { option: 'split', bookmarks: shared });
  }
  return parts;
}

/** Returns the bookmarks of the first levels in the order in which they are shown. */
const upToLevel = (bookmarks: readonly Bookmark[], levels: number): readonly Bookmark[] =>
  levels <= 1 ? bookmarks : bookmarks.flatMap((one) => [one, ...upToLevel(one.children, levels - 1)]);

/** Returns the page that a bookmark leads to; for one that leads nowhere but has children, the page of the first of those. */
function pageOf({ destination, children }: Bookmark): number | null {
  if (destination.kind === 'page') return destination.page;
  for (const child of children) {
    const page = pageOf(child);
    if (page !== null) return page;
  }
  return null;
}

/** Returns the parts that begin at these places, in page order. Pages of `left`, before a place or at the end, are in no part. */
export function partsAt(
  places: readonly { readonly page: number; readonly title: string }[],
  pages: number,
  left: ReadonlySet<number> = new Set(),
): NamedPart[] {
  const endBefore = (start: number): number => {
    let end = start - 1;
    while (left.has(end)) end -= 1;
    return end;
  };
  const titles = new Map([...places].reverse().map(({ page, title }) => [page, title]));
  const starts = [...titles.keys()].sort((a, b) => a - b);
  const digits = `${starts.length}`.length;
  const named = starts.map((from, index) => {
    const number = `${index + 1}`.padStart(digits, '0');
    const name = nameOf(titles.get(from) ?? '');
    return {
      from,
      to: endBefore(starts[index + 1] ?? pages + 1),
      suffix: name === '' ? `-${number}` : `-${number}-${name}`,
    };
  });
  const first = starts[0] ?? 1;
  const before = { from: 1, to: endBefore(first) };
  if (before.to < 1) return named;
  return [{ ...before, suffix: `-${'0'.repeat(digits)}${runSuffix(before)}` }, ...named];
}

/** Makes a title part of a file name. */
const nameOf = (title: string): string =>
  safeFilename(title.replace(/[/\\]/g, '_').replace(/\s+/g, ' '), { fallback: '', maxBytes: NAME_BYTES });
