import { describe, expect, it } from 'vitest';
import { MAX_TAGS, MAX_TEXT } from '../../../engines/metadata/limits.ts';
import { count, date, list, tagMap, text, texts } from '../../../engines/metadata/values.ts';

describe('a date', () => {
  it.each([
    ['2024:03:01 10:11:12+02:00', '2024-03-01T10:11:12+02:00'],
    ['2024:03:01 10:11:12Z', '2024-03-01T10:11:12Z'],
    ['2024:03:01 10:11:12.25', '2024-03-01T10:11:12.25'],
    ['2024-03-01T10:11:12.000000000', '2024-03-01T10:11:12.000000000'],
    ['2024-03-01T10:11:12+0200', '2024-03-01T10:11:12+02:00'],
    ['2024-03-01', '2024-03-01'],
  ])('%s is %s', (from, to) => {
    expect(date(from)).toBe(to);
  });

  it.each(['0000:00:00 00:00:00', '2024-13-01', 'March', '', 0, null])('%s is none', (from) => {
    expect(date(from)).toBeUndefined();
  });
});

describe('limits', () => {
  it('cut a text, and say so by its last character', () => {
    const cut = text('x'.repeat(MAX_TEXT + 1)) ?? '';
    expect(cut).toHaveLength(MAX_TEXT);
    expect(cut.endsWith('x…')).toBe(true);
    expect(text('x'.repeat(MAX_TEXT))).toHaveLength(MAX_TEXT);
  });

  it('cut a list and keep the count of all', () => {
    expect(list([1, 2, 3], 2)).toEqual({ count: 3, items: [1, 2] });
    expect(texts(['a', ' ', null, 'b'], 9)).toEqual({ count: 2, items: ['a', 'b'] });
    expect(list([], 2)).toBeUndefined();
  });

  it('end a map of tags, whose names are harmless', () => {
    const many = Array.from({ length: MAX_TAGS + 5 }, (_, index) => [`tag${index}`, index] as const);
    expect(Object.keys(tagMap(many) ?? {})).toHaveLength(MAX_TAGS);
    const tags = tagMap([
      ['__proto__', 'a'],
      ['deep', { list: ['b', { c: 1 }] }],
      ['deep', 'again'],
    ]);
    expect(JSON.stringify(tags)).toBe('{"__proto__":"a","deep":{"list":["b",{"c":1}]}}');
  });
});

it('half characters and zeros are no part of a text', () => {
  expect(text('a\0b\ud800')).toBe('ab\ufffd');
  expect(text('  ')).toBeUndefined();
});

it('a count is a whole number', () => {
  expect([count('12'), count(3), count('1e3'), count(-1), count(1.5)]).toEqual([
    12,
    3,
    undefined,
    undefined,
    undefined,
  ]);
});
