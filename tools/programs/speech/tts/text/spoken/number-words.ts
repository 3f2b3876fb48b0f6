/** The functions of n2words for one locale; each takes numbers in digits. */
export interface NumberWords {
  toCardinal(value: number | string): string;
  toOrdinal(value: number | string): string;
  toCurrency(value: number | string): string;
}

type Loader = () => Promise<NumberWords>;

/**
 * The language modules of n2words for the voices here, by the locale of their words and currency. Other locales have no module, or one
 * without fractions (id, vi).
 */
const MODULES = {
  'ar-SA': () => import('n2words/ar-SA'),
  'cs-CZ': () => import('n2words/cs-CZ'),
  'da-DK': () => import('n2words/da-DK'),
  'de-DE': () => import('n2words/de-DE'),
  'el-GR': () => import('n2words/el-GR'),
  'en-AU': () => import('n2words/en-AU'),
  'en-CA': () => import('n2words/en-CA'),
  'en-GB': () => import('n2words/en-GB'),
  'en-IE': () => import('n2words/en-IE'),
  'en-IN': () => import('n2words/en-IN'),
  'en-US': () => import('n2words/en-US'),
  'es-ES': () => import('n2words/es-ES'),
  'es-MX': () => import('n2words/es-MX'),
  'es-US': () => import('n2words/es-US'),
  'fi-FI': () => import('n2words/fi-FI'),
  'fr-FR': () => import('n2words/fr-FR'),
  'hi-IN': () => import('n2words/hi-IN'),
  'hr-HR': () => import('n2words/hr-HR'),
  'hu-HU': () => import('n2words/hu-HU'),
  'it-IT': () => import('n2words/it-IT'),
  'nb-NO': () => import('n2words/nb-NO'),
  'nl-NL': () => import('n2words/nl-NL'),
  'pl-PL': () => import('n2words/pl-PL'),
  'pt-PT': () => import('n2words/pt-PT'),
  'ro-RO': () => import('n2words/ro-RO'),
  'ru-RU': () => import('n2words/ru-RU'),
  'sv-SE': () => import('n2words/sv-SE'),
  'ta-IN': () => import('n2words/ta-IN'),
  'tr-TR': () => import('n2words/tr-TR'),
} as const satisfies Record<string, Loader>;

type Module = keyof typeof MODULES;

/** The currency of each module's toCurrency. */
const CURRENCIES: Readonly<Record<Module, string>> = {
  'ar-SA': 'SAR',
  'cs-CZ': 'CZK',
  'da-DK': 'DKK',
  'de-DE': 'EUR',
  'el-GR': 'EUR',
  'en-AU': 'AUD',
  'en-CA': 'CAD',
  'en-GB': 'GBP',
  'en-IE': 'EUR',
  'en-IN': 'INR',
  'en-US': 'USD',
  'es-ES': 'EUR',
  'es-MX': 'MXN',
  'es-US': 'USD',
  'fi-FI': 'EUR',
  'fr-FR': 'EUR',
  'hi-IN': 'INR',
  'hr-HR': 'EUR',
  'hu-HU': 'HUF',
  'it-IT': 'EUR',
  'nb-NO': 'NOK',
  'nl-NL': 'EUR',
  'pl-PL': 'PLN',
  'pt-PT': 'EUR',
  'ro-RO': 'RON',
  'ru-RU': 'RUB',
  'sv-SE': 'SEK',
  'ta-IN': 'INR',
  'tr-TR': 'TRY',
};

const MODULE_NAMES = Object.keys(MODULES) as Module[];

const languageOf = (locale: string): string => locale.split('-')[0] ?? locale;

/** Returns the number words of a locale, otherwise of its language; null if there are none. */
export async function loadNumberWords(locale: string): Promise<NumberWords | null> {
  const name =
    MODULE_NAMES.find((each) => each === locale) ??
    MODULE_NAMES.find((each) => languageOf(each) === languageOf(locale));
  return name === undefined ? null : MODULES[name]();
}

/** Returns the words for amounts of money in the language of a locale, by ISO 4217 code. */
export async function loadMoneyWords(locale: string): Promise<ReadonlyMap<string, NumberWords>> {
  const names = MODULE_NAMES.filter((each) => languageOf(each) === languageOf(locale));
  // The locale's own words take precedence, such as those of the United States for its dollars.
  names.sort((a, b) => Number(a === locale) - Number(b === locale));
  const loaded = await Promise.all(names.map(async (name) => [CURRENCIES[name], await MODULES[name]()] as const));
  const words = new Map<string, NumberWords>(loaded);
  const euro = words.get('EUR');
  if (euro !== undefined && languageOf(locale) === 'en' && locale !== 'en-IE') words.set('EUR', withPlural(euro));
  return words;
}

/** The English module has the Irish plural of euro, which is also euro. */
const withPlural = (words: NumberWords): NumberWords => ({
  ...words,
  toCurrency: (value) => words.toCurrency(value).replace(/(?<!^(?:minus )?one) euro\b/, ' euros'),
});
