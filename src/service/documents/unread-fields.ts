import { nearest } from '../../catalog/nearest.ts';
import type { WarningIssue } from '../../task/errors.ts';

/** Longest name in a warning, characters. */
const LONGEST_NAME = 100;
/** Nobody reads more names. */
const MOST_NAMED = 20;

/** What a field belongs to, as a warning names it. */
export type Owner = Pick<WarningIssue, 'source' | 'id_source'> & { readonly name: string };

/**
 * Warns of fields that nothing reads, such as `conversions` in place of `conversion`, or a `size` that only answers have. A field that is null
 * or empty is as good as left out: clients send whole documents.
 * @param schema of the body
 * @returns one warning, or none
 */
export function unreadFields(
  body: object,
  schema: { readonly properties: object },
  { name, source, id_source }: Owner,
): WarningIssue[] {
  const known = Object.keys(schema.properties);
  const unread = Object.entries(body).flatMap(([field, value]) =>
    known.includes(field) || isEmpty(value) ? [] : [field],
  );
  if (unread.length === 0) return [];
  const shown = unread.slice(0, MOST_NAMED).map((field) => field.slice(0, LONGEST_NAME));
  const list = shown.map((field) => inWords(field, known)).join(', ');
  const rest = unread.length > shown.length ? ', …' : '';
  const message = `Fields of ${name} that cannot be set, ignored: ${list}${rest}.`;
  return [{ source, id_source, code: 'field_ignored', message, details: { fields: shown } }];
}

/** In a body with thousands of entries, finding what each was meant to be takes seconds. */
const MOST_WARNINGS = 20;

/** Returns the warnings of the first entries of a body that have some. */
export function firstWarnings<Entry>(
  entries: readonly Entry[],
  warningsOf: (entry: Entry, index: number) => readonly WarningIssue[],
): WarningIssue[] {
  const found: WarningIssue[] = [];
  for (const [index, entry] of entries.entries()) {
    if (found.length >= MOST_WARNINGS) break;
    found.push(...warningsOf(entry, index));
  }
  return found;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

const inWords = (field: string, known: readonly string[]): string => `${field}${meantField(field, known)}`;

/** Returns ` (did you mean …?)` with the closest field; empty if there is none. */
export function meantField(field: string, known: readonly string[]): string {
  const [close] = nearest(field, known);
  return close === undefined ? '' : ` (did you mean ${close}?)`;
}
