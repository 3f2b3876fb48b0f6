import { STT_LOCALES } from '../../../../src/languages.ts';
import { ConversionError } from '../../../../src/task/errors.ts';

/** A spoken language, with its name in each part of the recognition. */
export interface SpokenLanguage {
  /** The value of `language_stt`. */
  readonly locale: string;
  /** BCP 47: value of a page's language attribute. */
  readonly tag: string;
  /** ISO 639-1: name in multilingual models. */
  readonly code: string;
  /** Possible names of its model's folder, best first. */
  readonly folders: readonly string[];
  /** Whether words are separated by spaces. */
  readonly spaced: boolean;
  readonly rightToLeft: boolean;
}

/** Locales of the interface that differ from BCP 47: `FB` and `AR` are Brazil and the Arab world there. */
const TAGS: Readonly<Record<string, string>> = { 'pt-FB': 'pt-BR', 'ar-AR': 'ar' };

/** Other folder names: Filipino is another name of Tagalog. */
const OTHER_FOLDERS: Readonly<Record<string, readonly string[]>> = { 'tl-PH': ['fil-PH', 'tl', 'fil'] };

const WITHOUT_SPACES = new Set(['zh', 'ja']);
const RIGHT_TO_LEFT = new Set(['ar', 'fa']);

/** @param locale one of STT_LOCALES. Throws ConversionError `option_invalid` for others */
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
