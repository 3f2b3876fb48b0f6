import { createHash, type Hash } from 'node:crypto';
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { CHANGES, type Change } from '../report.ts';

/* What is different in a document than at an earlier time: both are compared by what their objects hold, wherever these are in the file. */

/** Keys that lead back, or number objects. */
const PARENTS: ReadonlySet<string> = new Set(['Parent', 'P', 'StructParent', 'StructParents']);

const NONE: ReadonlySet<string> = new Set();

/** Keys of the catalog: the change that they stand for. */
const OF_CATALOG: Readonly<Record<string, Change>> = {
  DSS: 'validation_data',
  Outlines: 'bookmarks',
  Metadata: 'metadata',
  Perms: 'signatures',
  Extensions: 'validation_data',
  AF: 'attachments',
};

/** Returns what has changed, in the order of CHANGES. */
export function changesBetween(before: PDF, after: PDF): Change[] {
  const found = new Set<Change>();
  const [old, current] = [new Reader(before), new Reader(after)];
  compareCatalogs(old, current, found);
  comparePages(old, current, found);
  return CHANGES.filter((each) => found.has(each));
}

function compareCatalogs(old: Reader, current: Reader, found: Set<Change>): void {
  const [one, other] = [old.pdf.getCatalog(), current.pdf.getCatalog()];
  for (const key of keysOf([one, other])) {
    if (key === 'Pages' || key === 'Version' || key === 'Type') continue;
    if (key === 'AcroForm') compareForms(old, current, found);
    else if (key === 'Names') compareNames(old.dictAt(one, key), current.dictAt(other, key), old, current, found);
    // The structure refers to pages, which are compared by themselves.
    else if (key !== 'StructTreeRoot' && old.hash(one.get(key)) !== current.hash(other.get(key))) {
      found.add(OF_CATALOG[key] ?? 'other');
    }
  }
}

function compareNames(one: PdfDict, other: PdfDict, old: Reader, current: Reader, found: Set<Change>): void {
  for (const key of keysOf([one, other])) {
    if (old.hash(one.get(key)) !== current.hash(other.get(key))) {
      found.add(key === 'EmbeddedFiles' ? 'attachments' : 'other');
    }
  }
}

/** Compares values of fields, and what the form has for all. Where fields are on pages is compared with these. */
function compareForms(old: Reader, current: Reader, found: Set<Change>): void {
  const ignored = new Set(['Fields', 'SigFlags', 'NeedAppearances', 'DR', 'DA']);
  const [one, other] = [old, current].map((each) => each.dictAt(each.pdf.getCatalog(), 'AcroForm'));
  if (old.hash(one, ignored) !== current.hash(other, ignored)) found.add('form');
  const values = valuesOf(old);
  const [were, are] = [signedFields(old), signedFields(current)];
  const now = valuesOf(current);
  for (const name of new Set([...values.keys(), ...now.keys()])) {
    if (values.get(name) === now.get(name)) continue;
    // Nothing allows the change of a signature, which could take back what it certifies.
    if (were.has(name)) found.add('other');
    else found.add(are.has(name) ? 'signatures' : 'form');
  }
}

/** Stands for a field without a value. */
const EMPTY = '';

function valuesOf({ pdf, hash }: Reader): Map<string, string> {
  const fields = pdf.getForm()?.getFields() ?? [];
  return new Map(fields.map((each) => [each.name, each.getDict().has('V') ? hash(each.getDict().get('V')) : EMPTY]));
}

const signedFields = ({ pdf }: Reader): Set<string> =>
  new Set((pdf.getForm()?.getSignatureFields() ?? []).filter((each) => each.isSigned()).map(({ name }) => name));

function comparePages(old: Reader, current: Reader, found: Set<Change>): void {
  const [one, other] = [old.pdf.getPages(), current.pdf.getPages()];
  if (one.length !== other.length) found.add('pages');
  const ignored = new Set([...PARENTS, 'Annots', 'LastModified', 'PieceInfo']);
  for (const [index, page] of one.entries()) {
    const now = other[index];
    if (now === undefined) return;
    if (old.pageHash(page.dict, ignored) !== current.pageHash(now.dict, ignored)) found.add('pages');
    compareAnnotations(old.annotations(page.dict), current.annotations(now.dict), found);
  }
}

/** `signature`: a field that somebody has signed; `empty`: one that waits for a signature. */
type AnnotationKind = 'signature' | 'empty' | 'field' | 'comment';

/** An annotation by the number of its object. */
type Annotations = ReadonlyMap<string, { readonly hash: string; readonly kind: AnnotationKind }>;

function compareAnnotations(old: Annotations, current: Annotations, found: Set<Change>): void {
  for (const key of new Set([...old.keys(), ...current.keys()])) {
    const [before, now] = [old.get(key), current.get(key)];
    if (before?.hash === now?.hash) continue;
    found.add(changeOf(before?.kind, now?.kind));
  }
}

function changeOf(before: AnnotationKind | undefined, now: AnnotationKind | undefined): Change {
  // A signature that was there before may not look otherwise now, nor be gone.
  if (before === 'signature') return 'other';
  if (now === 'signature') return 'signatures';
  return (now ?? before) === 'comment' ? 'annotations' : 'form';
}

function keysOf(dicts: readonly PdfDict[]): Set<string> {
  return new Set(dicts.flatMap((dict) => [...dict.keys()].map(({ value }) => value)));
}

/** Deepest nesting that is followed; real documents have some 20. */
const DEEPEST = 400;

/** Reads a document's objects, through references. */
class Reader {
  readonly pdf: PDF;
  readonly #streams = new WeakMap<PdfStream, string>();

  constructor(pdf: PDF) {
    this.pdf = pdf;
  }

  dictAt(dict: PdfDict, key: string): PdfDict {
    const found = this.resolve(dict.get(key));
    return found instanceof PdfDict ? found : new PdfDict();
  }

  resolve(object: PdfObject | undefined): PdfObject | undefined {
    return object instanceof PdfRef ? (this.pdf.getObject(object) ?? undefined) : object;
  }

  /** Returns a digest of all that an object holds, without these keys of itself. Objects that lead to each other are counted. */
  readonly hash = (object: PdfObject | undefined, ignored: ReadonlySet<string> = NONE): string => {
    const hash = createHash('sha256');
    this.#write(object, { hash, seen: new Map(), ignored }, 0);
    return hash.digest('hex');
  };

  /** Returns the digest of a page, with what it has of its parents (ISO 32000-2, 7.7.3.4). */
  pageHash(page: PdfDict, ignored: ReadonlySet<string>): string {
    const own = page.clone();
    for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) {
      const inherited = this.#inherited(page, key);
      if (inherited !== undefined) own.set(key, inherited);
    }
    return this.hash(own, ignored);
  }

  #inherited(page: PdfDict, key: string): PdfObject | undefined {
    let at: PdfObject | undefined = page;
    for (let level = 0; at instanceof PdfDict && level < DEEPEST; level += 1) {
      if (at.has(key)) return at.get(key);
      at = this.resolve(at.get('Parent'));
    }
    return undefined;
  }

  annotations(page: PdfDict): Annotations {
    const list = this.resolve(page.get('Annots'));
    if (!(list instanceof PdfArray)) return new Map();
    return new Map(
      [...list].map((item, index) => {
        const dict = this.resolve(item);
        const key = item instanceof PdfRef ? String(item) : `at ${index}`;
        // Values of fields are compared by their names.
        return [key, { hash: this.hash(dict, new Set([...PARENTS, 'V'])), kind: this.#kindOf(dict) }];
      }),
    );
  }

  #kindOf(annotation: PdfObject | undefined): AnnotationKind {
    if (!(annotation instanceof PdfDict) || nameAt(annotation, 'Subtype') !== 'Widget') return 'comment';
    const parent = this.dictAt(annotation, 'Parent');
    if ((nameAt(annotation, 'FT') ?? nameAt(parent, 'FT')) !== 'Sig') return 'field';
    return annotation.has('V') || parent.has('V') ? 'signature' : 'empty';
  }

  #write(object: PdfObject | undefined, state: Writing, depth: number): void {
    const { hash, seen } = state;
    if (depth > DEEPEST) throw new Error('The objects of the PDF are nested too deeply.');
    if (object instanceof PdfRef) {
      const number = seen.get(object);
      if (number !== undefined) {
        hash.update(`again ${number};`);
        return;
      }
      seen.set(object, seen.size);
      this.#write(this.resolve(object), state, depth + 1);
    } else if (object instanceof PdfArray) {
      hash.update('[');
      for (const each of object) this.#write(each, state, depth + 1);
      hash.update(']');
    } else if (object instanceof PdfDict) this.#writeDict(object, state, depth);
    else hash.update(textOf(object));
  }

  #writeDict(dict: PdfDict, state: Writing, depth: number): void {
    const { hash, ignored } = state;
    const skipped = depth === 0 ? ignored : PARENTS;
    hash.update('<<');
    for (const key of [...dict.keys()].map(({ value }) => value).sort()) {
      if (skipped.has(key)) continue;
      hash.update(`/${key} `);
      this.#write(dict.get(key), state, depth + 1);
    }
    if (dict instanceof PdfStream) hash.update(`stream ${this.#streamHash(dict)};`);
    hash.update('>>');
  }

  #streamHash(stream: PdfStream): string {
    const known = this.#streams.get(stream);
    if (known !== undefined) return known;
    const made = createHash('sha256').update(stream.data).digest('hex');
    this.#streams.set(stream, made);
    return made;
  }
}

interface Writing {
  readonly hash: Hash;
  /** References in the order in which they were met. */
  readonly seen: Map<PdfRef, number>;
  /** Keys of the outermost dictionary that do not count. */
  readonly ignored: ReadonlySet<string>;
}

function nameAt(dict: PdfDict, key: string): string | undefined {
  const found = dict.get(key);
  return found instanceof PdfName ? found.value : undefined;
}

function textOf(object: PdfObject | undefined): string {
  if (object instanceof PdfString) return `(${Buffer.from(object.bytes).toString('hex')});`;
  if (object instanceof PdfName) return `/${object.value};`;
  if (object instanceof PdfNumber) return `${object.value};`;
  if (object === undefined) return 'null;';
  return `${object.type} ${'value' in object ? String(object.value) : ''};`;
}
