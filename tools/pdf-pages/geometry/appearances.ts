import type { PdfObjects } from '../objects/objects.ts';
import { type Dict, isRef, textOf, type Value } from '../objects/values.ts';
import { isWidget } from './annotations.ts';
import { fieldBox } from './field-box.ts';

/** Fields whose appearance qpdf can make: text, and what is chosen of a list. */
const WITH_TEXT: ReadonlySet<Value> = new Set(['/Tx', '/Ch']);

/** A field of the kind that qpdf leaves as it is: a button to press. */
const LEFT_ALONE: Dict = { '/FT': '/Btn', '/Ff': 1 << 16 };

/** Fields within fields, of which no honest file has many. */
const MOST_PARENTS = 32;

/** Characters that qpdf can draw. */
const LATIN = /^[\t\n\r\x20-\x7e\xa0-\xff]*$/;

/**
 * Has `qpdf --generate-appearances` draw the text of the fields that need it, and of those alone: qpdf does it for all fields or,
 * where the form does not say that it is needed, for none. Needed it is where a field has no appearance, which readers then
 * make themselves, and, where the form says so, where the old one may show another value; there one with characters that qpdf
 * cannot draw is kept. Background and border of a field without an appearance are drawn too (fieldBox). For fields that are about to become part of their pages: some are written down as another kind.
 * @param annotations of all pages
 * @returns whether a value may be lost: its field should be drawn again, and cannot be
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

/** What a field has of its own, or the fields that it is within. */
export function inherited(objects: PdfObjects, field: Dict, key: string): Value {
  let current: Dict | null = field;
  for (let step = 0; current !== null && step < MOST_PARENTS; step++) {
    const value = objects.resolve(current[key]);
    if (value !== null) return value;
    current = objects.dict(current['/Parent']);
  }
  return null;
}

/** Of text that is valid; of several chosen values qpdf shows none. */
const isLatin = (value: Value): boolean =>
  typeof value === 'string' && value.startsWith('u:') && LATIN.test(textOf(value) ?? '');
