import { escapeHtml } from '../html.ts';
import { cellContent, ownLines, type PagePlace } from '../layout/blocks.ts';
import type { Interval } from '../layout/columns.ts';
import { inlineOf, inlineText } from '../layout/inline.ts';
import { rowsOf } from '../layout/lines.ts';
import { type Line, middle, type Page } from '../reading/page.ts';
import type { DocumentFacts } from '../statistics.ts';
import { takeRuledTables } from './ruled-tables.ts';
import type { Cell, Table } from './table.ts';
import { findTables } from './tables.ts';

/*
 * Writes a PDF as rows of cells, for `HTML (StarCalc)`. All rows go into one table: LibreOffice lays several tables of a document over one
 * grid, and merges cells of each to fit the edges of the others (seen in 7.4).
 */

export const SHEET_HEAD = '<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body><table>\n';
export const SHEET_END = '</table></body></html>\n';

/**
 * Returns the rows of a page from top to bottom: those of its tables, and each line between them as one row, cut into cells at wide gaps.
 * An empty row precedes and follows each table.
 */
export function sheetRows(page: Page, place: PagePlace): { rows: string; columns: readonly Interval[] } {
  const { number, facts, above, grids } = place;
  const ruled = takeRuledTables(ownLines(page, number, facts), grids);
  const lines = ruled.lines.filter((line) => !ruled.tables.has(line));
  const found = findTables(lines, above);
  const tables = [...ruled.tables.values(), ...found];
  const inTables = new Set(tables.flatMap((table) => [...table.lines]));
  const parts = [
    ...tables.map((table) => ({ y: topOf(table), html: `${tableHtml(table, facts)}${EMPTY_ROW}` })),
    ...rowsOf(lines.filter((line) => !inTables.has(line))).map((row) => ({
      y: middle(row[0] as Line),
      html: rowHtml(row.map((line) => cellHtml(inlineText(inlineOf(line))))),
    })),
  ];
  const sorted = parts.sort((a, b) => a.y - b.y).map(({ html }) => html);
  return { rows: sorted.join(''), columns: found.at(-1)?.columns ?? [] };
}

const EMPTY_ROW = '<tr><td></td></tr>\n';

function topOf(table: Table): number {
  let top = Number.POSITIVE_INFINITY;
  for (const line of table.lines) top = Math.min(top, middle(line));
  return top;
}

function tableHtml(table: Table, facts: DocumentFacts): string {
  return table.rows
    .map((row) => rowHtml(row.map((cell) => cellHtml(cellContent(cell, facts).map(inlineText).join(' '), cell))))
    .join('');
}

const rowHtml = (cells: readonly string[]): string => `<tr>${cells.join('')}</tr>\n`;

function cellHtml(text: string, { span = 1, rows = 1 }: Partial<Pick<Cell, 'span' | 'rows'>> = {}): string {
  const format = isTextOnly(text) ? ' sdnum="1033;0;@"' : '';
  return `<td${span > 1 ? ` colspan="${span}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}${format}>${escapeHtml(text.trim())}</td>`;
}

/**
 * Whether LibreOffice would read something other than the text: a formula (a stranger's text must never become one), a number that loses
 * its leading zeros, or one with more digits than a number keeps.
 */
function isTextOnly(text: string): boolean {
  const trimmed = text.trim();
  if (/^[=@]/.test(trimmed)) return true;
  if (/^[+-]/.test(trimmed)) return !/^[+-]\s?[\d.,]*\d%?$/.test(trimmed) || /^\+\s?\d{5}/.test(trimmed);
  return /^0\d/.test(trimmed) || /^\d{16}/.test(trimmed.replace(/[ ,.]/g, ''));
}
