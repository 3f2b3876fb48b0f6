import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { ByteSource } from '../formats/byte-source.ts';
import type { Facts } from './facts.ts';
import { needsPassword } from './pdf-password.ts';
import { isDictionary, numberOf, type PdfDictionary, PdfReference, type PdfValue, readPdfValue } from './pdf-values.ts';

/** Where the last cross-reference section is named. */
const TAIL_BYTES = 2048;
/** Longest object that is read. */
const OBJECT_BYTES = 16 * 1024;
/** Packed and unpacked size of a stream that is read; a larger file keeps its facts to itself. */
const PACKED_BYTES = 512 * 1024;
const UNPACKED_BYTES = 2 * 1024 * 1024;
/** Updates of a file that are followed. */
const MOST_SECTIONS = 12;
/** References that lead to a value. */
const MOST_STEPS = 4;

/** Place of an object: in the file, or the position in an object stream. */
type Place = { readonly offset: number } | { readonly stream: number; readonly index: number };

/** A section of the cross-reference: its dictionary, and where it says that an object is. */
interface Section {
  readonly dictionary: PdfDictionary;
  find(number: number): Promise<Place | null>;
}

/** Returns pages and password protection of a PDF, as far as its own tables lead to them; it is not repaired. */
export async function pdfFacts(source: ByteSource): Promise<Facts> {
  const tail = (await source.read(Math.max(0, source.size - TAIL_BYTES), TAIL_BYTES)).toString('latin1');
  const start = [...tail.matchAll(/startxref\s+(\d{1,12})/g)].at(-1)?.[1];
  const file = start === undefined ? null : await openPdf(source, Number(start));
  if (file === null) return {};
  const { trailer, resolve } = file;
  const encrypt = await resolve(trailer.get('Encrypt'));
  const id = await resolve(trailer.get('ID'));
  const [first] = Array.isArray(id) ? id : [];
  const locked = isDictionary(encrypt)
    ? needsPassword(encrypt, Buffer.isBuffer(first) ? first : Buffer.alloc(0))
    : false;
  const root = await resolve(trailer.get('Root'));
  const pages = isDictionary(root) ? await resolve(root.get('Pages')) : undefined;
  const count = isDictionary(pages) ? numberOf(pages, 'Count') : undefined;
  const protectedBy =
    locked === null ? {} : { password_protected: locked, ...(locked && { pdf_has_user_password: true }) };
  return { ...(count !== undefined && Number.isSafeInteger(count) && count > 0 && { pages: count }), ...protectedBy };
}

async function openPdf(source: ByteSource, start: number) {
  const sections: Section[] = [];
  for (let at: number | undefined = start; at !== undefined && sections.length < MOST_SECTIONS; ) {
    const section: Section | null = await sectionAt(source, at);
    if (section === null) break;
    sections.push(section);
    // Of a hybrid file, the objects that older readers do not see.
    const hidden = numberOf(section.dictionary, 'XRefStm');
    const more = hidden === undefined ? null : await sectionAt(source, hidden);
    if (more !== null) sections.push(more);
    at = numberOf(section.dictionary, 'Prev');
  }
  const [newest] = sections;
  if (newest === undefined) return null;
  // Strings and streams are encrypted, all other values are not.
  const isEncrypted = newest.dictionary.has('Encrypt');

  const objectOf = async (number: number): Promise<PdfValue | undefined> => {
    for (const section of sections) {
      const place = await section.find(number);
      if (place === null) continue;
      if ('offset' in place) return (await objectAt(source, place.offset))?.value;
      const container = isEncrypted
        ? null
        : await sections.reduce<Promise<Place | null>>(
            async (found, each) => (await found) ?? each.find(place.stream),
            Promise.resolve(null),
          );
      return container !== null && 'offset' in container
        ? packedObject(source, container.offset, place.index)
        : undefined;
    }
    return undefined;
  };
  const resolve = async (value: PdfValue | undefined): Promise<PdfValue | undefined> => {
    let found = value;
    for (let step = 0; found instanceof PdfReference && step < MOST_STEPS; step += 1)
      found = await objectOf(found.number);
    return found;
  };
  return { trailer: newest.dictionary, resolve };
}

async function sectionAt(source: ByteSource, start: number): Promise<Section | null> {
  const beginning = (await source.read(start, 64)).toString('latin1');
  return /^\s*xref/.test(beginning) ? tableAt(source, start) : streamSectionAt(source, start);
}

/** Reads a table, whose entries have 20 bytes each (7.5.4). */
async function tableAt(source: ByteSource, start: number): Promise<Section | null> {
  const parts: { first: number; count: number; offset: number }[] = [];
  let at = start + (/^\s*xref\s*/.exec((await source.read(start, 64)).toString('latin1'))?.[0].length ?? 0);
  for (;;) {
    const text = (await source.read(at, 64)).toString('latin1');
    const header = /^\s*(\d{1,10})[ ]+(\d{1,10})[ ]*[\r\n]+/.exec(text);
    if (header === null) break;
    const [whole, first, count] = header;
    parts.push({ first: Number(first), count: Number(count), offset: at + whole.length });
    at += whole.length + Number(count) * 20;
  }
  const text = (await source.read(at, OBJECT_BYTES)).toString('latin1');
  const dictionary = /^\s*trailer/.test(text) ? readPdfValue(text.slice(text.indexOf('trailer') + 7)) : undefined;
  if (!isDictionary(dictionary)) return null;
  return {
    dictionary,
    async find(number) {
      const part = parts.find(({ first, count }) => number >= first && number < first + count);
      if (part === undefined) return null;
      const entry = (await source.read(part.offset + (number - part.first) * 20, 18)).toString('latin1');
      const offset = /^(\d{10}) \d{5} n/.exec(entry)?.[1];
      return offset === undefined ? null : { offset: Number(offset) };
    },
  };
}

/** Reads a cross-reference stream (7.5.8). */
async function streamSectionAt(source: ByteSource, start: number): Promise<Section | null> {
  const object = await objectAt(source, start);
  if (object === null || !isDictionary(object.value)) return null;
  const { value: dictionary } = object;
  const widths = dictionary.get('W');
  const rows = await unpacked(source, object);
  if (rows === null || !Array.isArray(widths) || widths.length !== 3) return null;
  const [kind = 0, second = 0, third = 0] = widths.map((width) =>
    typeof width === 'number' && width >= 0 && width <= 6 ? width : 0,
  );
  const size = kind + second + third;
  const index = dictionary.get('Index') ?? [0, numberOf(dictionary, 'Size') ?? 0];
  const ranges = Array.isArray(index) ? index.map(Number) : [];
  const field = (at: number, width: number) =>
    width === 0 || at + width > rows.length ? 0 : rows.readUIntBE(at, width);
  return {
    dictionary,
    async find(number) {
      let row = 0;
      for (let part = 0; part + 1 < ranges.length; part += 2) {
        const [first = 0, count = 0] = ranges.slice(part, part + 2);
        if (number >= first && number < first + count) {
          const at = (row + number - first) * size;
          const type = kind === 0 ? 1 : field(at, kind);
          if (type === 1) return { offset: field(at + kind, second) };
          return type === 2 ? { stream: field(at + kind, second), index: field(at + kind + second, third) } : null;
        }
        row += count;
      }
      return null;
    },
  };
}

/** An object in the file: its value, and where its stream begins if it has one. */
interface FoundObject {
  readonly value: PdfValue;
  readonly streamAt: number | null;
}

async function objectAt(source: ByteSource, offset: number): Promise<FoundObject | null> {
  const text = (await source.read(offset, OBJECT_BYTES)).toString('latin1');
  const header = /^\s*\d{1,10}\s+\d{1,5}\s+obj/.exec(text)?.[0];
  if (header === undefined) return null;
  const value = readPdfValue(text.slice(header.length));
  if (value === undefined) return null;
  const stream = /stream\r?\n/.exec(text);
  return { value, streamAt: stream === null ? null : offset + stream.index + stream[0].length };
}

/** Returns the bytes of a stream; null if it is too large, or packed in a way other than writers of these streams do. */
async function unpacked(source: ByteSource, { value, streamAt }: FoundObject): Promise<Buffer | null> {
  if (!isDictionary(value) || streamAt === null) return null;
  const length = numberOf(value, 'Length') ?? 0;
  const filter = value.get('Filter');
  const name = Array.isArray(filter) && filter.length === 1 ? filter[0] : filter;
  if (length <= 0 || length > PACKED_BYTES || (name !== undefined && name !== 'FlateDecode')) return null;
  const chunks: Buffer[] = [];
  for (let at = 0; at < length; ) {
    const chunk = await source.read(streamAt + at, length - at);
    if (chunk.length === 0) return null;
    chunks.push(Buffer.from(chunk));
    at += chunk.length;
  }
  const packed = Buffer.concat(chunks);
  if (name === undefined) return packed;
  const bytes = await promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)(packed, {
    maxOutputLength: UNPACKED_BYTES,
  }).catch(() => null);
  const given = value.get('DecodeParms');
  const parameters = Array.isArray(given) ? given[0] : given;
  const predictor = isDictionary(parameters) ? (numberOf(parameters, 'Predictor') ?? 1) : 1;
  if (bytes === null || predictor === 1) return bytes;
  const columns = isDictionary(parameters) ? (numberOf(parameters, 'Columns') ?? 1) : 1;
  return predictor >= 10 && columns >= 1 && columns <= 64 ? withoutPredictor(bytes, columns) : null;
}

/** Undoes the predictors None, Sub and Up of PNG, with one byte per pixel; null for others, which nobody uses here. */
function withoutPredictor(bytes: Buffer, columns: number): Buffer | null {
  const rows = Math.floor(bytes.length / (columns + 1));
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (columns + 1)] ?? 0;
    if (kind > 2) return null;
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const left = column === 0 ? 0 : (plain[at - 1] ?? 0);
      const above = row === 0 ? 0 : (plain[at - columns] ?? 0);
      plain[at] = (bytes[row * (columns + 1) + 1 + column] ?? 0) + (kind === 0 ? 0 : kind === 1 ? left : above);
    }
  }
  return plain;
}

/** Reads an object in an object stream (7.5.7). */
async function packedObject(source: ByteSource, offset: number, index: number): Promise<PdfValue | undefined> {
  const container = await objectAt(source, offset);
  const bytes = container === null ? null : await unpacked(source, container);
  if (container === null || bytes === null || !isDictionary(container.value)) return undefined;
  const first = numberOf(container.value, 'First') ?? 0;
  const pairs = bytes
    .toString('latin1', 0, first)
    .trim()
    .split(/\s+/, 2 * (index + 1));
  const start = first + Number(pairs[2 * index + 1] ?? Number.NaN);
  return Number.isSafeInteger(start) ? readPdfValue(bytes.toString('latin1', start, start + OBJECT_BYTES)) : undefined;
}
