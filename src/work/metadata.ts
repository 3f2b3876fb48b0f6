import { pluralize } from '../util/pluralize.ts';
import type { WorkContext } from './context.ts';

/** What a conversion changes in the metadata of its outputs. */
export interface MetadataEdit {
  /** Whether nothing of the source's metadata is kept. */
  readonly clear: boolean;
  /** Values by the client's names of the fields; null removes the field. */
  readonly fields: ReadonlyMap<string, string | null>;
}

/** Name of the member that is not a field. */
const CLEAR_ALL = 'clear_all';

const MAX_FIELDS = 100;
const MAX_NAME = 100;
const MAX_VALUE = 10_000;
/** Characters of all values: they are arguments of programs, some three times over. */
const MAX_VALUES = 100_000;

/**
 * Reads the `metadata` of a conversion: `{"clear_all": true, "author": "…", "title": null}`. Warns of fields without a usable value. Null:
 * there is nothing to do.
 */
export function readMetadata(
  values: Readonly<Record<string, unknown>>,
  warn: WorkContext['warn'],
): MetadataEdit | null {
  const fields = new Map<string, string | null>();
  const refused: string[] = [];
  let left = MAX_VALUES;
  for (const [name, value] of Object.entries(values)) {
    if (name === CLEAR_ALL) continue;
    const text = value === null ? null : textOf(value);
    if (text === undefined || plainName(name) === '' || name.length > MAX_NAME || fields.size >= MAX_FIELDS) {
      refused.push(name);
    } else if ((text?.length ?? 0) > left) refused.push(name);
    else {
      left -= text?.length ?? 0;
      fields.set(name, text === '' ? null : text);
    }
  }
  if (refused.length > 0) {
    const what = `a text of up to ${MAX_VALUE} characters, a number, a list of these, or null`;
    const message = `${pluralize(refused.length, 'metadata field')} left out: ${listed(refused)}. A field is ${what}, and there are up to ${MAX_FIELDS} with ${MAX_VALUES} characters.`;
    warn('metadata_lost', message, { fields: detailsOf(refused) });
  }
  const clear = values[CLEAR_ALL] === true || values[CLEAR_ALL] === 'true';
  return clear || fields.size > 0 ? { clear, fields } : null;
}

/** Returns the text of a value; undefined if it has none. */
function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const texts = value.map((each) => (Array.isArray(each) ? undefined : textOf(each)));
    return texts.includes(undefined) ? undefined : bounded(texts.join(', '));
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? bounded(String(value)) : undefined;
}

/** Removes control characters other than line breaks and tabs: XML cannot hold them. */
function bounded(text: string): string | undefined {
  return text.length > MAX_VALUE ? undefined : text.replace(/[^\P{Cc}\t\n\r]/gu, '').toWellFormed();
}

/** Returns a name as it is compared: `Album Artist`, `album_artist` and `AlbumArtist` are one field. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Values by where a target keeps them, and the names of fields that it cannot keep. */
export interface PlacedFields<Place extends string> {
  readonly values: ReadonlyMap<Place, string | null>;
  readonly unplaced: readonly string[];
}

/**
 * Distributes the fields of an edit among the places of a target.
 * @param places places by plain names of fields; of two fields for one place, the one that is listed first gets it
 */
export function placeFields<Place extends string>(
  { fields }: MetadataEdit,
  places: Readonly<Record<string, Place>>,
): PlacedFields<Place> {
  const order = Object.keys(places);
  const rank = (name: string) => order.indexOf(plainName(name));
  const values = new Map<Place, string | null>();
  const unplaced: string[] = [];
  for (const [name, value] of [...fields].sort(([one], [other]) => rank(one) - rank(other))) {
    const place = places[plainName(name)];
    if (place !== undefined && (values.get(place) ?? null) === null) values.set(place, value);
    // Where a field has no place, there is nothing to remove.
    else if (value !== null) unplaced.push(name);
  }
  return { values, unplaced };
}

/** Warns of fields that a target cannot keep. */
export function warnOfUnplaced(names: readonly string[], target: string, { warn }: Pick<WorkContext, 'warn'>): void {
  if (names.length === 0) return;
  const message = `${target} files made here have no place for the metadata ${listed(names)}: left out.`;
  warn('metadata_lost', message, { target, fields: detailsOf(names) });
}

/** Warns that metadata of the source could not be cleared. */
export function warnOfUncleared(what: readonly string[], target: string, { warn }: Pick<WorkContext, 'warn'>): void {
  if (what.length === 0) return;
  const message = `clear_all: the ${target} file still has metadata that cannot be removed here: ${listed(what)}.`;
  warn('metadata_lost', message, { target, kept: detailsOf(what) });
}

const MOST_NAMED = 8;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map((name) => name.slice(0, 60));
  return `${shown.join(', ')}${names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''}`;
}

const detailsOf = (names: readonly string[]): string[] =>
  names.slice(0, MAX_FIELDS).map((name) => name.slice(0, MAX_NAME));
