/** A cell of a table: its text in one line of Markdown, and its span. */
export interface TableCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  readonly align: string | null;
}

/** Most characters of a cell that are repeated at each of its places, and of all repeated text in a table. */
const LONGEST_REPEATED = 500;
const MOST_REPEATED = 1024 ** 2;

/** A wider cell is limited to this: each column costs characters in every row. */
const WIDEST_CELL = 64;
const HIGHEST_CELL = 1000;

const RULES: Readonly<Record<string, string>> = { left: '---', center: ':-:', right: '--:' };

/**
 * Writes a table in GitHub's Markdown; its first row is the header, because a header is required. The text of a cell over several columns
 * or rows is repeated at each of its places, so that every row and column can be read on its own; a long text is only at the first place.
 * Columns without text at the end are left out. Empty for a table without text.
 */
export function markdownTable(rows: readonly (readonly TableCell[])[]): string {
  const grid = layOut(rows).filter((row) => row.some((cell) => cell.text !== ''));
  const widthOf = (row: readonly Slot[]): number => 1 + row.findLastIndex(({ text }) => text !== '');
  const width = grid.reduce((widest, row) => Math.max(widest, widthOf(row)), 0);
  const [head] = grid;
  if (head === undefined || width === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const texts = (row: readonly Slot[]): string[] =>
    Array.from({ length: width }, (_, column) => row[column]?.text ?? '');
  const alignment = Array.from({ length: width }, (_, column) => RULES[columnAlignment(grid, column)] ?? '---');
  return [line(texts(head)), line(alignment), ...grid.slice(1).map((row) => line(texts(row)))].join('\n');
}

/** Content of one place of a table. */
type Slot = Pick<TableCell, 'text' | 'align'>;

const EMPTY: Slot = { text: '', align: null };

/** Puts each cell into all of its places. */
function layOut(rows: readonly (readonly TableCell[])[]): Slot[][] {
  /** For each column, the number of further rows in which it is taken, and by which cell. */
  const taken: { rows: number; readonly slot: Slot }[] = [];
  let repeated = 0;
  const again = ({ text, align }: Slot): Slot => {
    if (text.length > LONGEST_REPEATED || repeated + text.length > MOST_REPEATED) return EMPTY;
    repeated += text.length;
    return { text, align };
  };
  return rows.map((cells) => {
    const row: Slot[] = [];
    const skipTaken = () => {
      for (let above = taken[row.length]; above !== undefined && above.rows > 0; above = taken[row.length]) {
        above.rows--;
        row.push(again(above.slot));
      }
    };
    for (const cell of cells) {
      skipTaken();
      for (let column = 0; column < Math.min(cell.columns, WIDEST_CELL); column++) {
        taken[row.length] = { rows: Math.min(cell.rows, HIGHEST_CELL) - 1, slot: cell };
        row.push(column === 0 ? cell : again(cell));
      }
    }
    skipTaken();
    return row;
  });
}

/** Returns the common alignment of all cells with text below the header, if there is one. */
function columnAlignment(grid: readonly (readonly Slot[])[], column: number): string {
  const body = grid.length > 1 ? grid.slice(1) : grid;
  const seen = new Set<string>();
  for (const row of body) {
    const cell = row[column];
    if (cell !== undefined && cell.text !== '') seen.add(cell.align?.toLowerCase() ?? '');
    if (seen.size > 1) return '';
  }
  return [...seen][0] ?? '';
}
