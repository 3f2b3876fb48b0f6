/*
 * Values of a PDF as in qpdf's JSON ("qpdf JSON", version 2, in its manual). Names begin with `/`, references are `12 0 R`, text strings
 * begin with `u:`, other strings with `b:` and are hexadecimal, so that kinds cannot be confused.
 * The JSON is read and written as Latin-1, because names may be in any encoding and every byte must be kept. Text in it is UTF-8: see
 * textOf() and toText().
 */

export type Value = null | boolean | number | string | readonly Value[] | Dict;
export type Dict = { readonly [key: string]: Value };
/** `12 0 R`. */
export type Ref = `${number} ${number} R`;

const REF = /^[0-9]+ [0-9]+ R$/;

export const isRef = (value: Value | undefined): value is Ref => typeof value === 'string' && REF.test(value);

export const isDict = (value: Value | undefined): value is Dict =>
  typeof value === 'object' && value !== null && !isArray(value);

export const isArray = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

/** Returns the text of a string; null for anything else. */
export function textOf(value: Value | undefined): string | null {
  if (typeof value !== 'string') return null;
  if (value.startsWith('u:')) return Buffer.from(value.slice(2), 'latin1').toString('utf8');
  // Not valid text, so it is read as Latin-1, as viewers do.
  return value.startsWith('b:') ? Buffer.from(value.slice(2), 'hex').toString('latin1') : null;
}

export const toText = (text: string): Value => `u:${Buffer.from(text, 'utf8').toString('latin1')}`;

/** Returns the name without its slash; null for anything else. */
export const nameOf = (value: Value | undefined): string | null =>
  typeof value === 'string' && value.startsWith('/') ? value.slice(1) : null;

/** Returns the dictionary without some of its keys. */
export function without(dict: Dict, ...keys: readonly string[]): Dict {
  return Object.fromEntries(Object.entries(dict).filter(([key]) => !keys.includes(key)));
}

/** Replaces every part for which `change` returns something; returns the value itself if there is none. */
export function rewrite(value: Value, change: (part: Value) => Value | undefined): Value {
  const changed = change(value);
  if (changed !== undefined) return changed;
  if (isArray(value)) {
    const parts = value.map((part) => rewrite(part, change));
    return parts.some((part, index) => part !== value[index]) ? parts : value;
  }
  if (!isDict(value)) return value;
  const entries = Object.entries(value);
  const parts = entries.map(([key, part]) => [key, rewrite(part, change)] as const);
  return parts.some(([, part], index) => part !== entries[index]?.[1]) ? Object.fromEntries(parts) : value;
}
