/** An object of a PDF: `12 0 obj … endobj`. */
export interface PdfObject {
  readonly number: number;
  /** Offset after `obj`. */
  readonly start: number;
  /** Offset of `endobj`, or of the next object if that is missing. */
  readonly end: number;
  /** Text of the object, up to `stream`. */
  readonly text: string;
}

const LOOKED_AT = 8 * 1024 ** 2;
const MOST_OBJECTS = 5000;
/** Longer than dictionaries; a stream may contain anything. */
const LONGEST_TEXT = 64 * 1024;

/** Returns the objects that are not packed into streams, in the order of the file. `pdf` has one character per byte. */
export function objectsOf(pdf: string): PdfObject[] {
  const found: PdfObject[] = [];
  for (const match of pdf.slice(0, LOOKED_AT).matchAll(/(?<![\d.])(\d{1,10})\s+\d{1,5}\s+obj\b/g)) {
    const start = match.index + match[0].length;
    const end = pdf.indexOf('endobj', start);
    if (end < 0) break;
    const whole = pdf.slice(start, Math.min(end, start + LONGEST_TEXT));
    const stream = /\bstream\r?\n/.exec(whole);
    found.push({ number: Number(match[1]), start, end, text: whole.slice(0, stream?.index) });
    if (found.length >= MOST_OBJECTS) break;
  }
  return found;
}

/**
 * Replaces the text of an object with an incremental update: it is added at the end, with its own cross-reference, so that all other
 * offsets stay valid. Null for a file without a trailer.
 */
export function updated(pdf: string, { number, start, end, text }: PdfObject, changed: string): string | null {
  const tail = pdf.slice(-LOOKED_AT);
  const root = lastOf(tail, /\/Root\s+\d+\s+\d+\s+R/g);
  const before = lastOf(tail, /startxref\s+(\d+)/g);
  if (root === null || before === null) return null;
  const size = lastOf(tail, /\/Size\s+\d+/g)?.[0] ?? `/Size ${number + 1}`;
  const rest = pdf.slice(start + text.length, end);
  const object = `\n${number} 0 obj${changed}${rest}endobj\n`;
  const offset = String(pdf.length + 1).padStart(10, '0');
  const trailer = `trailer\n<< ${root[0]} ${size} /Prev ${before[1]} >>`;
  return `${pdf}${object}xref\n${number} 1\n${offset} 00000 n \n${trailer}\nstartxref\n${pdf.length + object.length}\n%%EOF\n`;
}

/** Returns the most bytes that `updated` adds besides the text of the object. */
export const updateSize = ({ start, end, text }: PdfObject): number => end - start - text.length + 300;

const lastOf = (text: string, pattern: RegExp): RegExpExecArray | null => [...text.matchAll(pattern)].at(-1) ?? null;
