/** Returns up to three of `candidates` that `text` is probably a misspelling or a part of, the closest first. */
export function nearest(text: string, candidates: readonly string[]): string[] {
  const wanted = text.toLowerCase().slice(0, 64);
  const tolerance = Math.max(1, Math.round(wanted.length / 3));
  return candidates
    .map((name) => ({ name, distance: distance(wanted, name.toLowerCase(), tolerance) }))
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Returns half a letter for a text of four or more that is part of the name: `bitrate` for `audio_bitrate`. */
function distance(text: string, name: string, most: number): number {
  return text.length >= 4 && text !== name && name.includes(text) ? 0.5 : editDistance(text, name, most);
}

/**
 * Returns the Levenshtein distance: insertions, deletions and replacements from one text to the other. Infinity as soon as it is more than
 * `most`: a request may have a hundred unknown names, each of which is compared with all known ones.
 */
function editDistance(from: string, to: string, most: number): number {
  const characters = [...from];
  const width = to.length;
  if (width - characters.length > most || characters.length - width > most) return Number.POSITIVE_INFINITY;
  let previous = Array.from({ length: width + 1 }, (_, index) => index);
  let current = new Array<number>(width + 1).fill(0);
  for (const [row, character] of characters.entries()) {
    current[0] = row + 1;
    let least = row + 1;
    for (let column = 0; column < width; column += 1) {
      const replaced = (previous[column] ?? 0) + (to[column] === character ? 0 : 1);
      const changed = Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
      current[column + 1] = changed;
      if (changed < least) least = changed;
    }
    // No later row has a smaller distance than the smallest one of this row.
    if (least > most) return Number.POSITIVE_INFINITY;
    [previous, current] = [current, previous];
  }
  return previous[width] ?? 0;
}
