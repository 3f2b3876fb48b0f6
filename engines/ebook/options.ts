import type { WorkContext } from '../../src/work/context.ts';
import { type MetadataEdit, placeFields, warnOfUncleared, warnOfUnplaced } from '../../src/work/metadata.ts';
import { POINTS } from '../../tools/formats/pdf-pages/geometry/papers.ts';
import type { BookOptions } from './book-options.ts';
import { catalog } from './catalog.ts';
import type { EbookOptions } from './ebook-options.ts';
import { fitBorder } from './margins.ts';
import type { Notice } from './notice.ts';
import { readPdfPages } from './pdf-pages.ts';
import { readerOf } from './readers.ts';
import type { Target } from './targets.ts';
import { lossesOf } from './without-effect.ts';

const RECOGNITION = ['ocr', 'language', 'ocr_filter', 'ocr_filter_options'] as const;

/** Reads validated options of a target, and returns notices about them: what the target cannot keep, and what was reduced to fit. Pure. */
export function readOptions(
  target: Target,
  values: EbookOptions,
): { readonly book: BookOptions; readonly notices: readonly Notice[] } {
  const border = values.border === undefined ? null : Math.max(0, values.border) * POINTS.cm;
  const reader = readerOf(values.reader);
  const { pdf, notices } = readPdfPages(target, values, { border, reader });
  const fitted = border === null || pdf !== null ? null : fitBorder(target, border, reader);
  const book: BookOptions = {
    title: textOf(values.title),
    author: textOf(values.author),
    series: textOf(values.series),
    seriesIndex: values.series_index ?? null,
    language: textOf(values.book_language),
    publisher: textOf(values.publisher),
    tags: textOf(values.tags),
    description: textOf(values.description),
    identifiers: (textOf(values.identifiers) ?? '').split(',').flatMap((each) => each.trim() || []),
    takesCover: values.cover === true,
    formulas: values.formulas ?? null,
    margins: fitted?.margins ?? null,
    encoding: textOf(values.encoding),
    ascii: values.ascii === true,
    heuristics: values.enable_heuristics === true,
    baseFontSize: values.base_font_size ?? null,
    font: values.embed_font ?? null,
    reader,
    epubVersion: values.version ?? null,
    speech: textOf(values.language_stt),
    pdf,
    recognition: Object.fromEntries(RECOGNITION.map((name) => [name, values[name]])),
    asksForRecognition: Object.hasOwn(catalog.targets[target].options, 'ocr'),
  };
  return { book, notices: [...notices, ...(fitted?.notices ?? []), ...lossesOf(target, book)] };
}

/** Options by plain names of fields of metadata. */
const FIELDS = {
  title: 'title',
  author: 'author',
  creator: 'author',
  artist: 'author',
  publisher: 'publisher',
  keywords: 'tags',
  tags: 'tags',
  subject: 'tags',
  description: 'description',
  comment: 'description',
  series: 'series',
  language: 'book_language',
} as const;

/** Adds the metadata of a conversion to its options, which prevail. A book always has a title and an author, and calibre clears nothing. */
export function withMetadata<Options extends EbookOptions>(
  options: Options,
  edit: MetadataEdit | undefined,
  { target, context }: { readonly target: Target; readonly context: WorkContext },
): Options {
  if (edit === undefined) return options;
  const { values, unplaced } = placeFields(edit, FIELDS);
  const removed = [...values].flatMap(([name, value]) => (value === null ? [name] : []));
  warnOfUnplaced(unplaced, target, context);
  warnOfUncleared(edit.clear ? ['fields without a new value'] : removed, target, context);
  const given = [...values].filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), ...options };
}

/** Returns null for an empty text. Removes control characters, which are not part of a title; XML cannot even hold them. */
function textOf(value: string | undefined): string | null {
  if (value === undefined) return null;
  const text = value.replace(/\p{Cc}+/gu, ' ').trim();
  return text === '' ? null : text;
}
