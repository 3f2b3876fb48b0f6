import { describe, expect, test } from 'vitest';
import { Destinations } from '../../../../tools/formats/pdf-pages/objects/destinations.ts';
import { PdfObjects } from '../../../../tools/formats/pdf-pages/objects/objects.ts';
import { pagesOf, somePagesOf, withInherited } from '../../../../tools/formats/pdf-pages/objects/page-tree.ts';
import { treeEntries } from '../../../../tools/formats/pdf-pages/objects/trees.ts';
import { textOf, toText, type Value } from '../../../../tools/formats/pdf-pages/objects/values.ts';

const STREAM = Symbol('stream');

/** Makes a document of these objects, numbered from 1; the first is the catalog. */
function documentOf(...objects: readonly (Value | typeof STREAM)[]): PdfObjects {
  const entries = objects.map((value, index) => [
    `obj:${index + 1} 0 R`,
    value === STREAM ? { stream: { dict: { '/Length': 3 } } } : { value },
  ]);
  const all = { ...Object.fromEntries(entries), trailer: { value: { '/Root': '1 0 R' } } };
  return new PdfObjects(JSON.stringify({ qpdf: [{ jsonversion: 2, maxobjectid: objects.length }, all] }));
}

const updateOf = (objects: PdfObjects): unknown => JSON.parse([...objects.update()].join('')).qpdf[1];

describe('values', () => {
  test('references are followed, but not round and round', () => {
    const objects = documentOf({}, '3 0 R', [1, 'u:a'], '4 0 R');
    expect(objects.items('2 0 R')).toEqual([1, 'u:a']);
    expect(objects.resolve('4 0 R')).toBeNull();
    expect(objects.resolve('9 0 R')).toBeNull();
  });

  test('a stream is there, and is no dictionary', () => {
    const objects = documentOf({}, STREAM, '2 0 R');
    expect(objects.dict('3 0 R')).toBeNull();
    expect(objects.entries('3 0 R')).toEqual({});
    expect(objects.stream('3 0 R')).toEqual({ ref: '2 0 R', dict: { '/Length': 3 } });
    expect(objects.exists('3 0 R')).toBe(true);
    expect(objects.exists('4 0 R')).toBe(false);
  });

  test('text is UTF-8 within Latin-1; bytes that are no text are read as Latin-1', () => {
    expect(toText('ä 世')).toBe('u:\u00c3\u00a4 \u00e4\u00b8\u0096');
    expect(textOf(toText('ä 世'))).toBe('ä 世');
    expect(textOf('b:61e9')).toBe('aé');
    expect(textOf('/Name')).toBeNull();
  });
});

describe('changes', () => {
  test('are read back, and written with what they added', () => {
    const objects = documentOf({ '/Lang': 'u:en', '/Pages': '2 0 R' }, {});
    expect(objects.isChanged).toBe(false);
    objects.changeCatalog({ '/Lang': null, '/X': objects.add([1e-9, 0.5, 1e21]) });
    objects.changeTrailer({ '/Info': '2 0 R' });
    expect(objects.catalog).toEqual({ '/Pages': '2 0 R', '/X': '3 0 R' });
    expect(updateOf(objects)).toEqual({
      'obj:3 0 R': { value: [0, 0.5, 1e21] },
      'obj:1 0 R': { value: { '/Pages': '2 0 R', '/X': '3 0 R' } },
      trailer: { value: { '/Root': '1 0 R', '/Info': '2 0 R' } },
    });
    expect([...objects.update()].join('')).toContain('[0,0.5,1000000000000000000000]');
  });

  test('of a catalog that is not there', () => {
    const objects = new PdfObjects('{"qpdf":[{"maxobjectid":0},{"trailer":{"value":{}}}]}');
    expect(objects.catalog).toEqual({});
    expect(() => objects.changeCatalog({ '/Lang': 'u:de' })).toThrow(
      expect.objectContaining({ code: 'input_damaged' }),
    );
  });
});

describe('pages', () => {
  test('in their order, without what is none, and without end', () => {
    const objects = documentOf(
      { '/Pages': '2 0 R' },
      { '/Kids': ['3 0 R', '9 0 R', '4 0 R', 7, '2 0 R', '3 0 R'], '/Rotate': 90 },
      { '/Type': '/Page', '/Parent': '2 0 R' },
      { '/Kids': ['5 0 R', '4 0 R'], '/Parent': '2 0 R', '/Rotate': 0 },
      { '/Type': '/Page', '/Parent': '4 0 R' },
    );
    expect(pagesOf(objects)).toEqual(['3 0 R', '5 0 R', '3 0 R']);
    expect(withInherited(objects, objects.entries('3 0 R'))).toMatchObject({ '/Rotate': 90 });
    expect(withInherited(objects, objects.entries('5 0 R'))).toMatchObject({ '/Rotate': 0 });
  });

  test('none', () => {
    const objects = documentOf({ '/Pages': '2 0 R' }, { '/Type': '/Page' });
    expect(pagesOf(objects)).toEqual([]);
    expect(() => somePagesOf(objects)).toThrow(expect.objectContaining({ code: 'input_damaged' }));
  });
});

test('pairs of a tree that holds itself', () => {
  const objects = documentOf({}, { '/Nums': [0, 'u:a'], '/Kids': ['3 0 R', '2 0 R'] }, { '/Nums': [4, '1 0 R', 5] });
  expect([...treeEntries(objects, '2 0 R', '/Nums')]).toEqual([
    ['0', 'u:a'],
    ['4', '1 0 R'],
  ]);
});

test('where bookmarks lead', () => {
  const destinations = new Destinations(
    documentOf(
      { '/Pages': '2 0 R', '/Dests': { '/old': ['3 0 R', '/Fit'] }, '/Names': { '/Dests': '5 0 R' } },
      { '/Kids': ['3 0 R', '4 0 R'] },
      {},
      {},
      { '/Names': ['u:new', { '/D': ['4 0 R', '/FitH', 10] }] },
    ),
  );
  expect(destinations.of(['4 0 R', '/Fit'], undefined)).toEqual({ kind: 'page', page: 2, view: ['/Fit'] });
  expect(destinations.of('/old', undefined)).toEqual({ kind: 'page', page: 1, view: ['/Fit'] });
  expect(destinations.of(undefined, { '/S': '/GoTo', '/D': 'u:new' })).toEqual({
    kind: 'page',
    page: 2,
    view: ['/FitH', 10],
  });
  expect(destinations.of([1], undefined)).toEqual({ kind: 'page', page: 2, view: [] });
  expect(destinations.of(['9 0 R', '/Fit'], undefined)).toEqual({ kind: 'lost' });
  expect(destinations.of('u:none', undefined)).toEqual({ kind: 'lost' });
  expect(destinations.of(undefined, { '/S': '/URI' })).toEqual({ kind: 'elsewhere' });
});
