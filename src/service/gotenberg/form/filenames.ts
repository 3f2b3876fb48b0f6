/** Longest name, code units: its end is kept. */
const LONGEST = 1000;

/**
 * Returns a name of a file without folders and control characters, in NFC. It names files in answers and is compared with others; no file
 * is created under it.
 */
export const plainFilename = (name: string): string =>
  name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .slice(-LONGEST)
    .replace(/[\p{Cc}]/gu, '')
    .normalize('NFC');

/** Returns the text of a header, which clients send in UTF-8, though Node reads it as Latin-1. */
export function headerText(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** Returns the extension with its dot, in lower case; empty if there is none. */
export const extensionOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';

export const withoutExtension = (name: string): string => name.replace(/\.[^.]*$/, '');

/** A number in a name that orders it among others. */
interface Numbered {
  readonly number: number;
  readonly rest: string;
  readonly isFirst: boolean;
}

function numberIn(name: string): Numbered | null {
  const first = /^(\d+)(.*)$/s.exec(name);
  if (first !== null) return { number: Number(first[1]), rest: first[2] ?? '', isFirst: true };
  const extension = /\.[^.]+$/.exec(name)?.[0] ?? '';
  return numberAtEnd(name.slice(0, name.length - extension.length), extension) ?? numberAtEnd(name, '');
}

/** A loop, because an expression would try every digit as the first one. @param after what follows in the name */
function numberAtEnd(text: string, after: string): Numbered | null {
  let from = text.length;
  while (from > 0 && /\d/.test(text.charAt(from - 1))) from -= 1;
  if (from === text.length) return null;
  return { number: Number(text.slice(from)), rest: text.slice(0, from) + after, isFirst: false };
}

const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/**
 * Orders files as Gotenberg merges them: by a number at the beginning of their names, or, among equal names, by one at the end; names
 * without a number follow.
 */
export function compareFilenames(one: string, other: string): number {
  const [a, b] = [numberIn(one), numberIn(other)];
  if (a === null || b === null) return a === b ? compareTexts(one, other) : a === null ? 1 : -1;
  const byRest = compareTexts(a.rest, b.rest);
  const byNumber = a.number - b.number;
  if (a.isFirst && b.isFirst) return byNumber || byRest;
  if (a.isFirst === b.isFirst) return byRest || byNumber || compareTexts(one, other);
  return byRest || (a.isFirst ? -1 : 1);
}
