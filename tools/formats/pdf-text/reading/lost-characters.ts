/** Returns how many characters `after` lacks, ignoring white space, invisible characters and order. Ligatures count as their letters. */
export function lostCharacters(before: string, after: string): number {
  const left = countsOf(after);
  let lost = 0;
  for (const [character, count] of countsOf(before)) lost += Math.max(0, count - (left.get(character) ?? 0));
  return lost;
}

/** White space, control characters, direction marks, joiners, and the replacement character. */
const INVISIBLE = /[\s\p{C}\ufffd]/u;

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of text.normalize('NFKC')) {
    if (!INVISIBLE.test(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return counts;
}
