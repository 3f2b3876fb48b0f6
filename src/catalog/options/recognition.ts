import { OCR_LANGUAGES, OCR_SCRIPTS, STT_LOCALES } from '../../languages.ts';
import type { OptionDefinitions } from '../definition.ts';

/** Reading text out of images, scans and speech: options that documents and ebooks share. Each target lists the ones it has. */

const LANGUAGE_DESCRIPTION =
  'Languages of the text to recognise: codes such as eng or deu, or script names such as script-Latin, joined by commas without spaces. Languages and scripts cannot be mixed.';

const LANGUAGE_FORM = {
  type: 'string',
  minLength: 3,
  maxLength: 128,
  pattern: '^[A-Za-z_,-]+$',
  format: 'ocr-languages',
} as const;

export const OCR = {
  ocr: {
    type: 'boolean',
    description: 'Recognises text in images and scans of the source (OCR).',
    'x-group': 'recognition',
    'x-order': 210,
    'x-inputs': ['document', 'text', 'ebook', 'image', 'cad'],
  },
} as const satisfies OptionDefinitions;

export const LANGUAGE = {
  language: {
    ...LANGUAGE_FORM,
    'x-values': [...OCR_LANGUAGES, ...OCR_SCRIPTS],
    description: LANGUAGE_DESCRIPTION,
    'x-group': 'recognition',
    'x-order': 220,
    'x-inputs': ['document', 'text', 'ebook', 'image', 'cad'],
    example: 'eng,deu',
  },
} as const satisfies OptionDefinitions;

/** Only xlsx also accepts tgl (Tagalog). */
export const LANGUAGE_WITH_TGL = {
  language: {
    ...LANGUAGE_FORM,
    'x-values': [...OCR_LANGUAGES, 'tgl', ...OCR_SCRIPTS],
    description: LANGUAGE_DESCRIPTION,
    'x-group': 'recognition',
    'x-order': 220,
    'x-inputs': ['document', 'text', 'ebook', 'image', 'cad'],
    example: 'eng,tgl',
  },
} as const satisfies OptionDefinitions;

export const OCR_FILTER = {
  ocr_filter: {
    type: 'string',
    enum: ['gray'],
    description:
      'Filter over the picture before recognition: gray turns it to shades of grey, which may find more text.',
    'x-group': 'recognition',
  },
  ocr_filter_options: {
    type: 'object',
    description: 'Settings of the filter named by ocr_filter.',
    'x-group': 'recognition',
  },
} as const satisfies OptionDefinitions;

export const OCR_MODE = {
  ocr_mode: {
    type: 'string',
    enum: ['text', 'layout'],
    default: 'layout',
    description: 'text keeps only the recognised words, layout also keeps their positions on the page.',
    'x-group': 'recognition',
  },
} as const satisfies OptionDefinitions;

export const OCR_PAGE_STRUCTURE = {
  ocr_page_structure: {
    type: 'string',
    enum: [
      'auto',
      'osd_only',
      'raw_line',
      'single_char',
      'single_column',
      'single_line',
      'single_word',
      'sparse_text',
      'sparse_text_osd',
      'uniform_block_vertical',
      'uniform_text',
      'unstructured',
    ],
    description:
      'Layout of the text on the page: from one character or line to columns or scattered words. osd detects orientation and script.',
    'x-group': 'recognition',
    example: 'auto',
  },
} as const satisfies OptionDefinitions;

export const RASTERIZE_INPUT = {
  rasterize_input: {
    type: 'boolean',
    description:
      'PDF sources only: turns the pages into images before recognition, so that text hidden in the file is not used.',
    'x-group': 'recognition',
  },
} as const satisfies OptionDefinitions;

export const LANGUAGE_STT = {
  language_stt: {
    type: 'string',
    enum: STT_LOCALES,
    description:
      'Language and country spoken in an audio source, whose speech becomes text. pt-FB is Portuguese of Brazil.',
    'x-group': 'speech',
    'x-order': 340,
    'x-inputs': ['audio', 'video'],
    example: 'en-US',
  },
} as const satisfies OptionDefinitions;
