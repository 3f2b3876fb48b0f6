import { ConversionError } from '../../../src/task/errors.ts';
import { parseQpdfJson } from '../../qpdf/qpdf-json.ts';

/*
 * PDF objects as qpdf writes them in JSON, version 2 (its manual, "qpdf JSON"): names as `/Name`, references as `12 0 R`,
 * text strings as `u:text`, other strings as `b:` and hexadecimal digits.
 */
export type PdfValue = null | boolean | number | string | readonly PdfValue[] | PdfDictionary;
export interface PdfDictionary {
  readonly [key: string]: PdfValue;
}

type Entry =
  | { readonly value: PdfValue }
  | { readonly stream: { readonly dict: PdfDictionary; readonly data?: string } };
type Entries = Readonly<Record<string, Entry>>;

interface Header {
  readonly jsonversion: number;
  readonly pushedinheritedpageresources: boolean;
  readonly calledgetallpages: boolean;
  readonly maxobjectid: number;
}

const REFERENCE = /^[1-9]\d{0,9} \d{1,5} R$/;
/** A reference that leads to a reference, and so on; more than one is not allowed, but happens. */
const LONGEST_CHAIN = 16;

export const isReference = (value: PdfValue | undefined): value is string =>
  typeof value === 'string' && REFERENCE.test(value);

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value);

/** The text of a text string; null for anything else. */
export function textOf(value: PdfValue | undefined): string | null {
  if (typeof value !== 'string') return null;
  if (value.startsWith('u:')) return value.slice(2);
  // No valid text, so read as Latin 1, as viewers do.
  return value.startsWith('b:') ? Buffer.from(value.slice(2), 'hex').toString('latin1') : null;
}

export const toText = (text: string): string => `u:${text}`;

/** The name without its slash; null for anything else. */
export const nameOf = (value: PdfValue | undefined): string | null =>
  typeof value === 'string' && value.startsWith('/') ? value.slice(1) : null;

/** The objects of one document, and the changes that are to be made to them. */
export class PdfObjects {
  readonly #header: Header;
  readonly #entries: Entries;
  readonly #changes = new Map<string, Entry>();
  #last: number;

  private constructor(header: Header, entries: Entries) {
    this.#header = header;
    this.#entries = entries;
    this.#last = header.maxobjectid;
  }

  /** Reads what `qpdf --json=2 --json-key=qpdf` wrote. Throws as parseQpdfJson. */
  static parse(json: string): PdfObjects {
    const { qpdf } = parseQpdfJson<{ qpdf: [Header, Entries] }>(json);
    return new PdfObjects(qpdf[0], qpdf[1]);
  }

  /** What a value is in the end: references are followed, a stream is its dictionary. Null for what does not exist. */
  resolve(value: PdfValue | undefined): PdfValue {
    let current = value ?? null;
    for (let hops = 0; isReference(current) && hops < LONGEST_CHAIN; hops += 1) current = this.#read(`obj:${current}`);
    return isReference(current) ? null : current;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary {
    const resolved = this.resolve(value);
    return isDictionary(resolved) ? resolved : {};
  }

  array(value: PdfValue | undefined): readonly PdfValue[] {
    const resolved = this.resolve(value);
    return isArray(resolved) ? resolved : [];
  }

  get trailer(): PdfDictionary {
    return this.dictionary(this.#read('trailer'));
  }

  get catalog(): PdfDictionary {
    return this.dictionary(this.trailer['/Root']);
  }

  /** Changes entries of the catalog; null removes one. Throws ConversionError `input_damaged` where the document has none. */
  changeCatalog(changes: PdfDictionary): void {
    const root = this.trailer['/Root'];
    if (!isReference(root)) throw new ConversionError('input_damaged', 'The PDF is damaged: it has no catalog.');
    this.set(root, merged(this.catalog, changes));
  }

  changeTrailer(changes: PdfDictionary): void {
    this.#changes.set('trailer', { value: merged(this.trailer, changes) });
  }

  set(reference: string, value: PdfValue): void {
    this.#changes.set(`obj:${reference}`, { value });
  }

  setStream(reference: string, dict: PdfDictionary, data: Buffer): void {
    this.#changes.set(`obj:${reference}`, { stream: { dict, data: data.toString('base64') } });
  }

  /** The reference of an object that does not exist yet. */
  newReference(): string {
    this.#last += 1;
    return `${this.#last} 0 R`;
  }

  get isChanged(): boolean {
    return this.#changes.size > 0;
  }

  /** What `qpdf --update-from-json` takes. */
  updates(): string {
    const header = { ...this.#header, maxobjectid: this.#last };
    return JSON.stringify({ qpdf: [header, Object.fromEntries(this.#changes)] });
  }

  #read(key: string): PdfValue {
    const entry = this.#changes.get(key) ?? (Object.hasOwn(this.#entries, key) ? this.#entries[key] : undefined);
    if (entry === undefined) return null;
    return 'value' in entry ? entry.value : entry.stream.dict;
  }
}

function merged(old: PdfDictionary, changes: PdfDictionary): PdfDictionary {
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null));
}
