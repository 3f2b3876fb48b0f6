import type { CategoryData } from '../definition.ts';
import { COMMON_OPTIONS } from './common.ts';
import { PDF_OPTIONS } from './document-pdf.ts';
import {
  LANGUAGE,
  LANGUAGE_STT,
  LANGUAGE_WITH_TGL,
  OCR,
  OCR_FILTER,
  OCR_MODE,
  OCR_PAGE_STRUCTURE,
  RASTERIZE_INPUT,
} from './recognition.ts';

const PRESENTATION = { ...OCR, ...LANGUAGE, ...OCR_FILTER, ...OCR_MODE, ...LANGUAGE_STT, ...COMMON_OPTIONS } as const;
const WITH_FILTER = { ...OCR, ...LANGUAGE, ...OCR_FILTER, ...LANGUAGE_STT, ...COMMON_OPTIONS } as const;

export const document = {
  doc: { id: 401, options: { ...RASTERIZE_INPUT, ...OCR, ...LANGUAGE, ...LANGUAGE_STT, ...COMMON_OPTIONS } },
  odt: { id: 402, options: WITH_FILTER },
  pdf: {
    id: 403,
    options: {
      ...PDF_OPTIONS,
      ...OCR,
      ...LANGUAGE,
      ...OCR_FILTER,
      ...OCR_PAGE_STRUCTURE,
      ...LANGUAGE_STT,
      ...COMMON_OPTIONS,
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
      ...COMMON_OPTIONS,
    },
  },
  txt: {
    id: 407,
    options: {
      ...OCR,
      ...LANGUAGE,
      ...OCR_FILTER,
      ocr_engine: {
        type: 'string',
        enum: ['red_kiwi'],
        description: 'Recognition engine tuned to how the source was made.',
      },
      ocr_engine_options: { type: 'object', description: 'Settings of the engine named by ocr_engine.' },
      ...OCR_MODE,
      ...OCR_PAGE_STRUCTURE,
      ...LANGUAGE_STT,
      ...COMMON_OPTIONS,
    },
  },
  xls: { id: 408, options: WITH_FILTER },
  xlsx: { id: 409, options: { ...OCR, ...LANGUAGE_WITH_TGL, ...LANGUAGE_STT, ...COMMON_OPTIONS } },
  // Beyond the interface: what else people ask of an office converter.
  docx: { id: 410, options: WITH_FILTER },
  odp: { id: 411, options: PRESENTATION },
  ods: { id: 412, options: WITH_FILTER },
  html: { id: 413, options: WITH_FILTER },
  csv: { id: 414, options: WITH_FILTER },
  md: { id: 415, options: WITH_FILTER },
  epub: { id: 416, options: WITH_FILTER },
} as const satisfies CategoryData;
