import type { Look } from './look.ts';
import { type Looks, pictureDifference, type Tolerance } from './picture-difference.ts';
import { type TextDifference, textDifference } from './text-difference.ts';

/** A difference on one page, counted from 1. */
export type Difference =
  | { readonly page: number; readonly kind: 'looks'; readonly looks: Looks }
  | ({ readonly page: number; readonly kind: 'text' } & TextDifference)
  | { readonly page: number; readonly kind: 'missing' };

/**
 * Returns the differences of a PDF that exceed the tolerance; empty if there are none. A page that exists but is missing in one of the
 * looks is not compared.
 */
export function differencesOf(before: Look, after: Look, tolerance: Tolerance): Difference[] {
  return [...textDifferences(before, after), ...pictureDifferences(before, after, tolerance)].sort(
    (one, other) => one.page - other.page,
  );
}

function textDifferences({ texts: before }: Look, { texts: after }: Look): Difference[] {
  if (before === null || after === null) return [];
  return [...before].flatMap(([page, text]): Difference[] => {
    const now = after.get(page);
    if (now === undefined) return [{ page, kind: 'missing' }];
    const difference = textDifference(text, now);
    return difference === null ? [] : [{ page, kind: 'text', ...difference }];
  });
}

function pictureDifferences(before: Look, after: Look, tolerance: Tolerance): Difference[] {
  return [...before.pictures].flatMap(([page, picture]): Difference[] => {
    const now = after.pictures.get(page);
    const looks = now === undefined ? null : pictureDifference(picture, now, tolerance);
    return looks === null ? [] : [{ page, kind: 'looks', looks }];
  });
}

const MOST_NAMED = 10;

/** Returns a message for users: `pages 1, 2: the text changes; page 3: is blank`. */
export function describeDifferences(differences: readonly Difference[]): string {
  const pagesOf = new Map<string, Set<number>>();
  for (const difference of differences) {
    const what = describeOne(difference);
    pagesOf.set(what, (pagesOf.get(what) ?? new Set()).add(difference.page));
  }
  return [...pagesOf].map(([what, pages]) => `${named([...pages])}: ${what}`).join('; ');
}

function describeOne(difference: Difference): string {
  if (difference.kind === 'missing') return 'missing';
  if (difference.kind === 'text')
    return difference.changed + difference.lost > 0 ? 'text lost or changed' : 'text added';
  return { blank: 'blank', different: 'looks different', 'in colour': 'still in colour' }[difference.looks];
}

function named(pages: readonly number[]): string {
  const some = pages.slice(0, MOST_NAMED).join(', ');
  return `${pages.length === 1 ? 'page' : 'pages'} ${some}${pages.length > MOST_NAMED ? ' and more' : ''}`;
}
