/** How much a JSON text holds. */
export interface JsonSize {
  /** Numbers, texts, lists, objects and so on; names of members not. */
  readonly values: number;
  /** Of the object with the most, 1 for one that has none. */
  readonly members: number;
  /** Of lists and objects in one another; 1 for a list of numbers. */
  readonly depth: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENED_LIST = 0x5b;
const OPENED_OBJECT = 0x7b;
const CLOSED = new Set([0x5d, 0x7d]);

/**
 * Measures a text without parsing it: a megabyte takes some ms, where to parse and check half a million values takes seconds. Of what is
 * no JSON it says something.
 */
export function jsonSize(text: string): JsonSize {
  let values = 1;
  let depth = 0;
  let members = 0;
  /** Of each list and object that is open: how many members it has so far; 0 for lists. */
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

/** @returns where the quote is that ends the text which begins at `from`; a file in base64 is one long text */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/** A job of a thousand inputs with their passwords has some ten thousand. To check more would keep all others waiting. */
const MOST_VALUES = 25_000;
/** Of one object: more than any target has options. What nobody knows is compared with what there is. */
const MOST_MEMBERS = 1000;
/** More than any document of the interface has; what writes JSON is recursive. */
const DEEPEST = 64;

/** What a client's JSON has too much of, to follow the name of the field; null if it is taken. */
export function excessOf(text: string): string | null {
  const { values, members, depth } = jsonSize(text);
  if (depth > DEEPEST) return `must not be nested deeper than ${DEEPEST} levels`;
  if (values > MOST_VALUES) return `must not have more than ${MOST_VALUES} values`;
  return members > MOST_MEMBERS ? `must not have an object with more than ${MOST_MEMBERS} members` : null;
}
