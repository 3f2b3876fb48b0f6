import { describe, expect, it } from 'vitest';
import { listEntries } from '../../../src/catalog/index.ts';

const FOLDER = new URL('../../../src/service/web/shell/', import.meta.url);
const OTHERS = ['de', 'es', 'fr', 'ja', 'zh'];

const load = async (path: string): Promise<Readonly<Record<string, string>>> =>
  (await import(new URL(path, FOLDER).href)).default;

/** Options that the page shows. */
const OPTIONS = listEntries().flatMap(({ options }) =>
  Object.entries(options).filter(([, option]) => !option.deprecated && option['x-short-for'] === undefined),
);

const NAMES = new Set(OPTIONS.map(([name]) => `option.${name}`));

/** Their English descriptions, each once. */
const DESCRIPTIONS = new Set(OPTIONS.map(([, { description }]) => description));

/** Returns names of options, formats of times, versions and units, which are the same in all languages. */
const fixedWords = (text: string) =>
  (text.match(/\b[a-z]+(?:_[a-z]+)+\b|HH:MM:SS(?:\.mmm)?|AC10\d\d|script-Latin|pt-FB|[KM]i?B\b|\b\d+-\d+,\d+/g) ?? [])
    .toSorted()
    .join(' ');

it.each(['en', ...OTHERS])('every option has a name in %s', async (language) => {
  const labels = await load(`labels/${language}.js`);
  expect(NAMES.size).toBeGreaterThan(200);
  expect([...NAMES].filter((name) => labels[name] === undefined)).toEqual([]);
  expect(Object.keys(labels).filter((name) => !NAMES.has(name))).toEqual([]);
});

describe('descriptions of options', () => {
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
