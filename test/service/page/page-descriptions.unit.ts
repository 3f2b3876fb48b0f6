import { describe, expect, it } from 'vitest';
import { listEntries, type OptionDefinition } from '../../../src/catalog/index.ts';
import { COMMON_OPTIONS } from '../../../src/catalog/options/common.ts';

const FOLDER = new URL('../../../src/service/web/shell/', import.meta.url);
const OTHERS = ['de', 'es', 'fr', 'ja', 'zh'];

const load = async (path: string): Promise<Readonly<Record<string, string>>> =>
  (await import(new URL(path, FOLDER).href)).default;

const isShownFirst = (name: string, option: OptionDefinition): boolean =>
  option['x-order'] !== undefined || Object.hasOwn(COMMON_OPTIONS, name);

/** Everyday options and those of every target. */
const OPTIONS = listEntries().flatMap(({ options }) =>
  Object.entries(options).filter(([name, option]) => isShownFirst(name, option) && !option.deprecated),
);

const NAMES = [...new Set(OPTIONS.map(([name]) => name))];

/** Their English descriptions, each once. */
const DESCRIPTIONS = new Set(OPTIONS.map(([, { description }]) => description));

/** Returns names of options, formats of times, versions and units, which are the same in all languages. */
const fixedWords = (text: string) =>
  (text.match(/\b[a-z]+(?:_[a-z]+)+\b|HH:MM:SS(?:\.mmm)?|AC10\d\d|script-Latin|pt-FB|[KM]i?B\b|\b\d+-\d+,\d+/g) ?? [])
    .toSorted()
    .join(' ');

describe('descriptions of everyday options', () => {
  it('are many, and every everyday option has a name', async () => {
    const english = await load('messages/en.js');
    expect(DESCRIPTIONS.size).toBeGreaterThan(50);
    expect(NAMES.filter((name) => english[`option.${name}`] === undefined)).toEqual([]);
  });

  it.each(OTHERS)('are all translated into %s, and nothing else is', async (language) => {
    const translations = await load(`descriptions/${language}.js`);
    expect(Object.keys(translations).filter((text) => !DESCRIPTIONS.has(text))).toEqual([]);
    expect([...DESCRIPTIONS].filter((text) => translations[text] === undefined)).toEqual([]);
  });

  it.each(OTHERS)('keep names of options, units and formats in %s', async (language) => {
    for (const [english, text] of Object.entries(await load(`descriptions/${language}.js`))) {
      expect(text, english).not.toBe(english);
      expect(fixedWords(text), english).toBe(fixedWords(english));
    }
  });
});
