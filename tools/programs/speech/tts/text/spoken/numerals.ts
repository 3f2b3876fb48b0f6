/** Number format of a locale (CLDR, by Intl). */
export interface Numerals {
  /** BCP 47 name, with the digits and the calendar that texts use. */
  readonly locale: string;
  readonly decimal: string;
  readonly group: string;
  /** Source of a regular expression for one number in digits, without capturing groups. */
  readonly pattern: string;
}

/** A number written in digits. */
export interface Amount {
  /** The digits before the decimal sign, without separators. */
  readonly whole: string;
  /** The digits after the decimal sign; empty if there are none. */
  readonly fraction: string;
}

/** Unicode's spaces between groups of digits, and the plain one. */
const SPACES = ' \\u00a0\\u202f\\u2009';

export function numeralsOf(locale: string): Numerals {
  const tag = `${locale}-u-ca-gregory-nu-latn`;
  const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567.5);
  const partOf = (type: string, other: string): string => parts.find((part) => part.type === type)?.value ?? other;
  const group = partOf('group', new Intl.NumberFormat(tag).formatToParts(12_345_678)[1]?.value ?? ',');
  // Where spaces or apostrophes group digits, people type the variant of their keyboard.
  const spaced = /\s/.test(group) ? `|[${SPACES}](?=\\d{3}(?!\\d))` : '';
  return {
    locale: tag,
    decimal: partOf('decimal', '.'),
    group,
    pattern: `\\d{1,15}(?:(?:[.,’']${spaced})\\d{1,15}){0,6}`,
  };
}

/** Parses a number by the signs of a locale: `1,250.50`, `1.250,50`, `1 250`. Null for other texts, such as `1.2.3`. */
export function parseAmount(text: string, { decimal, group }: Numerals): Amount | null {
  const plain = text.replace(/[\s’']/gu, '');
  const at = decimalAt(plain, decimal, group);
  const whole = at === null ? plain : plain.slice(0, at);
  const fraction = at === null ? '' : plain.slice(at + 1);
  if (!/^\d+$|^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(whole) || !/^\d*$/.test(fraction)) return null;
  return { whole: whole.replace(/[.,]/g, ''), fraction };
}

/** Returns the index of the decimal sign; null if there is none. */
function decimalAt(text: string, decimal: string, group: string): number | null {
  const signs = Array.from(text.matchAll(/[.,]/g));
  const last = signs.at(-1);
  if (last === undefined) return null;
  const others = signs.slice(0, -1);
  // A repeated sign separates groups; so does another sign before it, so that the last one is the decimal sign.
  if (others.some(([sign]) => sign === last[0])) return null;
  if (others.length > 0 || last[0] === decimal) return last.index;
  const looksGrouped = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  return looksGrouped && (last[0] === group || /\s|[’']/.test(group)) ? null : last.index;
}

/** Returns the number as a voice reads it: no signs between the digits but the locale's decimal sign. */
export const readAmount = ({ whole, fraction }: Amount, { decimal }: Numerals): string =>
  fraction === '' ? whole : `${whole}${decimal}${fraction}`;
