import { describe, expect, it } from 'vitest';
import { listEntries, parseOptionText, requireEntry } from '../../src/catalog/index.ts';
import { distinctOptions } from './distinct-options.ts';
import { errorsOf, trySecrets, tryValues, validate } from './validating.ts';

describe('validateConversion', () => {
  it('fills in defaults and returns known options alone', () => {
    const { entry, options, warnings } = validate('audio/mp3', { audio_bitrate: 192, bitrate: 5 });
    expect(entry.id).toBe(207);
    expect(options).toEqual({
      audio_bitrate: 192,
      normalize: false,
      remove_coverart: false,
      allow_multiple_outputs: false,
    });
    expect(warnings).toEqual([
      {
        source: 'conversion',
        id_source: 'c1',
        code: 'option_unknown',
        message: 'audio/mp3 has no option "bitrate"; it was ignored. Did you mean audio_bitrate?',
        details: { option: 'bitrate' },
      },
    ]);
  });

  it('does not change what it was given', () => {
    const given = Object.freeze({ audio_bitrate: '192', channels: null });
    expect(validate('audio/mp3', given).options).toMatchObject({ audio_bitrate: 192 });
    expect(given).toEqual({ audio_bitrate: '192', channels: null });
  });

  it('takes null as not given', () => {
    const { options, warnings } = validate('audio/mp3', { channels: null, normalize: null, nonsense: null });
    expect(options).not.toHaveProperty('channels');
    expect(options.normalize).toBe(false);
    expect(warnings).toEqual([]);
  });

  it('finds all errors at once, names option, value and what is allowed', () => {
    const errors = errorsOf('audio/mp3', {
      audio_bitrate: 193,
      channels: 'sterio',
      normalize: 'yes',
      normalize_target_level: -3.5,
      start: '1:30',
      allow_multiple_outputs_threshold: 401,
      preset: '',
      output_filename: 'x'.repeat(256),
    });
    expect(errors.map(({ code, source, id_source }) => `${code} ${source} ${id_source}`)).toEqual(
      Array(8).fill('option_invalid conversion c1'),
    );
    expect(errors.map((error) => error.details.option)).toEqual([
      'audio_bitrate',
      'channels',
      'normalize',
      'normalize_target_level',
      'start',
      'output_filename',
      'allow_multiple_outputs_threshold',
      'preset',
    ]);
    const messages = Object.fromEntries(errors.map((error) => [error.details.option, error.message]));
    expect(messages).toMatchObject({
      audio_bitrate:
        'Option audio_bitrate of audio/mp3 cannot be 193; allowed: 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320.',
      channels: 'Option channels of audio/mp3 cannot be "sterio"; allowed: stereo, mono. Did you mean stereo?',
      normalize: 'Option normalize of audio/mp3 cannot be "yes"; allowed: true or false.',
      normalize_target_level:
        'Option normalize_target_level of audio/mp3 cannot be -3.5; allowed: whole number, -99 to 0.',
      start: 'Option start of audio/mp3 cannot be "1:30"; it must be HH:MM:SS with two digits each, such as 00:01:30.',
      preset: 'Option preset of audio/mp3 cannot be ""; allowed: text, 1 to 255 characters.',
    });
    expect(messages.output_filename).toContain(`"${'x'.repeat(39)}…"`);
    const allowed = Object.fromEntries(errors.map((error) => [error.details.option, error.details.allowed]));
    expect(allowed.channels).toEqual(['stereo', 'mono']);
    expect(allowed.normalize_target_level).toEqual({ type: 'integer', minimum: -99, maximum: 0 });
  });

  it('reports wrong values and conflicts together, a value once', () => {
    const errors = errorsOf('image/bmp', { crop_top: 'x', crop_width: 10, color: 'blue', alpha_channel: '' });
    expect(errors.map((error) => error.code).sort()).toEqual([
      'option_conflict',
      'option_invalid',
      'option_invalid',
      'option_invalid',
    ]);
  });

  it('points into lists', () => {
    const errors = errorsOf('document/pdf', {
      rotate: [{ pages: '1-last', angle: 90 }, { pages: '1-2-3', angle: 45 }, { angle: 0 }, 'x'],
      filters: { filter_name: 'remove_text' },
    });
    const byPath = Object.fromEntries(
      errors.map((error) => [error.details.path ?? error.details.option, error.message]),
    );
    expect(byPath).toEqual({
      'rotate[1].pages': expect.stringContaining('cannot be "1-2-3"; "1-2-3" is not one of its items'),
      'rotate[1].angle': 'Option rotate[1].angle of document/pdf cannot be 45; allowed: 0, 90, 180, 270.',
      'rotate[2].pages': expect.stringMatching(/is missing; .* The usual value is 1-last\.$/),
      'rotate[3]': 'Option rotate[3] of document/pdf cannot be "x"; allowed: { pages, angle }.',
      filters:
        'Option filters of document/pdf cannot be an object; allowed: list of { filter_name }, at most 1000 items.',
    });
  });

  it('judges lists of plain values item by item', () => {
    const hosts = ['example.com'];
    const { options } = validate('document/pdf', {
      engine: 'chromium',
      fail_on_resource_status: ['404', 599],
      ignore_resource_status_hosts: hosts,
    });
    expect([options.fail_on_resource_status, options.ignore_resource_status_hosts]).toEqual([[404, 599], hosts]);
    const [error] = errorsOf('document/pdf', { engine: 'chromium', fail_on_resource_status: [404, 99] });
    expect(error).toMatchObject({
      message: 'Option fail_on_resource_status[1] of document/pdf cannot be 99; allowed: whole numbers, 100 to 599.',
      details: { option: 'fail_on_resource_status', path: 'fail_on_resource_status[1]' },
    });
  });

  it('drops unknown members of list items with a warning', () => {
    const { options, warnings } = validate('document/pdf', { rotate: [{ pages: '1', angle: '90', alignment: 'top' }] });
    expect(options.rotate).toEqual([{ pages: '1', angle: 90 }]);
    expect(warnings.map((each) => [each.code, each.details])).toEqual([
      ['option_unknown', { option: 'rotate', member: 'alignment' }],
    ]);
  });

  it.each([
    ['audio/mp3', 'audio_bitrate', '192', 192],
    ['audio/mp3', 'normalize_target_level_ebu', '-23.5', -23.5],
    ['audio/mp3', 'normalize', 'true', true],
    ['audio/mp3', 'normalize', 'false', false],
    ['document/pdf', 'version', 1.4, '1.4'],
    ['ebook/epub', 'version', 3, '3'],
    ['image/avif', 'color', 1900, '1900'],
    ['document/pdf', 'file_size', 1048576, 1048576],
    ['audio/mp3', 'audio_bitrate', 192.0, 192],
    ['document/pdf', 'pdf_a', true, '2b'],
    ['document/pdf', 'pdf_a', 'true', '2b'],
    ['document/pdf', 'pdf_a', false, undefined],
    ['audio/mp3', 'channels', 'Mono', 'mono'],
    ['operation/compare-image', 'method', 'MAE', 'mae'],
  ])('%s %s: understands %j', (path, option, given, expected) =>
    expect(validate(path, { [option]: given }).options[option]).toBe(expected),
  );

  it.each([
    ['audio/mp3', 'audio_bitrate', ' 192'],
    ['audio/mp3', 'audio_bitrate', '1.92e2'],
    ['audio/mp3', 'audio_bitrate', ''],
    ['audio/mp3', 'audio_bitrate', true],
    ['audio/mp3', 'audio_bitrate', [192]],
    ['audio/mp3', 'normalize', 1],
    ['audio/mp3', 'normalize', 'TRUE'],
    ['audio/mp3', 'output_filename', 5],
    ['document/txt', 'ocr_engine_options', []],
    ['hash/blowfish', 'rounds', 16],
    ['hash/blowfish', 'rounds', 0],
    ['hash/haval128', 'rounds', 2],
    ['hash/haval128', 'rounds', 6],
    ['hash/tiger192', 'rounds', 5],
    ['document/odt', 'language', 'tgl'],
    ['document/odt', 'language', 'eng,script-Latin'],
    ['document/odt', 'language', `eng${',eng'.repeat(32)}`],
    ['document/pdf', 'rearrange', '1-3;5'],
    ['document/pdf', 'split', 'odd'],
    ['ebook/lit', 'reader', 'Kobo'],
  ])('%s %s: refuses %j', (path, option, given) =>
    expect(errorsOf(path, { [option]: given }).map((error) => [error.code, error.details.option])).toEqual([
      ['option_invalid', option],
    ]),
  );

  it('accepts tgl on xlsx, and any rounds value of the algorithm', () => {
    expect(validate('document/xlsx', { language: 'eng,tgl' }).options.language).toBe('eng,tgl');
    for (const rounds of [3, 4, 5]) expect(validate('hash/haval128', { rounds }).options.rounds).toBe(rounds);
  });

  it('takes the options of no target from its prototype', () => {
    const options = JSON.parse('{"__proto__": {"channels": "mono"}, "constructor": 1, "toString": 2}');
    const { options: validated, warnings } = validate('audio/mp3', options);
    expect(validated.channels).toBeUndefined();
    expect(warnings.map((each) => each.details.option).sort()).toEqual(['__proto__', 'constructor', 'toString']);
  });

  it('accepts each listed value, and the ends of each range, of every option', () => {
    const { count, refused } = tryValues(distinctOptions(listEntries()));
    expect(refused).toEqual([]);
    expect(count).toBeGreaterThan(500);
  });

  it('stays quick and brief on a hostile number of unknown options', () => {
    const options = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`option-${index}-${'x'.repeat(50)}`, index]),
    );
    expect(validate('audio/mp3', options).warnings.length).toBeLessThanOrEqual(100);
    const rotate = Array.from({ length: 50_000 }, () => ({ pages: 'x', angle: 1 }));
    const errors = errorsOf('document/pdf', { rotate });
    expect(errors.length).toBeLessThanOrEqual(100);
    expect(errors[0]?.message).toBe(
      'Option rotate of document/pdf cannot be a list; allowed: list of { pages, angle }, at most 1000 items; or an angle such as 90, for all pages.',
    );
  });
});

describe('secrets', () => {
  it('are the password-like options, what identifies a client to a site, and what nobody should see', () => {
    const unlike = distinctOptions(listEntries()).filter(
      ({ name, definition }) =>
        /pass|hmac|salt|secret|protect$|^(?:cookies|headers|redact|sign)$/.test(name) !==
        (definition.writeOnly === true),
    );
    expect(unlike.map(({ name }) => name)).toEqual([]);
  });

  it('never appear in what an error says', () => {
    const { count, shown } = trySecrets(distinctOptions(listEntries()));
    expect(shown).toEqual([]);
    expect(count).toBeGreaterThan(4 * 5);
  });

  it('would appear if the option were not secret', () => {
    expect(JSON.stringify(errorsOf('audio/mp3', { channels: 'geheim' }))).toContain('geheim');
  });

  it('stay out of warnings, given to a target that has no such option', () => {
    const { warnings } = validate('hash/md5', { decrypt_password: 'geheim', salt: 'geheim' });
    expect(warnings).toHaveLength(2);
    expect(JSON.stringify(warnings)).not.toContain('geheim');
  });
});

describe('parseOptionText', () => {
  it.each([
    ['audio/mp3', 'audio_bitrate', '192', 192],
    ['audio/mp3', 'audio_bitrate', 'loud', 'loud'],
    ['audio/mp3', 'normalize', 'true', true],
    ['audio/mp3', 'output_filename', '2024', '2024'],
    ['image/bmp', 'color', '1900', '1900'],
    ['document/pdf', 'version', '2.0', '2.0'],
    ['document/pdf', 'rotate', '[{"pages":"1-last","angle":90}]', [{ pages: '1-last', angle: 90 }]],
    ['document/pdf', 'rotate', '90', 90],
    ['document/pdf', 'patch', '{"a":1}', { a: 1 }],
    ['document/pdf', 'patch', '{broken', '{broken'],
    ['audio/mp3', 'no_such_option', 'true', 'true'],
    ['audio/mp3', 'toString', 'x', 'x'],
  ])('%s %s=%s', (path, name, text, expected) => {
    const [category = '', target = ''] = path.split('/');
    expect(parseOptionText(requireEntry(category, target), name, text)).toEqual(expected);
  });
});
