import { SOURCE_VERSION } from '../../tools/programs/calibre/job.ts';
import type { BookOptions } from './book-options.ts';
import { evenMargins, type Margins, SIDES } from './margins.ts';
import type { PdfPages } from './pdf-pages.ts';
import type { Target } from './targets.ts';

/**
 * Returns the arguments of ebook-convert for the options of a target, each as one `--name=value`, since a value may begin with a hyphen.
 * Arguments about the source are added where it is prepared (prepare/). Pure.
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

/** Makes a section for each entry of the contents, from which readers build the contents of an FB2; `finishFb2` adds their titles. */
const SECTIONS = ['--sectionize=toc'];

/** Kobo's own renderer reads EPUB 3; this profile has the sizes of Kobo's screens. */
const KOBO = ['--epub-version=3', '--output-profile=kobo'];

/** Puts a single style sheet inside the page. */
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

/** Joins the authors: lrf has one author, and calibre, which splits at these words, would keep only the last one. */
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

/** Four faces each, with the metrics of Arial and Times New Roman; only the letters that the book uses are embedded. */
const FAMILIES = { sans: 'Liberation Sans', serif: 'Liberation Serif' } as const;

function fonts({ font }: BookOptions): string[] {
  return font === null ? [] : [`--embed-font-family=${FAMILIES[font]}`, '--subset-embedded-fonts'];
}

/** Returns the margins; a PDF has only those of its pages. */
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

/** calibre's default text sizes in PDFs, pixels, for normal and monospace text. */
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

/** Formats a length for calibre, rounded to a thousandth of a point. */
const points = (length: number): string => String(Math.round(length * 1000) / 1000);
