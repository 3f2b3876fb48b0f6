// Parses the objects of a PDF as text (ISO 32000-2, 7.3), strictly: anything doubtful is null, and left to a program to judge.

/** Reference to another object, by its number. */
export interface Reference {
  readonly object: number;
}

export type Dictionary = ReadonlyMap<string, PdfValue>;

/** `other`: a string, a real number, a boolean or null, which no caller needs. Names begin with `/`. */
export type PdfValue = number | string | Reference | Dictionary | readonly PdfValue[] | 'other';

/** A value and the offset after it. */
interface Read<Value = PdfValue> {
  readonly value: Value;
  readonly end: number;
}

const DEEPEST = 32;
const SPACE = /[\0\t\n\f\r ]*/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+0[\0\t\n\f\r ]+R(?=[\0\t\n\f\r /<>[\]()]|$)/y;
const INTEGER = /[+-]?\d{1,10}(?=[\0\t\n\f\r /<>[\]()]|$)/y;
const REAL = /[+-]?(?:\d{1,10}\.\d{0,20}|\.\d{1,20})(?=[\0\t\n\f\r /<>[\]()]|$)/y;
const NAME = /\/[!"$&'*-.0-9:;=?@A-Z\\^_`a-z|~]+(?=[\0\t\n\f\r /<>[\]()]|$)/y;
const WORD = /(?:true|false|null)(?=[\0\t\n\f\r /<>[\]()]|$)/y;
const HEXADECIMAL = /<(?:[0-9A-Fa-f]{2})*>/y;

/** Matches the sticky pattern at `at`. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns the offset after white space; comments are not supported. */
export function skipSpace(text: string, at: number): number {
  return at + (matchAt(SPACE, text, at)?.[0].length ?? 0);
}

export const isDictionary = (value: PdfValue | undefined): value is Dictionary => value instanceof Map;

export const isReference = (value: PdfValue | undefined): value is Reference =>
  typeof value === 'object' && 'object' in value;

/** Reads the value that begins at `at`, after white space; null if there is none, or it is doubtful. */
export function readValue(text: string, at: number, depth = 0): Read | null {
  if (depth > DEEPEST) return null;
  const start = skipSpace(text, at);
  if (text.startsWith('<<', start)) return readDictionary(text, start, depth);
  if (text[start] === '[') return readArray(text, start, depth);
  if (text[start] === '(') return readString(text, start);
  const reference = matchAt(REFERENCE, text, start);
  if (reference !== null) return { value: { object: Number(reference[1]) }, end: start + reference[0].length };
  const integer = matchAt(INTEGER, text, start);
  if (integer !== null) return { value: Number(integer[0]), end: start + integer[0].length };
  const name = matchAt(NAME, text, start);
  if (name !== null) return { value: name[0], end: start + name[0].length };
  const other = matchAt(REAL, text, start) ?? matchAt(WORD, text, start) ?? matchAt(HEXADECIMAL, text, start);
  return other === null ? null : { value: 'other', end: start + other[0].length };
}

/** Does the same for a dictionary. */
export function readDictionary(text: string, start: number, depth = 0): Read<Dictionary> | null {
  if (!text.startsWith('<<', start)) return null;
  const entries = new Map<string, PdfValue>();
  for (let at = skipSpace(text, start + 2); ; ) {
    if (text.startsWith('>>', at)) return { value: entries, end: at + 2 };
    const key = matchAt(NAME, text, at)?.[0];
    if (key === undefined || entries.has(key)) return null;
    const read = readValue(text, at + key.length, depth + 1);
    if (read === null) return null;
    entries.set(key, read.value);
    at = skipSpace(text, read.end);
  }
}

function readArray(text: string, start: number, depth: number): Read | null {
  const values: PdfValue[] = [];
  for (let at = skipSpace(text, start + 1); ; ) {
    if (text[at] === ']') return { value: values, end: at + 1 };
    const read = readValue(text, at, depth + 1);
    if (read === null) return null;
    values.push(read.value);
    at = skipSpace(text, read.end);
  }
}

/** Only finds the end of the string: its parentheses are balanced or escaped. */
function readString(text: string, start: number): Read | null {
  let open = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') open += 1;
    else if (character === ')' && --open === 0) return { value: 'other', end: at + 1 };
  }
  return null;
}
