import { boolean, integer, integerFrom, integerOf, integerThat, text } from '../form/go-values.ts';
import { type FieldOf, optionsField, planField, type Reading } from './field.ts';
import { switchField, YES } from './switches.ts';

/* Fields of `/forms/libreoffice/convert`, in the order in which Gotenberg reads them. */

export const PASSWORD = planField<string>({
  name: 'password',
  takes: 'a text',
  read: text,
  text: '`decrypt_password` of the files',
});

/** Makes a field of a number that becomes an option if it differs from what happens anyway. */
const numberField = (
  name: string,
  option: string,
  { takes, read, usual }: { readonly takes: string; readonly read: (text: string) => number; readonly usual: number },
): FieldOf<number> =>
  optionsField<number>({
    name,
    takes,
    read,
    options: [option],
    of: (value): Record<string, unknown> => (value === usual ? {} : { [option]: value }),
  });

const textField = (name: string, option: string): FieldOf<string> =>
  optionsField<string>({ name, takes: 'a text', read: text, options: [option], of: (value) => ({ [option]: value }) });

/** Makes a field of a number that stands for a word; 0 is what happens anyway. */
const wordField = (name: string, option: string, words: readonly string[]): FieldOf<number> =>
  optionsField<number>({
    name,
    takes: words.map((word, index) => `\`${index}\` ${word}`).join(', '),
    read: integerOf(...words.keys()),
    options: [option],
    of: (value): Record<string, unknown> => (value === 0 ? {} : { [option]: words[value] }),
  });

const levels = integerThat((value) =>
  value === -1 || (value >= 1 && value <= 10) ? null : 'value is not -1 or between 1 and 10',
);

const RESOLUTION = planField<number>({
  name: 'maxImageResolution',
  takes: '`75`, `150`, `300`, `600` or `1200`',
  read: integerOf(75, 150, 300, 600, 1200),
  fallback: 300,
  text: '`image_resolution`, with `reduceImageResolution`',
});
const REDUCE_RESOLUTION = planField<boolean>({
  name: 'reduceImageResolution',
  takes: YES,
  read: boolean,
  text: '`image_resolution`',
});

export { REDUCE_RESOLUTION, RESOLUTION };

export const NATIVE_PDF_FORMATS = planField<boolean>({
  name: 'nativePdfFormats',
  takes: YES,
  read: boolean,
  text: 'nothing: `pdf_a` is written by LibreOffice if nothing follows',
});

/** Fields of how LibreOffice writes the PDF. */
export const EXPORT: readonly Reading[] = [
  optionsField<boolean>({
    name: 'landscape',
    takes: YES,
    read: boolean,
    options: ['orientation'],
    of: (value): Record<string, unknown> => (value ? { orientation: 'landscape' } : {}),
  }),
];

/** The further ones, after the pages. */
export const EXPORT_MORE: readonly Reading[] = [
  switchField('updateIndexes', 'update_indexes', true),
  switchField('exportFormFields', 'export_form_fields', true),
  switchField('allowDuplicateFieldNames', 'allow_duplicate_field_names'),
  switchField('exportBookmarks', 'export_bookmarks', true),
  switchField('exportBookmarksToPdfDestination', 'export_bookmarks_to_pdf_destination'),
  switchField('exportPlaceholders', 'export_placeholders'),
  switchField('exportNotes', 'export_notes'),
  switchField('exportNotesPages', 'export_notes_pages'),
  switchField('exportOnlyNotesPages', 'export_only_notes_pages'),
  switchField('exportNotesInMargin', 'export_notes_in_margin'),
  switchField('convertOooTargetToPdfTarget', 'convert_ooo_target_to_pdf_target'),
  planField<boolean>({
    name: 'exportLinksRelativeFsys',
    takes: YES,
    read: boolean,
    text: 'links to other files are relative to the PDF, with or without it',
  }),
  optionsField<boolean>({
    name: 'exportHiddenSlides',
    takes: YES,
    read: boolean,
    options: ['hidden'],
    of: (value): Record<string, unknown> => (value ? { hidden: 'include' } : {}),
  }),
  switchField('skipEmptyPages', 'skip_empty_pages'),
  switchField('addOriginalDocumentAsStream', 'add_original_document_as_stream'),
  switchField('singlePageSheets', 'single_page_sheets'),
  wordField('initialView', 'initial_view', ['pages', 'outline', 'thumbnails']),
  numberField('initialPage', 'initial_page', { takes: 'a page', read: integerFrom(1), usual: 1 }),
  wordField('magnification', 'magnification', ['default', 'fit_page', 'fit_width', 'fit_visible', 'zoom']),
  numberField('zoom', 'zoom', { takes: 'percent', read: integerFrom(1), usual: 100 }),
  wordField('pageLayout', 'page_layout', ['default', 'single', 'continuous', 'facing']),
  switchField('firstPageOnLeft', 'first_page_on_left'),
  switchField('resizeWindowToInitialPage', 'resize_window_to_initial_page'),
  switchField('centerWindow', 'center_window'),
  switchField('openInFullScreenMode', 'open_in_full_screen_mode'),
  switchField('displayPDFDocumentTitle', 'display_pdf_document_title', true),
  switchField('hideViewerMenubar', 'hide_viewer_menubar'),
  switchField('hideViewerToolbar', 'hide_viewer_toolbar'),
  switchField('hideViewerWindowControls', 'hide_viewer_window_controls'),
  switchField('useTransitionEffects', 'use_transition_effects', true),
  numberField('openBookmarkLevels', 'open_bookmark_levels', { takes: '`-1`, or `1` to `10`', read: levels, usual: -1 }),
  switchField('losslessImageCompression', 'lossless_images'),
  numberField('quality', 'jpeg_quality', { takes: 'a number from 1 to 100', read: integerFrom(1, 100), usual: 90 }),
  REDUCE_RESOLUTION,
  RESOLUTION,
  textField('nativeWatermarkText', 'native_watermark_text'),
  optionsField<number>({
    name: 'nativeWatermarkColor',
    takes: 'a colour as a number, 256² red + 256 green + blue',
    read: integer,
    options: ['native_watermark_color'],
    of: (value) => ({ native_watermark_color: `#${(value & 0xff_ff_ff).toString(16).padStart(6, '0')}` }),
  }),
  numberField('nativeWatermarkFontHeight', 'native_watermark_font_height', {
    takes: 'points; 0 fits',
    read: integerFrom(0),
    usual: 0,
  }),
  optionsField<number>({
    name: 'nativeWatermarkRotateAngle',
    takes: 'tenths of a degree',
    read: integer,
    options: ['native_watermark_rotate_angle'],
    of: (value): Record<string, unknown> =>
      value === 0 ? {} : { native_watermark_rotate_angle: Math.round(value / 10) % 360 },
  }),
  textField('nativeWatermarkFontName', 'native_watermark_font_name'),
  textField('nativeTiledWatermarkText', 'native_tiled_watermark_text'),
  NATIVE_PDF_FORMATS,
];

/** Options that say how a watermark is written; without its text they mean nothing. */
export const OF_NATIVE_WATERMARK = [
  'native_watermark_color',
  'native_watermark_font_height',
  'native_watermark_rotate_angle',
  'native_watermark_font_name',
] as const;

/** Extensions of the files that the route takes. */
export const OFFICE_EXTENSIONS: readonly string[] =
  '123 602 abw bib bmp cdr cgm cmx csv cwk dbf dif doc docm docx dot dotm dotx dxf emf eps epub fodg fodp fods fodt fopd gif htm html hwp jpeg jpg key ltx lwp mcw met mml mw numbers odd odg odm odp ods odt otg oth otp ots ott pages pbm pcd pct pcx pdb pdf pgm png pot potm potx ppm pps ppsm ppsx ppt pptm pptx psd psw pub pwp pxl ras rtf sda sdc sdd sdp sdw sgl slk smf stc std sti stw svg svm swf sxc sxd sxg sxi sxm sxw tga tif tiff txt uof uop uos uot vdx vor vsd vsdm vsdx wb2 wk1 wks wmf wpd wpg wps xbm xhtml xls xlsb xlsm xlsx xlt xltm xltx xlw xml xpm zabw'
    .split(' ')
    .map((extension) => `.${extension}`);
