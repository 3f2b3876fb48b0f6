import type { LocalInput } from '../../src/work/context.ts';
import { readArchive } from './readers/archive.ts';
import { readBook } from './readers/book.ts';
import { readContents, readPdfContents } from './readers/contents.ts';
import { readDrawingFile } from './readers/drawing.ts';
import { readImage } from './readers/image.ts';
import { readMail } from './readers/mail.ts';
import { readMedia } from './readers/media.ts';
import { readOffice } from './readers/office.ts';
import { readPdf } from './readers/pdf.ts';
import type { Reader } from './readers/reader.ts';
import { readFont, readTagFacts } from './readers/tags.ts';
import { readPlainText, readTextBy } from './readers/text.ts';

/** Formats with other readers than the rest of their kind. */
const BY_NAME: Readonly<Record<string, readonly Reader[]>> = {
  pdf: [readPdf],
  eps: [readTagFacts, readImage],
  ps: [readTagFacts],
  djvu: [readImage],
  html: [readOffice],
  mht: [],
  eml: [readMail],
  mbox: [readMail],
  msg: [readMail],
  pst: [readMail],
  tnef: [readMail],
  cpl: [readPlainText],
};

/** What is read only if it is asked for. */
export interface Further {
  readonly textStatistics: boolean;
  readonly countContents: boolean;
}

/**
 * Returns the readers of an input by its format; none if it is not recognised. Each reads another aspect, and later readers add to what
 * earlier ones found.
 */
export function readersOf({ format }: LocalInput, { textStatistics, countContents }: Further): readonly Reader[] {
  if (format === null) return [];
  const statistics = textStatistics ? textReaders(format.kind, format.name) : [];
  const contents = format.name === 'pdf' ? readPdfContents : readContents;
  return [...(BY_NAME[format.name] ?? BY_KIND[format.kind] ?? []), ...(countContents ? [contents] : []), ...statistics];
}

const BY_KIND: Readonly<Record<string, readonly Reader[]>> = {
  archive: [readArchive],
  audio: [readMedia],
  video: [readMedia],
  image: [readImage],
  document: [readOffice],
  ebook: [readBook],
  cad: [readDrawingFile],
  text: [readPlainText, readMail],
  font: [readFont],
};

/** Documents that the document category does not convert to text. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set([
  ...['djvu', 'hwp', 'mht', 'xps', 'ps'],
  ...['encrypted-iwork', 'encrypted-ooxml', 'powerpoint-95'],
]);

function textReaders(kind: string, name: string): readonly Reader[] {
  if (kind === 'ebook') return [readTextBy('ebook')];
  return kind === 'document' && !WITHOUT_TEXT.has(name) ? [readTextBy('document')] : [];
}
