import type { NumberWords } from './number-words.ts';
import type { Numerals } from './numerals.ts';
import { type YearReader, yearReaderOf } from './years.ts';

type Part = 'day' | 'month' | 'year';

/** Languages that read a day as an ordinal number in the form of n2words, or one made here. */
const ORDINAL_DAYS: ReadonlySet<string> = new Set(['en', 'de', 'sv', 'nb', 'da', 'fi']);

/** Languages in which only the first of a month is an ordinal number. */
const ORDINAL_FIRST: ReadonlySet<string> = new Set(['fr', 'it', 'pt']);

/**
 * Writes dates as words: those in digits (2024-03-05; 03/05/2024 in the order of the locale), and days and years next to the name of a
 * month. Month names are CLDR's.
 */
export function dateSpeller(locale: string, numerals: Numerals, words: NumberWords | null): (text: string) => string {
  const language = locale.split('-')[0] ?? locale;
  const months = monthNames(numerals.locale);
  const order = orderOf(numerals.locale);
  const readYear = yearReaderOf(language, words) ?? String;
  const readDay = dayReader(language, words);
  const long = new Intl.DateTimeFormat(numerals.locale, { dateStyle: 'long', timeZone: 'UTC' });
  const say = (date: Date, before: string): string => {
    const day = readDay(date.getUTCDate(), before);
    if (language === 'en') return english(long.formatToParts(date), order, day, readYear);
    const parts = long.formatToParts(date).map(({ type, value }, index, all) => {
      // The stop of an ordinal number is removed with its digits.
      if (type === 'literal' && all[index - 1]?.type === 'day' && day.isWord) return value.replace('.', '');
      return type === 'day' ? day.text : type === 'year' ? readYear(Number(value)) : value;
    });
    return parts.join('').replace(/\sг\.$/, YEAR_WORDS[language] ?? '$&');
  };
  return (text) => inWords(inDigits(text, order, say), { language, months, readDay, readYear });
}

/** Abbreviations after the year in CLDR's dates, in full. */
const YEAR_WORDS: Readonly<Record<string, string>> = { ru: ' года', bg: ' година' };

interface Day {
  readonly text: string;
  readonly isWord: boolean;
}

/** Reads the day of a month; `before`: the text before it. */
type DayReader = (day: number, before: string) => Day;

function dayReader(language: string, words: NumberWords | null): DayReader {
  if (words !== null && ORDINAL_DAYS.has(language)) {
    return (day, before) => {
      const text = words.toOrdinal(day);
      return { text: language === 'de' ? text + germanEnding(before) : text, isWord: true };
    };
  }
  if (words !== null && ORDINAL_FIRST.has(language)) {
    const first = FIRST[language] ?? words.toOrdinal(1);
    return (day) => (day === 1 ? { text: first, isWord: true } : { text: String(day), isWord: false });
  }
  return (day) => ({ text: String(day), isWord: false });
}

const FIRST: Readonly<Record<string, string>> = { fr: 'premier', it: 'primo', pt: 'primeiro' };

/** Dritter März alone, dritten März after a preposition or a weekday with one, dritte März after its article. */
function germanEnding(before: string): string {
  if (/\b(?:am|vom|zum|dem|den|des|bis|ab|seit|im|und|zwischen)\s+(?:\p{L}+,?\s+(?:(?:dem|den)\s+)?)?$/iu.test(before))
    return 'n';
  return /\bder\s+$/i.test(before) ? '' : 'r';
}

/** Reads the third of March 2024 for Britain, or March third, 2024, for the United States. */
function english(
  parts: readonly Intl.DateTimeFormatPart[],
  order: readonly Part[],
  { text: day }: Day,
  readYear: YearReader,
): string {
  const partOf = (wanted: Part): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  const [month, year] = [partOf('month'), readYear(Number(partOf('year')))];
  return order[0] === 'month' ? `${month} ${day}, ${year}` : `the ${day} of ${month} ${year}`;
}

/** Returns the order of day, month and year in short dates. */
function orderOf(locale: string): Part[] {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(new Date(0));
  return parts.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}

const ISO = /(?<![\p{L}\p{N}.,/-])(\d{4})-(\d{2})-(\d{2})(?![\p{L}\p{N}/-]|[.,]\d)/gu;
const SHORT = /(?<![\p{L}\p{N}.,/-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\p{L}\p{N}/-]|[.,]\d)/gu;

function inDigits(text: string, order: readonly Part[], say: (date: Date, before: string) => string): string {
  const spoken = (whole: string, date: Date | null, before: string): string =>
    date === null ? whole : say(date, before);
  return text
    .replace(ISO, (whole, year: string, month: string, day: string, at: number) =>
      spoken(whole, dateOf(Number(year), Number(month), Number(day)), text.slice(Math.max(0, at - BEFORE), at)),
    )
    .replace(SHORT, (whole, first: string, _sign, second: string, year: string, at: number, all: string) => {
      const dayFirst = order.indexOf('day') < order.indexOf('month');
      const [day, month] = (dayFirst ? [first, second] : [second, first]).map(Number) as [number, number];
      // 25/12/2024 is Christmas in any order.
      const date = dateOf(Number(year), month, day) ?? dateOf(Number(year), day, month);
      return spoken(whole, date, all.slice(Math.max(0, at - BEFORE), at));
    });
}

/** Characters before a date that are examined. */
const BEFORE = 40;

function dateOf(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null;
}

/** Returns the month names as in texts: in dates and alone, in full and short. Longest first. */
function monthNames(locale: string): Map<string, string> {
  const names = new Map<string, string>();
  for (let month = 0; month < 12; month += 1) {
    const date = new Date(Date.UTC(2024, month, 15));
    const nameBy = (options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
        .formatToParts(date)
        .find(({ type }) => type === 'month')?.value ?? '';
    const full = nameBy({ day: 'numeric', month: 'long' });
    const short = nameBy({ day: 'numeric', month: 'short' }).replace('.', '');
    for (const name of short === full ? [full] : [short, `${short}.`, full]) names.set(name, full);
  }
  return new Map([...names].filter(([name]) => /\p{L}{2}/u.test(name)).sort(([a], [b]) => b.length - a.length));
}

interface Beside {
  readonly language: string;
  readonly months: ReadonlyMap<string, string>;
  readonly readDay: DayReader;
  readonly readYear: YearReader;
}

/** Writes `March 5, 1984`, `5 March`, `3. März 1984`, `Jan. 5` as words: days and years next to the name of a month. */
function inWords(text: string, { language, months, readDay, readYear }: Beside): string {
  if (months.size === 0) return text;
  const names = [...months.keys()].map((name) => name.replaceAll('.', '\\.')).join('|');
  const ordinal = '(?:st|nd|rd|th|\\.|er|º|°|ª)?';
  const after = new RegExp(
    `(?<![\\p{L}\\p{N}.,/])(\\d{1,2})${ordinal}(\\s(?:of\\s|de\\s)?)(${names})(?![\\p{L}])(?:(,?\\s(?:de\\s|del\\s)?)(\\d{4})(?![\\p{L}\\p{N}]|[.,]\\d))?`,
    'gu',
  );
  const said = text.replace(
    after,
    (whole, digits: string, gap: string, name: string, comma: string | undefined, year: string | undefined, at) => {
      const day = readDay(Number(digits), text.slice(Math.max(0, Number(at) - BEFORE), Number(at)));
      if (!isDay(digits)) return whole;
      const month = months.get(name) ?? name;
      const rest = year === undefined ? '' : `${comma}${readYear(Number(year))}`;
      if (language !== 'en') return `${day.text}${gap}${month}${rest}`;
      const article = /\bthe\s$/i.test(text.slice(Math.max(0, Number(at) - BEFORE), Number(at))) ? '' : 'the ';
      return `${article}${day.text} of ${month}${rest}`;
    },
  );
  if (language !== 'en') return said;
  const before = new RegExp(
    `(?<![\\p{L}\\p{N}])(${names})\\s(?:(\\d{1,2})${ordinal}(?![\\p{L}\\p{N}:%]|[.,]\\d))?(?:(,?\\s)?(\\d{4})(?![\\p{L}\\p{N}]|[.,]\\d))?`,
    'gu',
  );
  return said.replace(
    before,
    (whole, name: string, digits: string | undefined, comma: string | undefined, year: string | undefined) => {
      if (digits !== undefined && !isDay(digits)) return whole;
      if (digits === undefined && year === undefined) return whole;
      const day = digits === undefined ? '' : ` ${readDay(Number(digits), '').text}`;
      const rest = year === undefined ? '' : `${comma ?? ' '}${readYear(Number(year))}`;
      return `${months.get(name) ?? name}${day}${rest}`;
    },
  );
}

const isDay = (digits: string): boolean => Number(digits) >= 1 && Number(digits) <= 31;
