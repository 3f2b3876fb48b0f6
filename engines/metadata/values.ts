import { MAX_TAGS, MAX_TEXT } from './limits.ts';
import type { Facts } from './schema/document.ts';

/** Type of `exif`, `iptc`, `xmp`, `tags` or `custom`. */
export type TagMap = NonNullable<Facts['exif']>;

/** A list in the document. */
export interface List<Item> {
  count: number;
  items: Item[];
}

/** Returns the object without members that were not found. */
export function found<T extends object>(members: { [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** Does the same; returns undefined if nothing was found. */
export function foundAny<T extends object>(members: { [Name in keyof T]: T[Name] | undefined }): T | undefined {
  const result = found<T>(members);
  return Object.keys(result).length === 0 ? undefined : result;
}

/** Returns a text without surrounding space; undefined for an empty one. Numbers become text. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const plain = value.replaceAll('\0', '').trim().toWellFormed();
  if (plain === '') return undefined;
  return plain.length <= MAX_TEXT ? plain : `${plain.slice(0, MAX_TEXT - 1).toWellFormed()}…`;
}

/** Returns an integer, 0 or more. Texts are read as decimals. */
export function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Returns a number above 0. */
export function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined;
}

/** Returns the first `limit` items with the total count; undefined if there are none. */
export function list<Item>(all: readonly Item[], limit: number): List<Item> | undefined {
  return all.length === 0 ? undefined : { count: all.length, items: all.slice(0, limit) };
}

/** Returns numbers of pages, in their order, as a text: `1-3,7`. */
export function pagesText(pages: readonly number[]): string | undefined {
  const ranges: { from: number; to: number }[] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last?.to === page - 1) last.to = page;
    else ranges.push({ from: page, to: page });
  }
  return text(ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(','));
}

/** Returns a list of texts without empty ones. */
export function texts(all: readonly unknown[], limit: number): List<string> | undefined {
  return list(
    all.map(text).filter((each) => each !== undefined),
    limit,
  );
}

const DATE = /^(\d{4})[-:](\d\d)[-:](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?\d*)?)?\s*(Z|[+-]\d\d:?\d\d)?$/;

/** Converts a date of Exif, XMP or XML to ISO 8601; undefined for other values, such as zeros. */
export function date(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const parts = DATE.exec(value.trim());
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = ''] = parts;
  if (Number.isNaN(Date.parse(`${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}Z`))) {
    return undefined;
  }
  if (hour === undefined) return `${year}-${month}-${day}`;
  const seconds = second === undefined ? '' : `:${second}${fraction}`;
  return `${year}-${month}-${day}T${hour}:${minute}${seconds}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`;
}

/** Returns names with their values, the first of each name, up to the document's limit; undefined if there are none. */
export function tagMap(entries: Iterable<readonly [string, unknown]>): TagMap | undefined {
  const tags = new Map<string, TagMap[string]>();
  for (const [name, value] of entries) {
    const kept = tagValue(value);
    if (kept === undefined || kept === null || tags.size >= MAX_TAGS) continue;
    const short = name.slice(0, MAX_NAME).toWellFormed();
    if (!tags.has(short)) tags.set(short, kept);
  }
  return tags.size === 0 ? undefined : Object.fromEntries(tags);
}

/** Maximum characters of a tag's name. */
const MAX_NAME = 200;
/** Maximum items of one list in a tag, and members of one structure of XMP. */
const MAX_ITEMS = 100;

function tagValue(value: unknown): TagMap[string] | undefined {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).flatMap((item) => tagValue(item) ?? []);
  if (typeof value !== 'object' || value === null) return undefined;
  const members = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(
    members.flatMap(([name, member]) => {
      const kept = tagValue(member);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}
