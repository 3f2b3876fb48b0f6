/* The types of settings: how the text of an environment variable becomes a value. */

/** One environment variable: its description in the documentation and `convertd config`, and how it is parsed. */
export interface Setting<Value> {
  /** For operators, one line; `code` in backquotes. */
  readonly meaning: string;
  /** The default as text. */
  readonly shown: string;
  /** Page with details: a path from the project's root, with an anchor. */
  readonly page?: string;
  /** Names of related variables: one for each category or language. */
  readonly family?: string;
  /** The flags that take precedence over it. */
  readonly flags?: string;
  /** Whether its value is never shown. */
  readonly isSecret?: true;
  /** Whether its value may hold a password, as an address can. */
  readonly hasPassword?: true;
  /** Whether an empty text is a value; for all other settings it means unset. */
  readonly takesEmpty?: true;
  readonly fallback: Value;
  /** Throws an Error whose message continues after the name: `must be a whole number above 0, not "many"`. */
  readonly parse: (text: string) => Value;
}

/** The description of a setting without its type. `shown` explains the fallback if its value alone does not. */
type About<Fallback> = Omit<Setting<Fallback>, 'parse' | 'shown' | 'takesEmpty'> & { readonly shown?: string };

/** Makes settings of one type. With `fallback: null` they hold null if they are unset. */
export interface Kind<Value> {
  (about: About<Value>): Setting<Value>;
  (about: About<null>): Setting<Value | null>;
}

/** @param show how a fallback is written for operators; default: as text */
function kind<Value>(parse: (text: string) => Value, show: (value: Value) => string = String): Kind<Value> {
  return (about: About<Value | null>) => {
    const { fallback, shown = fallback === null ? 'none' : `\`${show(fallback)}\`` } = about;
    // One implementation of both overloads: a setting without a fallback of its type is null.
    return { ...about, shown, parse } as Setting<Value>;
  };
}

/** Returns the error for an invalid text. */
export const wrong = (expected: string, text: string): Error => new Error(`must be ${expected}, not "${text}"`);

/** A text with its own check. */
export const checked = <Value>(parse: (text: string) => Value): Kind<Value> => kind(parse);

export const text = kind((value) => value);

export const wholeNumber = kind((value) => {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw wrong('a whole number above 0', value);
});

/** Like `wholeNumber`, with 0 for none. */
export const wholeNumberOrNone = kind((value) => {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw wrong('a whole number, or 0', value);
});

/** Longest timer of Node, which counts milliseconds in 31 bits; a longer one would fire at once. */
const LONGEST_TIMER_SECONDS = 2_147_483;

/** Whole seconds, from `least` to what a timer can count. */
export const seconds = (least: number): Kind<number> =>
  kind((value) => {
    const number = Number(value);
    if (Number.isSafeInteger(number) && number >= least && number <= LONGEST_TIMER_SECONDS) return number;
    throw wrong(`seconds from ${least} to ${LONGEST_TIMER_SECONDS}`, value);
  });

export const portNumber = kind((value) => {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  throw wrong('a port number, or 0 for any free one', value);
});

/** One of the given words. */
export const choice = <const Word extends string>(words: readonly Word[]): Kind<Word> =>
  kind((value) => {
    const word = words.find((each) => each === value);
    if (word !== undefined) return word;
    throw wrong(`one of ${words.join(', ')}`, value);
  });

/** Splits a list at commas. */
export const splitList = (value: string): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Items separated by commas, each parsed by `item`. */
export const listOf = <Item>(item: (text: string) => Item): Kind<readonly Item[]> =>
  kind<readonly Item[]>((value) => splitList(value).map(item));

export const list = listOf((item) => item);

const DAY_SECONDS = 86_400;

/** Pauses before each retry, ms; given as seconds separated by commas. Empty: no retries. */
export function delays(
  about: About<readonly number[]>,
  most: number = Number.POSITIVE_INFINITY,
): Setting<readonly number[]> {
  const parse = (value: string) => {
    const pauses = splitList(value).map((each) => {
      const number = Number(each);
      if (number > 0 && number <= DAY_SECONDS) return Math.round(number * 1000);
      throw wrong('seconds above 0, at most a day, separated by commas', each);
    });
    if (pauses.length <= most) return pauses;
    throw new Error(`must be at most ${most} pauses, not ${pauses.length}`);
  };
  const shown = `\`${about.fallback.map((pause) => pause / 1000).join(',')}\``;
  return { shown, ...about, takesEmpty: true, parse };
}
