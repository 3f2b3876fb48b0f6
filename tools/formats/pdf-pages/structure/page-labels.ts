import type { PdfObjects } from '../objects/objects.ts';
import { treeEntries } from '../objects/trees.ts';
import { nameOf, textOf, toText, type Value } from '../objects/values.ts';

/** Numbering of pages from one page on (ISO 32000-2, 12.4.2). */
export interface PageLabel {
  /** The first page with this numbering, from 1. */
  readonly page: number;
  readonly style: LabelStyle;
  /** Text before the number. */
  readonly prefix: string;
  /** Number of the first page. */
  readonly start: number;
}

const STYLES = { decimal: 'D', romanUpper: 'R', romanLower: 'r', lettersUpper: 'A', lettersLower: 'a' } as const;

export type LabelStyle = keyof typeof STYLES | 'none';

export const LABEL_STYLES: readonly LabelStyle[] = [...(Object.keys(STYLES) as LabelStyle[]), 'none'];

export function readPageLabels(objects: PdfObjects, pages: number): readonly PageLabel[] {
  const labels: PageLabel[] = [];
  for (const [index, value] of treeEntries(objects, objects.catalog['/PageLabels'], '/Nums')) {
    const page = Number(index) + 1;
    if (!Number.isInteger(page) || page < 1 || page > pages || labels.length >= pages) continue;
    const label = objects.entries(value);
    const start = objects.resolve(label['/St']);
    labels.push({
      page,
      style: styleOf(nameOf(objects.resolve(label['/S']))),
      prefix: textOf(objects.resolve(label['/P'])) ?? '',
      start: typeof start === 'number' && Number.isInteger(start) && start >= 1 ? start : 1,
    });
  }
  return labels;
}

function styleOf(name: string | null): LabelStyle {
  return LABEL_STYLES.find((style) => style !== 'none' && STYLES[style] === name) ?? 'none';
}

/** Writes labels in the order of their pages; the first page must have one. Without labels, pages are numbered from 1. */
export function writePageLabels(labels: readonly PageLabel[], objects: PdfObjects): void {
  const sorted = [...labels].sort((a, b) => a.page - b.page);
  const first: PageLabel = { page: 1, style: 'decimal', prefix: '', start: 1 };
  const complete = sorted[0]?.page === 1 ? sorted : [first, ...sorted];
  const numbers = complete.flatMap(({ page, style, prefix, start }): Value[] => [
    page - 1,
    {
      ...(style !== 'none' && { '/S': `/${STYLES[style]}` }),
      ...(prefix !== '' && { '/P': toText(prefix) }),
      ...(start !== 1 && { '/St': start }),
    },
  ]);
  objects.changeCatalog({ '/PageLabels': labels.length === 0 ? null : { '/Nums': numbers } });
}

/** Removes labels if they count pages that no longer exist. Returns whether there were any. */
export function dropPageLabels(objects: PdfObjects): boolean {
  if (objects.catalog['/PageLabels'] === undefined) return false;
  objects.changeCatalog({ '/PageLabels': null });
  return true;
}
