/*
 * Values of a PDF as qpdf's JSON has them ("qpdf JSON", version 2, in its manual). Names begin with `/`, references are
 * `12 0 R`, text strings begin with `u:`, other strings with `b:` and are hexadecimal, so that no two kinds can be mistaken.
 *
 * The JSON is read and written as Latin-1: names may be in any encoding, and so each byte stays what it is. Text is UTF-8
 * within that: see textOf() and toText().
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

/** The text of a string; null for anything else. */
export function textOf(value: Value | undefined): string | null {
  if (typeof value !== 'string') return null;
  if (value.startsWith('u:')) return Buffer.from(value.slice(2), 'latin1').toString('utf8');
  // No valid text, so read as Latin-1, as viewers do.
  return value.startsWith('b:') ? Buffer.from(value.slice(2), 'hex').toString('latin1') : null;
}

export const toText = (text: string): Value => `u:${Buffer.from(text, 'utf8').toString('latin1')}`;

/** The name without its slash; null for anything else. */
export const nameOf = (value: Value | undefined): string | null =>
  typeof value === 'string' && value.startsWith('/') ? value.slice(1) : null;

/** The dictionary without some of its keys. */
export function without(dict: Dict, ...keys: readonly string[]): Dict {
  return Object.fromEntries(Object.entries(dict).filter(([key]) => !keys.includes(key)));
}

/** The value with every part replaced for which `change` returns something; itself where nothing is. */
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
