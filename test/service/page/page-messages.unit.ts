import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPTION_GROUPS } from '../../../src/catalog/definition.ts';
import { INTENTS } from '../../../src/catalog/vocabulary.ts';

const WEB = new URL('../../../src/service/web/', import.meta.url);
const FOLDER = new URL('shell/', WEB);

type Messages = Readonly<Record<string, string>>;

async function load(language: string): Promise<{ default: Messages; words: Messages }> {
  return import(new URL(`messages/${language}.js`, FOLDER).href);
}

const { default: english } = await load('en');
const OTHERS = ['de', 'es', 'fr', 'ja', 'zh'];
const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** All scripts of the page except the messages, and its document. */
const SOURCES = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(js|html)$/.test(name) && !name.startsWith('shell/messages'))
  .map((name) => ({ name, text: readFileSync(new URL(name, WEB), 'utf8') }));

describe('the messages of the page', () => {
  it('are there for every language that can be chosen', () => {
    const files = readdirSync(new URL('messages/', FOLDER)).map((name) => name.replace('.js', ''));
    expect(files.sort()).toEqual(['en', ...OTHERS].sort());
    const i18n = SOURCES.find(({ name }) => name === 'shell/i18n.js')?.text ?? '';
    for (const language of files) expect(i18n).toMatch(new RegExp(`\\n  ${language}: '`));
  });

  it.each(OTHERS)('have all keys in %s, with the same values to fill in', async (language) => {
    const { default: own, words } = await load(language);
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(own)) {
      expect(text.trim(), key).not.toBe('');
      expect(holes(text), key).toEqual(holes(english[key] ?? ''));
    }
    expect(Object.keys(words).length).toBeGreaterThan(20);
  });

  it.each(OTHERS)('are translated into %s, but for names and figures', async (language) => {
    const { default: own } = await load(language);
    const same = Object.entries(own).filter(
      ([key, text]) => text === english[key] && /[a-z]{4}/i.test(text.replace(/\{\w+\}/g, '')),
    );
    expect(same.length, same.map(([key]) => key).join(' ')).toBeLessThan(25);
  });

  it('name all groups of options, and no others', () => {
    const named = Object.keys(english).flatMap((key) => (key.startsWith('group.') ? [key.slice('group.'.length)] : []));
    expect(named.toSorted()).toEqual([...OPTION_GROUPS].toSorted());
  });

  it('name all tasks of the page, and no others', () => {
    const named = Object.keys(english).flatMap((key) => (key.startsWith('task.') ? [key.slice('task.'.length)] : []));
    const tasks = new Set(INTENTS.flatMap(({ button }) => button?.name ?? []));
    expect(named.filter((name) => name !== 'title').toSorted()).toEqual([...tasks].toSorted());
  });

  it('are all used, and all that is used is there', () => {
    const text = SOURCES.map((source) => source.text).join('\n');
    const made = /^(option|target|category|status|login|group|task)\./;
    const unused = Object.keys(english).filter((key) => {
      const base = key.replace(/\.(one|other)$/, '');
      return !made.test(key) && !text.includes(`'${base}'`) && !text.includes(`"${base}"`);
    });
    expect(unused).toEqual([]);
    const asked = [...text.matchAll(/data-i18n="([^"]+)"/g), ...text.matchAll(/"[a-z-]+":"([a-z]+\.\w+)"/g)];
    expect(asked.length).toBeGreaterThan(30);
    expect(asked.map(([, key]) => key ?? '').filter((key) => !(key in english))).toEqual([]);
  });

  it('stand in the document in English, for the moment before its scripts run', () => {
    const documents = SOURCES.filter(({ name }) => name.endsWith('.html')).map(({ text }) => text);
    const shown = [...documents.join('\n').matchAll(/data-i18n="([^"]+)"[^>]*>([^<]*)</g)];
    expect(shown.length).toBeGreaterThan(20);
    for (const [, key, text] of shown) expect(text, key).toBe(english[key ?? '']);
  });
});
