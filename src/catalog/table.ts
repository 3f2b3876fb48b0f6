/** Breaks a text at spaces into lines of at most `width` characters; a longer word gets a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Lays out rows in columns two spaces apart; each cell is wrapped to the width of its column. */
export function layOut(rows: readonly (readonly string[])[], widths: readonly number[]): string[] {
  return rows.flatMap((row) => {
    const cells = row.map((cell, column) => wrap(cell, widths[column] ?? cell.length));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((cell, column) => (cell[line] ?? '').padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  });
}

/** Returns the width of the widest cell of a column, at most `limit`. */
export function columnWidth(
  rows: readonly (readonly string[])[],
  column: number,
  limit = Number.POSITIVE_INFINITY,
): number {
  return Math.min(limit, Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
}
