import type { OptionValues } from '../../src/task/types.ts';
import type { Margins } from './margins.ts';
import type { PdfPages } from './pdf-pages.ts';
import type { Reader } from './readers.ts';

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
