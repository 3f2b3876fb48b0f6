import { lostCharacters } from '../pdf-text/reading/lost-characters.ts';

/** Characters of a page's text that are not what they were; white space, invisible ones and order apart. */
export interface TextDifference {
  /** Gone. */
  readonly lost: number;
  /** Another stands instead: `’` became `Õ`. */
  readonly changed: number;
  /** There where none was. */
  readonly added: number;
}

/** How a text differs from what it was before; null: not at all. */
export function textDifference(before: string, after: string): TextDifference | null {
  // Most pages are the same to the letter: then nothing has to be counted.
  if (before === after) return null;
  const [gone, come] = [lostCharacters(before, after), lostCharacters(after, before)];
  if (gone === 0 && come === 0) return null;
  const changed = Math.min(gone, come);
  return { lost: gone - changed, changed, added: come - changed };
}
