import type { LanguageRules } from './language-rules.ts';

/** Abbreviations that often end sentences: before a capital letter their stop stays. */
const CLOSING: ReadonlySet<string> = new Set(['etc.', 'a.m.', 'p.m.', 'usw.', 'ecc.', 'enz.', 'osv.', 'm.m.']);

/** Expands abbreviations and removes their stops, so that no sentence ends there, except where one does. */
export function abbreviationSpeller({ abbreviations, beforeNumbers }: LanguageRules): (text: string) => string {
  const anywhere = patternOf(abbreviations, '');
  const numbered = patternOf(beforeNumbers, '(?=\\s?\\p{N})');
  return (text) =>
    text
      .replace(numbered, (short) => `${beforeNumbers[short] ?? short} `)
      .replace(anywhere, (written, at: number) => {
        const short = written.replace(/\s/gu, ' ');
        const full = abbreviations[short] ?? short;
        return short.endsWith('.') && endsSentence(short, text.slice(at + written.length)) ? `${full}.` : full;
      })
      .replace(/ {2,}/g, ' ');
}

const endsSentence = (short: string, rest: string): boolean =>
  /^["'”’»)\]]*\s*$/.test(rest) || (CLOSING.has(short) && /^["'”’»)\]]*\s+["'“‘«([]*\p{Lu}/u.test(rest));

/** A title that also ends addresses (Main St.): it is expanded only before another name. */
const BEFORE_NAMES = 'St.';

function patternOf(names: Readonly<Record<string, string>>, then: string): RegExp {
  const longest = Object.keys(names).sort((a, b) => b.length - a.length);
  const sources = longest.map((name) => {
    const source = name.replace(/[.$^*+?()[\]{}|\\]/g, '\\$&').replaceAll(' ', '[ \\u00a0\\u202f]?');
    return name === BEFORE_NAMES ? `${source}(?=\\s\\p{Lu})` : source;
  });
  return new RegExp(`(?<![\\p{L}\\p{N}.])(?:${sources.join('|')})(?!\\p{L})${then}`, 'gu');
}
