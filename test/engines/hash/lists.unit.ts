import { describe, expect, test } from 'vitest';
import { algorithmsFor, isListName, listLine, namedIn, parseList } from '../../../engines/hash/lists.ts';

const MD5 = '900150983cd24fb0d6963f7d28e17f72';

describe('lines of a list', () => {
  test.each([
    [`${MD5}  abc.txt`, 'abc.txt', null],
    [`${MD5.toUpperCase()} *folder/abc.txt`, 'folder/abc.txt', null],
    [`MD5 (a (b).txt) = ${MD5}`, 'a (b).txt', 'md5'],
    [`MD5(abc.txt)= ${MD5}`, 'abc.txt', 'md5'],
    [`\\${MD5}  a\\\\b\\nc`, 'a\\b\nc', null],
    [`${MD5}  a\\nb`, 'a\\nb', null],
    [MD5, null, null],
  ])('%j', (line, name, algorithm) => {
    expect(parseList(`\ufeff# made by a test\r\n\r\n${line}\r\n`)).toEqual({
      entries: [{ name, digest: MD5, algorithm }],
      improper: 0,
    });
  });

  test('of other forms are counted', () => {
    expect(parseList(`${MD5}  a\nnothing\n${'z'.repeat(32)}  b\n`)).toMatchObject({
      entries: [{ name: 'a' }],
      improper: 2,
    });
  });

  test.each(['plain', 'back\\slash', 'line\nfeed', 'carriage\rreturn', ' spaces '])(
    'are read as written: %j',
    (name) => {
      expect(parseList(listLine(MD5, name)).entries).toEqual([{ name, digest: MD5, algorithm: null }]);
    },
  );

  test('a long line takes no time', () => {
    const long = `MD5 (${') = ff'.repeat(200_000)}`;
    expect(parseList(long)).toEqual({ entries: [], improper: 1 });
  });
});

test.each([
  ['SHA256SUMS', 'sha256'],
  ['sha512sum.txt', 'sha512'],
  ['film.mkv.md5', 'md5'],
  ['checksums.sha3-256', 'sha3-256'],
  ['checksums.sha512-256', 'sha512/256'],
  ['B2SUMS', 'blake2b'],
  ['b3sums.txt', 'blake3'],
  ['release.xxh3', 'xxh3'],
])('%s is the name of a list, with its algorithm', (name, algorithm) => {
  expect([isListName(name), namedIn(name)]).toEqual([true, algorithm]);
});

test('names of lists without an algorithm, and of other files', () => {
  expect(['CHECKSUMS', 'checksums.txt', 'SHA256SUMS.asc'].map(isListName)).toEqual([true, true, true]);
  expect(['report.pdf', 'summer.txt', 'README'].map(isListName)).toEqual([false, false, false]);
});

test('a digest is of the named algorithm, or of any as long', () => {
  const entry = { name: 'a', digest: MD5, algorithm: null };
  expect(algorithmsFor(entry, null).slice(0, 2)).toEqual(['md5', 'xxh128']);
  expect(algorithmsFor(entry, 'xxh128')).toEqual(['xxh128']);
  expect(algorithmsFor({ ...entry, algorithm: 'md4' }, 'md5')).toEqual(['md4']);
  // The name of the list says otherwise than its lines.
  expect(algorithmsFor(entry, 'sha256')[0]).toBe('md5');
});
