/** A cell of a table: its text in one line of Markdown, and how far it reaches. */
export interface TableCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  readonly align: string | null;
}

/** A cell that says more reaches no further: each column costs characters in every row. */
const WIDEST_CELL = 64;
const HIGHEST_CELL = 1000;

const RULES: Readonly<Record<string, string>> = { left: '---', center: ':-:', right: '--:' };

/**
 * A table in GitHub's Markdown; its first row is the head, because there is no table without one. A cell over several columns
 * or rows stands in the first, the others are empty. Empty for a table without text.
 */
export function markdownTable(rows: readonly (readonly TableCell[])[]): string {
  const grid = layOut(rows).filter((row) => row.some((cell) => cell !== null && cell.text !== ''));
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const [head] = grid;
  if (head === undefined || width === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const texts = (row: readonly (TableCell | null)[]): string[] =>
    Array.from({ length: width }, (_, column) => row[column]?.text ?? '');
  const alignment = Array.from({ length: width }, (_, column) => RULES[columnAlignment(grid, column)] ?? '---');
  return [line(texts(head)), line(alignment), ...grid.slice(1).map((row) => line(texts(row)))].join('\n');
}

/** Each cell at its place; null where one from the left or above reaches. */
function layOut(rows: readonly (readonly TableCell[])[]): (TableCell | null)[][] {
  /** For each column, in how many further rows it is taken. */
  const taken: number[] = [];
  return rows.map((cells) => {
    const row: (TableCell | null)[] = [];
    const skipTaken = () => {
      while ((taken[row.length] ?? 0) > 0) {
        taken[row.length] = (taken[row.length] ?? 0) - 1;
        row.push(null);
      }
    };
    for (const cell of cells) {
      skipTaken();
      for (let column = 0; column < Math.min(cell.columns, WIDEST_CELL); column++) {
        taken[row.length] = Math.min(cell.rows, HIGHEST_CELL) - 1;
        row.push(column === 0 ? cell : null);
      }
    }
    skipTaken();
    return row;
  });
}

/** That of all cells with text in it below the head, where it is one. */
function columnAlignment(grid: readonly (readonly (TableCell | null)[])[], column: number): string {
  const body = grid.length > 1 ? grid.slice(1) : grid;
  const seen = new Set<string>();
  for (const row of body) {
    const cell = row[column];
    if (cell != null && cell.text !== '') seen.add(cell.align?.toLowerCase() ?? '');
    if (seen.size > 1) return '';
  }
  return [...seen][0] ?? '';
}
