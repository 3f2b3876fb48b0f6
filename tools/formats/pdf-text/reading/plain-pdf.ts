import { inflateSync } from 'node:zlib';
import { onDisk } from '../../../../src/disk/disk.ts';
import {
  type Dictionary,
  isDictionary,
  isReference,
  matchAt,
  type PdfValue,
  readDictionary,
  readValue,
  skipSpace,
} from './pdf-values.ts';

export interface PdfInfo {
  readonly pages: number;
  readonly encrypted: boolean;
}

/** Largest file that is read, bytes. For larger ones, the start of qpdf hardly matters. */
const LARGEST = 512 * 1024;
/** Largest unpacked table of objects or object stream. For a file of that size it is a few kilobytes, unless the file is crafted. */
const LARGEST_STREAM = 4 * 1024 ** 2;

const START = /^%PDF-[12]\.\d[\r\n]/;
/** Distance from the end of the file in which qpdf looks for it. */
const END_CHARACTERS = 1054;
const END = /startxref[\r\n ]+(\d{1,10})[\r\n ]+%%EOF[\r\n ]*$/;

/**
 * Counts the pages of a small PDF without starting qpdf. The PDF must be one in which qpdf finds nothing to fix: written once, not
 * encrypted, and valid in everything that the page count depends on (the table of objects, the catalog, the root of the pages). Null: ask
 * qpdf. The test compares both over randomly changed files. Throws the system's error if the file cannot be read.
 */
export async function readPlainPdf(path: string): Promise<PdfInfo | null> {
  const { size, bytes } = await onDisk('readPart', path, LARGEST);
  return bytes.length < size ? null : plainInfo(Buffer.from(bytes.buffer));
}

/** Does the same for a file's bytes. */
export function plainInfo(bytes: Buffer): PdfInfo | null {
  const text = bytes.toString('latin1');
  const end = text.slice(-END_CHARACTERS);
  const at = Number(END.exec(end)?.[1] ?? 0);
  if (!START.test(text) || at === 0 || end.lastIndexOf('startxref') !== end.search(END)) return null;
  const table = readTable(bytes, text, at) ?? readTableStream(bytes, text, at);
  if (table === null || !isWhole(table)) return null;
  const objects = new Objects(bytes, text, table.places);
  // qpdf reads it, too.
  const info = table.trailer.get('/Info');
  if (info !== undefined && objects.dictionary(info) === null) return null;
  const catalog = objects.dictionary(table.trailer.get('/Root'));
  const pages = objects.dictionary(catalog?.get('/Pages'))?.get('/Count');
  if (typeof pages !== 'number' || pages <= 0 || pages >= table.size) return null;
  return { pages, encrypted: false };
}

/** Position of an object: a byte of the file, or an index in an object stream. */
type Place = { readonly at: number } | { readonly stream: number; readonly index: number };

interface Table {
  readonly trailer: Dictionary;
  readonly size: number;
  readonly places: ReadonlyMap<number, Place>;
  /** Highest object number, including free objects. */
  readonly highest: number;
}

function isWhole({ trailer, size, highest }: Table): boolean {
  return size === highest + 1 && !['/Encrypt', '/Prev', '/XRefStm'].some((key) => trailer.has(key));
}

const SECTION = /(\d{1,10}) (\d{1,10})(?: ?\r\n| ?\n| ?\r)/y;
const ENTRY = /(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)/y;
const TRAILER = /trailer[\0\t\n\f\r ]*/y;

/** The table of objects as text (ISO 32000-2, 7.5.4). */
function readTable(bytes: Buffer, text: string, start: number): Table | null {
  const head = matchAt(/xref[\r\n ]+/y, text, start);
  if (head === null) return null;
  const places = new Map<number, Place>();
  let at = start + head[0].length;
  let highest = -1;
  for (let section = matchAt(SECTION, text, at); section !== null; section = matchAt(SECTION, text, at)) {
    at += section[0].length;
    const first = Number(section[1]);
    for (let index = 0; index < Number(section[2]); index += 1) {
      const entry = matchAt(ENTRY, text, at);
      if (entry === null || first + index <= highest) return null;
      at += entry[0].length;
      highest = first + index;
      const place = Number(entry[1]);
      if (entry[3] === 'f') continue;
      if (entry[2] !== '00000' || place === 0 || place >= bytes.length) return null;
      places.set(highest, { at: place });
    }
  }
  const word = matchAt(TRAILER, text, at);
  const trailer = word && readDictionary(text, at + word[0].length);
  const size = trailer?.value.get('/Size');
  if (!trailer || typeof size !== 'number' || !text.startsWith('startxref', skipSpace(text, trailer.end))) return null;
  return { trailer: trailer.value, size, places, highest };
}

/** The table as a stream (ISO 32000-2, 7.5.8). */
function readTableStream(bytes: Buffer, text: string, start: number): Table | null {
  const stream = readStream(bytes, text, start, null);
  if (stream === null || stream.dictionary.get('/Type') !== '/XRef') return null;
  const { dictionary, data } = stream;
  const size = dictionary.get('/Size');
  const widths = integers(dictionary.get('/W'));
  if (typeof size !== 'number' || widths?.length !== 3) return null;
  const [typeBytes = 0, placeBytes = 0, lastBytes = 0] = widths;
  if (widths.some((width) => width < 0 || width > 6) || typeBytes > 1 || placeBytes === 0) return null;
  const index = dictionary.has('/Index') ? integers(dictionary.get('/Index')) : [0, size];
  if (index === null || index.length === 0 || index.length % 2 !== 0) return null;
  const places = new Map<number, Place>();
  let [at, highest] = [0, -1];
  for (let section = 0; section < index.length; section += 2) {
    const [first = 0, count = 0] = index.slice(section, section + 2);
    for (let number = first; number < first + count; number += 1) {
      if (number <= highest || at + typeBytes + placeBytes + lastBytes > data.length) return null;
      const type = typeBytes === 0 ? 1 : data.readUIntBE(at, typeBytes);
      const place = data.readUIntBE(at + typeBytes, placeBytes);
      const last = lastBytes === 0 ? 0 : data.readUIntBE(at + typeBytes + placeBytes, lastBytes);
      at += typeBytes + placeBytes + lastBytes;
      highest = number;
      if (type === 0) continue;
      if (type > 2 || place === 0 || (type === 1 && (last !== 0 || place >= bytes.length))) return null;
      places.set(number, type === 1 ? { at: place } : { stream: place, index: last });
    }
  }
  return at === data.length ? { trailer: dictionary, size, places, highest } : null;
}

function integers(value: PdfValue | undefined): readonly number[] | null {
  if (!Array.isArray(value)) return null;
  const found: readonly PdfValue[] = value;
  return found.every((each) => typeof each === 'number') ? found : null;
}

const OBJECT = /(\d{1,10}) 0 obj(?=[\0\t\n\f\r <])/y;
const STREAM = /stream(?:\r\n|\n)/y;
const END_OF_STREAM = /(?:\r\n|\n|\r)?endstream(?=[\0\t\n\f\r ])/y;
const END_OF_OBJECT = /endobj(?=[\0\t\n\f\r ])/y;

/** `number` is that of the expected object; null: any. */
function readObject(text: string, at: number, number: number | null): { value: PdfValue; end: number } | null {
  const head = matchAt(OBJECT, text, at);
  if (head === null || (number !== null && Number(head[1]) !== number)) return null;
  const read = readValue(text, at + head[0].length);
  return read && { value: read.value, end: skipSpace(text, read.end) };
}

function readStream(bytes: Buffer, text: string, at: number, number: number | null) {
  const object = readObject(text, at, number);
  const word = object && matchAt(STREAM, text, object.end);
  if (!word || !isDictionary(object.value)) return null;
  const length = object.value.get('/Length');
  if (typeof length !== 'number' || length < 0) return null;
  const start = object.end + word[0].length;
  const closing = matchAt(END_OF_STREAM, text, start + length);
  if (closing === null) return null;
  if (matchAt(END_OF_OBJECT, text, skipSpace(text, start + length + closing[0].length)) === null) return null;
  const data = unpack(bytes.subarray(start, start + length), object.value);
  return data && { dictionary: object.value, data };
}

/** Undoes the filters that tables and object streams use; null: another filter, or damaged data. */
function unpack(data: Buffer, dictionary: Dictionary): Buffer | null {
  const filter = dictionary.get('/Filter');
  if (filter === undefined) return dictionary.has('/DecodeParms') ? null : data;
  if (filter !== '/FlateDecode') return null;
  const parameters = dictionary.get('/DecodeParms');
  if (parameters !== undefined && !isDictionary(parameters)) return null;
  const unpacked = inflate(data);
  return unpacked && undoPrediction(unpacked, parameters ?? new Map());
}

function inflate(data: Buffer): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: LARGEST_STREAM });
  } catch {
    return null;
  }
}

/** Undoes the PNG filter Up, the only one that tables are written with (ISO 32000-2, 7.4.4.4). */
function undoPrediction(data: Buffer, parameters: Dictionary): Buffer | null {
  const { '/Predictor': predictor = 1, '/Columns': columns = 1, ...others } = Object.fromEntries(parameters);
  if (Object.keys(others).length > 0 || typeof columns !== 'number' || columns < 1) return null;
  if (predictor === 1) return data;
  if (predictor !== 12 || data.length % (columns + 1) !== 0) return null;
  const rows = data.length / (columns + 1);
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    if (data[row * (columns + 1)] !== 2) return null;
    for (let column = 0; column < columns; column += 1) {
      const above = row === 0 ? 0 : (plain[(row - 1) * columns + column] ?? 0);
      plain[row * columns + column] = (data[row * (columns + 1) + 1 + column] ?? 0) + above;
    }
  }
  return plain;
}

/** Looks up dictionaries of the file by reference. */
class Objects {
  readonly #bytes: Buffer;
  readonly #text: string;
  readonly #places: ReadonlyMap<number, Place>;

  constructor(bytes: Buffer, text: string, places: ReadonlyMap<number, Place>) {
    this.#bytes = bytes;
    this.#text = text;
    this.#places = places;
  }

  dictionary(reference: PdfValue | undefined): Dictionary | null {
    if (!isReference(reference)) return null;
    const place = this.#places.get(reference.object);
    if (place === undefined) return null;
    const value = 'at' in place ? this.#inFile(reference.object, place.at) : this.#inStream(reference.object, place);
    return value !== null && isDictionary(value) ? value : null;
  }

  #inFile(number: number, at: number): PdfValue | null {
    const object = readObject(this.#text, at, number);
    return object && matchAt(END_OF_OBJECT, this.#text, object.end) && object.value;
  }

  /** Like qpdf, reads all objects of the stream (ISO 32000-2, 7.5.7): none may be wrong. */
  #inStream(number: number, { stream, index }: { readonly stream: number; readonly index: number }): PdfValue | null {
    const place = this.#places.get(stream);
    const found = place && 'at' in place ? readStream(this.#bytes, this.#text, place.at, stream) : null;
    const [count, first] = [found?.dictionary.get('/N'), found?.dictionary.get('/First')];
    if (found?.dictionary.get('/Type') !== '/ObjStm' || found.dictionary.has('/Extends')) return null;
    if (typeof count !== 'number' || typeof first !== 'number' || first > found.data.length) return null;
    const text = found.data.toString('latin1');
    const head = text.slice(0, first).trim().split(/\s+/);
    if (head.length !== 2 * count || !head.every((word) => /^\d{1,10}$/.test(word))) return null;
    const values: PdfValue[] = [];
    for (let each = 0; each < count; each += 1) {
      const start = first + Number(head[2 * each + 1]);
      const next = each + 1 < count ? first + Number(head[2 * each + 3]) : text.length;
      const read = readValue(text, start);
      if (read === null || skipSpace(text, read.end) !== next) return null;
      values.push(read.value);
    }
    return Number(head[2 * index]) === number ? (values[index] ?? null) : null;
  }
}
