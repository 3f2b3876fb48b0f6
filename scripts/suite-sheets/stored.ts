import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownPackages } from '../own-packages.ts';

/* The part of SheetJS that is used here; its types are not installed where this is checked. */

interface SheetJsCell {
  readonly t: 'b' | 'd' | 'e' | 'n' | 's' | 'z';
  readonly v?: number | string | boolean;
  /** The value in its number format. */
  readonly w?: string;
  /** The number format. */
  readonly z?: string;
  /** The formula, or the range of an array formula. */
  readonly f?: string;
  readonly F?: string;
}

interface SheetJsSheet {
  readonly '!ref'?: string;
  /** For a sheet that is a chart: its cells are the chart's copy of others. */
  readonly '!type'?: 'chart';
  readonly '!data'?: readonly (readonly (SheetJsCell | undefined)[] | undefined)[];
}

interface SheetJs {
  read(
    data: Buffer,
    options: Readonly<Record<string, unknown>>,
  ): { readonly SheetNames: readonly string[]; readonly Sheets: Readonly<Record<string, SheetJsSheet>> };
}

const modules = await ownPackages(new URL('./', import.meta.url));
const { default: sheetJs } = (await import(join(modules, '@e965/xlsx/xlsx.js'))) as { default: SheetJs };

/** A cell with the value stored in its file. */
export interface StoredCell {
  readonly row: number;
  readonly column: number;
  /** none: a formula without a result, which may show anything. */
  readonly kind: 'boolean' | 'error' | 'number' | 'text' | 'none';
  readonly value: number | string | boolean;
  /** Value in its number format. */
  readonly shown: string;
  readonly format: string;
  readonly isFormula: boolean;
}

export interface StoredSheet {
  readonly name: string;
  readonly cells: readonly StoredCell[];
}

const KINDS = { b: 'boolean', d: 'number', e: 'error', n: 'number', s: 'text' } as const;

/** Returns the sheets of a workbook that have a cell with a value. Throws if SheetJS cannot read it. */
export async function storedSheets(path: string): Promise<StoredSheet[]> {
  const { SheetNames, Sheets } = sheetJs.read(await readFile(path), {
    dense: true,
    cellNF: true,
    cellText: true,
    // The format that Excel shows in its own language; documents state the older m/d/yy.
    dateNF: 'm/d/yyyy',
  });
  const names = SheetNames.filter((name) => Sheets[name]?.['!type'] !== 'chart');
  return names.map((name) => ({ name, cells: cellsOf(Sheets[name] ?? {}) })).filter(({ cells }) => cells.length > 0);
}

function cellsOf(sheet: SheetJsSheet): StoredCell[] {
  return (sheet['!data'] ?? []).flatMap((cells, row) =>
    (cells ?? []).flatMap((cell, column): StoredCell[] => {
      if (cell === undefined || cell.v === '') return [];
      const { t, v, w, z = 'General', f, F } = cell;
      const isFormula = f !== undefined || F !== undefined;
      if (t === 'z' || v === undefined) {
        return isFormula ? [{ row, column, kind: 'none', value: '', shown: '', format: z, isFormula }] : [];
      }
      return [{ row, column, kind: KINDS[t], value: v, shown: w ?? String(v), format: String(z), isFormula }];
    }),
  );
}
