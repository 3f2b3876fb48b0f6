import { ConversionError } from '../../../src/task/errors.ts';
import { contentText } from '../../../src/work/content-text.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { mailFormatOf } from '../mail/mail-format.ts';
import { isTypstName, markupOf } from '../markup/languages.ts';
import { READ_FORMATS } from '../subtitles/model.ts';
import { isMarkdown, textKindOf } from '../text/kinds.ts';

/** Kind of an input, as far as its conversion depends on it. */
export type Family =
  | 'writer'
  | 'calc'
  | 'impress'
  | 'draw'
  | 'html'
  | 'plain'
  | 'subtitles'
  | 'markdown'
  /** Other markup languages (tools/formats/markup). */
  | 'markup'
  /** Typeset as pages. */
  | 'typst'
  | 'csv'
  | 'mail'
  | 'pdf'
  | 'postscript'
  | 'image';

export interface Source {
  readonly family: Family;
  /** Internal name of LibreOffice's import filter; null: another program reads it, or LibreOffice detects it. */
  readonly filter: string | null;
}

/**
 * Import filters by format name (src/files/formats/names.ts). They are always given, because LibreOffice's detection also considers the
 * name of the file.
 */
export const OFFICE_FORMATS: Readonly<
  Record<'writer' | 'calc' | 'impress' | 'draw', Readonly<Record<string, string>>>
> = {
  writer: {
    doc: 'MS Word 97',
    docm: 'MS Word 2007 XML VBA',
    docx: 'MS Word 2007 XML',
    fodt: 'OpenDocument Text Flat XML',
    hwp3: 'writer_MIZI_Hwp_97',
    odt: 'writer8',
    ott: 'writer8_template',
    pages: 'Apple Pages',
    rtf: 'Rich Text Format',
    sdw: 'StarOffice_Writer',
    sxw: 'StarOffice XML (Writer)',
    wpd: 'WordPerfect',
    wps: 'MS_Works',
    wri: 'MS_Write',
  },
  calc: {
    dif: 'DIF',
    fods: 'OpenDocument Spreadsheet Flat XML',
    numbers: 'Apple Numbers',
    ods: 'calc8',
    ots: 'calc8_template',
    sdc: 'StarOffice_Calc',
    slk: 'SYLK',
    sxc: 'StarOffice XML (Calc)',
    wk1: 'WPS_Lotus_Calc',
    wq1: 'WPS_QPro_Calc',
    xls: 'MS Excel 97',
    xlsb: 'Calc MS Excel 2007 Binary',
    xlsm: 'Calc MS Excel 2007 VBA XML',
    xlsx: 'Calc MS Excel 2007 XML',
  },
  impress: {
    fodp: 'OpenDocument Presentation Flat XML',
    key: 'Apple Keynote',
    odp: 'impress8',
    otp: 'impress8_template',
    ppt: 'MS PowerPoint 97',
    pptm: 'Impress MS PowerPoint 2007 XML VBA',
    pptx: 'Impress MS PowerPoint 2007 XML',
    sdd: 'StarOffice_Presentation',
    sxi: 'StarOffice XML (Impress)',
  },
  draw: {
    fodg: 'OpenDocument Drawing Flat XML',
    odg: 'draw8',
    otg: 'draw8_template',
    pub: 'Publisher Document',
    sda: 'StarOffice_Drawing',
    sxd: 'StarOffice XML (Draw)',
    vsd: 'Visio Document',
    vsdx: 'Visio Document',
  },
};

/** Pictures that LibreOffice 7.4 reads, with the filter of its Draw; all were tested. */
export const PICTURE_FORMATS: Readonly<Record<string, string>> = {
  apng: 'PNG - Portable Network Graphic',
  bmp: 'BMP - MS Windows',
  emf: 'EMF - MS Windows Metafile',
  gif: 'GIF - Graphics Interchange',
  jpg: 'JPG - JPEG',
  pcx: 'PCX - Zsoft Paintbrush',
  png: 'PNG - Portable Network Graphic',
  pnm: 'PPM - Portable Pixelmap',
  psd: 'PSD - Adobe Photoshop',
  ras: 'RAS - Sun Rasterfile',
  svg: 'SVG - Scalable Vector Graphics Draw',
  tga: 'TGA - Truevision TARGA',
  tiff: 'TIF - Tag Image File',
  webp: 'WEBP - WebP',
  wmf: 'WMF - MS Windows Metafile',
  xbm: 'XBM - X-Consortium',
  xpm: 'XPM',
};

/** Vector formats among them, which have no pixels until they are rendered. */
const DRAWN: ReadonlySet<string> = new Set(['emf', 'svg', 'wmf']);

export const isDrawing = ({ format }: LocalInput): boolean => DRAWN.has(format?.name ?? '');

/** Formats that are read as plain text. */
const PLAIN_FORMATS: ReadonlySet<string> = new Set(['txt', 'xml', 'reg', 'ffmeta', 'ics', 'vcf']);

const READABLE =
  'Word, Excel, PowerPoint, OpenDocument, RTF, HTML, Markdown, LaTeX, Typst, reStructuredText, Org, AsciiDoc and other markup, notebooks, CSV and plain text files, mails, PDFs, PostScript, pictures and DWG and DXF drawings';

const FILTERS: ReadonlyMap<string, Source> = new Map([
  ...Object.entries(OFFICE_FORMATS).flatMap(([family, formats]) =>
    Object.entries(formats).map(([name, filter]): [string, Source] => [name, { family: family as Family, filter }]),
  ),
  ...Object.entries(PICTURE_FORMATS).map(([name, filter]): [string, Source] => [name, { family: 'image', filter }]),
  ['pdf', { family: 'pdf', filter: null }],
  ['eps', { family: 'postscript', filter: null }],
  ['ps', { family: 'postscript', filter: null }],
  ['html', { family: 'html', filter: null }],
  ...READ_FORMATS.map((name): [string, Source] => [name, { family: 'subtitles', filter: null }]),
]);

/** Whether it is an encrypted Office file: its family is known only after it is opened, and LibreOffice then knows the filter. */
export const isLocked = ({ format }: LocalInput): boolean => format?.name === 'encrypted-ooxml';

/**
 * Returns the family of an input by its content; only Markdown and CSV are distinguished from other texts by name.
 * @throws ConversionError `input_wrong_type` for formats that no document can be made of (and for isLocked), saying what the content is
 */
export function sourceOf(input: LocalInput): Source {
  if (mailFormatOf(input) !== null) return { family: 'mail', filter: null };
  if (isMarkdown(input)) return { family: 'markdown', filter: null };
  const name = input.format?.name ?? null;
  const known = name === null ? undefined : FILTERS.get(name);
  if (known !== undefined) return known;
  if (name !== null && PLAIN_FORMATS.has(name)) return { family: familyOfText(input), filter: null };
  throw wrongType(input);
}

/** HTML that begins with unusual tags is recognised only as a text. */
const HTML_NAME = /\.x?html?$/i;

function familyOfText(input: LocalInput): Family {
  if (HTML_NAME.test(input.filename)) return 'html';
  if (markupOf(input) !== null) return isTypstName(input.filename) ? 'typst' : 'markup';
  const kind = textKindOf(input);
  return kind === 'tsv' ? 'csv' : kind;
}

/** Categories for formats that this one does not read. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  archive: 'unpack it first and convert what is in it',
  cad: 'drawings like this are for the category cad',
  image: 'convert it to png first',
};

/** Document formats that nothing here reads, with advice. */
const UNREAD_DOCUMENTS: Readonly<Record<string, string>> = {
  'encrypted-iwork':
    'is a Pages, Numbers or Keynote document protected by a password, which LibreOffice cannot decrypt. Remove the password in the program that made it, or export the document there as PDF',
  'ebu-stl':
    'holds EBU STL subtitles, which nothing here reads. Export them as TTML or SRT, in Subtitle Edit for example',
  hwp: 'is a document of Hangul from version 5 on (HWP), which nothing here reads. Save it there as docx or PDF',
  one: 'is a section of OneNote, which nothing here reads. Export it in OneNote, as docx or PDF',
  'powerpoint-95':
    'is a presentation of PowerPoint 95 or earlier, which LibreOffice cannot read. Open it in PowerPoint 97 to 2010 and save it again, as ppt or pptx',
  scc: 'holds Scenarist closed captions (SCC), which nothing here reads. Export them as TTML or SRT, in Subtitle Edit for example',
  xps: 'is an XPS document, which nothing here reads. Print it as PDF',
};

function wrongType(input: LocalInput): ConversionError {
  const { format } = input;
  const unread = UNREAD_DOCUMENTS[format?.name ?? ''];
  if (format !== null && unread !== undefined) {
    const details = { format: format.name, kind: format.kind };
    return new ConversionError('input_wrong_type', `${input.filename} ${unread}.`, { details });
  }
  const hint = format === null ? undefined : ELSEWHERE[format.kind];
  const message = `${contentText(input)}${hint === undefined ? '' : `; ${hint}`}. Documents are made from ${READABLE}.`;
  return new ConversionError('input_wrong_type', message, {
    details: { format: format?.name ?? null, kind: format?.kind ?? null },
  });
}
