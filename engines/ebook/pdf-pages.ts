import { namedPaper } from '../../tools/pdf-pages/geometry/papers.ts';
import type { EbookOptions } from './ebook-options.ts';
import { evenMargins, fitMargins, type Margins, SIDES } from './margins.ts';
import type { Notice } from './notice.ts';
import { type PageSize, type Reader, USUAL_READER } from './readers.ts';
import type { Target } from './targets.ts';

/** How the pages of a PDF are. */
export interface PdfPages {
  readonly size: PageSize;
  readonly margins: Margins;
  /** Pixels, of text without a size of its own; null: calibre's. */
  readonly fontSize: number | null;
  readonly toc: boolean;
  readonly cover: boolean;
}

export type PaperName = NonNullable<EbookOptions['paper_size']>;

/** A paper by its name, upright. b6 is ISO's, as b0 to b5 are. */
export function paperOf(name: PaperName): PageSize {
  const { width, height } = namedPaper(name === 'b6' ? 'isob6' : name);
  return { width, height };
}

interface Asked {
  /** Points. */
  readonly border: number | null;
  readonly reader: Reader | null;
}

/** The catalog's defaults, which cannot be distinguished from the same values given. */
const DEFAULT_PAPER: PaperName = 'letter';
const DEFAULT_MARGIN = 72;

/** Of pages made for a screen, points (5 mm): an inch would take half of it. */
const SCREEN_MARGIN = 14;

/**
 * Pages of the targets pdf and pdf-ebook; null for others.
 *
 * pdf-ebook has the screen of its reader. pdf has its paper, or the reader's screen where one is named and the paper is
 * left at letter. A margin of a side is `pdf_page_margin_*`; where that is 0, or no such option exists, it is `border`,
 * if given. What is left out is 72 points on paper and 14 on a screen.
 */
export function readPdfPages(
  target: Target,
  values: EbookOptions,
  { border, reader }: Asked,
): { readonly pdf: PdfPages | null; readonly notices: readonly Notice[] } {
  if (target === 'pdf-ebook') {
    const size = (reader ?? USUAL_READER).page ?? paperOf(DEFAULT_PAPER);
    const { margins, notices } = fitMargins(evenMargins(border ?? SCREEN_MARGIN), size, 'border');
    return { pdf: { size, margins, fontSize: null, toc: false, cover: true }, notices };
  }
  if (target !== 'pdf') return { pdf: null, notices: [] };
  const paper = values.paper_size ?? DEFAULT_PAPER;
  const screen = paper === DEFAULT_PAPER ? (reader?.page ?? null) : null;
  const size = screen ?? paperOf(paper);
  const wanted = pdfMargins(values, { border, isScreen: screen !== null });
  const option = border === null ? 'pdf_page_margin' : 'border';
  const { margins, notices } = fitMargins(wanted, size, option);
  const font = fontSizeOf(values.pdf_default_font_size);
  return {
    pdf: {
      size,
      margins,
      fontSize: font.size,
      toc: values.pdf_add_toc === true,
      cover: values.pdf_no_cover !== true,
    },
    notices: [...notices, ...font.notices],
  };
}

/** One margin a side: calibre would add `border` to `pdf_page_margin_*`. */
function pdfMargins(values: EbookOptions, { border, isScreen }: { border: number | null; isScreen: boolean }): Margins {
  const given = SIDES.map((side) => values[`pdf_page_margin_${side}`] ?? 0);
  const areDefault = isScreen && given.every((margin) => margin === DEFAULT_MARGIN);
  const margins = given.map((margin) => (areDefault ? SCREEN_MARGIN : margin || (border ?? 0)));
  const [top = 0, right = 0, bottom = 0, left = 0] = margins;
  return { top, right, bottom, left };
}

/** calibre takes whole pixels. */
function fontSizeOf(value: number | undefined): { size: number | null; notices: Notice[] } {
  if (value === undefined) return { size: null, notices: [] };
  const size = Math.round(value);
  if (size === value) return { size, notices: [] };
  const message = `Option pdf_default_font_size is ${size} instead of ${value}: sizes are whole pixels.`;
  return { size, notices: [{ code: 'option_adjusted', message, option: 'pdf_default_font_size' }] };
}
