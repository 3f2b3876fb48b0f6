import { describe, expect, test } from 'vitest';
import { recognitionOf } from '../../../../engines/document/recognition.ts';
import { OCR_PAGE_STRUCTURE } from '../../../../src/catalog/options/recognition.ts';
import { ConversionErrors } from '../../../../src/task/errors.ts';
import { optionsWithoutEffect, PAGE_STRUCTURES } from '../../../../tools/programs/ocr/options.ts';
import { recognition } from './support.ts';

test('nothing is recognised unless ocr is true', () => {
  expect(recognitionOf('txt', { language: 'eng' })).toBeNull();
  expect(recognitionOf('txt', { ocr: false })).toBeNull();
  expect(optionsWithoutEffect({ language: 'eng', ocr_mode: 'layout' }, { ocr_mode: 'layout' })).toEqual(['language']);
  expect(optionsWithoutEffect({ ocr: true, language: 'eng' })).toEqual([]);
});

test.each([
  [undefined, ['eng']],
  ['deu,eng', ['deu', 'eng']],
  ['eng,tgl,fil', ['eng', 'fil']],
  ['chi_sim_vert', ['chi_sim_vert']],
  ['script-Latin,script-HanS_vert', ['script/Latin', 'script/HanS_vert']],
])('language %s', (language, expected) => {
  expect(recognition({ language }).languages).toEqual(expected);
});

test('every page structure of the catalog has a meaning, and auto is that of none', () => {
  expect(Object.keys(PAGE_STRUCTURES).sort()).toEqual([...OCR_PAGE_STRUCTURE.ocr_page_structure.enum].sort());
  expect(recognition({}).structure).toEqual(recognition({ ocr_page_structure: 'auto' }).structure);
  expect(recognition({ ocr_page_structure: 'unstructured' }).structure).not.toEqual(recognition({}).structure);
});

test('the mode is layout by default where the target has it, and flows elsewhere', () => {
  expect(recognition({}, 'txt').mode).toBe('layout');
  expect(recognition({}, 'pptx').mode).toBe('layout');
  expect(recognition({}, 'docx').mode).toBe('text');
  expect(recognition({ ocr_mode: 'text' }, 'rtf').mode).toBe('text');
});

describe('settings of filters and engines', () => {
  test.each([
    [{ ocr_filter: 'gray', ocr_filter_options: { strength: 3 } }, 'option_unsupported', 'strength'],
    [{ ocr_engine: 'red_kiwi', ocr_engine_options: { source: 'photo', size: 1 } }, 'option_unsupported', 'size'],
    [{ ocr_engine: 'red_kiwi', ocr_engine_options: { source: 'film' } }, 'option_unsupported', 'photo, screen, scan'],
    [{ ocr_engine: 'red_kiwi', ocr_engine_options: { source: ['photo'] } }, 'option_unsupported', 'source'],
    [{ ocr_engine: 'red_kiwi', ocr_engine_options: { constructor: 'photo' } }, 'option_unsupported', 'constructor'],
    [{ ocr_engine_options: { source: 'photo' } }, 'option_conflict', 'ocr_engine'],
    [{ ocr_filter_options: { a: 1 } }, 'option_conflict', 'ocr_filter'],
  ])('%j is refused by name', (options, code, named) => {
    const refused = catchError(() => recognition(options));
    expect(refused.errors).toMatchObject([{ code }]);
    expect(refused.message).toContain(named);
  });

  test('known settings and empty objects pass', () => {
    expect(recognition({ ocr_filter: 'gray', ocr_filter_options: {} }).preparation.gray).toBe(true);
    expect(recognition({ ocr_engine: 'red_kiwi' }).preparation).toMatchObject({ threshold: 'local', enlarge: 1 });
    const screen = recognition({ ocr_engine: 'red_kiwi', ocr_engine_options: { source: 'screen' } });
    expect(screen.preparation).toMatchObject({ threshold: 'page', enlarge: 3 });
    expect(recognition({ ocr_engine_options: {} }).preparation).toEqual(recognition({}).preparation);
  });
});

function catchError(action: () => unknown): ConversionErrors {
  try {
    action();
  } catch (error) {
    if (error instanceof ConversionErrors) return error;
  }
  throw new Error('expected ConversionErrors');
}
