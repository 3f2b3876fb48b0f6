import type { OptionDefinition, OptionDefinitions } from '../../src/catalog/definition.ts';
import { PAGE_RANGES_PATTERN } from '../../src/catalog/grammar/pages.ts';
import { conflict, has, noEffect, type OptionRule } from '../../src/catalog/rules.ts';

/** Every option here is for the file kinds that LibreOffice opens. */
const OF_OFFICE = { 'x-inputs': ['document', 'text'] } as const satisfies Partial<OptionDefinition>;

const flag = <Description extends string>(description: Description) =>
  ({ type: 'boolean', description, ...OF_OFFICE }) as const;

/** What of an office document gets into a PDF. */
const CONTENT = {
  export_pages: {
    type: 'string',
    pattern: PAGE_RANGES_PATTERN,
    format: 'page-ranges',
    description: 'Pages of the document that are written, in their order: numbers and ranges such as 1-3, 5, 8-.',
    'x-group': 'paper',
    ...OF_OFFICE,
    example: '1-3',
  },
  single_page_sheets: {
    ...flag('Writes each sheet of a spreadsheet on one page of its size. Not with fit_width.'),
    'x-group': 'paper',
  },
  fit_width: {
    ...flag('Makes wide sheets of a spreadsheet smaller, so that all their columns are on one page.'),
    'x-group': 'paper',
  },
  skip_empty_pages: {
    ...flag(
      'Whether empty pages are left out that a text has only to begin a chapter on a right page. Left out: they are.',
    ),
    'x-group': 'paper',
  },
  update_indexes: flag(
    'Makes the tables of contents and other indexes of a text again. Left out: they are as they were saved.',
  ),
  export_form_fields: flag('Whether form fields can be filled in the PDF. Left out: they can.'),
  allow_duplicate_field_names: flag('Form fields may have the same name, and then have the same value.'),
  export_bookmarks: flag('Whether headings, slides or sheets become bookmarks. Left out: they do.'),
  export_bookmarks_to_pdf_destination: flag('Bookmarks of a text become places that other documents can link to.'),
  export_placeholders: flag(
    'Writes placeholder fields of a text as they are shown in the editor, not as empty fields.',
  ),
  export_notes: flag('Comments become comments of the PDF.'),
  export_notes_pages: flag('Adds a page with the notes after the slides for each slide of a presentation.'),
  export_only_notes_pages: flag('Writes only the pages with notes of a presentation, not its slides.'),
  convert_ooo_target_to_pdf_target: flag('Links to other OpenDocument files lead to PDFs of the same names instead.'),
  add_original_document_as_stream: flag(
    'Puts the document, as OpenDocument, into the PDF, so that LibreOffice can edit it. Other work on the PDF removes it again.',
  ),
} as const satisfies OptionDefinitions;

/** How pictures of an office document are stored. */
const PICTURES = {
  lossless_images: {
    ...flag('Stores pictures of the document without loss. Otherwise they become JPEG.'),
    'x-group': 'size',
  },
  jpeg_quality: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description:
      'Quality of the JPEG pictures that LibreOffice writes, in percent. Left out: 90. Not with lossless_images.',
    'x-group': 'size',
    'x-unit': '%',
    ...OF_OFFICE,
    example: 75,
  },
  image_resolution: {
    type: 'integer',
    enum: [75, 150, 300, 600, 1200],
    description: 'Maximum DPI of the pictures that LibreOffice writes; finer ones become smaller.',
    'x-group': 'size',
    'x-unit': 'dpi',
    ...OF_OFFICE,
    example: 150,
  },
} as const satisfies OptionDefinitions;

/** How a viewer shows the PDF at first. */
const VIEWER = {
  initial_view: {
    type: 'string',
    enum: ['pages', 'outline', 'thumbnails'],
    description: 'What a viewer shows at first: the pages alone, or bookmarks or thumbnails beside them.',
    ...OF_OFFICE,
  },
  initial_page: {
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    description: 'Page that a viewer shows at first.',
    ...OF_OFFICE,
    example: 2,
  },
  magnification: {
    type: 'string',
    enum: ['default', 'fit_page', 'fit_width', 'fit_visible', 'zoom'],
    description: 'Size in which a viewer shows the pages at first; zoom is that of the option zoom.',
    ...OF_OFFICE,
  },
  zoom: {
    type: 'integer',
    minimum: 1,
    maximum: 6400,
    description: 'With magnification zoom: size in percent.',
    'x-unit': '%',
    ...OF_OFFICE,
    example: 150,
  },
  page_layout: {
    type: 'string',
    enum: ['default', 'single', 'continuous', 'facing'],
    description: 'How a viewer arranges the pages: one at a time, in one column, or in two columns.',
    ...OF_OFFICE,
  },
  resize_window_to_initial_page: flag('The window of the viewer gets the size of the first page.'),
  center_window: flag('The window of the viewer is in the middle of the screen.'),
  open_in_full_screen_mode: flag('A viewer shows the document on the full screen.'),
  display_pdf_document_title: flag(
    'Whether the title bar shows the title instead of the file name. Left out: it does.',
  ),
  hide_viewer_menubar: flag('The viewer hides its menus.'),
  hide_viewer_toolbar: flag('The viewer hides its tools.'),
  hide_viewer_window_controls: flag('The viewer hides its other controls, such as scroll bars.'),
  use_transition_effects: flag('Whether slide transitions become effects of the PDF. Left out: they do.'),
  open_bookmark_levels: {
    type: 'integer',
    enum: [-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    description: 'Levels of bookmarks that are open at first; -1 means all.',
    ...OF_OFFICE,
    example: 1,
  },
} as const satisfies OptionDefinitions;

/** A text that LibreOffice writes across the pages. */
const WATERMARK = {
  native_watermark_text: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    description:
      'Text that LibreOffice writes across each page, upright and transparent. stamp_text also suits other inputs.',
    'x-group': 'stamp',
    ...OF_OFFICE,
    example: 'DRAFT',
  },
  native_tiled_watermark_text: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    description: 'Text that LibreOffice repeats all over each page. Not with native_watermark_text.',
    'x-group': 'stamp',
    ...OF_OFFICE,
    example: 'DRAFT',
  },
  native_watermark_color: {
    type: 'string',
    format: 'rgb-color',
    pattern: '^#[0-9a-fA-F]{6}$',
    description: 'Colour of native_watermark_text as #rrggbb. Left out: #7fff7f.',
    'x-group': 'stamp',
    ...OF_OFFICE,
    example: '#c00000',
  },
  native_watermark_font_height: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'Font size of native_watermark_text in points. Left out: as large as fits.',
    'x-group': 'stamp',
    'x-unit': 'pt',
    ...OF_OFFICE,
    example: 40,
  },
  native_watermark_rotate_angle: {
    type: 'integer',
    minimum: -359,
    maximum: 359,
    description: 'Degrees by which native_watermark_text is turned, against the clock.',
    'x-group': 'stamp',
    'x-unit': '°',
    ...OF_OFFICE,
    example: 45,
  },
  native_watermark_font_name: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: 'Font of native_watermark_text. Left out: Helvetica.',
    'x-group': 'stamp',
    ...OF_OFFICE,
    example: 'Liberation Sans',
  },
} as const satisfies OptionDefinitions;

/** Options for the PDF that LibreOffice writes of an office document. */
export const OFFICE_EXPORT_OPTIONS = {
  ...CONTENT,
  ...PICTURES,
  ...VIEWER,
  ...WATERMARK,
} as const satisfies OptionDefinitions;

const OF_WATERMARK = [
  ...(['native_watermark_color', 'native_watermark_font_height'] as const),
  ...(['native_watermark_rotate_angle', 'native_watermark_font_name'] as const),
];

export const OFFICE_EXPORT_RULES: readonly OptionRule[] = [
  {
    options: ['single_page_sheets', 'fit_width'],
    text: 'single_page_sheets and fit_width exclude each other.',
    check: (given) =>
      given.single_page_sheets === true && given.fit_width === true
        ? [conflict(['single_page_sheets', 'fit_width'], 'a sheet is either one page of its size or fitted to pages')]
        : [],
  },
  {
    options: ['native_watermark_text', 'native_tiled_watermark_text'],
    text: 'native_watermark_text and native_tiled_watermark_text exclude each other.',
    check: (given) =>
      has(given, 'native_watermark_text') && has(given, 'native_tiled_watermark_text')
        ? [conflict(['native_watermark_text', 'native_tiled_watermark_text'], 'LibreOffice writes one of them')]
        : [],
  },
  {
    options: ['native_watermark_text', ...OF_WATERMARK],
    text: `${OF_WATERMARK.join(', ')} are used only with native_watermark_text.`,
    check: (given) =>
      has(given, 'native_watermark_text')
        ? []
        : OF_WATERMARK.filter((option) => has(given, option)).map((option) =>
            noEffect(option, 'it is used only with native_watermark_text'),
          ),
  },
  {
    options: ['magnification', 'zoom'],
    text: 'zoom is used only with magnification zoom.',
    check: (given) =>
      has(given, 'zoom') && given.magnification !== 'zoom'
        ? [noEffect('zoom', 'it is used only with magnification zoom')]
        : [],
  },
  {
    options: ['lossless_images', 'jpeg_quality'],
    text: 'jpeg_quality has no effect with lossless_images.',
    check: (given) =>
      given.lossless_images === true && has(given, 'jpeg_quality')
        ? [noEffect('jpeg_quality', 'pictures are stored without loss')]
        : [],
  },
];
