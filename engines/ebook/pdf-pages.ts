import { namedPaper } from '../../tools/formats/pdf-pages/geometry/papers.ts';
import type { EbookOptions } from './ebook-options.ts';
import { evenMargins, fitMargins, type Margins, SIDES } from './margins.ts';
import type { Notice } from './notice.ts';
import { type PageSize, type Reader, USUAL_READER } from './readers.ts';
import type { Target } from './targets.ts';

/** Layout of a PDF's pages. */
export interface PdfPages {
  readonly size: PageSize;
  readonly margins: Margins;
  /** Size of text without its own size, pixels. Null: calibre's default. */
  readonly fontSize: number | null;
  readonly toc: boolean;
  readonly cover: boolean;
}

export type PaperName = NonNullable<EbookOptions['paper_size']>;

/** Returns a paper by its name, in portrait. b6 is ISO's, like b0 to b5. */
export function paperOf(name: PaperName): PageSize {
  const { width, height } = namedPaper(name === 'b6' ? 'isob6' : name);
  return { width, height };
}

interface Asked {
  /** Border in points. */
  readonly border: number | null;
  readonly reader: Reader | null;
}

/** The catalog's defaults, which cannot be distinguished from the same values given by the user. */
const DEFAULT_PAPER: PaperName = 'letter';
const DEFAULT_MARGIN = 72;

/** Default margin of pages for a screen, points (5 mm): an inch would take half of it. */
const SCREEN_MARGIN = 14;

/**
 * Returns the pages of the targets pdf and pdf-ebook; null for others.
 *
 * pdf-ebook has the screen of its reader. pdf has its paper, or the reader's screen if a reader is named and the paper is left at letter.
 * The margin of a side is `pdf_page_margin_*`; if that is 0 or does not exist, it is `border`, if given. Defaults are 72 points on paper
 * and 14 on a screen.
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

/** Returns one margin per side: calibre would add `border` to `pdf_page_margin_*`. */
function pdfMargins(values: EbookOptions, { border, isScreen }: { border: number | null; isScreen: boolean }): Margins {
  const given = SIDES.map((side) => values[`pdf_page_margin_${side}`] ?? 0);
  const areDefault = isScreen && given.every((margin) => margin === DEFAULT_MARGIN);
  const margins = given.map((margin) => (areDefault ? SCREEN_MARGIN : margin || (border ?? 0)));
  const [top = 0, right = 0, bottom = 0, left = 0] = margins;
  return { top, right, bottom, left };
}

/** Rounds the size: calibre takes whole pixels. */
function fontSizeOf(value: number | undefined): { size: number | null; notices: Notice[] } {
  if (value === undefined) return { size: null, notices: [] };
  const size = Math.round(value);
  if (size === value) return { size, notices: [] };
  const message = `Option pdf_default_font_size is ${size} instead of ${value}: sizes are whole pixels.`;
  return { size, notices: [{ code: 'option_adjusted', message, option: 'pdf_default_font_size' }] };
}
