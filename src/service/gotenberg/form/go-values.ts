/*
 * Readers of form fields. Gotenberg is a Go program: it takes what Go's parsers take, and clients may read their words in its refusals.
 */

/** Thrown by a reader: the reason in Go's words. */
export class FieldProblem extends Error {
  override readonly name = 'FieldProblem';
}

/** Reads the text of a field that is not empty. Throws FieldProblem. */
export type Reader<Value> = (text: string) => Value;

const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE: ReadonlySet<string> = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

export const boolean: Reader<boolean> = (text) => {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw syntaxProblem('ParseBool', text);
};

export const integer: Reader<number> = (text) => {
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
  throw syntaxProblem('Atoi', text);
};

/** @param refuse returns what is wrong with a number; null if nothing is */
export const integerThat =
  (refuse: (value: number) => string | null): Reader<number> =>
  (text) => {
    const value = integer(text);
    const problem = refuse(value);
    if (problem === null) return value;
    throw new FieldProblem(problem);
  };

export const integerOf = (...values: readonly number[]): Reader<number> => {
  const listed = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  return integerThat((value) => (values.includes(value) ? null : `value is not ${listed}`));
};

export const integerFrom = (least: number, most = Number.POSITIVE_INFINITY): Reader<number> =>
  integerThat((value) => {
    if (value < least)
      return least === 0 && most !== Number.POSITIVE_INFINITY ? 'value is negative' : `value is inferior to ${least}`;
    return value > most ? `value is superior to ${most}` : null;
  });

/** Longest text of a number or duration, characters. */
const LONGEST = 100;

export const number: Reader<number> = (text) => {
  const value =
    text.length <= LONGEST && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw syntaxProblem('ParseFloat', text);
};

/** Inches in one of each unit. */
const INCHES = { pt: 1 / 72, px: 1 / 96, in: 1, mm: 1 / 25.4, cm: 1 / 2.54, pc: 1 / 6 } as const;

/** Reads a length in inches: a number, or one with a unit such as `10mm`. */
export const inches: Reader<number> = (text) => {
  for (const [unit, factor] of Object.entries(INCHES)) {
    if (text.endsWith(unit)) return number(text.slice(0, -unit.length)) * factor;
  }
  return number(text);
};

/** Milliseconds in one of each unit of Go's durations. */
const MILLISECONDS = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, us: 1e-3, µs: 1e-3, μs: 1e-3, ns: 1e-6 } as const;
const DURATION = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:h|ms|m|s|us|µs|μs|ns))+$/;

/** Reads a duration such as `2.5s` or `1m30s`, in milliseconds. */
export const duration: Reader<number> = (text) => {
  if (text === '0') return 0;
  if (text.length <= LONGEST && DURATION.test(text)) {
    const sum = [...text.matchAll(/(\d+\.?\d*|\.\d+)(h|ms|m|s|us|µs|μs|ns)/g)].reduce(
      (total, [, amount, unit]) => total + Number(amount) * MILLISECONDS[unit as keyof typeof MILLISECONDS],
      0,
    );
    return text.startsWith('-') ? -sum : sum;
  }
  const problem = /^[+-]?[\d.]+$/.test(text) ? 'missing unit in' : 'invalid';
  throw new FieldProblem(`time: ${problem} duration ${JSON.stringify(text)}`);
};

export const text: Reader<string> = (value) => value;

/** @param listed the words as the refusal lists them */
export const oneOf =
  <const Word extends string>(words: readonly Word[], listed: string): Reader<Word> =>
  (value) => {
    const found = words.find((each) => each === value);
    if (found !== undefined) return found;
    throw new FieldProblem(`wrong value, expected either ${listed}`);
  };

const syntaxProblem = (parser: string, value: string) =>
  new FieldProblem(`strconv.${parser}: parsing ${JSON.stringify(value)}: invalid syntax`);
