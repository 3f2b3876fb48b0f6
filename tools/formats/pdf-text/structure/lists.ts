import type { Paragraph } from '../layout/paragraphs.ts';

/** Meaning of an item's mark: a sign, or a number of a series. */
export type Mark =
  | { readonly kind: 'sign'; readonly sure: boolean }
  | { readonly kind: 'number' | 'letter'; readonly value: number; readonly shape: string };

/** Returns the meaning of a mark that isListMark accepts, or of an unsure one (`-`). */
export function parseMark(text: string): Mark {
  const inside = /^\(?(\d{1,3}|[a-z])[.)]$/i.exec(text)?.[1];
  if (inside === undefined) return { kind: 'sign', sure: !/^[-–—*o]$/.test(text) };
  const shape = text.replace(inside, '');
  if (/\d/.test(inside)) return { kind: 'number', value: Number(inside), shape };
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return { kind: 'letter', value: letters.indexOf(inside.toLowerCase()) + 1, shape };
}

/** Largest distance in paragraphs between two items of one list, for nested items and further paragraphs of an item. */
const REACH = 12;

/**
 * Whether a paragraph with a mark is a list item. A bullet always is; a dash, number or letter is one only with a neighbour in the same
 * series, so that a lone `1789. That year…` or `A. Smith` stays text.
 * @param headings levels of the paragraphs that are headings (headingsOf)
 */
export function startsList(
  paragraphs: readonly Paragraph[],
  index: number,
  headings: readonly (number | null)[],
): boolean {
  const paragraph = paragraphs[index];
  if (paragraph === undefined || paragraph.mark === null || (headings[index] ?? null) !== null) return false;
  const mark = parseMark(paragraph.mark);
  if (mark.kind === 'sign' && mark.sure) return true;
  const near = [
    ...paragraphs.slice(Math.max(0, index - REACH), index),
    ...paragraphs.slice(index + 1, index + 1 + REACH),
  ];
  return near.some((other) => other.mark !== null && isSameList(mark, parseMark(other.mark)));
}

/** Whether two marks can be neighbours: the next or previous number of the same shape, or both signs. */
export function isSameList(a: Mark, b: Mark): boolean {
  if (a.kind === 'sign') return b.kind === 'sign';
  return b.kind === a.kind && b.shape === a.shape && Math.abs(a.value - b.value) === 1;
}
