import { lineOf } from '../layout/lines.ts';
import { type Line, middle, type Word, wordText } from '../reading/page.ts';

/** A letter this much larger than the line beside it begins a paragraph, and stands over several of its lines. */
const LARGER = 1.8;
/** Largest distance to that line, in its font sizes. */
const NEAR = 1;

/** Joins a large first letter with the first of the lines beside it, to whose first word it belongs. */
export function joinDropCaps(lines: readonly Line[]): Line[] {
  const joined = new Map<Line, Line>();
  const caps = new Set<Line>();
  for (const cap of lines) {
    const letter = capitalOf(cap);
    if (letter === null) continue;
    const beside = lines.filter((line) => isBeside(line, cap)).sort((a, b) => a.y0 - b.y0)[0];
    if (beside === undefined || joined.has(beside)) continue;
    const [first, ...others] = beside.words as readonly [Word, ...Word[]];
    const [span, ...rest] = first.spans;
    if (span === undefined) continue;
    const word = { ...first, x0: cap.x0, spans: [{ ...span, text: letter + span.text }, ...rest] };
    joined.set(beside, lineOf([word, ...others], beside.block, beside.line));
    caps.add(cap);
  }
  return lines.filter((line) => !caps.has(line)).map((line) => joined.get(line) ?? line);
}

/** Returns the capital of a line that has only one; null for others. */
function capitalOf({ words }: Line): string | null {
  const [word] = words;
  if (word === undefined || words.length > 1) return null;
  const text = wordText(word);
  return /^\p{Lu}$/u.test(text) ? text : null;
}

/** Returns whether a line begins beside the upper half of a letter, and within a word. */
function isBeside(line: Line, cap: Line): boolean {
  const distance = line.x0 - cap.x1;
  return (
    cap.size > LARGER * line.size &&
    Math.abs(distance) < NEAR * line.size &&
    middle(line) > cap.y0 &&
    middle(line) < middle(cap) &&
    /^[\p{Ll}’']/u.test(line.words[0] === undefined ? '' : wordText(line.words[0]))
  );
}
