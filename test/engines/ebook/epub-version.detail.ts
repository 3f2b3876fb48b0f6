import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { epubErrors } from '../../tools/formats/epub/epubcheck.ts';
import { Bench, type Converted, fixture } from './support.ts';

/** The version of an EPUB, and what EPUB 3 alone has. */

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
  const script = fileURLToPath(new URL('./make_content.py', import.meta.url));
  await execa('/usr/bin/python3', ['-B', script, bench.folder]);
});
afterAll(() => bench.remove());

const part = async (path: string, name: string): Promise<string> => (await execa('unzip', ['-p', path, name])).stdout;
const namesIn = async (path: string): Promise<string[]> =>
  (await execa('unzip', ['-Z1', path])).stdout.split('\n').map((name) => name.split('/').at(-1) ?? '');
const versionOf = async (path: string): Promise<string | undefined> =>
  /<package[^>]* version="([^"]*)"/.exec(await part(path, '*.opf'))?.[1];
const messages = ({ warnings }: Converted): string[] => warnings.map(({ message }) => message);

it('is 3 for what is no EPUB, with contents that readers of EPUB 2 find too', async () => {
  const { path } = await bench.convert(fixture('voyage.txt'), { target: 'epub' });
  expect(await versionOf(path)).toBe('3.0');
  expect(await namesIn(path)).toEqual(expect.arrayContaining(['nav.xhtml', 'toc.ncx']));
  expect(await epubErrors(path)).toEqual([]);
});

it('is 2 for an EPUB 2', async () => {
  const { path: source } = await bench.convert(fixture('voyage.txt'), { target: 'epub', options: { version: '2' } });
  expect(await versionOf((await bench.convert(source, { target: 'epub' })).path)).toBe('2.0');
});

it('has no scripts of a web page, and says so', async () => {
  const page = bench.path('page.html');
  const script = '<script>document.write("written")</script>';
  const body = `<h1 onclick="alert(1)">One</h1><p>Words.</p>${script}<svg viewBox="0 0 9 9">${script}<rect width="9" height="9"/></svg>`;
  await writeFile(
    page,
    `<!doctype html><html lang="en"><head><title>Page</title>${script}</head><body>${body}</body></html>`,
  );
  for (const [target, version] of [
    ['epub', '3'],
    ['epub', '2'],
    ['kepub', undefined],
  ] as const) {
    const options = version === undefined ? {} : { version };
    const { path, warnings } = await bench.convert(page, { target, options });
    expect(await part(path, '*.xhtml')).not.toMatch(/<script|onclick/);
    expect(await part(path, '*.opf')).not.toMatch(/scripted/);
    expect(warnings).toMatchObject([
      { code: 'output_limited', message: '2 scripts were removed: only scripts of EPUBs are kept in books.' },
    ]);
    expect(await epubErrors(path)).toEqual([]);
  }
});

describe('an EPUB 3 with films, scripts and formulas', () => {
  it('stays so, and is valid', async () => {
    const made = await bench.convert(bench.path('rich.epub'), { target: 'epub' });
    expect(await versionOf(made.path)).toBe('3.0');
    const kept = ['film.mp4', 'sound.mp3', 'book.js', 'data.json', 'scan.psd', 'instead.png', 'picture.png'];
    expect(await namesIn(made.path)).toEqual(expect.arrayContaining(kept));
    expect(await part(made.path, '*.xhtml')).not.toContain('hidden');
    expect(await part(made.path, '*text.xhtml')).toMatch(/<math\b.*<video\b.*<source\b.*<svg\b.*<script\b/s);
    // Texts that are read aloud become other files: what is read would not be found.
    expect(messages(made)).toEqual([
      '1 of the 3 sounds and films of the book is not in the result.',
      'A document of the book is read aloud along with the text (media overlays), which the result does not keep.',
    ]);
    expect(await epubErrors(made.path)).toEqual([]);
  });

  it('stays so as a kepub, and is valid', async () => {
    const { path } = await bench.convert(bench.path('rich.epub'), { target: 'kepub' });
    expect(await namesIn(path)).toEqual(expect.arrayContaining(['film.mp4', 'book.js', 'instead.png']));
    expect(await epubErrors(path)).toEqual([]);
  });

  it('loses them as an EPUB 2, which is valid, says so and does not list them', async () => {
    const made = await bench.convert(bench.path('rich.epub'), { target: 'epub', options: { version: '2' } });
    expect(messages(made)).toEqual([
      '3 sounds and films were left out, as EPUB 2 has none. Choose version 3 to keep them.',
      'A script was removed, as EPUB 2 has none. Choose version 3 to keep them.',
      expect.stringMatching(/^A document of the book is read aloud/),
      expect.stringMatching(/^A formula was written as text/),
    ]);
    expect(await part(made.path, '*.opf')).not.toMatch(/film|sound|\.js|scripted|media-overlay/);
    expect(await epubErrors(made.path)).toEqual([]);
  });

  it('says what is left out of a text', async () => {
    const made = await bench.convert(bench.path('rich.epub'), { target: 'txt' });
    expect(messages(made).join()).toMatch(/Left out of the book: .*3 sounds and films, 1 script\./);
  });
});

it('says that a fixed layout is not kept', async () => {
  const made = await bench.convert(bench.path('fixed.epub'), { target: 'epub' });
  expect(messages(made)).toEqual([expect.stringMatching(/^A page of the book has a fixed layout, which/)]);
});
