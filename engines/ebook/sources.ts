import type { LocalInput } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { OFFICE_FORMATS } from '../document/families.ts';
import type { InputFormat } from './calibre/job.ts';

/** What an input is, by its content, as far as its way into a book depends on it. */
export type Source =
  /** calibre reads it itself. */
  | { readonly kind: 'book'; readonly format: InputFormat }
  /** LibreOffice makes it a docx first. */
  | { readonly kind: 'office' };

/** By the name of the format (src/files/formats/names.ts). */
const BOOKS: Readonly<Record<string, InputFormat>> = {
  azw3: 'azw3',
  docx: 'docx',
  epub: 'epub',
  fb2: 'fb2',
  html: 'html',
  lit: 'lit',
  lrf: 'lrf',
  mobi: 'mobi',
  odt: 'odt',
  pdb: 'pdb',
  pdf: 'pdf',
  rb: 'rb',
  rtf: 'rtf',
  snb: 'snb',
  tcr: 'tcr',
  txt: 'txt',
};

const OFFICE: ReadonlySet<string> = new Set(Object.values(OFFICE_FORMATS).flatMap((formats) => Object.keys(formats)));

/** @throws ConversionError `input_wrong_type` for what no book is made of, saying what the content is */
export function sourceOf(input: LocalInput): Source {
  const name = input.format?.name ?? '';
  const format = BOOKS[name];
  if (format !== undefined) return { kind: 'book', format };
  if (OFFICE.has(name)) return { kind: 'office' };
  const what = name === '' ? 'of no kind that is known here' : `a file of the kind ${name}`;
  throw new ConversionError('input_wrong_type', `${input.filename} is ${what}. Books are made of books and documents.`);
}
