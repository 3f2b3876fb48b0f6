import { expect, test } from 'vitest';
import { type MetadataEdit, placeFields, readMetadata } from '../../src/work/metadata.ts';
import { mediaTags } from '../../tools/programs/ffmpeg/metadata.ts';

function read(values: Record<string, unknown>) {
  const warnings: string[] = [];
  return { edit: readMetadata(values, (_code, message) => warnings.push(message)), warnings };
}

const edit = (fields: Record<string, string | null>): MetadataEdit => ({
  clear: false,
  fields: new Map(Object.entries(fields)),
});

test('nothing to do is null', () => {
  for (const values of [{}, { clear_all: false }]) expect(read(values)).toEqual({ edit: null, warnings: [] });
  expect(read({ clear_all: true }).edit).toEqual({ clear: true, fields: new Map() });
});

test('values become texts; what has none is named in a warning', () => {
  const { edit: found, warnings } = read({
    ...{ title: 'a\u0000b\nc', year: 2026, keywords: ['x', 'y'], author: null, comment: '' },
    ...{ nested: { a: 1 }, long: 'x'.repeat(10_001), '--': 'x' },
  });
  expect([...(found?.fields ?? [])]).toEqual([
    ['title', 'ab\nc'],
    ['year', '2026'],
    ['keywords', 'x, y'],
    ['author', null],
    ['comment', null],
  ]);
  expect(warnings).toEqual([expect.stringMatching(/^3 metadata fields left out: nested, long, --\./)]);
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field${index}`, 'x']));
  expect(read(many).edit?.fields.size).toBe(100);
  const long = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field${index}`, 'x'.repeat(9_000)]));
  expect(read(long).edit?.fields.size).toBe(11);
});

test('of two fields for one place, the better name gets it, and the other is left out', () => {
  const places = { author: 'Author', artist: 'Author' } as const;
  const placed = placeFields(edit({ Artist: 'one', AUTHOR: 'two', other: 'x', none: null }), places);
  expect([...placed.values]).toEqual([['Author', 'two']]);
  expect(placed.unplaced.toSorted()).toEqual(['Artist', 'other']);
});

test('fields are tags of sound and film by the names that ffmpeg has', () => {
  const tags = (fields: Record<string, string | null>) => Object.fromEntries(mediaTags(edit(fields)));
  expect(tags({ Author: 'x', 'Album Artist': 'y', Year: '2026', Mood: 'z' })).toMatchObject({
    ...{ artist: 'x', album_artist: 'y', date: '2026', mood: 'z' },
  });
  expect(tags({ author: 'x', artist: 'y' })).toEqual({ author: 'x', artist: 'y' });
  expect(tags({ author: null })).toEqual({ author: '', artist: '' });
});
