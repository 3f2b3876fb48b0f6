import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { PAGE_SELECTION_PATTERN, SPLIT_PATTERN } from '../../src/catalog/grammar/pages.ts';
import { CUSTOM_PAPER_OPTIONS } from '../../src/catalog/options/custom-paper.ts';
import { PDF_A_LEVELS } from '../../src/catalog/options/pdf-a.ts';
import { conflict, type GivenOptions, has, type OptionRule } from '../../src/catalog/rules.ts';
import { CONTENT_OPTIONS } from './catalog-pdf-content.ts';
import { CROP_OPTIONS } from './catalog-pdf-crop.ts';
import { FORM_OPTIONS } from './catalog-pdf-forms.ts';
import { PROTECTION_OPTIONS, RESTRICTIONS } from './catalog-pdf-protection.ts';
import { REDACT_OPTIONS } from './catalog-pdf-redact.ts';
import { SIGN_OPTIONS } from './catalog-pdf-sign.ts';
import { PAGE_NUMBER_OPTIONS, STAMP_OPTIONS } from './catalog-pdf-stamps.ts';
import { STRUCTURE_OPTIONS } from './catalog-pdf-structure.ts';

const BORDER = (side: string) => `Space added at the ${side} of each page, in border_unit.`;

/** Options of the document target pdf alone. */
export const PDF_OPTIONS = {
  version: {
    type: 'string',
    enum: ['1.4', '1.5', '1.6', '1.7', '2.0'],
    description: 'Version of the PDF format that the result conforms to.',
    'x-order': 310,
    example: '1.7',
  },
  pdf_a: {
    type: 'string',
    enum: PDF_A_LEVELS,
    description:
      'Makes the result PDF/A (ISO 19005), for archives: part 1, 2 or 3 with all fonts embedded. Level b keeps how it looks, u also its text, a also its tags, which office documents and web pages bring along. Part 1 does not allow transparency; only part 3 keeps attached files. A document that cannot conform is refused. Not together with passwords, restrictions or color cmyk. true means 2b.',
    'x-order': 230,
    'x-true': '2b',
    example: '2b',
  },
  quality: {
    type: 'string',
    enum: ['screen', 'ebook', 'default', 'printer', 'prepress', 'minimum', 'insane'],
    description: 'Preset for quality against size; minimum is the smallest. May override other quality options.',
    'x-order': 30,
    example: 'ebook',
  },
  images_quality: {
    type: 'integer',
    minimum: 10,
    maximum: 100,
    description: 'Quality of the images in percent; 100 is best.',
    'x-unit': '%',
    example: 75,
  },
  dpi: {
    type: 'integer',
    minimum: 10,
    maximum: 1200,
    description: 'DPI of images.',
    'x-group': 'size',
    'x-unit': 'dpi',
    example: 150,
  },
  rasterize_dpi: {
    type: 'integer',
    minimum: 10,
    maximum: 1200,
    description: 'Turns each page whose text cannot be selected into one image of this DPI.',
    'x-group': 'size',
    'x-unit': 'dpi',
    example: 300,
  },
  compression: {
    type: 'string',
    enum: ['basic', 'strong'],
    description: 'basic packs the file tighter without loss, strong also lowers the quality of images.',
  },
  file_size: {
    type: 'integer',
    minimum: 1,
    maximum: 1048576,
    description: 'Maximum size in KiB; the result comes as close to it as possible.',
    'x-order': 50,
    example: 1024,
  },
  color: {
    type: 'string',
    enum: ['rgb', 'cmyk', 'gray'],
    description: 'Color model of the whole document.',
    'x-group': 'colour',
  },
  grayscale: { type: 'boolean', description: 'Converts only the images to shades of grey.', 'x-group': 'colour' },
  auto_rotate: {
    type: 'boolean',
    description:
      'Turns the pages of scans upright, as tesseract sees their text, and pages with text of their own by its direction. A warning names the pages that were turned, and those with too little text to tell.',
    'x-group': 'recognition',
  },
  deskew: {
    type: 'boolean',
    description: 'Straightens pages that were scanned at an angle.',
    'x-group': 'recognition',
  },
  linearize: {
    type: 'boolean',
    default: false,
    description: 'Orders the file so that a browser can show the first page before the rest has loaded.',
  },
  ...PROTECTION_OPTIONS,
  page_size: {
    type: 'string',
    enum: [
      ...(['a0', 'a1', 'a2', 'a3', 'a4', 'a4small', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10'] as const),
      ...(['isob0', 'isob1', 'isob2', 'isob3', 'isob4', 'isob5', 'isob6'] as const),
      ...(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'] as const),
      ...(['11x17', 'ledger', 'legal', 'letter', 'lettersmall', 'archA', 'archB', 'archC', 'archD', 'archE'] as const),
      ...(['jisb0', 'jisb1', 'jisb2', 'jisb3', 'jisb4', 'jisb5', 'jisb6'] as const),
      ...(['b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'flsa', 'flse', 'halfletter', 'hagaki'] as const),
    ],
    description: 'Paper size to which every page is fitted. Not together with a custom page size.',
    'x-group': 'paper',
    'x-order': 170,
    example: 'a4',
  },
  ...CUSTOM_PAPER_OPTIONS,
  orientation: {
    type: 'string',
    enum: ['portrait', 'landscape'],
    description: 'Portrait (upright) or landscape (wide) pages.',
    'x-group': 'paper',
    'x-order': 180,
  },
  border_unit: {
    type: 'string',
    enum: ['mm', 'cm', 'in', 'pt'],
    description: 'Unit of the borders: millimetres, centimetres, inches or points (1/72 inch).',
    'x-group': 'paper',
  },
  border_top: {
    type: 'number',
    description: BORDER('top'),
    'x-group': 'paper',
    'x-unit-option': 'border_unit',
    example: 10,
  },
  border_bottom: {
    type: 'number',
    description: BORDER('bottom'),
    'x-group': 'paper',
    'x-unit-option': 'border_unit',
    example: 10,
  },
  border_left: {
    type: 'number',
    description: BORDER('left'),
    'x-group': 'paper',
    'x-unit-option': 'border_unit',
    example: 10,
  },
  border_right: {
    type: 'number',
    description: BORDER('right'),
    'x-group': 'paper',
    'x-unit-option': 'border_unit',
    example: 10,
  },
  rotate: {
    type: 'array',
    maxItems: 1000,
    description: 'Turns pages clockwise. Each item names the pages and the angle.',
    'x-also': 'an angle such as 90, for all pages',
    'x-order': 100,
    items: {
      type: 'object',
      required: ['pages', 'angle'],
      properties: {
        pages: {
          type: 'string',
          pattern: PAGE_SELECTION_PATTERN,
          format: 'page-selection',
          default: '1-last',
          description:
            'Pages to turn, separated by commas: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. 1-last is all.',
          example: '1-3, last',
        },
        angle: { type: 'integer', enum: [0, 90, 180, 270], default: 0, description: 'Angle in degrees.' },
      },
    },
    example: [{ pages: '1-last', angle: 90 }],
  },
  rearrange: {
    type: 'string',
    pattern: PAGE_SELECTION_PATTERN,
    format: 'page-selection',
    description:
      'Pages of the result in their order, separated by commas: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Pages not named are dropped; a range from high to low (8-5, last-first) runs backwards.',
    'x-group': 'paper',
    example: '3, 1-2, 5-',
  },
  split: {
    type: 'string',
    pattern: SPLIT_PATTERN,
    format: 'split-points',
    description:
      'Where to split the document: page numbers or ranges separated by commas; all for one document per page; blank for one per stretch between blank pages, which are left out; bookmarks for one per top-level bookmark, named after it (bookmarks:2 for two levels); text:WORDS for a new one at each page with these words; barcode for a new one at each page with a barcode or QR code, named after it (barcode:CONTENT for one that says exactly this; separator sheets that say PATCHT are left out); size:5MB for documents of at most that size. Pages before the first bookmark, text or code become a document too.',
    'x-group': 'paper',
    'x-order': 200,
    example: '1-3, 4-',
  },
  one_file_per_page: { type: 'boolean', description: 'Makes one PDF of each page.', 'x-group': 'paper' },
  split_page_x: {
    type: 'integer',
    minimum: 2,
    maximum: 50,
    description: 'Cuts each page into this many parts side by side.',
    'x-group': 'paper',
    example: 2,
  },
  split_page_y: {
    type: 'integer',
    minimum: 2,
    maximum: 50,
    description: 'Cuts each page into this many parts one above the other.',
    'x-group': 'paper',
    example: 2,
  },
  merge: { type: 'boolean', description: 'Joins all inputs, in their order, into one PDF.', 'x-order': 190 },
  ...CROP_OPTIONS,
  ...STAMP_OPTIONS,
  ...PAGE_NUMBER_OPTIONS,
  ...FORM_OPTIONS,
  ...REDACT_OPTIONS,
  ...SIGN_OPTIONS,
  ...CONTENT_OPTIONS,
  ...STRUCTURE_OPTIONS,
  pages_per_sheet: {
    type: 'integer',
    enum: [2, 4, 6, 8, 9, 16],
    description: 'Places this many pages on each page of the result.',
    'x-group': 'paper',
  },
  add_borders: {
    type: 'boolean',
    description: 'With pages_per_sheet or booklet: draws a frame around each of the pages.',
    'x-group': 'paper',
  },
  booklet: {
    type: 'boolean',
    description:
      'Places two pages side by side on wide sheets, in the order of a booklet: print them on both sides, turned at the short edge, then stack, fold and staple them. Empty pages fill up the last sheet. page_numbers counts the pages, split the sides of the sheets.',
    'x-group': 'paper',
  },
  booklet_binding: {
    type: 'string',
    enum: ['left', 'right'],
    description:
      'With booklet: side at which it is bound; right for scripts that run from right to left. By default left.',
    'x-group': 'paper',
  },
  filters: {
    type: 'array',
    maxItems: 1000,
    description: 'Removes a kind of content from all pages.',
    items: {
      type: 'object',
      required: ['filter_name'],
      properties: {
        filter_name: {
          type: 'string',
          enum: ['remove_images', 'remove_text', 'remove_vectors'],
          description: 'Kind of content to remove.',
        },
      },
    },
    example: [{ filter_name: 'remove_images' }],
  },
  patch: { type: 'object', description: 'Free-form object of further settings.' },
} as const satisfies OptionDefinitions;

/** An option for documents with tags, which programs that write PDFs honour too. */
export const PDF_UA_OPTION = {
  pdf_ua: {
    type: 'boolean',
    description:
      'Makes the result PDF/UA-1 (ISO 14289), for people who need assistive programs: with the tags that LibreOffice and browsers write (engine chromium for web pages), titles, and descriptions of links. All rules that can be checked without drawing pages are checked; a warning names what is missing, such as descriptions of pictures, and the result does not claim to be PDF/UA. A PDF without tags cannot be made PDF/UA.',
    'x-order': 231,
  },
} as const satisfies OptionDefinitions;

/** Returns the given options that PDF/A forbids (ISO 19005-1, 6.1.3), and `color`: PDF/A files are made with screen colours here. */
function againstPdfA(given: GivenOptions): string[] {
  const passwords = ['new_owner_password', 'new_user_password'].filter(
    (option) => has(given, option) && given[option] !== '',
  );
  const restrictions = RESTRICTIONS.filter((option) => given[option] === false);
  return [...passwords, ...restrictions, ...(given.color === 'cmyk' ? ['color'] : [])];
}

/** Versions of PDF that each part of PDF/A can have. */
const VERSIONS_OF_PDF_A: Readonly<Record<string, readonly string[]>> = {
  1: ['1.4'],
  2: ['1.4', '1.5', '1.6', '1.7'],
  3: ['1.4', '1.5', '1.6', '1.7'],
};

export const PDF_A_RULES: readonly OptionRule[] = [
  {
    options: ['pdf_a', 'new_owner_password', 'new_user_password', 'allow_printing', 'color'],
    text: 'pdf_a goes neither with passwords and restrictions, as PDF/A is not encrypted, nor with color cmyk.',
    check: (given) => {
      const against = has(given, 'pdf_a') ? againstPdfA(given) : [];
      const reason = 'PDF/A is not encrypted, and its colours are RGB or grey here';
      return against.length > 0 ? [conflict(['pdf_a', ...against], reason)] : [];
    },
  },
  {
    options: ['pdf_a', 'version'],
    text: 'With part 1 of pdf_a version can only be 1.4, with parts 2 and 3 not 2.0.',
    check: (given) => {
      const versions = VERSIONS_OF_PDF_A[String(given.pdf_a).charAt(0)];
      if (versions === undefined || !has(given, 'version') || versions.includes(String(given.version))) return [];
      return [conflict(['pdf_a', 'version'], `PDF/A-${given.pdf_a} is PDF ${versions.join(', ')}`)];
    },
  },
];
