import { describe, expect, it, test } from 'vitest';
import { findEntry } from '../../src/catalog/index.ts';
import { applyPreset } from '../../src/catalog/presets.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { errorsOf, validate } from './validating.ts';

/** Returns the options of a target that the given ones change. */
function meant(path: string, options: OptionValues): OptionValues {
  const usual = validate(path, {}).options;
  const { options: all } = validate(path, options);
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => usual[name] !== value));
}

/** A target of each category. */
const TARGETS = [
  'document/pdf',
  'image/jpg',
  'video/mp4',
  'audio/mp3',
  'document/docx',
  'ebook/epub',
  'archive/zip',
  'cad/dxf',
  'hash/md5',
  'metadata/json',
  'operation/compress',
];

/** What names mean: by target, or why other targets refuse them. */
const NAMES: Readonly<Record<string, { given: OptionValues; not: RegExp; [path: string]: unknown }>> = {
  rotate: {
    given: { rotate: 90 },
    not: /turned/,
    'document/pdf': { rotate: [{ pages: '1-last', angle: 90 }] },
    'image/jpg': { rotate: 90 },
    'video/mp4': { rotate: 90 },
  },
  pages: {
    given: { pages: '2-4' },
    not: /pages/,
    'document/pdf': { rearrange: '2-4' },
    'document/docx': { pages: '2-4' },
    'image/jpg': { pages: '2-4' },
  },
  max_size: {
    given: { max_size: '5MB' },
    not: /fit a size/,
    'document/pdf': { file_size: 4882 },
    'image/jpg': { max_file_size: '5MB' },
    'video/mp4': { file_size: '5MB' },
  },
  crop: {
    given: { crop: '800x600+10+20' },
    not: /cropped/,
    'document/pdf': { crop_width: 800, crop_height: 600, crop_left: 10, crop_top: 20, crop_unit: 'pt' },
    'image/jpg': { crop_width: 800, crop_height: 600, crop_origin_x: 10, crop_origin_y: 20 },
    'video/mp4': { crop_width: 800, crop_height: 600, crop_origin_x: 10, crop_origin_y: 20 },
  },
  resize: {
    given: { resize: 800 },
    not: /page_size/,
    'image/jpg': { width: 800 },
    'video/mp4': { width: 800 },
  },
  password: {
    given: { password: 'sesame' },
    not: /protected/,
    ...Object.fromEntries(
      TARGETS.filter((path) => !/^(?:cad|hash|video)/.test(path)).map((path) => [path, { password: 'sesame' }]),
    ),
  },
  protect: {
    given: { protect: 'sesame' },
    not: /with a password/,
    'document/pdf': { new_user_password: 'sesame' },
    'archive/zip': { encrypt_password: 'sesame' },
  },
  watermark: {
    given: { watermark: 'DRAFT' },
    not: /marked/,
    'document/pdf': { stamp_text: 'DRAFT', stamp_opacity: 30, stamp_angle: -45 },
  },
  mute: { given: { mute: true }, not: /sound/, 'video/mp4': { audio_codec: 'none' } },
  start: {
    given: { start: '00:01:30', end: '00:02:00' },
    not: /sound and films/,
    'audio/mp3': { start: '00:01:30', end: '00:02:00' },
    'video/mp4': { start: '00:01:30', end: '00:02:00' },
  },
  from: {
    given: { from: '1:30', to: 120 },
    not: /sound and films/,
    'audio/mp3': { start: '00:01:30', end: '00:02:00' },
    'video/mp4': { start: '00:01:30', end: '00:02:00' },
  },
  strip_metadata: {
    given: { strip_metadata: true },
    not: /metadata/,
    'document/pdf': { remove_metadata: true },
    // Pictures keep nothing anyway.
    'image/jpg': {},
    ...Object.fromEntries(
      ['audio/mp3', 'document/docx', 'operation/compress', 'video/mp4'].map((path) => [path, { strip_metadata: true }]),
    ),
  },
};

describe('names that all categories share', () => {
  test.each(
    Object.entries(NAMES).flatMap(([name, { given, not, ...meaning }]) =>
      TARGETS.map((path) => ({ name, path, given, not, meaning: meaning[path] })),
    ),
  )('$name of $path', ({ path, given, not, meaning }) => {
    const { warnings } = validate(path, given);
    if (meaning === undefined) {
      expect(warnings.map(({ code }) => code)).toEqual(Object.keys(given).map(() => 'option_unknown'));
      for (const { message } of warnings) expect(message).toMatch(not);
    } else {
      expect(warnings).toEqual([]);
      expect(meant(path, given)).toEqual(meaning);
    }
  });

  it('take other forms', () => {
    expect(meant('image/jpg', { resize: '800x600' })).toEqual({ width: 800, height: 600 });
    expect(meant('image/jpg', { resize: 'x600' })).toEqual({ height: 600 });
    expect(meant('image/jpg', { resize: '50%' })).toEqual({ width: 50, height: 50, resize_by: 'perc' });
    expect(meant('image/jpg', { crop: '80x60' })).toMatchObject({ crop_origin_x: 0, crop_origin_y: 0 });
    expect(meant('image/jpg', { strip_metadata: 'false' })).toEqual({ keep_metadata: 'all' });
    expect(meant('operation/cut-video', { from: 90 })).toEqual({ start_video: '00:01:30' });
    expect(meant('video/mp4', { mute: false })).toEqual({});
    expect(meant('document/pdf', { watermark: 'DRAFT', stamp_angle: 0 })).toMatchObject({ stamp_angle: 0 });
  });

  it('leave the options that had these names as they were', () => {
    const rotate = [{ pages: '1', angle: 90 }];
    expect(meant('document/pdf', { rotate, crop: 'trim', watermark: true })).toEqual({
      rotate,
      crop: 'trim',
      watermark: true,
    });
  });

  it.each([
    ['document/pdf', { max_size: 'huge' }, 'max_size', /200KB/],
    ['document/pdf', { pages: 'all' }, 'pages', /page number/],
    ['document/pdf', { rotate: 45 }, 'rotate', /0, 90, 180, 270/],
    ['document/pdf', { rotate: 'left' }, 'rotate', /an angle such as 90/],
    ['image/jpg', { resize: 'big' }, 'resize', /800x600/],
    ['image/jpg', { crop: '800' }, 'crop', /800x600\+10\+10/],
    ['video/mp4', { mute: 'loud' }, 'mute', /true or false/],
    ['audio/mp3', { from: 'noon' }, 'from', /1:30/],
  ])('%s refuses %j', (path, options, option, message) => {
    const errors = errorsOf(path, options);
    expect(errors.map(({ details }) => details.option)).toEqual([option]);
    expect(errors[0]?.message).toMatch(message);
  });

  it('are refused beside what they stand for, if the two differ', () => {
    expect(meant('image/jpg', { resize: 800, width: '800' })).toEqual({ width: 800 });
    expect(errorsOf('image/jpg', { resize: 800, width: 900 })).toMatchObject([
      { code: 'option_conflict', details: { options: ['resize', 'width'] } },
    ]);
    const secret = errorsOf('document/pdf', { protect: 'one', new_user_password: 'two' });
    expect(secret).toMatchObject([{ code: 'option_conflict' }]);
    expect(JSON.stringify(secret)).not.toMatch(/one"|two"/);
  });

  it('override a preset, and are overridden in one', () => {
    const presets = [
      {
        id: 'p',
        name: 'p',
        category: 'image',
        target: 'jpg',
        scope: 'public',
        options: { width: 10, max_size: '1MB' },
      },
    ] as const;
    const of = (options: OptionValues) =>
      applyPreset(presets, { category: 'image', target: 'jpg', options: { preset: 'p', ...options } }).options;
    expect(of({ resize: 800 })).toEqual({ preset: 'p', width: 800, max_file_size: '1MB' });
    expect(of({ max_file_size: '2MB' })).toMatchObject({ width: 10, max_file_size: '2MB' });
    expect(of({ resize: null })).toMatchObject({ width: null });
  });

  it('say in the catalog what they stand for', () => {
    expect(findEntry('document', 'pdf')?.options.max_size).toMatchObject({
      'x-short-for': ['file_size'],
      description: expect.stringContaining('Stands for file_size.'),
    });
  });
});
