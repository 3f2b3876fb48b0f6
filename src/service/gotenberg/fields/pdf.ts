import { anyObject, isObject, json, jsonProblem } from '../form/go-json.ts';
import { boolean, FieldProblem, integerFrom, integerThat, oneOf, text } from '../form/go-values.ts';
import { optionsField, planField, type Reading } from './field.ts';
import { switchField, YES } from './switches.ts';

/* Fields for what is done with a finished PDF; most routes have them. */

export const SPLIT_MODE = planField<'intervals' | 'pages'>({
  name: 'splitMode',
  takes: '`intervals` or `pages`',
  read: oneOf(['intervals', 'pages'], "'intervals' or 'pages'"),
  text: '`split`, `one_file_per_page` or `rearrange`',
});

export const SPLIT_SPAN = planField<string>({
  name: 'splitSpan',
  takes: 'a number of pages, or pages such as `1-3,5`',
  read: text,
  text: 'how many pages a part has, or which pages are taken',
});

export const SPLIT_UNIFY = planField<boolean>({
  name: 'splitUnify',
  takes: YES,
  read: boolean,
  text: 'whether the pages become one file',
});

/** A span is read after its mode, which says what it is. */
const SPAN_CHECK: Reading = {
  problem(form) {
    const span = form.value(SPLIT_SPAN.name);
    if (form.value(SPLIT_MODE.name) !== 'intervals') return null;
    try {
      integerFrom(1)((span ?? '').replaceAll(/\s/g, ''));
      return null;
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      return `form field 'splitSpan' is invalid (got '${span ?? ''}', resulting to ${error.message})`;
    }
  },
};

const UNIFY_CHECK: Reading = {
  problem(form) {
    const [mode, unify] = [form.value(SPLIT_MODE.name), form.value(SPLIT_UNIFY.name)];
    if (mode === 'pages' || unify === undefined || !isTrue(unify)) return null;
    return `form field 'splitUnify' is invalid (got '${unify}', resulting to unify is not available for split mode '${mode ?? ''}')`;
  },
};

function isTrue(value: string): boolean {
  try {
    return boolean(value);
  } catch {
    return false;
  }
}

export const SPLIT: readonly Reading[] = [SPLIT_MODE, SPLIT_SPAN, SPAN_CHECK, SPLIT_UNIFY, UNIFY_CHECK];

/** Of `/forms/pdfengines/split`. */
export const SPLIT_NEEDED: readonly Reading[] = [
  { ...SPLIT_MODE, isNeeded: true },
  { ...SPLIT_SPAN, isNeeded: true },
  { problem: (form) => (form.value(SPLIT_SPAN.name) === undefined ? null : SPAN_CHECK.problem(form)) },
  SPLIT_UNIFY,
  UNIFY_CHECK,
];

export const PDF_A = planField<string>({
  name: 'pdfa',
  takes: '`PDF/A-1b`, `PDF/A-2b`, `PDF/A-3b`, or another part and level',
  read: text,
  text: '`pdf_a`',
});

export const PDF_UA = switchField('pdfua', 'pdf_ua');

export const FORMATS: readonly Reading[] = [PDF_A, PDF_UA];

const metadataField = {
  name: 'metadata',
  takes: 'an object as JSON',
  read: json('metadata', anyObject),
  text: '`metadata` of the conversion',
} as const;

export const METADATA = planField<Record<string, unknown>>(metadataField);
export const METADATA_NEEDED = planField<Record<string, unknown>>({ ...metadataField, isNeeded: true });

/** An entry of an outline. */
export interface Bookmark {
  readonly title: string;
  readonly page: number;
  readonly children?: readonly Bookmark[];
}

/** Outlines for all files, or by the names of files. */
export type Bookmarks = readonly Bookmark[] | Readonly<Record<string, readonly Bookmark[]>>;

function readBookmarks(value: string): Bookmarks {
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch {
    throw new FieldProblem(`unmarshal bookmarks: ${jsonProblem(value)}`);
  }
  if (isBookmarks(read)) return read;
  if (isObject(read) && Object.values(read).every(isBookmarks)) return read as Bookmarks;
  throw new FieldProblem(
    'unmarshal bookmarks: expected a list of bookmarks, each with a title, a page and perhaps children, or an object of such lists by file name',
  );
}

const isBookmarks = (value: unknown): value is readonly Bookmark[] => Array.isArray(value) && value.every(isBookmark);

const isBookmark = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.title === 'string' &&
  Number.isInteger(value.page) &&
  (value.children == null || isBookmarks(value.children));

const bookmarksField = {
  name: 'bookmarks',
  takes: 'a list of `title`, `page`, `children` as JSON, or an object of such lists by file name',
  read: readBookmarks,
  text: '`bookmarks`',
} as const;

export const BOOKMARKS = planField<Bookmarks>(bookmarksField);
export const BOOKMARKS_NEEDED = planField<Bookmarks>({ ...bookmarksField, isNeeded: true });

export const AUTO_INDEX = planField<boolean>({
  name: 'autoIndexBookmarks',
  takes: YES,
  read: boolean,
  text: 'nothing without `bookmarks`: merged files keep theirs',
});
export const TITLE_BOOKMARKS = planField<boolean>({
  name: 'titleBookmarks',
  takes: YES,
  read: boolean,
  text: '`bookmarks`, of the titles of the files',
});

export const USER_PASSWORD = planField<string>({
  name: 'userPassword',
  takes: 'a text',
  read: text,
  text: '`new_user_password`',
});
export const OWNER_PASSWORD = planField<string>({
  name: 'ownerPassword',
  takes: 'a text',
  read: text,
  text: '`new_owner_password`',
});

const permission = (name: string, option: string) =>
  planField<boolean>({ name, takes: YES, read: boolean, text: `\`${option}\`` });

export const ALLOW_MODIFYING = permission('allowModifying', 'allow_modification');

/** What readers may do with a protected document, by the options that forbid it. */
export const PERMISSIONS = [
  [permission('allowPrinting', 'allow_printing'), 'allow_printing'],
  [permission('allowCopying', 'allow_copying'), 'allow_copying'],
  [ALLOW_MODIFYING, 'allow_modification'],
  [permission('allowAnnotating', 'allow_annotations'), 'allow_annotations'],
  [permission('allowFillingForms', 'allow_forms'), 'allow_forms'],
  [permission('allowAssembling', 'allow_assembly'), 'allow_assembly'],
] as const;

export const ENCRYPT: readonly Reading[] = [
  USER_PASSWORD,
  OWNER_PASSWORD,
  ...PERMISSIONS.map(([field]): Reading => field),
];

const ROTATE_ANGLE = planField<number>({
  name: 'rotateAngle',
  takes: '`90`, `180` or `270`',
  read: integerThat((angle) => ([90, 180, 270].includes(angle) ? null : 'wrong value, expected 90, 180, or 270')),
  text: '`rotate`',
});
export const ROTATE_PAGES = planField<string>({
  name: 'rotatePages',
  takes: 'pages such as `1-3,5`',
  read: text,
  text: 'the pages of `rotate`',
});

export const ROTATE: readonly Reading[] = [ROTATE_ANGLE, ROTATE_PAGES];
export const ROTATE_NEEDED: readonly Reading[] = [{ ...ROTATE_ANGLE, isNeeded: true }, ROTATE_PAGES];
export { ROTATE_ANGLE };

export const OPTIMIZE_IMAGES = planField<boolean>({
  name: 'optimizeImages',
  takes: YES,
  read: boolean,
  text: '`images_quality`',
});
export const IMAGE_QUALITY = planField<number>({
  name: 'imageQuality',
  takes: 'a number from 1 to 100',
  read: integerFrom(1, 100),
  fallback: 80,
  text: '`images_quality`, at least 10',
});

export const OPTIMIZE: readonly Reading[] = [OPTIMIZE_IMAGES, IMAGE_QUALITY];

export const FLATTEN = optionsField<boolean>({
  name: 'flatten',
  takes: YES,
  read: boolean,
  options: ['flatten'],
  of: (value): Record<string, unknown> => (value ? { flatten: 'all' } : {}),
});

export const MERGE = planField<boolean>({ name: 'merge', takes: YES, read: boolean, text: '`merge`' });
