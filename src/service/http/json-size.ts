/** How much a JSON text contains. */
export interface JsonSize {
  /** Number of values: numbers, texts, lists, objects and so on, but not names of members. */
  readonly values: number;
  /** Number of members of the largest object; 1 if it has none. */
  readonly members: number;
  /** Nesting of lists and objects; 1 for a list of numbers. */
  readonly depth: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENED_LIST = 0x5b;
const OPENED_OBJECT = 0x7b;
const CLOSED = new Set([0x5d, 0x7d]);

/**
 * Measures a text without parsing it. A megabyte takes some ms, whereas parsing and checking half a million values takes seconds. The
 * result for invalid JSON has no meaning.
 */
export function jsonSize(text: string): JsonSize {
  let values = 1;
  let depth = 0;
  let members = 0;
  /** Number of members so far of each open list and object; 0 for lists. */
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at + 1);
    else if (code === COMMA) {
      values += 1;
      const level = open.length - 1;
      const count = open[level] ?? 0;
      if (count > 0) {
        open[level] = count + 1;
        members = Math.max(members, count + 1);
      }
    } else if (code === OPENED_LIST || code === OPENED_OBJECT) {
      values += 1;
      open.push(code === OPENED_OBJECT ? 1 : 0);
      depth = Math.max(depth, open.length);
      if (code === OPENED_OBJECT) members = Math.max(members, 1);
    } else if (CLOSED.has(code)) open.pop();
  }
  return { values, members, depth };
}

/** @returns position of the quote that ends the text which begins at `from`; a file in base64 is one long text */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/** A job of a thousand inputs with their passwords has about ten thousand. Checking more would block all other requests. */
const MOST_VALUES = 25_000;
/** Limit of one object: more than any target has options. Unknown names are compared with all known ones. */
const MOST_MEMBERS = 1000;
/** More than any document of the interface has. JSON is serialized recursively. */
const DEEPEST = 64;

/** Describes which limit a client's JSON exceeds, as text after the name of the field. Null if it is accepted. */
export function excessOf(text: string): string | null {
  const { values, members, depth } = jsonSize(text);
  if (depth > DEEPEST) return `must not be nested deeper than ${DEEPEST} levels`;
  if (values > MOST_VALUES) return `must not have more than ${MOST_VALUES} values`;
  return members > MOST_MEMBERS ? `must not have an object with more than ${MOST_MEMBERS} members` : null;
}
