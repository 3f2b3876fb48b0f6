import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { epubErrors } from '../../tools/formats/epub/epubcheck.ts';
import { Bench, type Converted } from './support.ts';

/** What calibre does not read of an EPUB: pages of a printed edition, landmarks, metadata, style sheets of drawings. */

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
  const script = fileURLToPath(new URL('./make_content.py', import.meta.url));
  await execa('/usr/bin/python3', ['-B', script, bench.folder]);
});
afterAll(() => bench.remove());

const part = async (path: string, name: string): Promise<string> => (await execa('unzip', ['-p', path, name])).stdout;
const messages = ({ warnings }: Converted): string[] => warnings.map(({ message }) => message);
const listOf = async (path: string, kind: string): Promise<string[][]> => {
  const list = new RegExp(`<nav[^>]*"${kind}".*?</nav>`, 's').exec(await part(path, '*nav.xhtml'))?.[0] ?? '';
  return [...list.matchAll(/href="([^"]*)">([^<]*)</g)].map(([, href = '', label = '']) => [label, href]);
};
const PAGES = [
  ['v', 'EPUB/text_split_001.xhtml#v'],
  ['vi', 'EPUB/text_split_002.xhtml#vi'],
  ['27', 'EPUB/text_split_003.xhtml#27'],
  ['28', 'EPUB/text_split_004.xhtml#28'],
];
/** An address inside a document, which another division of the text leads astray. */
const CANNOT_BE_FOUND = '1 of the 5 page numbers of the printed edition of the book is not in the result.';

it('keeps pages of a printed edition and landmarks where the chapter is parted', async () => {
  const { path } = await bench.convert(bench.path('printed.epub'), { target: 'epub' });
  expect(await epubErrors(path)).toEqual([]);
  expect(await listOf(path, 'page-list')).toEqual(PAGES);
  expect(await listOf(path, 'landmarks')).toEqual([['Text', 'EPUB/text_split_000.xhtml#start']]);
});

it('keeps titles, people with their roles, rights, source, region of the language, facts and licence', async () => {
  const made = await bench.convert(bench.path('printed.epub'), { target: 'epub' });
  const opf = await part(made.path, '*.opf');
  expect(opf).toMatch(/<dc:title[^>]*>Content<.*<dc:title[^>]*>A Second Title</s);
  const id = /<dc:contributor id="([^"]*)">Tess Translator</.exec(opf)?.[1];
  expect(opf).toMatch(new RegExp(`refines="#${id}"[^>]*>trl<`));
  expect(opf).toMatch(/>Dan Drawer<.*>ill</s);
  expect(opf).toMatch(/<dc:language>en-GB</);
  expect(opf).toMatch(/<dc:rights>Free for all<.*<dc:source>urn:isbn:9780000000002</s);
  expect(opf).toMatch(/"belongs-to-collection"[^>]*>Collected</);
  expect(opf).toMatch(/<dc:publisher>One House<.*<dc:publisher>Another House</s);
  expect(opf).toMatch(/prefix="[^"]*cc: .*"schema:accessMode">textual<.*"cc:attributionURL".*"cc:license"/s);
  expect(messages(made)).toEqual([
    CANNOT_BE_FOUND,
    'Metadata of the book is not in the result: alternate-script, page-spread, record.',
  ]);
});

it('keeps rights and people in a Kindle book', async () => {
  const { path } = await bench.convert(bench.path('printed.epub'), { target: 'azw3' });
  const { stdout } = await execa('exiftool', ['-a', '-s', '-Rights', '-Contributor', '-Author', path]);
  expect(stdout).toMatch(/Rights +: Free for all/);
  expect(stdout.match(/(?<=Author +: ).*/g)).toEqual(['Ann Author']);
  expect(stdout).toMatch(/Contributor +: Tess Translator/);
  expect(stdout).toMatch(/Contributor +: Dan Drawer/);
});

it('takes what is asked for instead', async () => {
  const options = { title: 'Other', author: 'Olga Other', book_language: 'en' };
  const opf = await part((await bench.convert(bench.path('printed.epub'), { target: 'epub', options })).path, '*.opf');
  expect([...opf.matchAll(/<dc:(title|language)[^>]*>([^<]*)</g)].map(([, , text]) => text).toSorted()).toEqual([
    'Other',
    'en',
  ]);
  expect(opf).not.toMatch(/Ann Author|Second/);
  expect(opf).toMatch(/Olga Other.*Dan Drawer|Dan Drawer.*Olga Other/s);
});

it('keeps marks of where a word may break', async () => {
  const { path } = await bench.convert(bench.path('printed.epub'), { target: 'epub' });
  expect(await part(path, '*split_001.xhtml')).toContain('Du\u00adden, zero\u200bwidth, non\u2011breaking.');
});

it('keeps the style sheet of a drawing that is a page, and its font', async () => {
  const { path } = await bench.convert(bench.path('printed.epub'), { target: 'epub' });
  expect(await part(path, '*.css')).toMatch(/@font-face[^}]*own\.woff/);
  expect((await part(path, 'EPUB/own.woff')).slice(0, 4)).toBe('wOFF');
});

it('keeps the labels of pages in EPUB 2 and from there in EPUB 3, and says what EPUB 2 has no place for', async () => {
  const two = await bench.convert(bench.path('printed.epub'), { target: 'epub', options: { version: '2' } });
  expect(await epubErrors(two.path)).toEqual([]);
  const targets = [...(await part(two.path, 'toc.ncx')).matchAll(/<pageTarget.*?<text>([^<]*)<.*?src="([^"]*)"/gs)];
  // Ids of EPUB 2 begin with a letter.
  const places = PAGES.map(([label = '', href = '']) => [label, href.replace(/#(?=\d)/, '#id_')]);
  expect(targets.map(([, label, href]) => [label, href])).toEqual(places);
  expect(messages(two)).toEqual([
    CANNOT_BE_FOUND,
    'Metadata of the book is not in the result: alternate-script, belongs-to-collection, cc:attributionURL, cc:license, landmarks and 3 more.',
  ]);
  const three = await bench.convert(two.path, { target: 'epub', options: { version: '3' } });
  expect(await epubErrors(three.path)).toEqual([]);
  expect((await listOf(three.path, 'page-list')).map(([label]) => label)).toEqual(['v', 'vi', '27', '28']);
});

it('keeps them as a kepub, and names them where there is no place', async () => {
  const { path } = await bench.convert(bench.path('printed.epub'), { target: 'kepub' });
  expect(await epubErrors(path)).toEqual([]);
  expect((await listOf(path, 'page-list')).map(([label]) => label)).toEqual(['v', 'vi', '27', '28']);
  expect(messages(await bench.convert(bench.path('printed.epub'), { target: 'azw3' }))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^5 of the 5 page numbers/),
      expect.stringMatching(/: alternate-script, .*, landmarks and 3 more/),
    ]),
  );
});
