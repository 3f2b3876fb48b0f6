import type { WorkContext } from '../../src/work/context.ts';
import { type MetadataEdit, placeFields, plainName, warnOfUnplaced } from '../../src/work/metadata.ts';
import { toPdfDate } from '../../tools/formats/pdf-pages/structure/dates.ts';
import { isPropertyName, TRAPPED, TRAPPED_VALUES } from '../../tools/formats/pdf-pages/structure/info.ts';
import { operationsOf } from './operations/file/patch.ts';
import type { PdfOptions } from './operations/operation.ts';

/** Members of the view that `patch` changes (operations/file/patch.ts), by plain names of fields. */
const PLACES = {
  title: '/info/title',
  author: '/info/author',
  artist: '/info/author',
  subject: '/info/subject',
  description: '/info/subject',
  keywords: '/info/keywords',
  tags: '/info/keywords',
  creator: '/info/creator',
  creatortool: '/info/creator',
  software: '/info/creator',
  producer: '/info/producer',
  createdate: '/info/creationDate',
  creationdate: '/info/creationDate',
  moddate: '/info/modificationDate',
  modifydate: '/info/modificationDate',
  modificationdate: '/info/modificationDate',
  language: '/lang',
} as const;

/** What describes the file itself, not the document in it. */
const OF_FILE: ReadonlySet<string> = new Set(['pdfversion', 'linearized', 'pagecount', 'filetype', 'filesize']);

/**
 * Returns options that also set the metadata of a conversion: before the PDF becomes PDF/A, is linearized or encrypted. A field without a
 * place of its own becomes an entry of the document's information under its name.
 */
export function withMetadata<Options extends PdfOptions>(
  options: Options,
  edit: MetadataEdit | undefined,
  context: WorkContext,
): Options {
  if (edit === undefined) return options;
  const { values, unplaced } = placeFields(edit, PLACES);
  const placed = [...values].map(([path, value]) => ({ path, value: isDate(path) ? dateOf(value) : value }));
  const further = unplaced.map((name) => ({ name, path: placeOf(name, edit.fields.get(name)) }));
  const lost = [
    ...further.filter(({ path }) => path === null).map(({ name }) => name),
    ...placed.filter(({ value }) => value === undefined).map(({ path }) => path.replace('/info/', '')),
  ];
  warnOfUnplaced(lost, 'PDF', context);
  const own = options.patch === undefined ? [] : operationsOf(options);
  const added = [
    ...placed.filter(({ value }) => value !== undefined),
    ...further.flatMap(({ name, path }) => (path === null ? [] : [{ path, value: edit.fields.get(name) }])),
  ];
  const operations = [...own, ...added.map(({ path, value }) => ({ op: 'add', path, value }))];
  return {
    ...options,
    ...(edit.clear && { remove_metadata: true }),
    ...(operations.length > 0 && { patch: { operations } }),
  };
}

/**
 * Returns options that also set the author whom the text itself names. What the client asks comes after it, and so wins; nothing is set if
 * all metadata are to be removed.
 */
export function withAuthor<Options extends PdfOptions>(options: Options, author: string | undefined): Options {
  if (author === undefined || options.remove_metadata === true) return options;
  const own = options.patch === undefined ? [] : operationsOf(options);
  return { ...options, patch: { operations: [{ op: 'add', path: '/info/author', value: author }, ...own] } };
}

const isDate = (path: string): boolean => path.endsWith('Date');

/** Returns a date as a patch takes it, from ISO 8601 or ExifTool's `2006:09:18 16:27:50-04:00`; undefined if it is none. */
function dateOf(value: string | null): string | null | undefined {
  if (value === null) return null;
  const iso = value.trim().replace(/^(\d{4}):(\d\d):(\d\d)[ T]/, '$1-$2-$3T');
  return toPdfDate(iso) === null ? undefined : iso;
}

/** Returns the place of a further entry: `Album Artist` is `/properties/AlbumArtist`. Null if it can have none. */
function placeOf(field: string, value: string | null | undefined): string | null {
  const words = field.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  if (!isPropertyName(name) || OF_FILE.has(plainName(name)) || /[^A-Za-z0-9 _-]/.test(field)) return null;
  if (name === TRAPPED && !TRAPPED_VALUES.includes(value ?? '')) return null;
  return `/properties/${name}`;
}
