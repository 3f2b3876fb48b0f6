import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { plainText } from '../engines/ebook/support.ts';
import { observeDocument } from '../golden/observe-document.ts';
import { CONVERT, IDENTIFY } from '../support/imagemagick.ts';
import { readLrf, readPalm, readTcr } from './ebook-readers.ts';
import { type Case, type Input, testConversions } from './table.ts';

const BOOK = 'ebook/voyage.epub';
/** Words of the book. */
const WORDS = [
  'Chapter 1: The Harbour',
  'The café at the harbour opened before the sun did, and Zoë was its first guest.',
  'She had a map, a “borrowed” compass, and a loaf of bread — nothing else.',
  'Chapter 2: The Island',
  'On the third day the island rose out of the mist like a sleeping animal.',
  'Nobody lived there but gulls, and the gulls were not curious.',
  'A note in small letters.',
].join(' ');
/** Table of contents that calibre adds to some formats. */
const CONTENTS = 'Table of Contents Chapter 1: The Harbour Chapter 2: The Island';

const GIVEN = { title: 'Another Voyage', author: 'Ann Alpha & Bob Beta' };

const wordsOf = (markup: string): string => plainText(markup).trim();

const first =
  <Seen>(look: (path: string) => Promise<Seen>) =>
  ([path = '']: readonly string[]): Promise<Seen> =>
    look(path);

const inZip = async (path: string, ...names: readonly string[]): Promise<string> =>
  (await execa('unzip', ['-p', path, ...names])).stdout;

const between = (text: string, begin: string, end = '<'): string | undefined => text.split(begin)[1]?.split(end)[0];

const RUSSIAN: Input = async (folder) => {
  const path = folder.path('island.txt');
  const { stdout } = await execa('iconv', ['-f', 'utf-8', '-t', 'koi8-r'], {
    input: 'Остров в тумане',
    encoding: 'buffer',
  });
  await writeFile(path, stdout);
  return path;
};

const PAGE = fileURLToPath(new URL('../../fixtures/document/scan.png', import.meta.url));

/** A picture of two lines of text. */
const SCAN: Input = async (folder) => {
  const path = folder.path('scan.png');
  await execa(CONVERT, [PAGE, '-crop', '100%x30%+0+0', '+repage', path]);
  return path;
};

const cases: readonly Case[] = [
  { target: 'txt', input: RUSSIAN, options: { encoding: 'koi8_r' }, is: 'Остров в тумане' },
  {
    target: 'html',
    input: BOOK,
    options: { base_font_size: 18, language_stt: 'en-US' },
    // The input is not a recording.
    warnings: ['option_no_effect'],
    observe: first(async (path) => {
      const page = await readFile(path, 'utf8');
      const size = Number(between(page, 'font-size: ', 'em'));
      return [wordsOf(page), { larger: size > 1.3 }];
    }),
    is: [`The Short Voyage ${WORDS}`, { larger: true }],
  },
  {
    target: 'docx',
    input: BOOK,
    options: {
      ...{ ...GIVEN, series: 'Voyages', publisher: 'The House', tags: 'sea, whales', book_language: 'de' },
      ...{ description: 'About it.', border: 2 },
    },
    // The format cannot store a series.
    warnings: ['metadata_lost'],
    observe: first(async (path) => {
      const parts = await inZip(path, 'docProps/*.xml', 'word/document.xml');
      return {
        words: (await observeDocument(path)).words,
        title: between(parts, '<dc:title>'),
        author: between(parts, '<dc:creator>'),
        tags: between(parts, '<cp:keywords>'),
        language: between(parts, '<dc:language>'),
        description: between(parts, '<dc:description>'),
        publisher: between(parts, '<Company>'),
        // Twentieths of a point.
        border: `${((Number(/<w:pgMar [^>]*w:left="(\d+)/.exec(parts)?.[1]) / 20 / 72) * 2.54).toFixed(1)} cm`,
      };
    }),
    is: {
      words: `${CONTENTS} ${WORDS}`,
      title: 'Another Voyage',
      author: 'Ann Alpha &amp; Bob Beta',
      tags: 'sea, whales',
      language: 'de',
      description: 'About it.',
      publisher: 'The House',
      border: '2.0 cm',
    },
  },
  {
    target: 'kepub',
    input: [BOOK, 'image/landscape.jpg'],
    options: { series: 'Voyages', series_index: 2, cover: true, embed_font: 'serif' },
    observe: first(async (path) => {
      const [parts, pages] = [await inZip(path, '*.opf'), await inZip(path, 'first.xhtml', 'second.xhtml')];
      const cover = await execa('unzip', ['-p', path, 'cover.jpeg'], { encoding: 'buffer' });
      const spans = [...pages.matchAll(/<span class="koboSpan"[^>]*>([^<]*)/g)].map(([, text = '']) => text.trim());
      return {
        words: spans.filter(Boolean).join(' '),
        series: between(parts, 'id="id-3">'),
        number: between(parts, 'property="group-position">'),
        fonts: (await execa('unzip', ['-Z1', path])).stdout.match(/(?<=fonts\/).*/g)?.sort(),
        cover: (await execa(IDENTIFY, ['-format', '%wx%h', '-'], { input: cover.stdout })).stdout,
      };
    }),
    is: {
      words: WORDS,
      series: 'Voyages',
      number: '2',
      fonts: ['Liberation-Serif-Bold.ttf', 'Liberation-Serif.ttf'],
      cover: '320x200',
    },
  },
  {
    target: 'mobi',
    input: BOOK,
    options: { ...GIVEN, reader: 'Kindle' },
    observe: first(async (path) => {
      const { kind, text, notes } = readPalm(await readFile(path));
      return { kind, words: wordsOf(text), author: notes[100], title: notes[503] };
    }),
    is: { kind: 'BOOKMOBI', words: `${WORDS} ${CONTENTS}`, ...GIVEN },
  },
  {
    target: 'pdb',
    input: BOOK,
    // A picture and the table of contents are left out.
    warnings: ['output_limited'],
    observe: first(async (path) => {
      const { kind, text } = readPalm(await readFile(path));
      return [kind, wordsOf(text)];
    }),
    is: ['TEXtREAd', WORDS],
  },
  {
    target: 'tcr',
    input: BOOK,
    options: { ascii: true },
    warnings: ['output_limited'],
    observe: first(async (path) => wordsOf(readTcr(await readFile(path)))),
    is: WORDS.replace('é', 'e').replace('ë', 'e').replace(/[“”]/g, '"').replace('—', '--'),
  },
  {
    target: 'lrf',
    input: BOOK,
    options: GIVEN,
    observe: first(async (path) => {
      const { info, text } = readLrf(await readFile(path));
      return {
        words: wordsOf(text),
        title: /<Title[^>]*>([^<]*)/.exec(info)?.[1],
        author: /<Author[^>]*>([^<]*)/.exec(info)?.[1],
      };
    }),
    // The format stores one author.
    is: { words: WORDS, title: 'Another Voyage', author: 'Ann Alpha, Bob Beta' },
  },
  {
    target: 'lit',
    input: BOOK,
    options: GIVEN,
    observe: first(async (path) => {
      const [file, meta] = await Promise.all([readFile(path, 'latin1'), execa('ebook-meta', [path])]);
      const [, title, author] = /^Title +: (.*)\nAuthor\(s\) +: (.*)$/m.exec(meta.stdout) ?? [];
      return { kind: file.slice(0, 8), title, author };
    }),
    // The name to sort by is that of the first author.
    is: { kind: 'ITOLITLS', ...GIVEN, author: `${GIVEN.author} [Alpha, Ann]` },
  },
  {
    target: 'pdf',
    input: SCAN,
    options: {
      ...{ ocr: true, language: 'eng', ocr_filter: 'gray' },
      ...{ paper_size: 'a5', pdf_page_margin_left: 100, embed_font: 'sans' },
    },
    // Recognised text may have mistakes.
    warnings: ['output_limited'],
    observe: first(async (path) => {
      const { pages, words } = await observeDocument(path);
      const [info, fonts, places] = await Promise.all([
        execa('pdfinfo', [path]),
        execa('pdffonts', [path]),
        execa('pdftotext', ['-bbox', path, '-']),
      ]);
      const [, width, height] = /Page size: +([\d.]+) x ([\d.]+)/.exec(info.stdout) ?? [];
      return {
        ...{ pages, words },
        millimetres: [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
        left: Math.round(Math.min(...[...places.stdout.matchAll(/xMin="([\d.]+)/g)].map(([, x]) => Number(x)))),
        font: /\+(\S+)/.exec(fonts.stdout)?.[1],
      };
    }),
    is: {
      ...{ pages: 1, words: 'The ferry left the quay at seven and crossed the bay before the fog.' },
      ...{ millimetres: [148, 210], left: 100, font: 'LiberationSans' },
    },
  },
];

const observe = async (path: string): Promise<string> => wordsOf(await readFile(path, 'utf8'));

testConversions({ category: 'ebook', observe, cases });
