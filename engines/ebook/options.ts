import type { AnyOptions } from '../../src/catalog/definition.ts';
import type { WarningCode } from '../../src/task/codes.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { POINTS } from '../../tools/pdf-pages/geometry/papers.ts';
import { catalog } from './catalog.ts';
import { fitBorder, type Margins } from './margins.ts';
import { type PdfPages, readPdfPages } from './pdf-pages.ts';
import { type Reader, readerOf } from './readers.ts';
import type { Target } from './targets.ts';
import { lossesOf } from './without-effect.ts';

/** What a user hears before anything is converted. */
export interface Notice {
  readonly code: WarningCode;
  readonly message: string;
  readonly option: string;
}

/** The validated options of any target of this category. */
export type EbookOptions = AnyOptions<typeof catalog>;

/** What the options of a book ask for. Null: nothing was asked, and calibre or the source decides. */
export interface BookOptions {
  readonly title: string | null;
  readonly author: string | null;
  readonly series: string | null;
  readonly seriesIndex: number | null;
  readonly language: string | null;
  readonly publisher: string | null;
  /** Separated by commas. */
  readonly tags: string | null;
  readonly description: string | null;
  /** As `scheme:value`. */
  readonly identifiers: readonly string[];
  /** The second input is the picture of the cover. */
  readonly takesCover: boolean;
  /** What formulas become; null: they stay where the target can show them, and are text elsewhere. */
  readonly formulas: 'text' | 'picture' | null;
  /** Around the text, of targets that are no PDF. */
  readonly margins: Margins | null;
  /** Of a source that is text. Any name of it. */
  readonly encoding: string | null;
  readonly ascii: boolean;
  readonly heuristics: boolean;
  /** Points. */
  readonly baseFontSize: number | null;
  readonly font: 'sans' | 'serif' | null;
  readonly reader: Reader | null;
  /** Null: that of a source that is an EPUB, else 3. */
  readonly epubVersion: '2' | '3' | null;
  /** What is spoken in a source that is sound: one of STT_LOCALES. */
  readonly speech: string | null;
  /** Of the targets that are PDFs. */
  readonly pdf: PdfPages | null;
  /** What of the options is about recognition of text, as the document category names it. */
  readonly recognition: OptionValues;
  /** The target has option `ocr`: without it, pages that are pictures stay so. */
  readonly asksForRecognition: boolean;
}

const RECOGNITION = ['ocr', 'language', 'ocr_filter', 'ocr_filter_options'] as const;

/**
 * Validated options of a target as what they ask for, and what is to be reported about them: what the target cannot keep, and
 * what was made smaller to fit. Pure.
 */
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

/** An empty text is one that was not given. Control characters are no part of a title; XML cannot even hold them. */
function textOf(value: string | undefined): string | null {
  if (value === undefined) return null;
  const text = value.replace(/\p{Cc}+/gu, ' ').trim();
  return text === '' ? null : text;
}
