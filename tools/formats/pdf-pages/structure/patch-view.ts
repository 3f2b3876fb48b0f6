import jsonPatch from 'fast-json-patch';
import type { ConversionError } from '../../../../src/task/errors.ts';
import type { PdfObjects } from '../objects/objects.ts';
import { isRef, toText } from '../objects/values.ts';
import { checkView, invalid } from './check-view.ts';
import { writeInfo } from './info.ts';
import { type Bookmark, writeOutline } from './outline.ts';
import { writePageLabels } from './page-labels.ts';
import { type BookmarkView, type DocumentView, type ReadView, readView } from './view.ts';
import { xmpOf } from './xmp.ts';

export interface PatchResult {
  /** Whether XMP metadata was replaced, and now says only what `info` does. */
  readonly xmpReplaced: boolean;
}

const OPERATIONS: readonly unknown[] = ['add', 'remove', 'replace', 'move', 'copy', 'test'];
/** Copying a value into itself doubles the view. */
const MOST_VALUES = 500_000;
const DEEPEST_VALUE = 250;

/**
 * Applies the operations (RFC 6902), in order, to the view of the document, and writes the changes. Throws ConversionError
 * `option_invalid`, naming the path.
 */
export function applyPatch(operations: readonly unknown[], objects: PdfObjects): PatchResult {
  const read = readView(objects);
  const patched = operations.reduce<unknown>(applyOne, structuredClone(read.view));
  return write(checkView(patched, read.pages.length, read.bookmarks.length), read, objects);
}

function applyOne(view: unknown, operation: unknown, index: number): unknown {
  const { op, path } = (operation ?? {}) as { op?: unknown; path?: unknown };
  const place = typeof path === 'string' ? path.slice(0, 200) : '';
  if (!OPERATIONS.includes(op)) {
    throw invalid(place, `cannot be worked on: op of operation ${index + 1} is not one of ${OPERATIONS.join(', ')}`);
  }
  let patched: unknown;
  try {
    patched = jsonPatch.applyOperation(view, operation as jsonPatch.Operation, true, true, true, index).newDocument;
  } catch (error) {
    throw refusal(error, place, index);
  }
  if (!isBounded(patched)) throw invalid(place, `becomes too large by operation ${index + 1}`);
  return patched;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  OPERATION_PATH_CANNOT_ADD: 'cannot be added: what it would be in does not exist',
  OPERATION_PATH_UNRESOLVABLE: 'does not exist',
  OPERATION_FROM_UNRESOLVABLE: 'cannot be made: from does not exist',
  OPERATION_FROM_REQUIRED: 'needs from',
  OPERATION_VALUE_REQUIRED: 'needs a value',
  OPERATION_VALUE_CANNOT_CONTAIN_UNDEFINED: 'needs a value',
  OPERATION_VALUE_OUT_OF_BOUNDS: 'lies past the end of the list',
  OPERATION_PATH_ILLEGAL_ARRAY_INDEX: 'has no number where one is needed',
  TEST_OPERATION_FAILED: 'has another value than the test expects',
};

/** A JsonPatchError has a name for each problem; any other error means that the path leads nowhere. */
function refusal(error: unknown, path: string, index: number): ConversionError {
  const { name = '' } = (error ?? {}) as { name?: string };
  return invalid(path, `${PROBLEMS[name] ?? 'cannot be worked on'} (operation ${index + 1})`);
}

/** Whether the value has neither too many values nor too many levels. */
function isBounded(value: unknown): boolean {
  let level: unknown[] = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (depth > DEEPEST_VALUE || values > MOST_VALUES) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

function write(view: DocumentView, { view: old, bookmarks, pages }: ReadView, objects: PdfObjects): PatchResult {
  const differs = (name: keyof DocumentView): boolean => JSON.stringify(view[name]) !== JSON.stringify(old[name]);
  if (differs('lang')) objects.changeCatalog({ '/Lang': view.lang === null ? null : toText(view.lang) });
  if (differs('pageMode')) objects.changeCatalog({ '/PageMode': view.pageMode === null ? null : `/${view.pageMode}` });
  if (differs('pageLayout')) {
    objects.changeCatalog({ '/PageLayout': view.pageLayout === null ? null : `/${view.pageLayout}` });
  }
  if (differs('pageLabels')) writePageLabels(view.pageLabels, objects);
  if (differs('outline')) writeOutline(toBookmarks(view.outline, bookmarks), objects, pages);
  if (!differs('info') && !differs('properties')) return { xmpReplaced: false };
  writeInfo(view, old, objects);
  return { xmpReplaced: replaceXmp(view, objects) };
}

/** Viewers prefer XMP metadata if there is any. */
function replaceXmp({ info, properties }: DocumentView, objects: PdfObjects): boolean {
  const reference = objects.catalog['/Metadata'];
  if (!isRef(reference)) return false;
  objects.setStream(reference, {
    dict: { '/Type': '/Metadata', '/Subtype': '/XML' },
    data: Buffer.from(xmpOf(info, properties)).toString('base64'),
  });
  return true;
}

function toBookmarks(views: readonly BookmarkView[], bookmarks: readonly Bookmark[]): Bookmark[] {
  return views.map(({ id, title, page, open, children }) => {
    const old = id === null ? undefined : bookmarks[id];
    const oldPage = old?.destination.kind === 'page' ? old.destination.page : null;
    const isMoved = page !== oldPage;
    return {
      title,
      open,
      children: toBookmarks(children, bookmarks),
      object: old?.object ?? null,
      isMoved,
      destination: page === null ? { kind: 'elsewhere' } : { kind: 'page', page, view: [] },
    };
  });
}
