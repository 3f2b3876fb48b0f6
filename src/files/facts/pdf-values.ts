/** A reference to an object: its number. */
export class PdfReference {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** A value of a PDF (ISO 32000-2 7.3); strings are buffers, names texts. */
export type PdfValue = number | boolean | null | string | Buffer | PdfReference | readonly PdfValue[] | PdfDictionary;

/** A string, hexadecimal or literal; the beginning or end of a dictionary or an array; a name; a reference; anything else. */
const TOKEN =
  /(?:[\s\0]|%[^\r\n]*)*(?:(<<|>>|\[|\])|<([\da-fA-F\s]*)>|(\()|\/([^\s\0()<>[\]{}/%]*)|(\d{1,10})[\s\0]+\d{1,5}[\s\0]+R(?![\w])|([^\s\0()<>[\]{}/%]+))/y;

/** Nesting of arrays and dictionaries in a file that is not hostile. */
const MOST_LEVELS = 20;

/** Reads the first value of a text with one character per byte. @returns undefined if there is none, or if it is cut off or wrong */
export function readPdfValue(text: string): PdfValue | undefined {
  let at = 0;

  function next(level: number): PdfValue | undefined | '>>' | ']' {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null || level > MOST_LEVELS) return undefined;
    at = TOKEN.lastIndex;
    const [, mark, hex, literal, name, reference, word = ''] = match;
    if (mark === '<<' || mark === '[') return members(mark, level + 1);
    if (mark !== undefined) return mark as '>>' | ']';
    if (hex !== undefined) return hexString(hex);
    if (literal !== undefined) return literalString();
    if (name !== undefined) return name;
    if (reference !== undefined) return new PdfReference(Number(reference));
    if (word === 'true' || word === 'false') return word === 'true';
    const number = Number(word);
    return Number.isFinite(number) ? number : null;
  }

  function members(mark: '<<' | '[', level: number): PdfValue | undefined {
    const values: PdfValue[] = [];
    const end = mark === '<<' ? '>>' : ']';
    for (;;) {
      const value = next(level);
      if (value === undefined) return undefined;
      if (value === end) break;
      values.push(value);
    }
    if (mark === '[') return values;
    const dictionary = new Map<string, PdfValue>();
    for (let index = 0; index + 1 < values.length; index += 2)
      dictionary.set(String(values[index]), values[index + 1] ?? null);
    return dictionary;
  }

  function literalString(): Buffer | undefined {
    const bytes: number[] = [];
    for (let depth = 1; at < text.length; at += 1) {
      let code = text.charCodeAt(at);
      if (code === 0x5c) {
        const [whole = '', octal] = /^(?:([0-7]{1,3})|\r\n|[\s\S])/.exec(text.slice(at + 1, at + 4)) ?? [];
        at += whole.length;
        if (whole.startsWith('\r') || whole === '\n') continue;
        code = octal === undefined ? (ESCAPES.get(whole) ?? whole.charCodeAt(0)) : Number.parseInt(octal, 8) & 0xff;
      } else if (code === 0x28) depth += 1;
      else if (code === 0x29) {
        depth -= 1;
        if (depth === 0) {
          at += 1;
          return Buffer.from(bytes);
        }
      }
      bytes.push(code);
    }
    return undefined;
  }

  const value = next(0);
  return value === '>>' || value === ']' ? undefined : value;
}

const ESCAPES: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['b', 8],
  ['f', 12],
]);

function hexString(digits: string): Buffer {
  const even = digits.replace(/\s/g, '');
  return Buffer.from(even.length % 2 === 0 ? even : `${even}0`, 'hex');
}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;

/** Returns a number of a dictionary; undefined if it has none of that name. */
export function numberOf(dictionary: PdfDictionary, name: string): number | undefined {
  const value = dictionary.get(name);
  return typeof value === 'number' ? value : undefined;
}
