import { ConversionError } from '../../../../src/task/errors.ts';
import { toPdfDate } from './dates.ts';
import {
  INFO_NAMES,
  type Info,
  isDate,
  isPropertyName,
  isText,
  LONGEST_TEXT,
  type Properties,
  TRAPPED,
  TRAPPED_VALUES,
} from './info.ts';
import { DEEPEST, MOST_BOOKMARKS } from './outline.ts';
import { LABEL_STYLES, type PageLabel } from './page-labels.ts';
import { type BookmarkView, type DocumentView, PAGE_LAYOUTS, PAGE_MODES } from './view.ts';

/** More than are read, so that some can be added. */
const MOST_PROPERTIES = 2000;
const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,8}$/;

/** The document that a view must fit. */
interface Bounds {
  readonly pages: number;
  /** Upper bound of bookmark ids, exclusive. */
  readonly ids: number;
  bookmarks: number;
}

/**
 * Checks that a patched value is a view of a document: removed members become empty. Throws ConversionError `option_invalid`, naming the
 * path.
 */
export function checkView(value: unknown, pages: number, ids: number): DocumentView {
  const members = object(value, '', ['info', 'properties', 'lang', 'pageMode', 'pageLayout', 'pageLabels', 'outline']);
  const bounds: Bounds = { pages, ids, bookmarks: 0 };
  return {
    info: checkInfo(members.info),
    properties: checkProperties(members.properties),
    lang: checkLanguage(members.lang),
    pageMode: oneOf(PAGE_MODES, members.pageMode ?? null, '/pageMode', null),
    pageLayout: oneOf(PAGE_LAYOUTS, members.pageLayout ?? null, '/pageLayout', null),
    pageLabels: list(members.pageLabels, '/pageLabels').map((label, index) =>
      checkLabel(label, `/pageLabels/${index}`, bounds),
    ),
    outline: checkBookmarks(members.outline, '/outline', bounds, 1),
  };
}

function checkInfo(value: unknown): Info {
  const members = object(value ?? {}, '/info', INFO_NAMES);
  const entries = INFO_NAMES.map((name) => {
    const path = `/info/${name}`;
    const text = members[name] === undefined || members[name] === null ? null : string(members[name], path);
    if (text !== null && isDate(name) && toPdfDate(text) === null) {
      throw invalid(path, 'must be a date such as 2024-03-01 or 2024-03-01T10:00:00+02:00');
    }
    return [name, text];
  });
  return Object.fromEntries(entries) as Info;
}

function checkProperties(value: unknown): Properties {
  const members = object(value ?? {}, '/properties');
  const entries = Object.entries(members).flatMap(([name, member]) => {
    const path = `/properties/${name.slice(0, 100)}`;
    if (!isPropertyName(name)) throw invalid(path, 'must have a name of letters and digits that /info does not have');
    if (member === null) return [];
    return [[name, name === TRAPPED ? oneOf(TRAPPED_VALUES, member, path) : string(member, path)]];
  });
  if (entries.length > MOST_PROPERTIES) throw invalid('/properties', `can have ${MOST_PROPERTIES} members at most`);
  return Object.fromEntries(entries) as Properties;
}

function checkLanguage(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && (value === '' || LANGUAGE.test(value))) return value;
  throw invalid('/lang', 'must be a language such as de or en-GB');
}

function checkLabel(value: unknown, path: string, { pages }: Bounds): PageLabel {
  const members = object(value, path, ['page', 'style', 'prefix', 'start']);
  return {
    page: integer(members.page, `${path}/page`, pages),
    style: oneOf(LABEL_STYLES, members.style ?? 'decimal', `${path}/style`),
    prefix: string(members.prefix ?? '', `${path}/prefix`),
    start: integer(members.start ?? 1, `${path}/start`, 1_000_000),
  };
}

function checkBookmarks(value: unknown, path: string, bounds: Bounds, depth: number): BookmarkView[] {
  const items = list(value, path);
  bounds.bookmarks += items.length;
  if (bounds.bookmarks > MOST_BOOKMARKS) throw invalid('/outline', `can have ${MOST_BOOKMARKS} bookmarks at most`);
  if (items.length > 0 && depth > DEEPEST)
    throw invalid(path, `is deeper than the ${DEEPEST} levels that are possible`);
  return items.map((item, index) => checkBookmark(item, `${path}/${index}`, bounds, depth));
}

function checkBookmark(value: unknown, path: string, bounds: Bounds, depth: number): BookmarkView {
  const members = object(value, path, ['id', 'title', 'page', 'open', 'children']);
  const { id = null, page = null, open = true } = members;
  if (id !== null && !(typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < bounds.ids)) {
    throw invalid(`${path}/id`, 'must be left out for a new bookmark');
  }
  if (typeof open !== 'boolean') throw invalid(`${path}/open`, 'must be true or false');
  return {
    id,
    title: string(members.title, `${path}/title`),
    page: page === null ? null : integer(page, `${path}/page`, bounds.pages),
    open,
    children: checkBookmarks(members.children, `${path}/children`, bounds, depth + 1),
  };
}

/** @param names of the members that are possible; left out: all */
function object(value: unknown, path: string, names?: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(path, 'must be an object');
  const unknown = Object.keys(value).find((name) => names?.includes(name) === false);
  if (unknown !== undefined) {
    throw invalid(`${path}/${unknown.slice(0, 100)}`, `is not known; possible here: ${names?.join(', ')}`);
  }
  return value as Record<string, unknown>;
}

function list(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw invalid(path, 'must be a list');
}

function string(value: unknown, path: string): string {
  if (typeof value === 'string' && isText(value)) return value;
  throw invalid(path, `must be a text of at most ${LONGEST_TEXT} characters`);
}

function integer(value: unknown, path: string, maximum: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maximum) return value;
  throw invalid(path, `must be a whole number from 1 to ${maximum}`);
}

function oneOf<Value extends string | null>(
  allowed: readonly Value[],
  value: unknown,
  path: string,
  ...also: readonly Value[]
): Value {
  const found = [...allowed, ...also].find((one) => one === value);
  if (found !== undefined) return found;
  throw invalid(path, `must be one of ${allowed.join(', ')}`);
}

/** Returns the error for a place of the view, as a JSON Pointer (RFC 6901); the empty text is the whole view. */
export function invalid(path: string, problem: string): ConversionError {
  const place = path === '' ? 'the document' : path;
  return new ConversionError('option_invalid', `Option patch: ${place} ${problem}.`, {
    details: { option: 'patch', path },
  });
}
