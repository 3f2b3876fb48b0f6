import { SOURCE_VERSION } from '../../tools/calibre/job.ts';
import type { BookOptions } from './book-options.ts';
import { evenMargins, type Margins, SIDES } from './margins.ts';
import type { PdfPages } from './pdf-pages.ts';
import type { Target } from './targets.ts';

/**
 * The arguments of ebook-convert for the options of a target, each as one `--name=value`: a value may begin with a
 * hyphen. What is about the source is the matter of who prepares it (prepare/). Pure.
 */
export function bookArguments(target: Target, book: BookOptions): string[] {
  return [
    ...metadata(target, book),
    ...text(book),
    ...fonts(book),
    ...aroundText(target, book),
    ...device(book),
    ...(target === 'epub' ? [`--epub-version=${book.epubVersion ?? SOURCE_VERSION}`] : []),
    ...(target === 'kepub' ? KOBO : []),
    ...(target === 'html' ? ONE_PAGE : []),
    ...(target === 'fb2' ? SECTIONS : []),
    ...(book.pdf === null ? [] : pdfPages(book.pdf)),
  ];
}

/** A section for each entry of the contents, of which readers make the contents of an FB2; `finishFb2` gives them their titles. */
const SECTIONS = ['--sectionize=toc'];

/** Kobo's own renderer reads EPUB 3, on screens as this profile has them. */
const KOBO = ['--epub-version=3', '--output-profile=kobo'];

/** One style sheet, inside of the page. */
const ONE_PAGE = ['--htmlz-css-type=class', '--htmlz-class-style=inline'];

function metadata(target: Target, book: BookOptions): string[] {
  const { author, seriesIndex, identifiers } = book;
  return [
    ...given('title', book.title),
    ...given('authors', author !== null && target === 'lrf' ? asOneAuthor(author) : author),
    ...given('series', book.series),
    ...given('series-index', seriesIndex === null ? null : String(seriesIndex)),
    ...given('language', book.language),
    ...given('publisher', book.publisher),
    ...given('tags', book.tags),
    ...given('comments', book.description),
    ...identifiers.map((identifier) => `--identifier=${identifier}`),
  ];
}

const given = (name: string, value: string | null): string[] => (value === null ? [] : [`--${name}=${value}`]);

/** lrf has one author, and calibre would keep the last: so one whose name is all of them. It parts them at these words. */
function asOneAuthor(author: string): string {
  return author.replace(/\s*(?:&|,?\s(?:and|with)\s)\s*/gi, ', ');
}

function text({ ascii, heuristics, baseFontSize }: BookOptions): string[] {
  return [
    ...(ascii ? ['--asciiize'] : []),
    ...(heuristics ? ['--enable-heuristics'] : []),
    ...(baseFontSize === null ? [] : [`--base-font-size=${baseFontSize}`]),
  ];
}

/** Four faces each, measured like Arial and Times New Roman; of them only the letters that the book has. */
const FAMILIES = { sans: 'Liberation Sans', serif: 'Liberation Serif' } as const;

function fonts({ font }: BookOptions): string[] {
  return font === null ? [] : [`--embed-font-family=${FAMILIES[font]}`, '--subset-embedded-fonts'];
}

/** A PDF has one margin, that of its pages. */
function aroundText(target: Target, { margins, pdf }: BookOptions): string[] {
  if (pdf !== null) return marginArguments('margin', evenMargins(0));
  return margins === null ? [] : marginArguments(target === 'docx' ? 'docx-page-margin' : 'margin', margins);
}

function marginArguments(name: string, sizes: Margins): string[] {
  return SIDES.map((side) => `--${name}-${side}=${points(sizes[side])}`);
}

function device({ reader }: BookOptions): string[] {
  return reader === null ? [] : [`--output-profile=${reader.profile}`];
}

/** calibre's default text size in PDFs, pixels, and that of monospace text. */
const PDF_FONT = { size: 20, typewriter: 16 };

function pdfPages({ size, margins: sides, fontSize, toc, cover }: PdfPages): string[] {
  return [
    ...['--unit=point', `--custom-size=${points(size.width)}x${points(size.height)}`],
    ...marginArguments('pdf-page-margin', sides),
    ...(fontSize === null ? [] : fontSizes(fontSize)),
    ...(toc ? ['--pdf-add-toc'] : []),
    ...(cover ? [] : ['--pdf-no-cover']),
  ];
}

function fontSizes(size: number): string[] {
  const typewriter = Math.max(1, Math.round((size * PDF_FONT.typewriter) / PDF_FONT.size));
  return [`--pdf-default-font-size=${size}`, `--pdf-mono-font-size=${typewriter}`];
}

/** A length for calibre; a thousandth of a point is nothing. */
const points = (length: number): string => String(Math.round(length * 1000) / 1000);
