import type { NumberWords } from './number-words.ts';

/** Reads a year as people speak it. */
export type YearReader = (year: number) => string;

/** First and last year in which Germanic languages count hundreds: nineteen eighty-four. */
const FIRST = 1100;
const LAST = 1999;

/** Returns how a language reads years; null if it reads them as numbers, or is unknown. */
export function yearReaderOf(language: string, words: NumberWords | null): YearReader | null {
  if (words === null) return null;
  const hundreds = HUNDREDS[language];
  if (language === 'en') return (year) => englishYear(year, words);
  if (hundreds === undefined) return null;
  return (year) => {
    if (year < FIRST || year > LAST) return String(year);
    const [century, rest] = [Math.floor(year / 100), year % 100];
    return `${words.toCardinal(century)}${hundreds}${rest === 0 ? '' : words.toCardinal(rest)}`;
  };
}

const HUNDREDS: Readonly<Record<string, string>> = { de: 'hundert', nl: 'honderd', sv: 'hundra', da: ' hundrede ' };

/** Nineteen eighty-four, nineteen oh five, nineteen hundred; twenty twenty-four, but two thousand five. */
function englishYear(year: number, { toCardinal }: NumberWords): string {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  const isPair = (year >= FIRST && year <= LAST) || (year >= 2010 && year <= 2099);
  if (!isPair) return String(year);
  if (rest === 0) return `${toCardinal(century)} hundred`;
  return `${toCardinal(century)} ${rest < 10 ? `oh ${toCardinal(rest)}` : toCardinal(rest)}`;
}

/** Words before a number of four digits that mark it as a year. */
const BEFORE: Readonly<Record<string, string>> = {
  en: 'in|since|until|till|before|after|during|year|circa|spring|summer|autumn|fall|winter',
  de: 'Jahre?s?|seit|bis|vor|nach|um|Anno|Frühling|Sommer|Herbst|Winter',
  nl: 'in|sinds|tot|jaar|voor|na|omstreeks',
  sv: 'år|sedan|omkring|åren',
  da: 'i|siden|år|omkring',
};

/** A number of four digits before a unit or a counted thing, or with signs around it, is not a year. */
const NOT_COUNTED = '(?![\\p{L}\\p{N}%°]|[.,:]\\d|\\s?[€$£%°])';

/**
 * Writes years that are recognised by their context: after `in` or `since`, in brackets, or in a range.
 * @param to word for the dash between two years
 */
export function yearSpeller(language: string, words: NumberWords | null, to = '–'): (text: string) => string {
  const read = yearReaderOf(language, words);
  const before = BEFORE[language];
  if (read === null || before === undefined) return (text) => text;
  const year = '(?:1[1-9]|20)\\d{2}';
  const pattern = new RegExp(
    `((?<![\\p{L}\\p{N}])(?:${before})\\s|\\()?(?<![\\p{L}\\p{N}.,/$€£-])(${year})(?:\\s?[–-]\\s?(${year}))?${NOT_COUNTED}`,
    'giu',
  );
  return (text) =>
    text.replace(pattern, (whole, lead: string | undefined, first: string, second?: string) => {
      if (lead === undefined && second === undefined) return whole;
      const from = `${lead ?? ''}${read(Number(first))}`;
      return second === undefined ? from : `${from} ${to} ${read(Number(second))}`;
    });
}
