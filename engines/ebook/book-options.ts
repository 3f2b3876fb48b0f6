import type { OptionValues } from '../../src/task/types.ts';
import type { Margins } from './margins.ts';
import type { PdfPages } from './pdf-pages.ts';
import type { Reader } from './readers.ts';

/** What the options of a book ask for. Null: not given, calibre or the source decides. */
export interface BookOptions {
  readonly title: string | null;
  readonly author: string | null;
  readonly series: string | null;
  readonly seriesIndex: number | null;
  readonly language: string | null;
  readonly publisher: string | null;
  /** Tags, separated by commas. */
  readonly tags: string | null;
  readonly description: string | null;
  /** Identifiers as `scheme:value`. */
  readonly identifiers: readonly string[];
  /** Whether the second input is the cover picture. */
  readonly takesCover: boolean;
  /** What formulas become. Null: they are kept if the target can show them, and become text elsewhere. */
  readonly formulas: 'text' | 'picture' | null;
  /** Margins around the text, for targets other than PDF. */
  readonly margins: Margins | null;
  /** Encoding of a source that is text, by any of its names. */
  readonly encoding: string | null;
  readonly ascii: boolean;
  readonly heuristics: boolean;
  /** Base font size in points. */
  readonly baseFontSize: number | null;
  readonly font: 'sans' | 'serif' | null;
  readonly reader: Reader | null;
  /** Null: the version of a source that is an EPUB, else 3. */
  readonly epubVersion: '2' | '3' | null;
  /** Language spoken in a source that is sound: one of STT_LOCALES. */
  readonly speech: string | null;
  /** Pages of targets that are PDFs. */
  readonly pdf: PdfPages | null;
  /** Options about recognition, by the document category's names. */
  readonly recognition: OptionValues;
  /** Whether the target has option `ocr`: without that option, pages that are pictures stay pictures. */
  readonly asksForRecognition: boolean;
}
