import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isRef, textOf, type Value } from '../objects/values.ts';
import { isWidget } from './annotations.ts';
import { fieldBox } from './field-box.ts';

/** Fields for which qpdf can make an appearance: text, and choices from a list. */
const WITH_TEXT: ReadonlySet<Value> = new Set(['/Tx', '/Ch']);

/** A field of the kind that qpdf does not change: a push button. */
const LEFT_ALONE: Dict = { '/FT': '/Btn', '/Ff': 1 << 16 };

/** Flag of a text field for a password (ISO 32000-1, table 228). */
const PASSWORD = 1 << 13;

/** Nesting of fields; no honest file has as much. */
const MOST_PARENTS = 32;

/** Characters that qpdf can draw. */
const LATIN = /^[\t\n\r\x20-\x7e\xa0-\xff]*$/;

/**
 * Has `qpdf --generate-appearances` draw the text of only those fields that need it: qpdf does it for all fields or, if the form does not
 * say that it is needed, for none. A field needs it if it has no appearance, so that readers would make one, and, if the form says so, if
 * the old appearance may show another value; in that case one with characters that qpdf cannot draw is kept. Background and border of a
 * field without an appearance are drawn too (fieldBox). For fields that are about to become part of their pages: some are rewritten as
 * another kind.
 * @param annotations those of all pages
 * @returns whether a value may be lost because its field should be redrawn and cannot be
 */
export function askForAppearances(objects: PdfObjects, annotations: readonly Value[]): boolean {
  const form = objects.dict(objects.catalog['/AcroForm']);
  if (form === null) return false;
  const isAsked = objects.resolve(form['/NeedAppearances']) === true;
  let isNeeded = false;
  let isLost = false;
  for (const annotation of annotations) {
    const widget = objects.dict(annotation);
    if (widget === null || !isWidget(widget) || !WITH_TEXT.has(inherited(objects, widget, '/FT'))) continue;
    // qpdf would draw it readable.
    if ((objects.number(inherited(objects, widget, '/Ff')) ?? 0) & PASSWORD) {
      if (isRef(annotation)) objects.set(annotation, { ...widget, ...LEFT_ALONE });
      continue;
    }
    const hasAppearance = objects.stream(objects.dict(widget['/AP'])?.['/N']) !== null;
    const value = inherited(objects, widget, '/V');
    if ((isAsked || !hasAppearance) && value !== null && !isLatin(value)) isLost = true;
    if (!hasAppearance || (isAsked && isLatin(value))) isNeeded = true;
    else if (isRef(annotation)) objects.set(annotation, { ...widget, ...LEFT_ALONE });
    if (hasAppearance || !isRef(annotation)) continue;
    const box = fieldBox(objects, widget);
    if (box !== null) objects.set(annotation, { ...widget, '/AP': { '/N': box } });
  }
  if (!isNeeded || isAsked) return isLost;
  objects.changeCatalog({ '/AcroForm': { ...form, '/NeedAppearances': true } });
  return isLost;
}

/** Returns an entry of a field or of the fields above it. */
export function inherited(objects: PdfObjects, field: Dict, key: string): Value {
  let current: Dict | null = field;
  for (let step = 0; current !== null && step < MOST_PARENTS; step++) {
    const value = objects.resolve(current[key]);
    if (value !== null) return value;
    current = objects.dict(current['/Parent']);
  }
  return null;
}

/** Whether the value is valid text that qpdf can draw; qpdf shows none of several chosen values. */
const isLatin = (value: Value): boolean =>
  typeof value === 'string' && value.startsWith('u:') && LATIN.test(textOf(value) ?? '');
