import { STT_LOCALES } from '../../../src/languages.ts';
import { ConversionError } from '../../../src/task/errors.ts';

/** A spoken language, as each part of the recognition names it. */
export interface SpokenLanguage {
  /** The value of `language_stt`. */
  readonly locale: string;
  /** BCP 47: what the language attribute of a page says. */
  readonly tag: string;
  /** ISO 639-1: what multilingual models call it. */
  readonly code: string;
  /** Names of the folder that its model may be in, best first. */
  readonly folders: readonly string[];
  /** Words are separated by spaces. */
  readonly spaced: boolean;
  readonly rightToLeft: boolean;
}

/** Locales of the interface that are not what BCP 47 calls the language: `FB` and `AR` there are Brazil and the Arab world. */
const TAGS: Readonly<Record<string, string>> = { 'pt-FB': 'pt-BR', 'ar-AR': 'ar' };

/** Further names of folders: Filipino is Tagalog by another name. */
const OTHER_FOLDERS: Readonly<Record<string, readonly string[]>> = { 'tl-PH': ['fil-PH', 'tl', 'fil'] };

const WITHOUT_SPACES = new Set(['zh', 'ja']);
const RIGHT_TO_LEFT = new Set(['ar', 'fa']);

/** @param locale one of STT_LOCALES. Throws ConversionError `option_invalid` for another */
export function spokenLanguage(locale: string): SpokenLanguage {
  if (!STT_LOCALES.some((each) => each === locale)) {
    const message = `language_stt ${locale} is none of the languages that can be written down.`;
    throw new ConversionError('option_invalid', message, { details: { option: 'language_stt', allowed: STT_LOCALES } });
  }
  const tag = TAGS[locale] ?? locale;
  const [code = tag] = tag.split('-');
  return {
    locale,
    tag,
    code,
    folders: [...new Set([tag, locale, ...(OTHER_FOLDERS[locale] ?? []), code])],
    spaced: !WITHOUT_SPACES.has(code),
    rightToLeft: RIGHT_TO_LEFT.has(code),
  };
}

export const SPOKEN_LANGUAGES: readonly SpokenLanguage[] = STT_LOCALES.map(spokenLanguage);
