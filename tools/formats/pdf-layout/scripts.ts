import type { Line, Span, Word } from '../pdf-text/reading/page.ts';

/** Letters at most this size, compared with those beside them in a word, are raised or lowered. */
const SMALLER = 0.82;
/** Differences between fonts, points. */
const LEEWAY = 0.5;

/**
 * Marks raised and lowered letters inside words: `note1`, `H2O`. Poppler gives one box per word; if it reaches lower than the line, the
 * letters are lowered, else raised.
 */
export function withScripts(lines: readonly Line[]): Line[] {
  return lines.map((line) => {
    if (!line.words.some(isMixed)) return line;
    return { ...line, words: line.words.map((word) => (isMixed(word) ? scripted(word, line) : word)) };
  });
}

const largest = ({ spans }: Word): number => Math.max(...spans.map(({ style }) => style.size));

function isMixed(word: Word): boolean {
  return word.spans.length > 1 && word.spans.some((span) => isSmall(span, word));
}

function isSmall({ style, script, text }: Span, word: Word): boolean {
  return script === null && style.size < SMALLER * largest(word) && /[\p{L}\p{N}*†‡]/u.test(text);
}

function scripted(word: Word, line: Line): Word {
  const plain = line.words.filter((other) => other !== word && other.spans.length === 1);
  const bottom = plain.length > 0 ? Math.max(...plain.map(({ y1 }) => y1)) : word.y1;
  const script = word.y1 > bottom + LEEWAY ? 'sub' : 'super';
  return { ...word, spans: word.spans.map((span) => (isSmall(span, word) ? { ...span, script } : span)) };
}
