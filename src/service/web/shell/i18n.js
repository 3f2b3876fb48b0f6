import english from './messages/en.js';
import englishValues from './values/en.js';

/*
 * The languages of the page: a file of messages and one of option descriptions for each, loaded when the language is chosen. Elements
 * remember which message they show (data-i18n), so the page changes its language at once and loses nothing.
 */

/**
 * @typedef {typeof english} Messages
 * @typedef {keyof Messages} FullKey
 * @typedef {FullKey extends infer Full ? Full extends `${infer Base}.other` ? Base : Full : never} Key a `count` chooses among the plural forms
 *
 * @typedef {string | number | Message | { bytes: number } | { since: string } | { date: number } | { percent: number } | { list: readonly (string | Message)[] }} Value
 * @typedef {Readonly<Record<string, Value>>} Params
 */

/** Names of the languages, each in its own. */
export const LANGUAGES = /** @type {const} */ ({
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  zh: '中文',
  ja: '日本語',
});

/** @typedef {keyof typeof LANGUAGES} Language */

const STORED = 'convertd-language';

/** @type {Messages} */
let messages = english;
/**
 * Translated descriptions of options, by their English text in the catalog.
 *
 * @type {Readonly<Record<string, string>>}
 */
let descriptions = {};
/**
 * Values of options in words, by option and value.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
let values = englishValues;
/** @type {Language} */
let language = 'en';

/** A text in the current language of the page. */
export class Message {
  /**
   * @param {Key} key
   * @param {Params} [params]
   */
  constructor(key, params = {}) {
    this.key = key;
    this.params = params;
  }

  toString() {
    return fill(templateOf(this.key, this.params), this.params);
  }

  toJSON() {
    return { key: this.key, params: this.params };
  }
}

/**
 * @param {Key} key
 * @param {Params} [params]
 */
export const msg = (key, params) => new Message(key, params);

/**
 * Returns a description from the catalog: translated if possible, otherwise in English.
 *
 * @param {string} description in English
 */
export const described = (description) => new Message(/** @type {Key} */ (description));

/**
 * @param {string} option
 * @param {string | number} value
 * @returns {Message | null} null if the value has no other words than itself
 */
export function valueWords(option, value) {
  const name = option.replace(/^.*_(?=alignment$)/, '');
  const known = /** @type {typeof values} */ (englishValues)[name]?.[value];
  return known === undefined ? null : new Message(/** @type {Key} */ (`value.${name}.${value}`));
}

/**
 * Marks an element that shows a description with the language of that text, for screen readers.
 *
 * @param {Element} element
 * @param {string} description in English
 */
export function markDescription(element, description) {
  element.setAttribute('data-description', description);
  element.setAttribute('lang', description in descriptions ? language : 'en');
}

/**
 * @param {string} key
 * @returns {Message | null} null if there is no such message
 */
export const msgIfAny = (key) => (key in english ? new Message(/** @type {Key} */ (key)) : null);

/** @param {string} key @param {Params} params */
function templateOf(key, params) {
  const all = /** @type {Readonly<Record<string, string>>} */ (messages);
  const count = params.count;
  if (typeof count !== 'number') return all[key] ?? wordsOf(key) ?? withLabels(descriptions[key] ?? key);
  return all[`${key}.${new Intl.PluralRules(language).select(count)}`] ?? all[`${key}.other`] ?? key;
}

/** @param {string} key such as `value.quality.screen` @returns {string | undefined} */
function wordsOf(key) {
  const [, option = '', value = ''] = /^value\.(\w+)\.(\w+)$/.exec(key) ?? [];
  return values[option]?.[value];
}

/**
 * Writes names of options and their values, as descriptions mention them, as they are called on the page.
 *
 * @param {string} description
 */
const withLabels = (description) =>
  description.replace(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => {
    const label = /** @type {Readonly<Record<string, string>>} */ (messages)[`option.${name}`];
    const text = label ?? Object.values(values).find((words) => name in words)?.[name];
    return text === undefined ? name : fill(messages['option.quoted'], { text });
  });

/** @param {string} template @param {Params} params */
const fill = (template, params) =>
  template.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name];
    return value === undefined ? whole : valueText(value);
  });

/** @param {Value} value @returns {string} */
export function valueText(value) {
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
  if (typeof value === 'string' || value instanceof Message) return String(value);
  if ('bytes' in value) return sizeText(value.bytes);
  if ('since' in value) return agoText(value.since, Date.now());
  if ('date' in value) return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(value.date);
  if ('percent' in value) return new Intl.NumberFormat(language, { style: 'percent' }).format(value.percent / 100);
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(value.list.map(String));
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** @param {number} bytes @returns {string} such as `1.4 MB` */
function sizeText(bytes) {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(value);
}

/** @param {string} timestamp of a document: UTC, without a zone @param {number} now ms */
function agoText(timestamp, now) {
  const minutes = Math.max(0, Math.round((now - Date.parse(`${timestamp}Z`)) / 60_000));
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (minutes < 1) return relative.format(0, 'second');
  return minutes < 60 ? relative.format(-minutes, 'minute') : relative.format(-Math.round(minutes / 60), 'hour');
}

/** @returns {Language} */
export const currentLanguage = () => language;

/**
 * The name of a language for people: `eng` is English.
 *
 * @param {string} code
 */
export function languageName(code) {
  try {
    return new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }).of(code.replace('_', '-'));
  } catch {
    return undefined;
  }
}

/** @returns {Language} the chosen one, otherwise the browser's first one that the page supports */
function preferred() {
  const wanted = [localStorage.getItem(STORED), ...navigator.languages].map((tag) => tag?.split('-')[0]);
  return /** @type {Language} */ (wanted.find((tag) => tag !== undefined && tag in LANGUAGES) ?? 'en');
}

/** @param {Language} wanted */
async function load(wanted) {
  if (wanted === 'en') [messages, descriptions, values] = [english, {}, englishValues];
  else {
    const [texts, translations, words] = await Promise.all([
      import(`./messages/${wanted}.js`),
      import(`./descriptions/${wanted}.js`),
      import(`./values/${wanted}.js`),
    ]);
    [messages, descriptions, values] = [texts.default, translations.default, words.default];
  }
  language = wanted;
  document.documentElement.lang = wanted;
  translate();
}

/** Shows the page in the language of the person. */
export const startLanguage = () => load(preferred()).catch(() => load('en'));

/** @param {Language} wanted */
export async function changeLanguage(wanted) {
  await load(wanted);
  localStorage.setItem(STORED, wanted);
}

/** @param {string} text a key, or the JSON of a message */
function revive(text) {
  if (!text.startsWith('{')) return new Message(/** @type {Key} */ (text));
  return /** @type {Message} */ (
    JSON.parse(text, (_, value) =>
      typeof value === 'object' && value !== null && 'key' in value && 'params' in value
        ? new Message(value.key, value.params)
        : value,
    )
  );
}

function translate() {
  for (const element of document.querySelectorAll('[data-i18n]')) {
    element.textContent = String(revive(element.getAttribute('data-i18n') ?? ''));
  }
  for (const element of document.querySelectorAll('[data-description]')) {
    markDescription(element, element.getAttribute('data-description') ?? '');
  }
  for (const element of document.querySelectorAll('[data-i18n-attributes]')) {
    const attributes = JSON.parse(element.getAttribute('data-i18n-attributes') ?? '{}');
    for (const [name, key] of Object.entries(attributes)) {
      element.setAttribute(name, String(typeof key === 'string' ? revive(key) : revive(JSON.stringify(key))));
    }
  }
}
