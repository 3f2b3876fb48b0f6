/** A reference to another object, or the entries of a dictionary that is given directly; null for anything else. */
export type EntryValue =
  | { readonly kind: 'reference'; readonly object: string }
  | { readonly kind: 'dictionary'; readonly entries: Entries };
export type Entries = ReadonlyMap<string, EntryValue | null>;

/** Strings, the marks of dictionaries and arrays, and anything else between white space: names, numbers, words. */
const TOKEN = /\((?:[^\\()]|\\[\s\S])*\)|<<|>>|\[|\]|<[0-9A-Fa-f]*>|[^\s<>[\]()]+/g;

const DEEPEST = 100;

/**
 * Parses the entries of a dictionary from `qpdf --show-object`, which prints single blanks between all parts, and escapes brackets in
 * strings. Null if the text is not a dictionary, is truncated, or is nested deeper than any useful dictionary.
 */
export function dictionaryEntries(text: string): Entries | null {
  const tokens: readonly string[] = text.match(TOKEN) ?? [];
  const start = tokens.indexOf('<<');
  const read = start === -1 ? null : readDictionary(tokens, start + 1, 1);
  return read?.entries ?? null;
}

interface Read {
  readonly entries: Entries;
  /** Index after its end mark. */
  readonly next: number;
}

function readDictionary(tokens: readonly string[], from: number, depth: number): Read | null {
  if (depth > DEEPEST) return null;
  const entries = new Map<string, EntryValue | null>();
  let at = from;
  while (tokens[at] !== '>>') {
    const key = tokens[at];
    if (!key?.startsWith('/')) return null;
    if (tokens[at + 1] === '<<') {
      const inner = readDictionary(tokens, at + 2, depth + 1);
      if (inner === null) return null;
      entries.set(key, { kind: 'dictionary', entries: inner.entries });
      at = inner.next;
    } else if (tokens[at + 3] === 'R') {
      entries.set(key, { kind: 'reference', object: `${tokens[at + 1]},${tokens[at + 2]}` });
      at += 4;
    } else {
      entries.set(key, null);
      const end = tokens[at + 1] === '[' ? endOfArray(tokens, at + 2) : at + 2;
      if (end === null) return null;
      at = end;
    }
  }
  return { entries, next: at + 1 };
}

/** Returns the index after the mark that ends the array; null if there is none. */
function endOfArray(tokens: readonly string[], from: number): number | null {
  let open = 1;
  for (let at = from; at < tokens.length; at += 1) {
    if (tokens[at] === '[') open += 1;
    else if (tokens[at] === ']') open -= 1;
    if (open === 0) return at + 1;
  }
  return null;
}
