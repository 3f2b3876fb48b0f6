import { describe, expect, it } from 'vitest';
import { choose, filesIn, nameFiles } from '../../inputs/zip/choose-files.ts';
import { matches, readPatterns } from '../../inputs/zip/patterns.ts';
import { processorTime } from '../support/slowness.ts';

const fits = (path: string, patterns: string) => readPatterns(patterns).some((pattern) => matches(path, pattern));

describe('patterns of files', () => {
  it.each([
    ['a.jpg', '*.jpg', true],
    ['deep/in/A.JPG', '*.jpg', true],
    ['a.jpeg', '*.jpg', false],
    ['a.png', '*.jpg, *.png', true],
    ['photos/a.jpg', 'photos/*', true],
    ['photos/2024/a.jpg', 'photos/*', false],
    ['photos/2024/a.jpg', 'photos/**', true],
    ['photos/2024/a.jpg', '/photos/**/a.*', true],
    ['photos/a.jpg', 'photos/**/a.*', true],
    ['other/a.jpg', 'photos/**', false],
    ['page-10.txt', 'page-??.txt', true],
    ['page-1.txt', 'page-??.txt', false],
    ['a+b[1].txt', 'a+b[1].txt', true],
    ['aab', 'a*b', true],
    ['abcab', 'a*b*c', false],
    ['a.jpg', '*', true],
    ['日本.txt', '??.txt', true],
    ['a.jpg', ' , ', false],
  ])('%s and %s: %s', (path, patterns, expected) => {
    expect(fits(path, patterns)).toBe(expected);
  });

  it('take no exponential time, whatever they are', () => {
    const milliseconds = processorTime(() => {
      expect(fits('a'.repeat(3000), `${'a*'.repeat(499)}b`)).toBe(false);
      expect(fits('a/'.repeat(100), `${'**/a/'.repeat(190)}b`)).toBe(false);
    });
    expect(milliseconds).toBeLessThan(2000);
  });
});

const files = (...paths: string[]) => paths.map((path) => ({ path, kind: 'file' as const, size: 1, inputId: '' }));

describe('files of an archive', () => {
  it('are those of a person, in the order of their numbers', () => {
    const litter = ['__MACOSX/._a.txt', 'x/.DS_Store', 'Thumbs.db', 'x/._p2', 'desktop.ini'];
    const folder = { path: 'x', kind: 'folder' as const, size: 0, inputId: '' };
    expect(filesIn([...files('p10', 'p2', 'x/p1', '.hidden', ...litter), folder])).toEqual([
      '.hidden',
      'p2',
      'p10',
      'x/p1',
    ]);
  });

  it('are chosen by include, and then by exclude', () => {
    const paths = ['a.jpg', 'b.jpg', 'c.png', 'old/d.jpg'];
    expect(choose(paths, {})).toEqual(paths);
    expect(choose(paths, { include: '*.jpg', exclude: 'old/**, B.*' })).toEqual(['a.jpg']);
  });

  it('get safe names without folders, each another one', () => {
    const names = nameFiles(['a/x.txt', 'b/X.txt', 'c/-rf', 'd/con.txt', '...']).map(({ filename }) => filename);
    expect(names).toEqual(['x.txt', 'X-2.txt', '_rf', '_con.txt', 'file']);
  });
});
