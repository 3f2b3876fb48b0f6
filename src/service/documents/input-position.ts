import type { OptionValues } from '../../task/types.ts';
import { fromJson } from '../database/columns.ts';
import type { InputRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';

/** Option of every input: its place among the inputs that a conversion combines. */
const POSITION = 'position';
const LARGEST_POSITION = 1_000_000_000;

const isPosition = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_POSITION;

/** Returns the place that the client has given an input. Null if it has given none. */
export function positionIn({ [POSITION]: position }: OptionValues): number | null {
  return isPosition(position) ? position : null;
}

/** Returns the options of an input with a place that was given beside them, if one was. */
export const withPosition = (options: OptionValues, position: number | null | undefined): OptionValues =>
  position == null ? options : { ...options, [POSITION]: position };

/** Returns the options that an input's engine reads. */
export function engineOptions({ [POSITION]: _, ...options }: OptionValues): OptionValues {
  return options;
}

/**
 * Sorts inputs as conversions combine them, and as outputs are made of them: by the place that the client has given, or by arrival. Of two
 * in the same place, the one that was given it comes first.
 */
export function inOrder<Row extends Pick<InputRow, 'position' | 'options'>>(rows: readonly Row[]): Row[] {
  const placed = rows.map((row) => ({ row, place: positionIn(fromJson(row.options)) }));
  placed.sort(
    (one, other) =>
      (one.place ?? one.row.position) - (other.place ?? other.row.position) ||
      Number(one.place === null) - Number(other.place === null) ||
      one.row.position - other.row.position,
  );
  return placed.map(({ row }) => row);
}

/** Throws ServiceError 400 for an invalid place. */
export function checkPosition(options: OptionValues): void {
  if (options[POSITION] != null && !isPosition(options[POSITION])) {
    const problem = `must be a whole number, 0 to ${LARGEST_POSITION}`;
    throw new ServiceError('invalid_request', `The position of an input ${problem}.`, {
      errors: { 'options.position': problem },
    });
  }
}
