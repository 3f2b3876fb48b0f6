/** A part of a text, and the position of the next part. */
export interface TextPart {
  readonly text: string;
  /** UTF-16 code units from the start of the text. Null if this was the last part. */
  readonly next: number | null;
}

/** A part that would end inside a line ends before the line, if that leaves at least this share of it. */
const LEAST_SHARE = 0.5;

/**
 * Returns the part of a text that begins at `from` and has at most `most` characters (UTF-16 code units, 2 or more). It ends between
 * paragraphs if possible, otherwise between lines, and never inside a character. All parts in sequence are the text.
 */
export function textPart(text: string, from: number, most: number): TextPart {
  const end = from + most;
  if (end >= text.length) return { text: text.slice(from), next: null };
  const least = from + Math.max(1, Math.floor(most * LEAST_SHARE));
  const cut = [endAfter(text, '\n\n', end), endAfter(text, '\n', end)].find((each) => each >= least);
  const next = cut ?? wholeCharacter(text, end);
  return { text: text.slice(from, next), next };
}

/** Returns the position after the last separator that ends at or before `end`; 0 if there is none. */
function endAfter(text: string, separator: string, end: number): number {
  const at = text.lastIndexOf(separator, end - separator.length);
  return at === -1 ? 0 : at + separator.length;
}

/** Returns a position that is not between the two halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
}
