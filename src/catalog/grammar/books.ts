import type { Parsed } from './parsed.ts';

/** A language and its subtags: BCP 47 without its rarer forms. */
export const LANGUAGE_TAG_PATTERN = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$';

/** Identifiers of a book, each a scheme and a value. */
export const IDENTIFIERS_PATTERN =
  '^\\s*[A-Za-z][A-Za-z0-9_-]{0,31}:[^,\\s][^,]*(,\\s*[A-Za-z][A-Za-z0-9_-]{0,31}:[^,\\s][^,]*)*$';

const LANGUAGE_TAG = new RegExp(LANGUAGE_TAG_PATTERN);
const IDENTIFIERS = new RegExp(IDENTIFIERS_PATTERN);

/** Reads the option `book_language`. */
export function parseLanguageTag(text: string): Parsed<string> {
  if (LANGUAGE_TAG.test(text)) return { value: text };
  return { problem: 'it must be a language tag such as en, deu or pt-BR' };
}

/** Reads the option `identifiers`. */
export function parseIdentifiers(text: string): Parsed<string> {
  if (IDENTIFIERS.test(text)) return { value: text };
  return { problem: 'each identifier must be scheme:value, such as isbn:9780142437247; commas part several' };
}
