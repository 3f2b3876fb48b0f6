import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatOf } from '../../../../src/files/formats/names.ts';
import { markupOf } from '../../../../tools/formats/markup/languages.ts';

const folder = mkdtempSync(join(tmpdir(), 'convertd-markup-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the language of a text with this name and content. */
function languageOf(filename: string, content = 'text', format: 'txt' | 'xml' | 'html' = 'txt'): string | null {
  const path = join(folder, 'text');
  writeFileSync(path, content);
  const input = { id: 'a', path, filename, size: content.length, format: formatOf(format), decryptPassword: null };
  return markupOf(input)?.reader ?? null;
}

const DOCBOOK =
  '<?xml version="1.0"?>\n<!-- a --><article xmlns="http://docbook.org/ns/docbook" version="5.0"><p/></article>';

describe('the language of a text', () => {
  it.each([
    ['paper.tex', 'latex'],
    ['PAPER.LTX', 'latex'],
    ['read.rst', 'rst'],
    ['notes.org', 'org'],
    ['page.wiki', 'mediawiki'],
    ['page.dokuwiki', 'dokuwiki'],
    ['guide.adoc', 'asciidoc'],
    ['plot.ipynb', 'ipynb'],
    ['old.textile', 'textile'],
    ['feeds.opml', 'opml'],
    ['article.nxml', 'jats'],
    ['letter.txt', null],
    ['readme.md', null],
    ['toString', null],
    ['a.constructor', null],
  ])('is told by the name %s: %s', (name, language) => {
    expect(languageOf(name)).toBe(language);
  });

  it.each([
    ['book.xml', DOCBOOK, 'docbook'],
    ['book.xml', '<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "d.dtd"><book/>', 'docbook'],
    ['a.xml', '<?xml version="1.0"?><article dtd-version="1.2" article-type="research"><front/></article>', 'jats'],
    ['a.xml', '<opml version="2.0"><head/></opml>', 'opml'],
    ['a.xml', '<rss version="2.0"><channel/></rss>', 'feed'],
    ['a.xml', '<feed xml:lang="en" xmlns="http://www.w3.org/2005/Atom"/>', 'feed'],
    ['a.xml', '<feed xmlns="https://example.org/cattle"/>', null],
    ['a.xml', '<?xml version="1.0"?><article><p>an article of another kind</p></article>', null],
    ['a.xml', '<?xml version="1.0"?><data note="opml &lt;opml>"/>', null],
    ['notebook.json', '{"metadata": {}, "cells": [{"cell_type": "markdown"}]}', 'ipynb'],
    ['data.json', '{"cells": [1, 2]}', null],
    ['paper', '% a comment\n\n  \\documentclass[a4paper]{article}', 'latex'],
    ['paper', 'In LaTeX, \\documentclass{article} is the first line.', null],
    ['paper.txt', '\\documentclass{article}', null],
    ['ls.1', '.\\" comment\n.TH LS 1\n.SH NAME', 'man'],
    ['log.1', 'a log', null],
  ])('of %s with content %j is %s', (name, content, language) => {
    expect(languageOf(name, content)).toBe(language);
  });

  it('is none in other formats, whatever the name', () => {
    expect(languageOf('page.tex', '<html>', 'html')).toBeNull();
  });

  it('is told in linear time', () => {
    for (const content of [
      '\n'.repeat(65_000),
      '<!--'.repeat(16_000),
      '{"cells":'.repeat(7000),
      '\'\\"\n'.repeat(16_000),
    ]) {
      expect(languageOf('a', content)).toBeNull();
      expect(languageOf('a.1', content)).toBeNull();
    }
  });
});
