import { type Numerals, parseAmount, readAmount } from './numerals.ts';

/** Signs of units and their names in CLDR. */
const UNITS: Readonly<Record<string, string>> = {
  'km/h': 'kilometer-per-hour',
  mph: 'mile-per-hour',
  'm/s': 'meter-per-second',
  km: 'kilometer',
  m: 'meter',
  cm: 'centimeter',
  mm: 'millimeter',
  kg: 'kilogram',
  g: 'gram',
  l: 'liter',
  L: 'liter',
  ml: 'milliliter',
  mL: 'milliliter',
  ha: 'hectare',
  '°C': 'celsius',
  '°F': 'fahrenheit',
  kB: 'kilobyte',
  KB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
};

/** Writes units by their names: `5 km` becomes 5 kilometers, in the form for the number and the locale. */
export function unitSpeller(numerals: Numerals): (text: string) => string {
  const units: Readonly<Record<string, string>> = { ...localSigns(numerals.locale), ...UNITS };
  // Longer signs first: km/h before km.
  const signs = Object.keys(units).sort((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.,])(${numerals.pattern})[ \\u00a0\\u202f]?(${signs.join('|')})(?![\\p{L}\\p{N}/²³’'])`,
    'gu',
  );
  return (text) =>
    text.replace(pattern, (whole, digits: string, sign: string) => {
      const amount = parseAmount(digits, numerals);
      const unit = units[sign];
      if (amount === null || unit === undefined) return whole;
      const value = Number(`${amount.whole}.${amount.fraction || 0}`);
      const format = new Intl.NumberFormat(numerals.locale, { style: 'unit', unit, unitDisplay: 'long' });
      const names = format.formatToParts(value).map(({ type, value: part }) => ({ type, part }));
      return withNumber(names, readAmount(amount, numerals));
    });
}

/** Returns the unit signs of a language in its own letters: км. */
function localSigns(locale: string): Record<string, string> {
  const signs = Object.values(UNITS).flatMap((unit): [string, string][] => {
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
    const sign = format.formatToParts(5).find(({ type }) => type === 'unit')?.value ?? '';
    return /^\p{L}{2,3}(?:\/\p{L})?$/u.test(sign) && !/\p{scx=Latin}/u.test(sign) ? [[sign, unit]] : [];
  });
  return Object.fromEntries(signs);
}

/** Returns the name with the number as written instead of the formatted one. */
function withNumber(names: readonly { type: string; part: string }[], number: string): string {
  const first = names.findIndex(({ type }) => type === 'integer');
  return names
    .map(({ type, part }, index) => (index === first ? number : type === 'unit' || type === 'literal' ? part : ''))
    .join('')
    .trim();
}
