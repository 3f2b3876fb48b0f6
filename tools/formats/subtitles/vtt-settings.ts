import type { Anchor, Place } from './model.ts';

/** Height of a line of text, percent of the picture (WebVTT, 7.2: 5.33 % of its height). */
const LINE = 5.33;

type Row = 'top' | 'middle' | 'bottom';
type Column = 'left' | 'center' | 'right';

const ROWS: Readonly<Record<Row, 0 | 3 | 6>> = { bottom: 0, middle: 3, top: 6 };
const COLUMNS: Readonly<Record<Column, 1 | 2 | 3>> = { left: 1, center: 2, right: 3 };

export const anchorOf = (row: Row, column: Column): Anchor => (ROWS[row] + COLUMNS[column]) as Anchor;
export const rowOf = (anchor: Anchor): Row => (anchor > 6 ? 'top' : anchor > 3 ? 'middle' : 'bottom');
export const columnOf = (anchor: Anchor): Column => (['right', 'left', 'center'] as const)[anchor % 3] ?? 'center';

/** Returns the place of the keypad that is nearest to where a cue is: an anchor alone says which of its edges is there. */
export function nearestAnchor({ anchor, x, y }: Place): Anchor {
  const row = y === undefined ? rowOf(anchor) : y < 100 / 3 ? 'top' : y > 200 / 3 ? 'bottom' : 'middle';
  const column = x === undefined ? columnOf(anchor) : x < 100 / 3 ? 'left' : x > 200 / 3 ? 'right' : 'center';
  return anchorOf(row, column);
}

const COLUMN_OF: Readonly<Record<string, Column>> = {
  center: 'center',
  end: 'right',
  left: 'left',
  'line-left': 'left',
  'line-right': 'right',
  right: 'right',
  start: 'left',
};
const ROW_OF: Readonly<Record<string, Row>> = { center: 'middle', end: 'bottom', start: 'top' };

/** Reads the settings after the times of a WebVTT cue; null: bottom centre. Wrong settings are ignored, as the standard says. */
export function placeOfSettings(settings: string): Place | null {
  const given = new Map(
    settings.split(/[ \t\f]+/).map((each) => [each.split(':', 1)[0] ?? '', each.split(':').slice(1).join(':')]),
  );
  const vertical = verticalOf(given.get('line') ?? '');
  const [, x, side] =
    /^([0-9]{1,3}(?:\.[0-9]+)?)%(?:,(line-left|center|line-right))?$/.exec(given.get('position') ?? '') ?? [];
  const column = COLUMN_OF[side ?? given.get('align') ?? ''] ?? 'center';
  const hasX = x !== undefined && Number(x) <= 100 && !(column === 'center' && Number(x) === 50);
  const place = {
    anchor: anchorOf(vertical.row, column),
    ...(hasX && { x: Number(x) }),
    ...(vertical.y !== undefined && { y: vertical.y }),
  };
  return place.anchor === 2 && place.x === undefined && place.y === undefined ? null : place;
}

function verticalOf(line: string): { readonly row: Row; readonly y?: number } {
  const [, amount, fraction = '', percent, align = 'start'] =
    /^(-?[0-9]{1,4})(\.[0-9]+)?(%)?(?:,(start|center|end))?$/.exec(line) ?? [];
  if (amount === undefined) return { row: 'bottom' };
  const value = Number(amount + fraction);
  if (percent !== undefined) {
    if (value < 0 || value > 100) return { row: 'bottom' };
    const row = ROW_OF[align] ?? 'top';
    return row === 'middle' && value === 50 ? { row } : { row, y: value };
  }
  if (value >= 0) return value === 0 ? { row: 'top' } : { row: 'top', y: Math.min(100, value * LINE) };
  return value === -1 ? { row: 'bottom' } : { row: 'bottom', y: Math.max(0, 100 + (value + 1) * LINE) };
}

/** Returns the settings of a place, with a space before them; empty for bottom centre. */
export function settingsOf(place: Place | undefined): string {
  if (place === undefined) return '';
  const [row, column] = [rowOf(place.anchor), columnOf(place.anchor)];
  const align = { top: '', middle: ',center', bottom: ',end' }[row];
  const line =
    place.y === undefined
      ? { top: ' line:0', middle: ' line:50%,center', bottom: '' }[row]
      : ` line:${round(place.y)}%${align}`;
  const position = place.x === undefined ? '' : ` position:${round(place.x)}%`;
  return `${line}${position}${column === 'center' ? '' : ` align:${column}`}`;
}

const round = (value: number): number => Math.round(Math.max(0, Math.min(100, value)) * 100) / 100;
