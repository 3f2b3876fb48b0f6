import type { StoredCell } from './stored.ts';

/** A cell that differs between the csv and the workbook. */
export interface Difference {
  readonly row: number;
  readonly column: number;
  readonly expected: StoredCell | null;
  readonly found: string;
}

/** @param rows of the csv */
export function differences(cells: readonly StoredCell[], rows: readonly (readonly string[])[]): Difference[] {
  const places = new Set(cells.map(({ row, column }) => `${row} ${column}`));
  const wrong = cells.flatMap((expected): Difference[] => {
    const { row, column } = expected;
    const found = rows[row]?.[column] ?? '';
    return isShown(expected, found) ? [] : [{ row, column, expected, found }];
  });
  const extra = rows.flatMap((row, rowIndex) =>
    row.flatMap((found, column): Difference[] =>
      found === '' || places.has(`${rowIndex} ${column}`) ? [] : [{ row: rowIndex, column, expected: null, found }],
    ),
  );
  return [...wrong, ...extra];
}

/** Whether `text` is what a cell shows. Formats are flexible: number of digits, also of years, and kinds of spaces. */
export function isShown({ kind, value, shown, format }: StoredCell, text: string): boolean {
  if (kind === 'none' || spaced(text) === spaced(shown)) return true;
  if (kind === 'text') return spaced(text) === spaced(String(value));
  if (kind !== 'number' || typeof value !== 'number') return false;
  // Excel shows no date before 1900, and the reader takes a format that depends on Excel's language for Chinese.
  if (isDate(format) && (value < 0 || format.includes('上午/下午'))) return true;
  const plain = numberIn(text);
  if (plain !== null && isNear(plain, value, stepOf(text))) return true;
  if (isDate(format)) return sameDate(text, shown);
  if (format.includes('/')) return isFractionOf(value, text);
  const expected = numberIn(shown);
  return plain !== null && expected !== null && isNear(plain, expected, stepOf(text));
}

const spaced = (text: string): string =>
  text
    .replaceAll('\r', '')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();

/** Returns the number in a text, with its percent sign and exponent; null for other texts. */
function numberIn(text: string): number | null {
  const bare = text.replaceAll(/[^\d.eE+%()-]/g, '');
  const [, digits, percent] = /^\(?([-+]?\d*\.?\d+(?:[eE][-+]?\d+)?)(%?)\)?$/.exec(bare) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits) / (percent ? 100 : 1);
  return bare.startsWith('(') ? -number : number;
}

/** There is no rule for choosing between equally near fractions: `1 1/33` and `1 2/67` are 1.03. */
function isFractionOf(value: number, text: string): boolean {
  const [, sign, whole = '0', part = '0', parts = '2'] = /^\s*(-?)\s*(\d+)?\s*(?:(\d+)\/(\d+))?\s*$/.exec(text) ?? [];
  if (sign === undefined) return false;
  const shown = Number(whole) + Number(part) / Number(parts);
  return Math.abs(Math.abs(value) - shown) <= 0.5001 / Number(parts);
}

/** Returns half of the last visible digit. */
function stepOf(text: string): number {
  const [, fraction = '', exponent = '0'] = /\.(\d+)(?:[eE]([-+]?\d+))?/.exec(text) ?? [];
  return 0.5001 * 10 ** (Number(exponent) - fraction.length - (text.includes('%') ? 2 : 0));
}

const isNear = (one: number, other: number, step: number): boolean =>
  Math.abs(one - other) <= Math.max(step <= 0.051 ? step : 0, Math.abs(other) * 1e-9);

const isDate = (format: string): boolean =>
  /[ymdhs]/i.test(format.replaceAll(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]|General/gi, ''));

/** Whether numbers and names are equal, whatever is between them. */
function sameDate(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) =>
    (text.toLowerCase().match(/\d+|\p{L}+/gu) ?? []).map((part) =>
      part.replace(/^(?:19|20)(?=\d\d$)/, '').replace(/^0+(?=\d)/, ''),
    ),
  );
  return first?.join(' ') === second?.join(' ');
}
