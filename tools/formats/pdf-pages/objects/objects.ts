import { ConversionError } from '../../../../src/task/errors.ts';
import { parseQpdfJson } from '../../../programs/qpdf/qpdf-json.ts';
import { pdfNumber } from './number.ts';
import { type Dict, isArray, isDict, isRef, type Ref, type Value } from './values.ts';

/** A new or changed stream. `data` is base64; without it a stream keeps its data. */
export interface Stream {
  readonly dict: Dict;
  readonly data?: string;
}

type Entry = { readonly value: Value } | { readonly stream: Stream };

interface Json {
  readonly qpdf: readonly [{ readonly maxobjectid: number }, Readonly<Record<string, Entry>>];
}

/** `obj:12 0 R` or `trailer`, as in the JSON. */
type Key = `obj:${Ref}` | 'trailer';

/** Longest chain of references; no honest file has as many. */
const MAX_STEPS = 32;

/** Objects of one document without the data of its streams, with changes and additions on top. */
export class PdfObjects {
  readonly #head: Json['qpdf'][0];
  readonly #objects: Json['qpdf'][1];
  readonly #changed = new Map<Key, Entry>();
  #last: number;

  /** @param json output of `qpdf --json=2 --json-key=qpdf --json-stream-data=none`, as Latin-1. Throws as parseQpdfJson */
  constructor(json: string) {
    [this.#head, this.#objects] = parseQpdfJson<Json>(json).qpdf;
    this.#last = this.#head.maxobjectid;
  }

  /** Returns the value that a reference stands for; any other value unchanged. A stream counts as null: see stream(). */
  resolve(value: Value | undefined): Value {
    let found = value;
    for (let step = 0; isRef(found) && step < MAX_STEPS; step++) {
      const entry = this.#entry(`obj:${found}`);
      found = entry !== undefined && 'value' in entry ? entry.value : null;
    }
    return found === undefined || isRef(found) ? null : found;
  }

  dict(value: Value | undefined): Dict | null {
    const found = this.resolve(value);
    return isDict(found) ? found : null;
  }

  /** Returns the value as a dictionary; an empty one if it is not a dictionary. */
  entries(value: Value | undefined): Dict {
    return this.dict(value) ?? {};
  }

  array(value: Value | undefined): readonly Value[] | null {
    const found = this.resolve(value);
    return isArray(found) ? found : null;
  }

  /** Returns the value as an array; an empty one if it is not an array. */
  items(value: Value | undefined): readonly Value[] {
    return this.array(value) ?? [];
  }

  number(value: Value | undefined): number | null {
    const found = this.resolve(value);
    return typeof found === 'number' ? found : null;
  }

  /** Returns the stream behind a reference, and the reference that leads directly to it. */
  stream(value: Value | undefined): (Stream & { readonly ref: Ref }) | null {
    let ref = value;
    for (let step = 0; isRef(ref) && step < MAX_STEPS; step++) {
      const entry = this.#entry(`obj:${ref}`);
      if (entry !== undefined && 'stream' in entry) return { ...entry.stream, ref };
      ref = entry?.value;
    }
    return null;
  }

  /** Whether a value, or the target of its reference, exists; streams included. */
  exists(value: Value | undefined): boolean {
    return this.resolve(value) !== null || this.stream(value) !== null;
  }

  get trailer(): Dict {
    const entry = this.#entry('trailer');
    return entry !== undefined && 'value' in entry && isDict(entry.value) ? entry.value : {};
  }

  get catalog(): Dict {
    return this.entries(this.trailer['/Root']);
  }

  /** Yields all objects that are not streams. */
  *values(): Generator<readonly [Ref, Value]> {
    for (const key of Object.keys(this.#objects)) {
      if (!key.startsWith('obj:')) continue;
      const ref = key.slice('obj:'.length) as Ref;
      const entry = this.#entry(`obj:${ref}`);
      if (entry !== undefined && 'value' in entry) yield [ref, entry.value];
    }
  }

  set(ref: Ref, value: Value): void {
    this.#changed.set(`obj:${ref}`, { value });
  }

  setStream(ref: Ref, stream: Stream): void {
    this.#changed.set(`obj:${ref}`, { stream });
  }

  /** Reserves a reference for an object that is set later. */
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

  /** Changes entries of the catalog; null removes one. Throws ConversionError `input_damaged` if there is no catalog. */
  changeCatalog(changes: Dict): void {
    const root = this.trailer['/Root'];
    if (!isRef(root)) throw new ConversionError('input_damaged', 'The PDF is damaged: it has no document catalog.');
    this.set(root, merged(this.catalog, changes));
  }

  /** Changes entries of the trailer; null removes one. */
  changeTrailer(changes: Dict): void {
    this.#changed.set('trailer', { value: merged(this.trailer, changes) });
  }

  get isChanged(): boolean {
    return this.#changed.size > 0;
  }

  /** Yields the changes in pieces, for `qpdf --update-from-json`. */
  *update(): Generator<string> {
    const head = { ...this.#head, maxobjectid: this.#last };
    yield `{"qpdf":[${JSON.stringify(head)},{`;
    let separator = '';
    for (const [key, entry] of this.#changed) {
      yield `${separator}\n"${key}":${write(entry as Dict)}`;
      separator = ',';
    }
    yield '}]}\n';
  }

  #entry(key: Key): Entry | undefined {
    return this.#changed.get(key) ?? this.#objects[key];
  }
}

function merged(old: Dict, changes: Dict): Dict {
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null));
}

/** Writes JSON whose numbers have no exponent: qpdf passes them unchanged to the PDF. */
function write(value: Value): string {
  if (typeof value === 'number') return pdfNumber(value);
  if (isArray(value)) return `[${value.map(write).join(',')}]`;
  if (!isDict(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`)
    .join(',')}}`;
}
