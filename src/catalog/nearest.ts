/** Names of `candidates` that `text` is probably a misspelling or a part of, the closest first, at most three. */
export function nearest(text: string, candidates: readonly string[]): string[] {
  const wanted = text.toLowerCase().slice(0, 64);
  const tolerance = Math.max(1, Math.round(wanted.length / 3));
  return candidates
    .map((name) => ({ name, distance: distance(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Half a letter for a text of four or more that is part of the name: `bitrate` for `audio_bitrate`. */
function distance(text: string, name: string): number {
  return text.length >= 4 && text !== name && name.includes(text) ? 0.5 : editDistance(text, name);
}

/** Levenshtein distance: insertions, deletions and replacements from one text to the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, character] of [...from].entries()) {
    const current = [row + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (previous[column] ?? 0) + (to[column] === character ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
