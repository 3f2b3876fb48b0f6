import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import { BOOKS, MAILS, OFFICE, PAGES, PICTURES, SPEECH, TEXTS } from '../../src/catalog/format-sets.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import { LANGUAGE, LANGUAGE_STT, OCR, OCR_FILTER } from '../../src/catalog/options/recognition.ts';
import { type GivenOptions, has } from '../../src/catalog/rules.ts';
import { METADATA } from './catalog-metadata.ts';
import {
  AZW3_READERS,
  EPUB_READERS,
  FB2_READERS,
  LIT_READERS,
  LRF_READERS,
  PDF_EBOOK_READERS,
  PDF_READERS,
  TCR_READERS,
} from './catalog-readers.ts';

const READER = {
  type: 'string',
  description: 'Device that the book is made for, with its screen and features.',
  'x-order': 300,
} as const;
const TITLE = 'Title of the book. Left out: that of the source.';
const AUTHOR = 'Author of the book. Left out: that of the source.';
const BORDER = 'Empty border around the text in centimetres.';

const ASCII = {
  ascii: {
    type: 'boolean',
    default: false,
    description: 'Writes the text in ASCII: other letters are replaced by the closest ASCII ones.',
  },
} as const satisfies OptionDefinitions;

const EMBED_FONT = {
  embed_font: {
    type: 'string',
    enum: ['sans', 'serif'],
    description: 'Embeds a sans-serif or serif font in the book, so that every device shows the same.',
  },
} as const satisfies OptionDefinitions;

/** Options of azw3, epub, fb2, lit, lrf, tcr and pdf. */
const EBOOK_OPTIONS = {
  title: {
    type: 'string',
    maxLength: 512,
    description: TITLE,
    'x-group': 'about',
    'x-order': 280,
    example: 'Moby-Dick',
  },
  author: {
    type: 'string',
    maxLength: 512,
    description: AUTHOR,
    'x-group': 'about',
    'x-order': 290,
    example: 'Herman Melville',
  },
  ...METADATA,
  border: {
    type: 'integer',
    minimum: 0,
    maximum: 20,
    description: BORDER,
    'x-group': 'paper',
    'x-unit': 'cm',
    example: 1,
  },
  encoding: {
    type: 'string',
    enum: [
      ...(['ascii', 'cp1250', 'cp1251', 'cp1252', 'cp1253', 'cp1254', 'cp1257'] as const),
      ...(['iso8859_1', 'iso8859_2', 'iso8859_4', 'iso8859_5', 'iso8859_7', 'iso8859_9'] as const),
      ...(['iso8859_13', 'iso8859_15', 'koi8_r', 'utf8', 'utf-16', 'euc_jp', 'sjis', 'iso2022jp'] as const),
      ...(['gbk', 'iscii91', 'big5', 'tis620', 'gb2312', 'ISO-2022-KR'] as const),
    ],
    description: 'Character encoding of the source. Left out: what the source says, or a guess.',
    example: 'utf8',
  },
  ...ASCII,
  enable_heuristics: {
    type: 'boolean',
    default: false,
    description: 'Looks for chapters, broken lines and the like in a source without structure, and repairs them.',
  },
  base_font_size: {
    type: 'integer',
    minimum: 6,
    maximum: 22,
    description: 'Size of the body text in points; all other sizes scale in proportion.',
    'x-unit': 'pt',
    example: 12,
  },
  formulas: {
    type: 'string',
    enum: ['text', 'picture'],
    description:
      'What formulas (MathML) become: text in one line such as (a+1)/b, or a picture each (in EPUB, HTML and docx), with that text as its description. Left out: they stay in EPUB 3 and kepub, are drawn in a PDF, and become text elsewhere; those of docx become text everywhere.',
    example: 'picture',
  },
  ...LANGUAGE_STT,
} as const satisfies OptionDefinitions;

/** Options of targets beyond the interface: those of the category, except those about devices. */
const BEYOND = { ...EBOOK_OPTIONS, ...COMMON_OPTIONS };

const PAGE_MARGIN = {
  type: 'number',
  minimum: 0,
  maximum: 10000,
  default: 72,
  description:
    'Margin of this side in points (1/72 inch). It replaces border; with 0, border applies to this side. Left out: 72, or border if that is set.',
  'x-group': 'paper',
  'x-unit': 'pt',
} as const;

const PDF_MARGINS = [
  'pdf_page_margin_top',
  'pdf_page_margin_bottom',
  'pdf_page_margin_left',
  'pdf_page_margin_right',
] as const;

/**
 * Sets omitted margins to 0 if a border is given: a page margin of an ebook PDF overrides `border` unless it is 0, so that with the default
 * of 72 `border` could never have an effect.
 */
function dependentDefaults(target: string, given: GivenOptions): Record<string, unknown> {
  if (target !== 'pdf' || !has(given, 'border')) return {};
  return Object.fromEntries(PDF_MARGINS.map((name) => [name, 0]));
}

const TEXTS_AND_PICTURES = {
  formats: [...BOOKS, ...OFFICE, ...TEXTS, ...MAILS, ...PAGES, ...PICTURES, 'html', 'djvu', 'zip', '7z', 'rar', 'tar'],
};

export const catalog = {
  category: 'ebook',
  timeLimitSeconds: 15 * 60,
  settings: {
    EBOOK_CONVERT_BIN: { meaning: "path of calibre's ebook-convert" },
  },
  aliases: { htm: 'html', text: 'txt' },
  reads: [TEXTS_AND_PICTURES, SPEECH],
  targets: {
    azw3: {
      id: 501,
      options: {
        reader: {
          ...READER,
          enum: AZW3_READERS,
          example: 'Kindle Paperwhite',
        },
        ...EBOOK_OPTIONS,
        ...EMBED_FONT,
        ...COMMON_OPTIONS,
      },
    },
    epub: {
      id: 502,
      options: {
        version: {
          type: 'string',
          enum: ['2', '3'],
          description: 'Version of the EPUB format. Left out: that of the source if it is an EPUB, else 3.',
          'x-order': 310,
          example: '3',
        },
        reader: { ...READER, enum: EPUB_READERS, example: 'Kobo' },
        ...EBOOK_OPTIONS,
        ...EMBED_FONT,
        ...COMMON_OPTIONS,
      },
    },
    fb2: {
      id: 503,
      options: {
        reader: { ...READER, enum: FB2_READERS, example: 'Pocketbook 900' },
        ...EBOOK_OPTIONS,
        ...COMMON_OPTIONS,
      },
    },
    lit: {
      id: 504,
      options: {
        reader: { ...READER, enum: LIT_READERS, example: 'MS Reader' },
        ...EBOOK_OPTIONS,
        ...COMMON_OPTIONS,
      },
    },
    lrf: {
      id: 505,
      options: {
        reader: { ...READER, enum: LRF_READERS, example: 'Sony' },
        ...EBOOK_OPTIONS,
        ...COMMON_OPTIONS,
      },
    },
    pdf: {
      id: 506,
      options: {
        reader: { ...READER, enum: PDF_READERS, example: 'Kindle DX' },
        ...EBOOK_OPTIONS,
        ...EMBED_FONT,
        paper_size: {
          type: 'string',
          enum: [
            ...(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'] as const),
            ...(['b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'legal', 'letter'] as const),
          ],
          default: 'letter',
          description: 'Paper of the pages.',
          'x-group': 'paper',
        },
        pdf_page_margin_top: PAGE_MARGIN,
        pdf_page_margin_bottom: PAGE_MARGIN,
        pdf_page_margin_left: PAGE_MARGIN,
        pdf_page_margin_right: PAGE_MARGIN,
        pdf_default_font_size: {
          type: 'number',
          minimum: 4,
          maximum: 1000,
          description: 'Size of text that has none of its own, in pixels.',
          'x-unit': 'px',
          example: 20,
        },
        pdf_add_toc: { type: 'boolean', description: 'Adds a printed table of contents at the end.' },
        pdf_no_cover: { type: 'boolean', description: 'Leaves out the cover picture.' },
        ...OCR,
        ...LANGUAGE,
        ...OCR_FILTER,
        ...COMMON_OPTIONS,
      },
    },
    'pdf-ebook': {
      id: 507,
      reads: [TEXTS_AND_PICTURES],
      options: {
        reader: {
          ...READER,
          enum: PDF_EBOOK_READERS,
          example: 'Kindle Paperwhite',
        },
        title: { type: 'string', description: TITLE, 'x-group': 'about', 'x-order': 280, example: 'Moby-Dick' },
        author: { type: 'string', description: AUTHOR, 'x-group': 'about', 'x-order': 290, example: 'Herman Melville' },
        border: { type: 'integer', description: BORDER, 'x-group': 'paper', 'x-unit': 'cm', example: 1 },
        encoding: {
          type: 'string',
          description:
            'Character encoding of the source, by any usual name. Left out: what the source says, or a guess.',
          example: 'utf-8',
        },
        ...ASCII,
        ...EMBED_FONT,
      },
    },
    tcr: {
      id: 508,
      options: {
        reader: { ...READER, enum: TCR_READERS, example: 'Pocketbook 900' },
        ...EBOOK_OPTIONS,
        ...COMMON_OPTIONS,
      },
    },
    mobi: {
      id: 509,
      options: {
        reader: { ...READER, enum: AZW3_READERS, example: 'Kindle' },
        ...EBOOK_OPTIONS,
        ...EMBED_FONT,
        ...COMMON_OPTIONS,
      },
    },
    docx: { id: 510, options: BEYOND },
    txt: { id: 511, options: BEYOND },
    html: { id: 512, options: BEYOND },
    kepub: { id: 513, options: { ...EBOOK_OPTIONS, ...EMBED_FONT, ...COMMON_OPTIONS } },
    pdb: { id: 514, options: BEYOND },
  },
  dependentDefaults,
} as const satisfies CategoryCatalog;
