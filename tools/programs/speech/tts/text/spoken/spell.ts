import { abbreviationSpeller } from './abbreviations.ts';
import { dateSpeller } from './dates.ts';
import { LANGUAGE_RULES } from './language-rules.ts';
import { moneySpeller } from './money.ts';
import { loadMoneyWords, loadNumberWords } from './number-words.ts';
import { numeralsOf } from './numerals.ts';
import { rangeSpeller } from './ranges.ts';
import { timeSpeller } from './times.ts';
import { unitSpeller } from './units.ts';
import { yearSpeller } from './years.ts';

/** Rewrites a text in the words that people speak. */
export type Speller = (text: string) => string;

/**
 * Writes dates, times, amounts of money, units, years, ranges and abbreviations as people of a locale read them. Names and plurals are
 * CLDR's (Intl), words for money, ordinals and years those of n2words. Other numbers stay digits: voices read them by the grammar of their
 * language.
 * @param locale one of TTS_LOCALES
 */
export async function loadSpeller(locale: string): Promise<Speller> {
  const language = locale.split('-')[0] ?? locale;
  const numerals = numeralsOf(locale);
  const [words, moneyWords] = await Promise.all([loadNumberWords(locale), loadMoneyWords(locale)]);
  const rules = LANGUAGE_RULES[language];
  // Dates before abbreviations: Jan. and the stop of an ordinal number belong to them. Money before units: $5m.
  const steps: readonly Speller[] = [
    dateSpeller(locale, numerals, words),
    ...(rules === undefined ? [] : [abbreviationSpeller(rules)]),
    timeSpeller(language),
    moneySpeller(locale, numerals, moneyWords, rules?.to),
    unitSpeller(numerals),
    yearSpeller(language, words, rules?.to),
    ...(rules === undefined ? [] : [rangeSpeller(rules.to)]),
  ];
  return (text) => (/[\p{N}.§#°]/u.test(text) ? steps.reduce((said, step) => step(said), text) : text);
}
