import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import {
  BOOKS,
  DRAWINGS,
  MAILS,
  OFFICE,
  PAGES,
  PICTURE_SUBTITLES,
  SPEECH,
  TEXTS,
  words,
} from '../../src/catalog/format-sets.ts';
import { PAGE_SELECTION_PATTERN } from '../../src/catalog/grammar/pages.ts';
import { CAD_CONTENT_OPTIONS, CAD_LOOK_OPTIONS } from '../../src/catalog/options/cad.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import {
  LANGUAGE,
  LANGUAGE_STT,
  LANGUAGE_WITH_TGL,
  OCR,
  OCR_FILTER,
  OCR_MODE,
  OCR_PAGE_STRUCTURE,
  RASTERIZE_INPUT,
} from '../../src/catalog/options/recognition.ts';
import { conflict, excludeGroups, has, missingOption, noEffect, type OptionRule } from '../../src/catalog/rules.ts';
import { MAIL_OPTIONS, MAIL_RULES } from './catalog-mail.ts';
import { PAGE_LOOK_OPTIONS, PAGE_LOOK_RULES } from './catalog-markdown.ts';
import { OFFICE_OPTIONS } from './catalog-office.ts';
import { OFFICE_EXPORT_OPTIONS, OFFICE_EXPORT_RULES } from './catalog-office-export.ts';
import { PDF_A_RULES, PDF_OPTIONS, PDF_UA_OPTION } from './catalog-pdf.ts';
import { CHROMIUM_OPTIONS, CHROMIUM_RULES } from './catalog-pdf-chromium.ts';
import { CROP_RULES } from './catalog-pdf-crop.ts';
import { REDACT_RULES } from './catalog-pdf-redact.ts';
import { SIGN_RULES } from './catalog-pdf-sign.ts';
import { STAMP_RULES } from './catalog-pdf-stamps.ts';
import { INVOICE_OPTIONS, STRUCTURE_RULES } from './catalog-pdf-structure.ts';
import { SUBTITLE_ALIASES, SUBTITLE_RULES, SUBTITLE_TARGETS } from './catalog-subtitles.ts';

/** Options that every target has. */
const OF_ALL = { ...OFFICE_OPTIONS, ...CAD_CONTENT_OPTIONS, ...COMMON_OPTIONS } as const;

/** Options of every target but pdf, which has rearrange. */
const OF_TEXTS = {
  pages: {
    type: 'string',
    pattern: PAGE_SELECTION_PATTERN,
    format: 'page-selection',
    description:
      'Pages of a PDF to convert, in this order: numbers, first, last, even, odd, or ranges such as 2-4, 5-. Left out: all.',
    'x-group': 'paper',
    'x-inputs': ['document'],
    example: '2-4',
  },
  ...OF_ALL,
} as const satisfies OptionDefinitions;
const PRESENTATION = { ...OCR, ...LANGUAGE, ...OCR_FILTER, ...OCR_MODE, ...LANGUAGE_STT, ...OF_TEXTS } as const;
const WITH_FILTER = { ...OCR, ...LANGUAGE, ...OCR_FILTER, ...LANGUAGE_STT, ...OF_TEXTS } as const;

/** Options for what Markdown can hold in addition. */
const MARKDOWN = {
  pictures: {
    type: 'string',
    enum: ['none', 'files', 'inline'],
    default: 'none',
    description:
      'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures; inline embeds them in the text as data: addresses.',
    'x-order': 360,
  },
  page_markers: {
    type: 'boolean',
    default: false,
    description:
      'Writes a comment <!-- page 3 --> where each page begins. For inputs with fixed pages: PDF, PostScript, slides, drawings, and scanned pages. A paragraph that continues on the next page stays whole, with the comment after it.',
    'x-group': 'paper',
  },
} as const satisfies OptionDefinitions;

/** Options for markup, which has no place for pictures but can link to them. */
const MARKUP = {
  pictures: {
    type: 'string',
    enum: ['none', 'files'],
    default: 'none',
    description:
      'What to do with pictures: none leaves them out; files makes a zip of the text and a folder of linked pictures.',
    'x-order': 360,
  },
} as const satisfies OptionDefinitions;

/** How the text of pages becomes plain text. */
const TEXT_ORDER = {
  text_order: {
    type: 'string',
    enum: ['reading', 'layout'],
    default: 'reading',
    description:
      'How the text of fixed pages is written: reading writes columns one after the other, lines as on the page, and one line per table row; layout keeps each word in its position with spaces. For PDF, PostScript, slides, drawings, and pages whose text is recognised with ocr_mode layout.',
    'x-group': 'recognition',
  },
} as const satisfies OptionDefinitions;

/** Sizes of chunks, characters. */
const CHUNKS = {
  chunk_size: {
    type: 'integer',
    minimum: 100,
    maximum: 100_000,
    default: 2000,
    description:
      'Maximum number of characters in a chunk. Only a single table row, code block or HTML block can be longer.',
    'x-order': 350,
  },
  chunk_overlap: {
    type: 'integer',
    minimum: 0,
    maximum: 1000,
    default: 0,
    description:
      'How many characters from the end of a chunk the next one may repeat, in whole sentences or list items. Chunks that begin with a heading or a page repeat nothing.',
  },
} as const satisfies OptionDefinitions;

const AS_MARKUP = { ...MARKUP, ...WITH_FILTER } as const;

const CUSTOM_SIZE = ['custom_page_size_width', 'custom_page_size_height'] as const;

const RULES: readonly OptionRule[] = [
  {
    options: ['page_size', ...CUSTOM_SIZE],
    text: 'page_size and a custom page size exclude each other.',
    check: (given) => excludeGroups(given, [['page_size'], CUSTOM_SIZE], 'choose a named or a custom page size'),
  },
  {
    options: CUSTOM_SIZE,
    text: 'A custom page size needs both its width and its height.',
    check: (given) => {
      const missing = CUSTOM_SIZE.filter((option) => !has(given, option));
      return missing.length === 1
        ? missing.map((option) => missingOption(option, 'a custom page size needs both'))
        : [];
    },
  },
  {
    options: ['split', 'one_file_per_page'],
    text: 'split at certain pages and one_file_per_page exclude each other.',
    check: (given) =>
      has(given, 'split') && given.split !== 'all' && given.one_file_per_page === true
        ? [conflict(['split', 'one_file_per_page'], 'they cut at different places; choose one')]
        : [],
  },
  {
    options: ['chunk_size', 'chunk_overlap'],
    text: 'chunk_overlap is at most half of chunk_size.',
    check: ({ chunk_size: size = CHUNKS.chunk_size.default, chunk_overlap: overlap }) =>
      typeof size === 'number' && typeof overlap === 'number' && overlap > size / 2
        ? [conflict(['chunk_size', 'chunk_overlap'], 'an overlap may be at most half of a chunk')]
        : [],
  },
  {
    options: ['add_borders', 'pages_per_sheet', 'booklet'],
    text: 'add_borders is used only with pages_per_sheet or booklet.',
    check: (given) =>
      given.add_borders === true && !has(given, 'pages_per_sheet') && given.booklet !== true
        ? [noEffect('add_borders', 'it is used only with pages_per_sheet or booklet')]
        : [],
  },
  {
    options: ['booklet', 'pages_per_sheet'],
    text: 'booklet and pages_per_sheet exclude each other.',
    check: (given) =>
      given.booklet === true && has(given, 'pages_per_sheet')
        ? [conflict(['booklet', 'pages_per_sheet'], 'a booklet has two pages on each side of a sheet; choose one')]
        : [],
  },
  {
    options: ['booklet_binding', 'booklet'],
    text: 'booklet_binding is used only with booklet.',
    check: (given) =>
      has(given, 'booklet_binding') && given.booklet !== true
        ? [noEffect('booklet_binding', 'it is used only with booklet')]
        : [],
  },
  ...CROP_RULES,
  ...STAMP_RULES,
  ...REDACT_RULES,
  ...SIGN_RULES,
  ...STRUCTURE_RULES,
  ...PDF_A_RULES,
  ...OFFICE_EXPORT_RULES,
  ...CHROMIUM_RULES,
  ...SUBTITLE_RULES,
  ...MAIL_RULES,
  ...PAGE_LOOK_RULES,
];

const DOCUMENTS = { formats: [...OFFICE, ...TEXTS, ...PAGES, ...BOOKS, 'html', ...MAILS, ...DRAWINGS] };
/** Pictures that LibreOffice reads itself. */
const OFFICE_PICTURES = words('apng bmp emf gif jpg pcx png pnm psd ras svg tga tiff webp wmf xbm xpm');
/** What targets without pictures read: the text in the inputs. */
const AS_TEXT = [DOCUMENTS, { formats: OFFICE_PICTURES, option: 'ocr' }, SPEECH];
/** Subtitles alone, and those of films. */
const AS_LINES = { kinds: ['video'], formats: PICTURE_SUBTITLES } as const;

export const catalog = {
  category: 'document',
  timeLimitSeconds: 15 * 60,
  settings: {
    SOFFICE_BIN: { meaning: "path of LibreOffice's soffice" },
    CHROMIUM_BIN: {
      meaning: 'path of chromium-headless-shell, for `engine` chromium and for web pages as inputs',
    },
    CHROMIUM_REUSE: {
      meaning:
        'who opens further pages in a browser that has opened one: nobody (`none`), or the same API key (`key`), each page in a context of its own',
      shown: 'none',
      page: 'docs/security.md#browsers-that-are-kept',
    },
    CHROMIUM_REUSE_SECONDS: {
      meaning: 'with `CHROMIUM_REUSE=key`: how long a browser waits for its key’s next page',
      shown: '60',
    },
    TESSERACT_BIN: { meaning: 'path of tesseract' },
    TESSDATA_PREFIX: { meaning: "folder of tesseract's data", shown: "that of Debian's packages" },
    SPEECH_MODELS: {
      meaning:
        'folder of models for `language_stt`, and of neural voices for `tts_voice`; `npm run speech-models -- FOLDER` installs an English speech recognition model. Needs the npm package sherpa-onnx-node',
      shown: 'none: `speech_model_unavailable`',
    },
  },
  aliases: {
    htm: 'html',
    markdown: 'md',
    text: 'txt',
    adoc: 'asciidoc',
    tex: 'latex',
    wiki: 'mediawiki',
    ...SUBTITLE_ALIASES,
  },
  reads: [DOCUMENTS, { formats: OFFICE_PICTURES }, SPEECH],
  targets: {
    doc: { id: 401, options: { ...RASTERIZE_INPUT, ...OCR, ...LANGUAGE, ...LANGUAGE_STT, ...OF_TEXTS } },
    odt: { id: 402, options: WITH_FILTER },
    pdf: {
      id: 403,
      options: {
        ...PDF_OPTIONS,
        ...PDF_UA_OPTION,
        ...INVOICE_OPTIONS,
        ...CHROMIUM_OPTIONS,
        ...MAIL_OPTIONS,
        ...PAGE_LOOK_OPTIONS,
        ...OFFICE_EXPORT_OPTIONS,
        ...CAD_LOOK_OPTIONS,
        ...OCR,
        ...LANGUAGE,
        ...OCR_FILTER,
        ...OCR_PAGE_STRUCTURE,
        ...LANGUAGE_STT,
        ...OF_ALL,
      },
    },
    ppt: { id: 404, options: PRESENTATION },
    pptx: { id: 405, options: PRESENTATION },
    rtf: {
      id: 406,
      options: {
        ...RASTERIZE_INPUT,
        ...OCR,
        ...LANGUAGE,
        ...OCR_FILTER,
        ...OCR_MODE,
        ...LANGUAGE_STT,
        ...OF_TEXTS,
      },
    },
    txt: {
      id: 407,
      reads: [AS_LINES, ...AS_TEXT],
      options: {
        ...OCR,
        // Of subtitles that are pictures too.
        language: { ...LANGUAGE.language, 'x-inputs': [...LANGUAGE.language['x-inputs'], 'video', 'archive'] },
        ...OCR_FILTER,
        ocr_engine: {
          type: 'string',
          enum: ['red_kiwi'],
          description: 'Recognition engine tuned to how the source was made.',
          'x-group': 'recognition',
        },
        ocr_engine_options: {
          type: 'object',
          description: 'Settings of the engine named by ocr_engine.',
          'x-group': 'recognition',
        },
        ...OCR_MODE,
        ...OCR_PAGE_STRUCTURE,
        ...TEXT_ORDER,
        ...LANGUAGE_STT,
        ...OF_TEXTS,
      },
    },
    xls: { id: 408, options: WITH_FILTER, reads: AS_TEXT },
    xlsx: { id: 409, options: { ...OCR, ...LANGUAGE_WITH_TGL, ...LANGUAGE_STT, ...OF_TEXTS }, reads: AS_TEXT },
    // Targets beyond the interface: what else people expect of an office converter.
    docx: { id: 410, options: WITH_FILTER },
    odp: { id: 411, options: PRESENTATION },
    ods: { id: 412, options: WITH_FILTER, reads: AS_TEXT },
    html: { id: 413, options: { ...PAGE_LOOK_OPTIONS, ...WITH_FILTER } },
    csv: { id: 414, options: WITH_FILTER, reads: AS_TEXT },
    md: { id: 415, options: { ...MARKDOWN, ...WITH_FILTER }, reads: AS_TEXT },
    epub: { id: 416, options: WITH_FILTER },
    latex: { id: 870, options: AS_MARKUP, reads: AS_TEXT },
    rst: { id: 871, options: AS_MARKUP, reads: AS_TEXT },
    org: { id: 872, options: AS_MARKUP, reads: AS_TEXT },
    asciidoc: { id: 873, options: AS_MARKUP, reads: AS_TEXT },
    ipynb: { id: 874, options: WITH_FILTER, reads: AS_TEXT },
    docbook: { id: 875, options: AS_MARKUP, reads: AS_TEXT },
    jats: { id: 876, options: AS_MARKUP, reads: AS_TEXT },
    mediawiki: { id: 877, options: AS_MARKUP, reads: AS_TEXT },
    textile: { id: 878, options: AS_MARKUP, reads: AS_TEXT },
    chunks: { id: 861, options: { ...CHUNKS, ...WITH_FILTER }, reads: AS_TEXT },
    ...SUBTITLE_TARGETS,
  },
  rules: RULES,
} as const satisfies CategoryCatalog;
