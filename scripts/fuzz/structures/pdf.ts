import { below, type Chance, pick } from '../../random.ts';
import { EXTREME_NUMBERS, MOST_ADDED, type Mutator } from '../mutators.ts';
import { objectsOf, type PdfObject, updated, updateSize } from './pdf-objects.ts';
import type { Structure } from './structure.ts';

/*
 * PDFs whose objects refer to themselves, to each other or to nothing, and whose dictionaries state wrong values. Only objects that are not
 * packed into streams are changed.
 */

const REFERENCE = /\b(\d+) (\d+) R\b/g;
/** Keys with numbers that readers allocate, loop or decode by. */
const NUMBERED =
  /\/(?:Length|Count|Size|Prev|First|N|W|Index|Predictor|Columns|Colors|BitsPerComponent|BitsPerSample|Width|Height|Rotate|UserUnit|FirstChar|LastChar|Domain|Range|Matrix|BBox|MediaBox|CropBox|Widths|DW|Length1|EarlyChange|K|Rows)\b\s*(\[[^[\]]*\]|-?[\d.]+)/g;
const VALUE = /\/[A-Za-z]\w*\s*(\/\w+|\[[^[\]]*\]|\([^()]*\)|<[\dA-Fa-f]*>|-?[\d.]+(?! \d+ R)|true|false|null)/g;
const FILTERS = [
  '/FlateDecode',
  '/LZWDecode',
  '/ASCII85Decode',
  '/ASCIIHexDecode',
  '/RunLengthDecode',
  '/CCITTFaxDecode',
  '/JBIG2Decode',
  '/DCTDecode',
  '/JPXDecode',
  '/Crypt',
  '/Unknown',
];
const WRONG_VALUES = [
  'null',
  'true',
  '[]',
  '<<>>',
  '/Name',
  '(text)',
  '<00>',
  '0 0 R',
  '999999 0 R',
  '-1',
  '99999999999',
  '1e5',
  '0.00000001',
  '[null null null null]',
  '[0 0 0 0]',
  `(${'x'.repeat(5000)})`,
];
const BOXES = [
  '[0 0 1e9 1e9]',
  '[0 0 14400 14400]',
  '[0 0 2147483647 2147483647]',
  '[0 0 0 0]',
  '[0 0 0.001 0.001]',
  '[-1 -1 -2 -2]',
  '[0 0 1 100000]',
];
const LEVELS = [100, 1000, 10_000];

/** Probability that a change is an incremental update, rather than made in place with later offsets moved. */
const UPDATES = 0.7;

/** Changes the text of a random object with a match of the pattern. */
const edit =
  (
    pattern: RegExp,
    change: (match: RegExpExecArray, object: PdfObject, objects: readonly PdfObject[], chance: Chance) => string,
  ): Mutator =>
  (bytes, chance) => {
    const pdf = bytes.toString('latin1');
    const objects = objectsOf(pdf);
    const fitting = objects.filter(({ text }) => text.search(pattern) >= 0);
    if (fitting.length === 0) return Buffer.from(bytes);
    const object = pick(chance, fitting);
    const match = pick(chance, [...object.text.matchAll(pattern)]);
    const by = change(match, object, objects, chance).slice(0, MOST_ADDED - 1000);
    const { text, start } = object;
    const changed = text.slice(0, match.index) + by + text.slice(match.index + match[0].length);
    const isUpdate = chance() < UPDATES && changed.length + updateSize(object) <= MOST_ADDED;
    const result = isUpdate ? updated(pdf, object, changed) : null;
    return Buffer.from(result ?? inPlace(pdf, start, text.length, changed), 'latin1');
  };

/** Pads a shorter text with blanks, so that all offsets stay correct. */
const inPlace = (pdf: string, start: number, length: number, changed: string): string =>
  pdf.slice(0, start) + changed.padEnd(length, ' ') + pdf.slice(start + length);

/** Redirects a reference to the object itself, another one, a missing one, or the free one. */
const redirect = edit(REFERENCE, (_, object, objects, chance) => {
  const number = pick(chance, [object.number, object.number, pick(chance, objects).number, 99_999_999, 0]);
  return `${number} ${pick(chance, [0, 0, 0, 65_535])} R`;
});

const extreme = edit(NUMBERED, ([all, value = ''], _, __, chance) => {
  const before = all.slice(0, all.length - value.length);
  const number = pick(chance, EXTREME_NUMBERS);
  if (!value.startsWith('[')) return `${before} ${number} `;
  const numbers = [...value.matchAll(/-?[\d.]+/g)].length;
  const place = below(chance, Math.max(1, numbers));
  let index = -1;
  return before + value.replaceAll(/-?[\d.]+/g, (old) => (++index === place ? number : old));
});

const wrongType = edit(VALUE, ([all, value = ''], _, __, chance) => {
  return `${all.slice(0, all.length - value.length)} ${pick(chance, WRONG_VALUES)} `;
});

/** Nests arrays or dictionaries in place of a value. */
const nest = edit(VALUE, ([all, value = ''], _, __, chance) => {
  const [open, close] = pick(chance, [
    ['[', ']'],
    ['<</A ', '>>'],
  ] as const);
  const room = Math.floor((MOST_ADDED / 2 - value.length) / (open.length + close.length));
  const levels = Math.max(0, Math.min(pick(chance, LEVELS), room));
  return `${all.slice(0, all.length - value.length)} ${open.repeat(levels)}${value}${close.repeat(levels)}`;
});

/** Repeats filters, adds others before them, or uses an unknown one. */
const filters = edit(/\/Filter\s*(\/\w+|\[[^[\]]*\])/g, ([, value = ''], _, __, chance) => {
  const own = value.replaceAll(/[[\]]/g, '');
  const others = Array.from({ length: 1 + below(chance, 4) }, () => pick(chance, FILTERS)).join(' ');
  return `/Filter [${pick(chance, [`${others} ${own}`, `${own} ${others}`, others, `${own} `.repeat(1000)])}]`;
});

const hugePage = edit(/\/(MediaBox|CropBox|TrimBox|BBox)\s*\[[^[\]]*\]/g, ([, name], _, __, chance) => {
  return `/${name} ${pick(chance, BOXES)}`;
});

/** Makes a page tree its own branch, many times. */
const pageTree = edit(/\/Kids\s*\[[^[\]]*\]/g, ([all], { number }, objects, chance) => {
  const own = `${number} 0 R `;
  const other = `${pick(chance, objects).number} 0 R `;
  return all.replace(/\]$/, () => `${pick(chance, [own, other, own.repeat(1000), other.repeat(1000)])}]`);
});

/** Changes an offset in the cross-reference, or its own offset. */
const crossReference: Mutator = (bytes, chance) => {
  const pdf = bytes.toString('latin1');
  const entries = [...pdf.matchAll(/\b(\d{10}) \d{5} [nf]|startxref\s+(\d+)/g)];
  if (entries.length === 0) return Buffer.from(bytes);
  const [match, other] = [pick(chance, entries), pick(chance, entries)];
  const offset = match[1] ?? match[2] ?? '';
  const at = match.index + match[0].indexOf(offset);
  const value = pick(chance, [other[1] ?? other[2] ?? '0', '0', '9'.repeat(10), String(bytes.length), String(at)]);
  const digits = value.padStart(offset.length, '0').slice(-offset.length);
  return Buffer.from(pdf.slice(0, at) + digits + pdf.slice(at + offset.length), 'latin1');
};

/** Objects, dictionaries and cross-references of PDFs. */
export const PDF: Structure = {
  name: 'pdf',
  matches: (bytes) => bytes.subarray(0, 1024).includes('%PDF-'),
  mutators: {
    'redirect a reference': redirect,
    'extreme number': extreme,
    'wrong type': wrongType,
    'nest a value': nest,
    'other filters': filters,
    'extreme page': hugePage,
    'page tree': pageTree,
    'cross-reference': crossReference,
  },
};
