import { ConversionError } from '../../../src/task/errors.ts';
import { parseQpdfJson } from '../../qpdf/qpdf-json.ts';
import { pdfNumber } from './number.ts';

/*
 * A PDF's objects as qpdf's JSON has them ("qpdf JSON", version 2, in its manual), without the data of streams. Names begin
 * with `/`, references are `12 0 R`, strings begin with `u:` or `b:`, so that no two kinds can be mistaken.
 *
 * The file is read and written as Latin-1: names may be in any encoding, and so each byte stays what it is.
 */

export type Value = null | boolean | number | string | readonly Value[] | Dict;
export type Dict = { readonly [key: string]: Value };
/** `12 0 R`. */
export type Ref = `${number} ${number} R`;

type Entry = { readonly value: Value } | { readonly stream: { readonly dict: Dict; readonly data?: string } };

/** What a new or changed object is. `data` in base64; without it a stream keeps the data it has. */
export interface Stream {
  readonly dict: Dict;
  readonly data?: string;
}

interface Json {
  readonly pages: readonly { readonly object: Ref }[];
  readonly qpdf: readonly [{ readonly maxobjectid: number }, Readonly<Record<string, Entry>>];
}

/** References to references, of which no honest file has many. */
const MAX_STEPS = 32;

const REF = /^[0-9]+ [0-9]+ R$/;

export const isRef = (value: Value | undefined): value is Ref => typeof value === 'string' && REF.test(value);

export const isDict = (value: Value | undefined): value is Dict =>
  typeof value === 'object' && value !== null && !isArray(value);

export const isArray = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

/** The objects of one file, with what is changed and added on top. */
export class PdfObjects {
  readonly pages: readonly Ref[];
  readonly #head: { readonly maxobjectid: number };
  readonly #objects: Readonly<Record<string, Entry>>;
  readonly #changed = new Map<Ref, Entry>();
  #last: number;

  /** @param json the text that `qpdf --json=2 --json-key=pages --json-key=qpdf --json-stream-data=none` writes, as Latin-1 */
  constructor(json: string) {
    const { pages, qpdf } = parseQpdfJson<Json>(json);
    this.pages = pages.map((page) => page.object);
    [this.#head, this.#objects] = qpdf;
    this.#last = this.#head.maxobjectid;
    if (this.pages.length === 0) throw new ConversionError('input_damaged', 'The PDF has no pages.');
  }

  /** What a reference stands for; any other value is itself. A stream counts as null: see stream(). */
  resolve(value: Value | undefined): Value {
    let found = value;
    for (let step = 0; isRef(found) && step < MAX_STEPS; step++) {
      const entry = this.#entry(found);
      found = entry !== undefined && 'value' in entry ? entry.value : null;
    }
    return found === undefined || isRef(found) ? null : found;
  }

  dict(value: Value | undefined): Dict | null {
    const found = this.resolve(value);
    return isDict(found) ? found : null;
  }

  array(value: Value | undefined): readonly Value[] | null {
    const found = this.resolve(value);
    return isArray(found) ? found : null;
  }

  number(value: Value | undefined): number | null {
    const found = this.resolve(value);
    return typeof found === 'number' ? found : null;
  }

  /** The stream behind a reference, and the reference that leads straight to it. */
  stream(value: Value | undefined): (Stream & { readonly ref: Ref }) | null {
    let ref = value;
    for (let step = 0; isRef(ref) && step < MAX_STEPS; step++) {
      const entry = this.#entry(ref);
      if (entry !== undefined && 'stream' in entry) return { ...entry.stream, ref };
      ref = entry?.value;
    }
    return null;
  }

  get catalog(): Dict {
    return this.dict(this.catalogRef) ?? {};
  }

  get catalogRef(): Ref {
    const trailer = this.#objects.trailer;
    const root = trailer !== undefined && 'value' in trailer && isDict(trailer.value) ? trailer.value['/Root'] : null;
    if (isRef(root)) return root;
    throw new ConversionError('input_damaged', 'The PDF is damaged: it has no document catalog.');
  }

  /** All objects that are no streams. */
  *values(): Generator<readonly [Ref, Value]> {
    for (const key of Object.keys(this.#objects)) {
      if (!key.startsWith('obj:')) continue;
      const ref = key.slice('obj:'.length) as Ref;
      const entry = this.#entry(ref);
      if (entry !== undefined && 'value' in entry) yield [ref, entry.value];
    }
  }

  set(ref: Ref, value: Value): void {
    this.#changed.set(ref, { value });
  }

  setStream(ref: Ref, stream: Stream): void {
    this.#changed.set(ref, { stream });
  }

  /** A reference for an object that is set later. */
  reserve(): Ref {
    this.#last += 1;
    return `${this.#last} 0 R`;
  }

  add(value: Value): Ref {
    const ref = this.reserve();
    this.set(ref, value);
    return ref;
  }

  addStream(stream: Required<Stream>): Ref {
    const ref = this.reserve();
    this.setStream(ref, stream);
    return ref;
  }

  /** The changes, for `qpdf --update-from-json`, in pieces. */
  *update(): Generator<string> {
    const head = { ...this.#head, maxobjectid: this.#last };
    yield `{"qpdf":[${JSON.stringify(head)},{`;
    let separator = '';
    for (const [ref, entry] of this.#changed) {
      yield `${separator}\n"obj:${ref}":${write(entry as Dict)}`;
      separator = ',';
    }
    yield '}]}\n';
  }

  #entry(ref: Ref): Entry | undefined {
    return this.#changed.get(ref) ?? this.#objects[`obj:${ref}`];
  }
}

/** JSON whose numbers have no exponent: qpdf hands them on to the PDF as they are. */
function write(value: Value): string {
  if (typeof value === 'number') return pdfNumber(value);
  if (isArray(value)) return `[${value.map(write).join(',')}]`;
  if (!isDict(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`)
    .join(',')}}`;
}

/** The value with every part replaced for which `change` returns something; itself where nothing is. */
export function rewrite(value: Value, change: (part: Value) => Value | undefined): Value {
  const changed = change(value);
  if (changed !== undefined) return changed;
  if (isArray(value)) {
    const parts = value.map((part) => rewrite(part, change));
    return parts.some((part, index) => part !== value[index]) ? parts : value;
  }
  if (!isDict(value)) return value;
  const entries = Object.entries(value);
  const parts = entries.map(([key, part]) => [key, rewrite(part, change)] as const);
  return parts.some(([, part], index) => part !== entries[index]?.[1]) ? Object.fromEntries(parts) : value;
}

/** The dictionary without some of its keys. */
export function without(dict: Dict, ...keys: readonly string[]): Dict {
  return Object.fromEntries(Object.entries(dict).filter(([key]) => !keys.includes(key)));
}
