import { describe, expect, test } from 'vitest';
import { listEntries, requireEntry } from '../../../src/catalog/index.ts';
import { FieldCollector, OWN_FIELDS } from '../../../src/service/convert/fields.ts';

describe('the fields of a request that converts in one call', () => {
  const collect = (...fields: [string, string][]) => {
    const collector = new FieldCollector(requireEntry('audio', 'mp3'));
    for (const [name, value] of fields) collector.add(name, value);
    return collector.fields();
  };

  test('are options, of the types that the target gives them', () => {
    expect(collect(['audio_bitrate', '192'], ['normalize', 'true'], ['no_such', '1'])).toEqual({
      options: { audio_bitrate: 192, normalize: true, no_such: '1' },
    });
  });

  test('are our own where no option can have their name', () => {
    expect(collect(['callback', 'https://app.example'], ['decrypt_password', '12'], ['filename', 'a.wav'])).toEqual({
      callback: 'https://app.example',
      decrypt_password: '12',
      filename: 'a.wav',
      options: {},
    });
    const names = new Set(listEntries().flatMap(({ options }) => Object.keys(options)));
    // The option of merge-streams, which the original names so, is given inside of the field options.
    expect([...OWN_FIELDS, 'file', 'source', 'input'].filter((name) => names.has(name))).toEqual(['metadata']);
  });

  test('are refused as options that are lists or objects where they are nested without end', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const add = (levels: number) => () =>
      new FieldCollector(requireEntry('document', 'pdf')).add('ocr_filter_options', deep(levels));
    expect(add(64)).not.toThrow();
    expect(add(65)).toThrow(/ocr_filter_options.*nested deeper than 64/);
  });

  test('may hold all options as one JSON object, beside single ones', () => {
    expect(collect(['options', '{"audio_bitrate":192,"ocr_filter_options":{"a":1}}'], ['start', '00:01'])).toEqual({
      options: { audio_bitrate: 192, ocr_filter_options: { a: 1 }, start: '00:00:01' },
    });
  });

  test('have the metadata of the outputs as JSON', () => {
    expect(collect(['metadata', '{"title":"A","clear_all":true}'], ['start', '1'])).toEqual({
      options: { start: '00:00:01' },
      metadata: { title: 'A', clear_all: true },
    });
  });

  test('name storages for the outputs, one by one or as a list', () => {
    const [one, two] = [{ type: 'ftp' }, { type: 'azure' }];
    const targets = [JSON.stringify(one), JSON.stringify([two])];
    expect(collect(...targets.map((text): [string, string] => ['output_target', text]))).toEqual({
      options: {},
      output_target: [one, two],
    });
  });

  test.each<[string, [string, string][], string]>([
    ['output targets that are no JSON', [['output_target', 'ftp']], 'output_target'],
    [
      'a thousand options',
      [['options', JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [index, 1])))]],
      'options',
    ],
    ['a deep output target', [['output_target', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`]], 'output_target'],
    [
      'an option twice',
      [
        ['start', '1'],
        ['start', '2'],
      ],
      'start',
    ],
    [
      'an option in both places',
      [
        ['start', '1'],
        ['options', '{"start":1}'],
      ],
      'start',
    ],
    [
      'options twice',
      [
        ['options', '{}'],
        ['options', '{}'],
      ],
      'options',
    ],
    ['metadata that is no object', [['metadata', '"A title"']], 'metadata'],
    [
      'metadata twice',
      [
        ['metadata', '{}'],
        ['metadata', '{}'],
      ],
      'metadata',
    ],
    ['options that are no JSON', [['options', '{']], 'options'],
    ['options that are a list', [['options', '[]']], 'options'],
    ['options that are null', [['options', 'null']], 'options'],
    ['a name that objects have', [['__proto__', '1']], '__proto__'],
    ['such a name in options', [['options', '{"__proto__":1}']], '__proto__'],
  ])('are refused with %s', (_what, fields, name) => {
    expect(() => collect(...fields)).toThrow(
      expect.objectContaining({ status: 400, errors: { [name]: expect.any(String) } }),
    );
  });
});
