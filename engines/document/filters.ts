import type { OfficeLoad } from '../../tools/programs/libreoffice/job.ts';

/** The four applications of LibreOffice that can have a file open. */
export type Application = 'writer' | 'calc' | 'impress' | 'draw';

/** Formats that a step of a route hands to the next step, or that the last step hands out. */
export type Format =
  | 'doc'
  | 'docx'
  | 'odt'
  | 'rtf'
  | 'txt'
  | 'html'
  | 'md'
  /** Chunks of Markdown. */
  | 'json'
  /** pandoc's syntax tree. */
  | 'tree'
  /** HTML whose tables become cells: without pictures, formulas as text. */
  | 'cells'
  | 'latex'
  /** LaTeX that is typeset next, with its pictures beside it. */
  | 'tex'
  | 'rst'
  | 'org'
  | 'asciidoc'
  | 'ipynb'
  | 'docbook'
  | 'jats'
  | 'mediawiki'
  | 'textile'
  | 'epub'
  | 'xls'
  | 'xlsx'
  | 'ods'
  | 'csv'
  | 'ppt'
  | 'pptx'
  | 'odp'
  | 'pdf'
  /** Cells separated by tabs, one file per sheet. */
  | 'tabs'
  /** A flat drawing with a picture; LibreOffice reports its size. */
  | 'fodg'
  /** A flat text or presentation: one with a picture on its page, or a whole one that becomes Markdown. */
  | 'fodt'
  | 'fodp';

/** An export filter by its internal name, with its options. */
export interface ExportFilter {
  readonly filter: string;
  readonly options?: string;
}

/** Separators of cells. */
export const SEPARATORS = { csv: ',', tabs: '\t' } as const;

/**
 * Tokens of a csv export: separator, quote, UTF-8, from line 1, no column formats, language, quotes only where needed (numbers too), values
 * as shown, no formulas, no spaces removed, and every sheet (-1) into a file of its own.
 */
const separatedBy = (separator: string): string =>
  `${separator.charCodeAt(0)},34,76,1,,0,false,true,true,false,false,-1`;

/** UTF-8 without the byte order mark that LibreOffice writes by default; lines end with LF. */
const PLAIN_TEXT = 'UTF8,LF,,,false';

/** How each application writes a format. It cannot write formats that are not listed: never pass a filter of another application. */
export const EXPORT_FILTERS: Readonly<Record<Application, Partial<Record<Format, ExportFilter>>>> = {
  writer: {
    doc: { filter: 'MS Word 97' },
    docx: { filter: 'MS Word 2007 XML' },
    odt: { filter: 'writer8' },
    rtf: { filter: 'Rich Text Format' },
    txt: { filter: 'Text (encoded)', options: PLAIN_TEXT },
    html: { filter: 'HTML (StarWriter)', options: 'EmbedImages' },
    epub: { filter: 'EPUB' },
    fodt: { filter: 'OpenDocument Text Flat XML' },
    pdf: { filter: 'writer_pdf_Export' },
  },
  calc: {
    xls: { filter: 'MS Excel 97' },
    xlsx: { filter: 'Calc MS Excel 2007 XML' },
    ods: { filter: 'calc8' },
    csv: { filter: 'Text - txt - csv (StarCalc)', options: separatedBy(SEPARATORS.csv) },
    tabs: { filter: 'Text - txt - csv (StarCalc)', options: separatedBy(SEPARATORS.tabs) },
    html: { filter: 'HTML (StarCalc)', options: 'EmbedImages' },
    pdf: { filter: 'calc_pdf_Export' },
  },
  impress: {
    ppt: { filter: 'MS PowerPoint 97' },
    pptx: { filter: 'Impress MS PowerPoint 2007 XML' },
    odp: { filter: 'impress8' },
    fodp: { filter: 'OpenDocument Presentation Flat XML' },
    pdf: { filter: 'impress_pdf_Export' },
  },
  draw: {
    pdf: { filter: 'draw_pdf_Export' },
    fodg: { filter: 'OpenDocument Drawing Flat XML' },
  },
};

/** How a step of a route opens its file: the input by the input's own filter, or a draft by one of these. */
export type Opening =
  | 'source'
  | 'html as text'
  | 'html as sheets'
  | 'plain text'
  | 'tabbed text'
  | 'rows'
  | 'pdf as slides'
  | 'docx of pages'
  | 'slides'
  | 'flat';

/** Import filters of drafts; the options of `rows` come from its content. */
export const DRAFT_FILTERS: Readonly<Record<Exclude<Opening, 'source'>, Omit<OfficeLoad, 'password'>>> = {
  'html as text': { filter: 'HTML (StarWriter)' },
  'html as sheets': { filter: 'HTML (StarCalc)' },
  'plain text': { filter: 'Text (encoded)', options: PLAIN_TEXT },
  // A line is a row and tabs separate cells. Quotes are text, and so is the first column, since most texts have only one.
  'tabbed text': { filter: 'Text - txt - csv (StarCalc)', options: '9,,76,1,1/2' },
  rows: { filter: 'Text - txt - csv (StarCalc)' },
  'pdf as slides': { filter: 'impress_pdf_import' },
  'docx of pages': { filter: 'MS Word 2007 XML' },
  slides: { filter: 'Impress MS PowerPoint 2007 XML' },
  // We write this file ourselves, and LibreOffice recognises it by its content.
  flat: { filter: null },
};
