import { extname } from 'node:path';
import { formatOf } from '../../src/files/formats/names.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { contentText } from '../../src/work/content-text.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { sourceOf as documentSourceOf, type Family, isLocked } from '../../tools/formats/office-files/families.ts';
import { refuseUnreadMarkup } from '../../tools/formats/text/markup.ts';
import type { InputFormat } from '../../tools/programs/calibre/job.ts';

/** The type of an input by its content, as far as it matters for making a book. */
export type Source =
  /** calibre reads it itself. */
  | { readonly kind: 'book'; readonly format: InputFormat }
  /** A text, which may need its encoding to be given. */
  | { readonly kind: 'text'; readonly as: TextKind }
  /** A zip that contains one book. */
  | { readonly kind: 'packed'; readonly holds: 'fb2' | 'txt' }
  /** An archive of pictures, a page each. */
  | { readonly kind: 'comic' }
  /** A document that LibreOffice converts to a docx first. */
  | { readonly kind: 'office' }
  | { readonly kind: 'pdf' }
  | { readonly kind: 'postscript' }
  | { readonly kind: 'djvu' }
  | { readonly kind: 'picture' }
  /** Sound, or a video with sound. */
  | { readonly kind: 'sound' };

export type TextKind = 'plain' | 'html' | 'markdown' | 'textile' | 'csv' | 'fb2';

/** Books by the name of the format (src/files/formats/names.ts). snb is missing: calibre finds no text in its own snb files. */
const BOOKS: Readonly<Record<string, InputFormat>> = {
  azw3: 'azw3',
  chm: 'chm',
  docx: 'docx',
  epub: 'epub',
  htmlz: 'htmlz',
  lit: 'lit',
  lrf: 'lrf',
  mobi: 'mobi',
  pdb: 'pdb',
  pmlz: 'pmlz',
  rb: 'rb',
  rtf: 'rtf',
  tcr: 'tcr',
};

const OTHERS: Readonly<Record<string, Source>> = {
  djvu: { kind: 'djvu' },
  fb2: { kind: 'text', as: 'fb2' },
  fbz: { kind: 'packed', holds: 'fb2' },
  txtz: { kind: 'packed', holds: 'txt' },
  zip: { kind: 'comic' },
  '7z': { kind: 'comic' },
  rar: { kind: 'comic' },
  tar: { kind: 'comic' },
};

/** Documents by family; the document category converts all others to docx. */
const BY_FAMILY: Readonly<Partial<Record<Family, Source>>> = {
  html: { kind: 'text', as: 'html' },
  plain: { kind: 'text', as: 'plain' },
  markdown: { kind: 'text', as: 'markdown' },
  csv: { kind: 'text', as: 'csv' },
  pdf: { kind: 'pdf' },
  postscript: { kind: 'postscript' },
  image: { kind: 'picture' },
};

/**
 * Returns the type of the input; only Markdown, Textile and CSV are distinguished from other texts by name.
 * @param isText whether the user declares it a text by giving its encoding
 * @throws ConversionError `input_wrong_type` for files that cannot become a book, which names their content, and for unread markup
 */
export function sourceOf(input: LocalInput, { isText }: { readonly isText: boolean }): Source {
  // Encodings with control characters, such as ISO-2022-KR, are not recognised as text.
  if (isText && input.format === null) return documentOf({ ...input, format: formatOf('txt') });
  const name = input.format?.name ?? '';
  const format = BOOKS[name];
  if (format !== undefined) return { kind: 'book', format };
  const other = OTHERS[name];
  if (other !== undefined) return other;
  if (input.format?.kind === 'audio' || input.format?.kind === 'video') return { kind: 'sound' };
  if (input.format?.kind === 'image' && name !== 'eps') return { kind: 'picture' };
  if (isLocked(input)) return { kind: 'office' };
  return documentOf(input);
}

function documentOf(input: LocalInput): Source {
  const family = familyOf(input);
  const source = BY_FAMILY[family] ?? { kind: 'office' };
  if (family === 'markup' && TEXTILE.has(extname(input.filename).toLowerCase())) return { kind: 'text', as: 'textile' };
  if (source.kind === 'text' && source.as === 'plain') refuseUnreadMarkup(input);
  return source;
}

const TEXTILE: ReadonlySet<string> = new Set(['.textile']);

function familyOf(input: LocalInput): Family {
  try {
    return documentSourceOf(input).family;
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'input_wrong_type') throw wrongType(input);
    throw error;
  }
}

function wrongType(input: LocalInput): ConversionError {
  const message = `${contentText(input)}. Books are made of books, documents, texts, pictures and recorded speech.`;
  return new ConversionError('input_wrong_type', message, {
    details: { format: input.format?.name ?? null, kind: input.format?.kind ?? null },
  });
}
