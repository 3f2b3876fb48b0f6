import type { OptionsOf } from '../../../src/catalog/definition.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { Family } from '../../../tools/formats/office-files/families.ts';
import type { OfficeStore } from '../../../tools/programs/libreoffice/job.ts';
import type { OFFICE_EXPORT_OPTIONS } from '../catalog-office-export.ts';
import type { PDF_UA_OPTION } from '../catalog-pdf.ts';
import type { PdfExport } from './step.ts';

type ExportOptions = OptionsOf<typeof OFFICE_EXPORT_OPTIONS & typeof PDF_UA_OPTION>;
type Name = keyof ExportOptions;
type Data = NonNullable<OfficeStore['data']>;

/** What an option is for LibreOffice's PDF export. */
interface Meaning<Option extends Name> {
  /** Applications of the documents on which it has an effect; default: all. */
  readonly of?: readonly Family[];
  /** Settings of the filter. Left out: it is done before the export. */
  readonly data?: (value: NonNullable<ExportOptions[Option]>) => Data;
}

/** Returns the meaning of an option that is a setting of the filter with the same values. */
const as = <Option extends Name>(name: string, of?: readonly Family[]): Meaning<Option> => ({
  ...(of !== undefined && { of }),
  data: (value) => ({ [name]: value }) as Data,
});

/** Returns the meaning of an option whose words are numbers from 0 for LibreOffice. */
const numbered = <Option extends Name>(name: string, words: readonly ExportOptions[Option][]): Meaning<Option> => ({
  data: (value) => ({ [name]: words.indexOf(value) }),
});

const TEXTS: readonly Family[] = ['writer', 'html', 'markdown', 'plain'];
const SHEETS: readonly Family[] = ['calc', 'csv'];
const SLIDES: readonly Family[] = ['impress'];

/** The settings of LibreOffice's filter by the options (com.sun.star.document.PDFExport). */
const MEANINGS: { readonly [Option in Name]: Meaning<Option> } = {
  export_pages: as('PageRange'),
  single_page_sheets: as('SinglePageSheets', SHEETS),
  fit_width: { of: SHEETS },
  skip_empty_pages: as('IsSkipEmptyPages', TEXTS),
  update_indexes: { of: TEXTS },
  export_form_fields: as('ExportFormFields'),
  allow_duplicate_field_names: as('AllowDuplicateFieldNames'),
  export_bookmarks: as('ExportBookmarks'),
  export_bookmarks_to_pdf_destination: as('ExportBookmarksToPDFDestination'),
  export_placeholders: as('ExportPlaceholders', TEXTS),
  export_notes: as('ExportNotes'),
  export_notes_pages: as('ExportNotesPages', SLIDES),
  export_only_notes_pages: {
    of: SLIDES,
    data: (value) => ({ ExportOnlyNotesPages: value, ...(value && { ExportNotesPages: true }) }),
  },
  convert_ooo_target_to_pdf_target: as('ConvertOOoTargetToPDFTarget'),
  add_original_document_as_stream: as('IsAddStream'),
  lossless_images: as('UseLosslessCompression'),
  jpeg_quality: as('Quality'),
  image_resolution: { data: (dpi) => ({ ReduceImageResolution: true, MaxImageResolution: dpi }) },
  initial_view: numbered('InitialView', ['pages', 'outline', 'thumbnails']),
  initial_page: as('InitialPage'),
  magnification: numbered('Magnification', ['default', 'fit_page', 'fit_width', 'fit_visible', 'zoom']),
  zoom: as('Zoom'),
  page_layout: numbered('PageLayout', ['default', 'single', 'continuous', 'facing']),
  resize_window_to_initial_page: as('ResizeWindowToInitialPage'),
  center_window: as('CenterWindow'),
  open_in_full_screen_mode: as('OpenInFullScreenMode'),
  display_pdf_document_title: as('DisplayPDFDocumentTitle'),
  hide_viewer_menubar: as('HideViewerMenubar'),
  hide_viewer_toolbar: as('HideViewerToolbar'),
  hide_viewer_window_controls: as('HideViewerWindowControls'),
  use_transition_effects: as('UseTransitionEffects', SLIDES),
  open_bookmark_levels: as('OpenBookmarkLevels'),
  native_watermark_text: as('Watermark'),
  native_tiled_watermark_text: as('TiledWatermark'),
  native_watermark_color: { data: (color) => ({ WatermarkColor: Number.parseInt(color.slice(1), 16) }) },
  native_watermark_font_height: as('WatermarkFontHeight'),
  // In tenths of a degree.
  native_watermark_rotate_angle: { data: (degrees) => ({ WatermarkRotateAngle: degrees * 10 }) },
  native_watermark_font_name: as('WatermarkFontName'),
  pdf_ua: { data: (value) => ({ PDFUACompliance: value, ...(value && { UseTaggedPDF: true }) }) },
};

const NAMES = Object.keys(MEANINGS) as readonly Name[];

/** Returns what the options ask of a PDF that LibreOffice writes; undefined if nothing. */
export function pdfExportOf(options: ExportOptions): PdfExport | undefined {
  const asked = NAMES.filter((name) => options[name] !== undefined);
  if (asked.length === 0) return undefined;
  return {
    asked: asked.map((option) => ({ option, of: MEANINGS[option].of ?? null })),
    data: Object.assign({}, ...asked.map((name) => dataOf(name, options))) as Data,
    fitWidth: options.fit_width === true,
    updateIndexes: options.update_indexes === true,
  };
}

function dataOf<Option extends Name>(name: Option, options: ExportOptions): Data {
  const value = options[name];
  const meaning: Meaning<Option> = MEANINGS[name];
  return value === undefined ? {} : (meaning.data?.(value) ?? {});
}

/** Whether LibreOffice alone does what the options ask; browsers write tags too. */
export const needsOffice = ({ asked }: PdfExport): boolean => asked.some(({ option }) => option !== 'pdf_ua');

/** Families of inputs whose PDF LibreOffice does not write. */
const NOT_OFFICE: ReadonlySet<Family> = new Set(['mail', 'markup', 'pdf', 'postscript', 'typst']);

/**
 * Warns of options that have no effect on an input of this kind. pdf_ua has a warning of its own (operations/file/declare.ts).
 * @param family of the input; null if a browser opens it
 */
export function warnOfExportOptions(
  { asked }: PdfExport,
  { filename, family }: { readonly filename: string; readonly family: Family | null },
  context: WorkContext,
): void {
  for (const { option, of } of asked) {
    if (option === 'pdf_ua') continue;
    const isOffice = family !== null && !NOT_OFFICE.has(family);
    if (isOffice && (of === null || of.includes(family))) continue;
    const why = isOffice ? `${filename} is not ${nameOf(of)}` : `LibreOffice does not write the pages of ${filename}`;
    context.warn('option_no_effect', `Option ${option} has no effect: ${why}.`, { option });
  }
}

function nameOf(families: readonly Family[] | null): string {
  if (families === SHEETS) return 'a spreadsheet';
  return families === SLIDES ? 'a presentation' : 'a text';
}
