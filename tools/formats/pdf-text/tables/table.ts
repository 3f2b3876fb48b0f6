import type { Interval } from '../layout/columns.ts';
import type { Line } from '../reading/page.ts';

/** A cell; `lines` from top to bottom, none in an empty cell. */
export interface Cell {
  readonly lines: readonly Line[];
  /** Number of columns that it covers, at least 1. */
  readonly span: number;
  /** Number of rows that it covers; 1 if absent. */
  readonly rows?: number;
}

export interface Table {
  readonly rows: readonly (readonly Cell[])[];
  /** The lines it is made of. */
  readonly lines: ReadonlySet<Line>;
  readonly columns: readonly Interval[];
}
