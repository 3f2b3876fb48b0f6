import type { NumberWords } from './number-words.ts';
import { type Amount, type Numerals, parseAmount, readAmount } from './numerals.ts';

/** Signs that mean the same currency everywhere. */
const SIGNS: Readonly<Record<string, string>> = {
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₫': 'VND',
  '₪': 'ILS',
  '₴': 'UAH',
  '฿': 'THB',
  zł: 'PLN',
  Kč: 'CZK',
};

/** ISO 4217 codes that are not words of a language, for common currencies. */
const CODES =
  'USD EUR GBP JPY CNY INR CHF AUD CAD NZD SEK NOK DKK PLN CZK HUF RON BGN RUB UAH BRL MXN ZAR KRW SGD HKD IDR VND ILS AED SAR EGP THB'.split(
    ' ',
  );

/** Currencies of shared signs, by locale; otherwise the first of `SHARED`. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'en-AU': { $: 'AUD' },
  'en-CA': { $: 'CAD' },
  'fr-CA': { $: 'CAD' },
  'es-MX': { $: 'MXN' },
  'zh-CN': { '¥': 'CNY', '￥': 'CNY' },
  'zh-HK': { $: 'HKD' },
  'sv-SE': { kr: 'SEK' },
  'nb-NO': { kr: 'NOK' },
  'da-DK': { kr: 'DKK' },
  'hu-HU': { Ft: 'HUF' },
  'id-ID': { Rp: 'IDR' },
};
const SHARED: Readonly<Record<string, string>> = { $: 'USD', '¥': 'JPY', '￥': 'JPY' };

/** Powers of ten after an amount as texts write them; the voice gets the locale's words for them. */
const MAGNITUDES: readonly (readonly [RegExp, number])[] = [
  [/^(?:thousand|k|tausend|tsd\.?|mille|mil)$/i, 1e3],
  [
    /^(?:million|millions|m|mn|mio\.?|millionen|milioni|milione|millones|millón|milhões|milhão|miljoen|miljoner)$/i,
    1e6,
  ],
  [/^(?:billion|billions|bn|mrd\.?|milliarden?|milliards?|miliardi|miliardo|miljard|miljarder|md)$/i, 1e9],
];
const MAGNITUDE =
  '(?:thousand|[kKmM]|mn|[Mm]io\\.?|[Tt]sd\\.?|[Mm]illion(?:en|s)?|milioni|milione|mill(?:ones|ón)|milh(?:ões|ão)|miljoen(?:er)?|[Bb]illions?|bn|[Mm]rd\\.?|[Mm]illiarden?|milliards?|miliard[io]|miljard(?:er)?|Md)(?![\\p{L}\\p{N}])';

/** Chinese and Japanese words follow without a space. */
const END = '(?![\\p{scx=Latin}\\p{scx=Cyrillic}\\p{scx=Greek}\\p{N}])';

/**
 * Writes amounts of money as words: `$1,250.50` becomes one thousand two hundred fifty dollars and fifty cents.
 * @param to word for the dash between two amounts
 */
export function moneySpeller(
  locale: string,
  numerals: Numerals,
  words: ReadonlyMap<string, NumberWords>,
  to = '–',
): (text: string) => string {
  const signs: Readonly<Record<string, string>> = { ...SHARED, ...SIGNS, ...OWN[locale] };
  const codes: Readonly<Record<string, string>> = Object.fromEntries(CODES.map((code) => [code, code]));
  const currencies = { ...codes, ...signs };
  // Longer names first: US$ before $.
  const names = Object.keys(currencies).sort((a, b) => b.length - a.length);
  const sign = names.map((name) => name.replace('$', '\\$')).join('|');
  const number = numerals.pattern;
  const before = new RegExp(
    `(?<![\\p{L}\\p{N}]|\\d[ \\u00a0\\u202f])([-−–]?)(${sign})[ \\u00a0\\u202f]?(${number})(?:[ \\u00a0\\u202f]?(${MAGNITUDE}))?${END}`,
    'gu',
  );
  const after = new RegExp(
    `(?<![\\p{L}\\p{N}.,])([-−–]?)(${number})(?:[ \\u00a0\\u202f]?(${MAGNITUDE}))?[ \\u00a0\\u202f]?(${sign})${END}`,
    'gu',
  );
  const gap = '[ \\u00a0\\u202f]?';
  const dash = `${gap}[-–]${gap}`;
  const fromSign = new RegExp(`(?<![\\p{L}\\p{N}])(${sign})${gap}(${number})${dash}(?:\\1${gap})?(?=${number})`, 'gu');
  const toSign = new RegExp(`(?<![\\p{L}\\p{N}.,–-])(${number})${dash}(?=${number}${gap}(?:${sign})${END})`, 'gu');
  const say = (whole: string, minus: string, digits: string, magnitude: string | undefined, name: string): string => {
    const amount = parseAmount(digits, numerals);
    const currency = currencies[name];
    if (amount === null || currency === undefined) return whole;
    const factor = magnitudeOf(magnitude);
    return sayMoney({ amount, factor, isNegative: minus !== '' }, currency, { numerals, words: words.get(currency) });
  };
  return (text) =>
    text
      .replace(fromSign, (_, name: string, from: string) => `${from} ${to} ${name}`)
      .replace(toSign, (_, from: string) => `${from} ${to} `)
      .replace(before, (whole, minus: string, name: string, digits: string, magnitude?: string) =>
        say(whole, minus, digits, magnitude, name),
      )
      .replace(after, (whole, minus: string, digits: string, magnitude: string | undefined, name: string) =>
        say(whole, minus, digits, magnitude, name),
      );
}

const magnitudeOf = (text: string | undefined): number =>
  text === undefined ? 1 : (MAGNITUDES.find(([pattern]) => pattern.test(text))?.[1] ?? 1);

interface Vocabulary {
  readonly numerals: Numerals;
  /** Undefined if the library has no words for this currency in this language. */
  readonly words: NumberWords | undefined;
}

interface Money {
  readonly amount: Amount;
  /** 1, or the power of ten of a word such as million. */
  readonly factor: number;
  readonly isNegative: boolean;
}

/** Whole numbers from here on stay digits: the voice reads them as well as words, and n2words does not support them. */
const MOST = 1e12;

/** Languages that read an amount as a decimal number followed by the currency. */
const DECIMAL: ReadonlySet<string> = new Set(['zh', 'ja']);

function sayMoney({ amount, factor, isNegative }: Money, currency: string, { numerals, words }: Vocabulary): string {
  const { whole, fraction } = amount;
  const minus = isNegative ? '−' : '';
  if (factor > 1) {
    const { text, name } = compactName(Number(`${whole}.${fraction || 0}`) * factor, currency, numerals);
    return minus + (words === undefined ? text : text.replace(name, pluralOf(words)));
  }
  const cents = fraction === '' ? 0 : Number(fraction.padEnd(2, '0'));
  const isDecimal = cents > 0 && (digitsOf(currency, numerals) === 0 || DECIMAL.has(numerals.locale.slice(0, 2)));
  // Fractions of a cent, as in fuel prices, and currencies or languages without cents.
  if (fraction.length > 2 || isDecimal) {
    return `${minus}${readAmount(amount, numerals)} ${nameOf(Number(`${whole}.${fraction}`), currency, numerals)}`;
  }
  if (words !== undefined && Number(whole) < MOST) {
    return words.toCurrency(`${isNegative ? '-' : ''}${whole}.${fraction || 0}`);
  }
  const main = `${minus}${Number(whole)} ${nameOf(Number(whole), currency, numerals)}`;
  return cents === 0 ? main : new Intl.ListFormat(numerals.locale).format([main, String(cents)]);
}

const digitsOf = (currency: string, numerals: Numerals): number =>
  nameFormat(currency, numerals, {}).resolvedOptions().maximumFractionDigits ?? 2;

/** Formats by their locale, currency and options: creating one takes longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();

function nameFormat(currency: string, { locale }: Numerals, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, currency, options]);
  const known = formats.get(key);
  if (known !== undefined) return known;
  const names = { style: 'currency', currency, currencyDisplay: 'name', useGrouping: false } as const;
  const format = new Intl.NumberFormat(locale, { ...names, ...options });
  formats.set(key, format);
  return format;
}

/** Returns CLDR's name of a currency in the form for a number. */
function nameOf(value: number, currency: string, numerals: Numerals): string {
  const digits = Number.isInteger(value) ? { maximumFractionDigits: 0 } : {};
  const parts = nameFormat(currency, numerals, digits).formatToParts(value);
  return parts.findLast(({ type }) => type === 'currency')?.value ?? currency;
}

/** Returns `1.5 million dollars` in the locale's words, and the name of the currency in it. */
function compactName(value: number, currency: string, numerals: Numerals): { text: string; name: string } {
  const options = { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 3 } as const;
  const parts = nameFormat(currency, numerals, options).formatToParts(value);
  const text = parts.filter(({ value: part }) => !/^\p{Sc}$/u.test(part)).map(({ value: part }) => part);
  return { text: text.join(''), name: parts.findLast(({ type }) => type === 'currency')?.value ?? currency };
}

/** Returns the library's plural of its currency: dollars, where CLDR says US dollars. */
const pluralOf = (words: NumberWords): string => {
  const [two, said] = [words.toCardinal(2), words.toCurrency(2)];
  return said.startsWith(two) ? said.slice(two.length).trim() : (said.split(' ').at(-1) ?? said);
};
