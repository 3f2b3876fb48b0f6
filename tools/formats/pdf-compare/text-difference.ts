import { lostCharacters } from '../pdf-text/reading/lost-characters.ts';

/** Numbers of characters of a page's text that differ, ignoring white space, invisible characters and order. */
export interface TextDifference {
  /** Characters that are missing. */
  readonly lost: number;
  /** Characters replaced by others: `’` became `Õ`. */
  readonly changed: number;
  /** Characters that are new. */
  readonly added: number;
}

/** Returns how a text differs from the one before; null if it does not. */
export function textDifference(before: string, after: string): TextDifference | null {
  // Most pages are identical: nothing has to be counted then.
  if (before === after) return null;
  const [gone, come] = [lostCharacters(before, after), lostCharacters(after, before)];
  if (gone === 0 && come === 0) return null;
  const changed = Math.min(gone, come);
  return { lost: gone - changed, changed, added: come - changed };
}
