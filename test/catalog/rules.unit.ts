import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../src/catalog/catalog.ts';
import { listEntries, validateConversion } from '../../src/catalog/index.ts';
import { COMMON_RULES } from '../../src/catalog/options/common.ts';
import { allCategories } from '../../src/catalog/registry.ts';
import { ConversionErrors } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';

/** Returns code and option of each error that the catalog reports for these options or, without errors, of each warning. */
function findings(path: string, options: OptionValues): [code: string, option: unknown][] {
  const [category = '', target = ''] = path.split('/');
  try {
    return validateConversion({ category, target, options }).warnings.map(({ code, details }) => [
      code,
      details.option,
    ]);
  } catch (error) {
    if (!(error instanceof ConversionErrors)) throw error;
    return error.errors.map(({ code, details }) => [code, details.option]);
  }
}

const conflict = (option: string) => [['option_conflict', option]];
const noEffect = (...options: string[]) => options.map((option) => ['option_no_effect', option]);
const CUSTOM = { custom_page_size_width: '210', custom_page_size_height: '297' };

describe('rules between options', () => {
  it.each<[string, OptionValues, unknown]>([
    ['hash/md5', { allow_multiple_outputs_threshold: 5 }, noEffect('allow_multiple_outputs_threshold')],
    [
      'hash/md5',
      { allow_multiple_outputs_threshold: 5, allow_multiple_outputs: false },
      noEffect('allow_multiple_outputs_threshold'),
    ],
    ['hash/md5', { allow_multiple_outputs_threshold: 5, allow_multiple_outputs: true }, []],
    ['hash/md5', { allow_multiple_outputs_threshold: '5', allow_multiple_outputs: 'true' }, []],

    ['audio/mp3', { audio_bitrate: 192, audio_vbr: 190 }, conflict('audio_bitrate')],
    ['audio/ogg', { audio_bitrate: 192, audio_vbr: 192 }, conflict('audio_bitrate')],
    ['audio/mp3', { audio_bitrate: null, audio_vbr: 190 }, []],
    ['audio/ogg', { audio_codec: 'opus', audio_vbr: 192 }, conflict('audio_vbr')],
    ['audio/ogg', { audio_codec: 'vorbis', audio_vbr: 192 }, []],
    ['audio/ogg', { audio_vbr: 192 }, []],
    ['audio/ogg', { audio_codec: 'opus', audio_bitrate: 192 }, []],

    ['audio/wav', { start: '00:00:10', end: '00:00:10' }, conflict('end')],
    ['audio/wav', { start: '01:00:00', end: '00:59:59' }, conflict('end')],
    ['audio/wav', { end: '00:00:00' }, conflict('end')],
    ['audio/wav', { start: '00:00:10', end: '00:00:11' }, []],
    ['audio/wav', { start: '00:00:00' }, []],
    ['audio/wav', { start: '99', end: '00:00:01' }, [['option_invalid', 'start']]],

    [
      'audio/opus',
      { normalize: true, normalize_type: 'ebu', normalize_target_level: -3 },
      noEffect('normalize_target_level'),
    ],
    ['audio/opus', { normalize: true, normalize_type: 'peak', normalize_target_level: -3 }, []],
    ['audio/opus', { normalize_type: 'peak' }, noEffect('normalize_type')],
    [
      'audio/opus',
      {
        normalize: true,
        normalize_type: 'rms',
        normalize_target_level_ebu: -23,
        normalize_loudness_range_target_ebu: 7,
        normalize_true_peak_ebu: -2,
      },
      noEffect('normalize_target_level_ebu', 'normalize_loudness_range_target_ebu', 'normalize_true_peak_ebu'),
    ],
    [
      'audio/opus',
      { normalize: true, normalize_type: 'ebu', normalize_target_level_ebu: -23, normalize_true_peak_ebu: -2 },
      [],
    ],

    ['audio/mp3', { tts_voice: 'neural' }, noEffect('tts_voice')],
    ['audio/mp3', { tts_voice: 'neural', language_tts: 'en-GB' }, []],

    ['document/pdf', { page_size: 'a4', ...CUSTOM }, conflict('page_size')],
    ['document/pdf', CUSTOM, []],
    ['document/pdf', { custom_page_size_width: '210' }, [['option_invalid', 'custom_page_size_height']]],
    ['document/pdf', { custom_page_size_height: 297 }, [['option_invalid', 'custom_page_size_width']]],
    ['document/pdf', { stamp: true, watermark: true }, conflict('stamp')],
    ['document/pdf', { merge: true, stamp: true }, conflict('merge')],
    ['document/pdf', { merge: true, stamp: false, watermark: false }, []],
    ['document/pdf', { alignment: 'center' }, [['option_invalid', 'stamp']]],
    ['document/pdf', { alignment: 'center', merge: true, stamp: false }, [['option_invalid', 'stamp']]],
    ['document/pdf', { alignment: 'center', stamp: true }, []],
    ['document/pdf', { alignment: 'top_left', watermark: true }, []],
    ['document/pdf', { crop_unit: 'in', crop: 'trim' }, noEffect('crop_unit')],
    ['document/pdf', { crop_unit: 'in', crop_left: 1 }, []],
    ['document/pdf', { stamp_text: 'Draft' }, []],
    ['document/pdf', { stamp_text: 'Draft', alignment: 'top', stamp_opacity: 30, merge: true, watermark: true }, []],
    ['document/pdf', { stamp_text: 'Draft', stamp: true, watermark: true }, conflict('stamp')],
    ['document/pdf', { stamp_opacity: 30 }, [['option_invalid', 'stamp']]],
    ['document/pdf', { stamp_text_size: 30, stamp: true }, [['option_invalid', 'stamp_text']]],
    ['document/pdf', { page_numbers_start: 3 }, [['option_invalid', 'page_numbers']]],
    ['document/pdf', { page_numbers: '{page}', page_numbers_start: 3 }, []],
    ['document/pdf', { stamp_text: 'x', filters: [{ filter_name: 'remove_text' }] }, noEffect('stamp_text')],
    ['document/pdf', { stamp_text: 'x', filters: [{ filter_name: 'remove_images' }] }, []],
    ['document/pdf', { stamp: true, stamp_opacity: 30, pdf_a: '1b' }, conflict('pdf_a')],
    ['document/pdf', { stamp: true, stamp_opacity: 30, pdf_a: '2b' }, []],
    ['document/pdf', { pdf_a: '2b', new_user_password: 'x' }, conflict('pdf_a')],
    ['document/pdf', { pdf_a: '2b', new_user_password: '', allow_printing: true, color: 'gray' }, []],
    ['document/pdf', { pdf_a: '2b', allow_copying: false }, conflict('pdf_a')],
    ['document/pdf', { pdf_a: '2b', color: 'cmyk' }, conflict('pdf_a')],
    ['document/pdf', { pdf_a: '1b', version: '1.5' }, conflict('pdf_a')],
    ['document/pdf', { pdf_a: '1b', version: '1.4' }, []],
    ['document/pdf', { pdf_a: '3b', version: '2.0' }, conflict('pdf_a')],
    ['document/pdf', { pdf_a: '3b', version: '1.6' }, []],
    ['document/pdf', { split: '3', one_file_per_page: true }, conflict('split')],
    ['document/pdf', { split: 'all', one_file_per_page: true }, []],
    ['document/pdf', { split: '3', one_file_per_page: false }, []],
    ['document/pdf', { add_borders: true }, noEffect('add_borders')],
    ['document/pdf', { add_borders: false }, []],
    ['document/pdf', { add_borders: true, pages_per_sheet: 4 }, []],
    ['document/pdf', { add_borders: true, booklet: true }, []],
    ['document/pdf', { booklet: true, pages_per_sheet: 2 }, conflict('booklet')],
    ['document/pdf', { booklet: false, pages_per_sheet: 2 }, []],
    ['document/pdf', { booklet_binding: 'right' }, noEffect('booklet_binding')],
    ['document/pdf', { booklet_binding: 'right', booklet: true }, []],

    ['image/avif', { crop_top: 0, crop_width: 5 }, conflict('crop_top')],
    ['image/bmp', { crop_right: 1, crop_origin_y: 0 }, conflict('crop_right')],
    ['image/bmp', { crop_top: 1, crop_bottom: 1, crop_left: 1, crop_right: 1 }, []],
    ['image/bmp', { crop_origin_x: 0, crop_origin_y: 0, crop_width: 1, crop_height: 1 }, []],
    ['image/bmp', { aspect_ratio: '16:9', width: 5, height: 5 }, noEffect('width', 'height')],
    ['image/bmp', { width: 5, height: 5 }, []],
    ['image/bmp', { resolution_unit: 'cm' }, [['option_deprecated', 'resolution_unit']]],
    ['image/bmp', { resolution_unit: 'cm', resize_by: 'px' }, noEffect('resolution_unit')],
    ['image/bmp', { resolution_unit: 'none' }, []],
    ['image/webp', { lossless: true, quality: 90 }, conflict('lossless')],
    ['image/webp', { lossless: false, quality: 90 }, []],
    ['image/webp', { lossless: true }, []],
    ['image/webp', { lossless: true, max_file_size: '9KB' }, conflict('lossless')],
    ['image/webp', { lossless: true, max_file_size: '9KB', max_file_size_resize: true }, []],
    ['image/tiff', { merge: true, max_file_size: '1MB' }, conflict('merge')],
    ['image/pdf', { merge: false, max_file_size: '1MB' }, []],
    ['image/png', { max_file_size_resize: true }, noEffect('max_file_size_resize')],
    ['image/png', { max_file_size: 9000, max_file_size_resize: true }, []],
  ])('%s %j', (path, options, expected) => expect(findings(path, options)).toEqual(expected));

  it('say which options collide and what to do', () => {
    const attempt = () =>
      validateConversion({ category: 'image', target: 'bmp', options: { crop_top: 1, crop_left: 2, crop_height: 3 } });
    expect(attempt).toThrow(
      'Options crop_top, crop_left, crop_height cannot be combined: crop either by sides or by an area.',
    );
  });

  it('each hold for at least one target, and never speak of options that the target lacks', () => {
    const own = [...allCategories().values()].flatMap(({ catalog }) => catalog.rules ?? []);
    expect(own.length).toBeGreaterThan(10);
    for (const rule of [...COMMON_RULES, ...own]) {
      const holds = listEntries().filter((entry) => rulesOf(entry).includes(rule));
      expect(holds.length, rule.text).toBeGreaterThan(0);
    }
    const none = listEntries().filter((entry) => Object.keys(entry.options).length === 0);
    expect(none.flatMap(rulesOf)).toEqual([]);
  });
});

describe('defaults that depend on other options', () => {
  const margins = (options: OptionValues) => {
    const validated = validateConversion({ category: 'ebook', target: 'pdf', options }).options;
    return ['top', 'bottom', 'left', 'right'].map((side) => validated[`pdf_page_margin_${side}`]);
  };

  it('let the border of an ebook PDF have its effect', () => {
    expect(margins({})).toEqual([72, 72, 72, 72]);
    expect(margins({ border: 2 })).toEqual([0, 0, 0, 0]);
    expect(margins({ border: 2, pdf_page_margin_left: 30 })).toEqual([0, 0, 30, 0]);
  });
});
