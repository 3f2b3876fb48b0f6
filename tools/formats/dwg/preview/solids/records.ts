/* Records of an ACIS model: bodies, faces, edges and their geometry. */

export type Value =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'word'; readonly value: string }
  /** The number of another record; -1 for none. */
  | { readonly kind: 'record'; readonly value: number };

export interface ModelRecord {
  /** `edge`, `straight-curve`, `intcurve-curve` … */
  readonly type: string;
  readonly values: readonly Value[];
}

/** A larger model was not drawn by anybody. */
const MOST_RECORDS = 500_000;

/**
 * Parses the records of a model as text (SAT). Restores spaces that the DWG reader took for letters. Texts with a length before them (`@7
 * unknown`) are treated as ordinary words.
 */
export function textRecords(text: string): ModelRecord[] {
  const lines = text.replaceAll('\x7f', ' ').split(/\r?\n/);
  // The header has one or three lines; after it, each record ends at a #.
  const first = lines.findIndex((line) => FIRST_RECORD.test(line));
  if (first < 0) return [];
  return lines
    .slice(first)
    .join(' ')
    .split('#', MOST_RECORDS)
    .map((record) => record.trim().replace(NUMBER_OF_RECORD, '').split(/\s+/))
    .filter(([type]) => type !== undefined && type !== '')
    .map(([type = '', ...words]) => ({ type, values: words.map(wordValue) }));
}

/** Newer models have the number of a record before its type. */
const NUMBER_OF_RECORD = /^-\d+\s+/;
const FIRST_RECORD = /^\s*(?:-\d+\s+)?[a-z]/;

function wordValue(word: string): Value {
  if (/^\$-?\d+$/.test(word)) return { kind: 'record', value: Number(word.slice(1)) };
  const number = Number(word);
  return Number.isNaN(number) ? { kind: 'word', value: word } : { kind: 'number', value: number };
}

/** Tags in a binary model (SAB), which give the kind of the value after them. */
const [CHAR, SHORT, LONG, FLOAT, DOUBLE] = [2, 3, 4, 5, 6];
const [TEXT8, TEXT16, TEXT32, TRUE, FALSE, POINTER] = [7, 8, 9, 10, 11, 12];
const [NAME, NAME_PART, OPEN, CLOSE, END, TEXT_LONG] = [13, 14, 15, 16, 17, 18];
const [POSITION, VECTOR, ENUM, PAIR] = [19, 20, 21, 22];

const MAGIC = /^(?:ASM|ACIS) BinaryFile([48]?)/;

/** Whether bytes are a binary model. */
export const isBinaryModel = (bytes: Uint8Array): boolean => MAGIC.test(latin(bytes.subarray(0, 20)));

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Parses the records of a binary model (SAB), as far as they are complete. */
export function binaryRecords(bytes: Uint8Array): ModelRecord[] {
  const [start = '', digit] = MAGIC.exec(latin(bytes.subarray(0, 20))) ?? [];
  const wide = digit === '8';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: ModelRecord[] = [];
  let at = start.length + (wide ? 4 * 8 : 4 * 4);
  let parts: string[] = [];
  let values: Value[] = [];
  const number = (value: number) => values.push({ kind: 'number', value });
  const integer = (): number => {
    const value = wide ? Number(view.getBigInt64(at, true)) : view.getInt32(at, true);
    at += wide ? 8 : 4;
    return value;
  };
  const double = (): number => {
    at += 8;
    return view.getFloat64(at - 8, true);
  };
  const text = (length: number): string => {
    at += length;
    if (at > bytes.length) throw new RangeError('a text ends beyond its model');
    return latin(bytes.subarray(at - length, at));
  };
  const word = (value: string) => values.push({ kind: 'word', value });
  const read = (tag: number): void => {
    switch (tag) {
      case CHAR:
        number(view.getUint8(at++));
        break;
      case SHORT:
        at += 2;
        number(view.getInt16(at - 2, true));
        break;
      case LONG:
      case ENUM:
        number(integer());
        break;
      case FLOAT:
        at += 4;
        number(view.getFloat32(at - 4, true));
        break;
      case DOUBLE:
        number(double());
        break;
      case TEXT8:
        word(text(view.getUint8(at++)));
        break;
      case TEXT16:
        at += 2;
        word(text(view.getUint16(at - 2, true)));
        break;
      case TEXT32:
      case TEXT_LONG:
        at += 4;
        word(text(view.getUint32(at - 4, true)));
        break;
      case TRUE:
      case FALSE:
        // Uses the words of the text format, as needed for the senses of edges.
        word(tag === TRUE ? 'reversed' : 'forward');
        break;
      case POINTER:
        values.push({ kind: 'record', value: integer() });
        break;
      case NAME:
      case NAME_PART:
        parts.push(text(view.getUint8(at++)));
        break;
      case OPEN:
      case CLOSE:
        word(tag === OPEN ? '{' : '}');
        break;
      case POSITION:
      case VECTOR:
        for (let axis = 0; axis < 3; axis += 1) number(double());
        break;
      case PAIR:
        for (let axis = 0; axis < 2; axis += 1) number(double());
        break;
      default:
        throw new RangeError(`no value has the tag ${tag}`);
    }
  };
  try {
    // Product, version and date of the header, and its three sizes.
    for (let header = 0; header < 6; header += 1) read(view.getUint8(at++));
    values = [];
    while (at < bytes.length && records.length < MOST_RECORDS) {
      const tag = view.getUint8(at++);
      // Words within braces are not names of records.
      if ((tag === NAME || tag === NAME_PART) && values.length > 0) word(text(view.getUint8(at++)));
      else if (tag !== END) read(tag);
      else {
        records.push({ type: parts.join('-'), values });
        [parts, values] = [[], []];
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return records;
}
