import { describe, expect, it } from 'vitest';
import { textOf } from '../../../tools/formats/markdown-folder/unpack.ts';

describe('the Markdown text of a zip', () => {
  it.each([
    [['a.md', 'img/b.png'], 'a.md'],
    [['doc/a.md', 'doc/img/b.png'], 'doc/a.md'],
    [['README.md', 'other.md'], 'README.md'],
    [['index.md', 'README.md', 'other.md'], 'index.md'],
    [['doc/README.md', 'doc/part/README.md'], 'doc/README.md'],
    [['a.md', 'b.md'], null],
    [['a/x.md', 'b/y.png'], null],
    [['a.txt'], null],
    [[], null],
  ])('%j: %s', (paths, expected) => {
    expect(textOf(paths)).toBe(expected);
  });
});
