/*
 * Irregular readings of numbers with counters. The dictionary reads counters only on their own; these are the readings that every grammar
 * lists for days, people, months and hours.
 */

const DAYS: Readonly<Record<number, string>> = {
  2: 'フツカ',
  3: 'ミッカ',
  4: 'ヨッカ',
  5: 'イツカ',
  6: 'ムイカ',
  7: 'ナノカ',
  8: 'ヨーカ',
  9: 'ココノカ',
  10: 'トーカ',
  14: 'ジューヨッカ',
  20: 'ハツカ',
  24: 'ニジューヨッカ',
};

const READINGS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  日: DAYS,
  人: { 1: 'ヒトリ', 2: 'フタリ', 4: 'ヨニン' },
  月: { 4: 'シガツ', 7: 'シチガツ', 9: 'クガツ' },
  時: { 4: 'ヨジ', 7: 'シチジ', 9: 'クジ' },
  時間: { 4: 'ヨジカン', 7: 'シチジカン', 9: 'クジカン' },
  年: { 4: 'ヨネン' },
};

/** Counters that the dictionary reads differently after a number in digits. */
const COUNTERS: Readonly<Record<string, string>> = { 月: 'ガツ', 日: 'ニチ', 人: 'ニン' };

/** Returns the reading of a number and its counter (`20`, `日`); null: the number, then the counter as the dictionary reads it. */
export function readCounted(number: number, counter: string): string | null {
  const known = READINGS[counter]?.[number];
  if (known !== undefined) return known;
  const usual = COUNTERS[counter];
  return usual === undefined ? null : `${number}${usual}`;
}

const DIGITS: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from('〇一二三四五六七八九', (sign, value) => [sign, value]),
);
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const MYRIADS: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, 兆: 1e12 };

/** Parses a whole number in digits or Chinese characters (二千二十六, 二〇二六); null for anything else. */
export function parseNumber(text: string): number | null {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (/^[〇一二三四五六七八九]{2,15}$/.test(text)) return Number(Array.from(text, (sign) => DIGITS[sign]).join(''));
  let sum = 0;
  let group = 0;
  let digit: number | null = null;
  for (const sign of text) {
    if (sign in DIGITS) {
      if (digit !== null) return null;
      digit = DIGITS[sign] ?? 0;
    } else if (sign in UNITS) {
      group += (digit ?? 1) * (UNITS[sign] ?? 1);
      digit = null;
    } else if (sign in MYRIADS) {
      sum += (group + (digit ?? 0) || 1) * (MYRIADS[sign] ?? 1);
      group = 0;
      digit = null;
    } else return null;
  }
  return text === '' ? null : sum + group + (digit ?? 0);
}
