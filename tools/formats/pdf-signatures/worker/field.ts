import {
  type PDF,
  type PDFPage,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfRef,
  type PdfStream,
  type SignatureField,
} from '@libpdf/core';
import type { SignaturePlace, Signing } from '../job.ts';
import { invalid } from './signing-key.ts';

/** A field for a signature that nobody has signed. */
export interface EmptyField {
  readonly dict: PdfDict;
  readonly ref: PdfRef;
  /** Its annotation: often the field itself. Null: it is on no page. */
  readonly widget: PdfDict | null;
  /** Size on the page, points; null: it is not seen. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

type Wanted = Pick<Signing, 'field' | 'place'>;

/** Returns the size that the field has, or will have; null: it is not seen. Throws `option_invalid` for a name or place that cannot be. */
export function fieldSize(pdf: PDF, wanted: Wanted): EmptyField['size'] {
  const existing = existingField(pdf, wanted);
  if (existing !== null) return fieldOf(pdf, existing).size;
  if (wanted.place === null) return null;
  pageOf(pdf, wanted.place);
  return { width: wanted.place.width, height: wanted.place.height };
}

/** Returns the field to sign, which is made if there is none. */
export function findField(pdf: PDF, wanted: Wanted): EmptyField {
  const existing = existingField(pdf, wanted);
  return existing === null ? newField(pdf, wanted) : fieldOf(pdf, existing);
}

/** Returns the field of that name, else the first empty one; null: there is none. */
function existingField(pdf: PDF, { field: name, place }: Wanted): SignatureField | null {
  const form = pdf.getForm();
  if (name === null) {
    // A place asks for a field of its own.
    if (place !== null || form === null) return null;
    return form.getSignatureFields().find((each) => !each.isSigned()) ?? null;
  }
  if (form === null || !form.hasField(name)) return null;
  const field = form.getSignatureField(name);
  if (field === undefined) throw invalid(`the field ${name} of the form is not for signatures`);
  if (field.isSigned()) throw invalid(`the field ${name} is signed already. Give another name, or leave it out`);
  if (place !== null)
    throw invalid(`the field ${name} has its own place in the document; leave x, y, width and height out`);
  return field;
}

function fieldOf(pdf: PDF, field: SignatureField): EmptyField {
  const dict = field.getDict();
  const ref = field.getRef();
  if (ref === null) throw invalid(`the field ${field.name} cannot be signed: it has no number in the PDF`);
  const widget = widgetOf(pdf, dict);
  return { dict, ref, widget, size: widget === null ? null : sizeOf(pdf, widget) };
}

function widgetOf(pdf: PDF, field: PdfDict): PdfDict | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  if (field.has('Rect')) return field;
  const kid = field.getArray('Kids', resolve)?.at(0, resolve);
  return kid instanceof PdfDict && kid.has('Rect') ? kid : null;
}

function sizeOf(pdf: PDF, widget: PdfDict): EmptyField['size'] {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [...(widget.getArray('Rect', resolve) ?? [])].map((each) =>
    each instanceof PdfNumber ? each.value : 0,
  );
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  if (width < 1 || height < 1) return null;
  const isOnSide = (pageWith(pdf, widget)?.rotation ?? 0) % 180 !== 0;
  return isOnSide ? { width: height, height: width } : { width, height };
}

/** Annotation flags (ISO 32000-2, 12.5.3): print and locked; hidden ones are not allowed by PDF/A. */
const PRINT_AND_LOCKED = 4 + 128;

function newField(pdf: PDF, { field: name, place }: Wanted): EmptyField {
  const form = pdf.getOrCreateForm();
  const field = form.createSignatureField(name ?? freeName((each) => form.hasField(each)));
  const dict = field.getDict();
  const ref = field.getRef();
  const page = place === null ? pdf.getPage(0) : pageOf(pdf, place);
  if (ref === null || page === null) throw invalid('the PDF has no page for a signature');
  dict.set('Type', PdfName.of('Annot'));
  dict.set('Subtype', PdfName.of('Widget'));
  dict.set('F', PdfNumber.of(PRINT_AND_LOCKED));
  dict.set('P', page.ref);
  dict.set('Rect', place === null ? numbers([0, 0, 0, 0]) : rectOn(page, place));
  dict.delete('Kids');
  addAnnotation(pdf, page, ref);
  return { dict, ref, widget: dict, size: place === null ? null : { width: place.width, height: place.height } };
}

function freeName(isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    if (!isTaken(`Signature${number}`)) return `Signature${number}`;
  }
}

function pageOf(pdf: PDF, { page: number }: SignaturePlace): PDFPage {
  const page = pdf.getPage(number - 1);
  if (page === null) throw invalid(`there is no page ${number}; the PDF has ${pdf.getPageCount()}`);
  return page;
}

const numbers = (values: readonly number[]): PdfArray =>
  new PdfArray(values.map((value) => PdfNumber.of(Math.round(value * 1000) / 1000)));

/** Returns the place in the page's own coordinates: from the lower left corner of the page before it is turned. */
function rectOn(page: PDFPage, { x, y, width, height }: SignaturePlace): PdfArray {
  const box = page.getCropBox();
  const [right, top] = [x + width, y + height];
  const { rotation } = page;
  if (rotation === 90) return numbers([box.x + y, box.y + x, box.x + top, box.y + right]);
  if (rotation === 180) {
    return numbers([box.x + box.width - right, box.y + y, box.x + box.width - x, box.y + top]);
  }
  if (rotation === 270) {
    const [far, high] = [box.x + box.width, box.y + box.height];
    return numbers([far - top, high - right, far - y, high - x]);
  }
  const high = box.y + box.height;
  return numbers([box.x + x, high - top, box.x + right, high - y]);
}

function addAnnotation(pdf: PDF, page: PDFPage, ref: PdfRef): void {
  const resolve = (each: PdfRef) => pdf.getObject(each);
  const annotations = page.dict.getArray('Annots', resolve);
  if (annotations === undefined) page.dict.set('Annots', new PdfArray([ref]));
  else annotations.push(ref);
}

/** Shows the first page of another PDF in a field. The page is as large as the field. */
export async function drawField(pdf: PDF, { widget, size }: EmptyField, drawn: PDF): Promise<void> {
  if (widget === null || size === null) return;
  const { ref } = await pdf.embedPage(drawn, 0);
  const turned = TURNS[pageWith(pdf, widget)?.rotation ?? 0];
  if (turned !== undefined) (pdf.getObject(ref) as PdfStream).set('Matrix', numbers(turned));
  widget.set('AP', PdfDict.of({ N: ref }));
}

/** By a page's rotation: the matrix that turns an appearance back, so that it is upright. Readers move it into its place. */
const TURNS: Readonly<Record<number, readonly number[]>> = {
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};

function pageWith(pdf: PDF, widget: PdfDict): PDFPage | null {
  const ref = widget.getRef('P');
  return ref === undefined ? null : (pdf.getPages().find((page) => page.ref === ref) ?? null);
}
