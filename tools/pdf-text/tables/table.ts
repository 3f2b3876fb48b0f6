import type { Interval } from '../layout/columns.ts';
import type { Line } from '../reading/page.ts';

/** One cell; `lines` from top to bottom, none in an empty one. */
export interface Cell {
  readonly lines: readonly Line[];
  /** Columns it covers, from 1. */
  readonly span: number;
  /** Rows it covers; 1 where it does not say. */
  readonly rows?: number;
}

export interface Table {
  readonly rows: readonly (readonly Cell[])[];
  /** The lines it is made of. */
  readonly lines: ReadonlySet<Line>;
  readonly columns: readonly Interval[];
}
