import type { TTS_LOCALES } from '../../../../src/languages.ts';

export type Locale = (typeof TTS_LOCALES)[number];

/** Form of the text for the voice. */
export type Reading =
  /** Unchanged. */
  | 'letters'
  /** Chinese characters become pinyin, their tones as digits. */
  | 'pinyin'
  /** Japanese becomes kana, by the dictionary. */
  | 'kana';

/** A voice of espeak-ng and the text that it can read. */
export interface Voice {
  /** Name for espeak-ng's option -v. */
  readonly name: string;
  readonly reading: Reading;
  /** Unicode scripts that it reads besides Latin, which every voice reads, as English if that is not its own. */
  readonly scripts: readonly Script[];
}

export type Script = 'Arabic' | 'Cyrillic' | 'Devanagari' | 'Greek' | 'Han' | 'Hiragana' | 'Katakana' | 'Tamil';

const latin = (name: string): Voice => ({ name, reading: 'letters', scripts: [] });
const of = (name: string, ...scripts: Script[]): Voice => ({ name, reading: 'letters', scripts });

/**
 * The voice of espeak-ng 1.51 for each locale. If a country has none, the nearest of the language: Australia, Ireland and India got their
 * English from Britain, Canada is nearer to the United States, and nl is what Belgium writes. The voice `cmn` mispronounces Chinese
 * characters and `ja` reads only kana: hence their readings.
 */
export const VOICES: Readonly<Record<Locale, Voice>> = {
  'ar-SA': of('ar', 'Arabic'),
  'bg-BG': of('bg', 'Cyrillic'),
  'ca-ES': latin('ca'),
  'cs-CZ': latin('cs'),
  'da-DK': latin('da'),
  'de-CH': latin('de'),
  'de-DE': latin('de'),
  'el-GR': of('el', 'Greek'),
  'en-AU': latin('en-gb'),
  'en-CA': latin('en-us'),
  'en-GB': latin('en-gb'),
  'en-IE': latin('en-gb'),
  'en-IN': latin('en-gb'),
  'en-US': latin('en-us'),
  'es-ES': latin('es'),
  'es-MX': latin('es-419'),
  'fi-FI': latin('fi'),
  'fr-CA': latin('fr-fr'),
  'fr-CH': latin('fr-ch'),
  'fr-FR': latin('fr-fr'),
  'hi-IN': of('hi', 'Devanagari'),
  'hr-HR': latin('hr'),
  'hu-HU': latin('hu'),
  'id-ID': latin('id'),
  'it-IT': latin('it'),
  'ja-JP': { name: 'ja', reading: 'kana', scripts: ['Han', 'Hiragana', 'Katakana'] },
  'nb-NO': latin('nb'),
  'nl-BE': latin('nl'),
  'nl-NL': latin('nl'),
  'pl-PL': latin('pl'),
  'pt-BR': latin('pt-br'),
  'pt-PT': latin('pt'),
  'ro-RO': latin('ro'),
  'ru-RU': of('ru', 'Cyrillic'),
  'sv-SE': latin('sv'),
  'ta-IN': of('ta', 'Tamil'),
  'tr-TR': latin('tr'),
  'vi-VN': latin('vi'),
  'zh-CN': { name: 'cmn-latn-pinyin', reading: 'pinyin', scripts: ['Han'] },
  'zh-HK': of('yue', 'Han'),
};

export const isLocale = (name: string): name is Locale => Object.hasOwn(VOICES, name);
