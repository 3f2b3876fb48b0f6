import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { vi } from 'vitest';
import { observeDocument } from '../golden/observe-document.ts';
import type { ScratchFolder } from '../support/engine-context.ts';
import { makeModels, speak, wordErrorRate } from '../tools/programs/speech/stt/support.ts';
import { pages, words, wordsAmong } from './document-observers.ts';
import type { Case, Input } from './table.ts';

const PANGRAM = 'Zwölf Boxkämpfer jagen Viktor quer über den großen Deich – καλημέρα – Привет – 驚き';

/** Searches for words in a format whose other bytes look like words too. */
const binary = (...expected: readonly string[]) => ({ observe: wordsAmong(...expected), is: expected });

/** Searches for parts in a text with markup. */
const source = (...expected: readonly string[]) => ({
  observe: async ([path = '']: readonly string[]) => {
    const text = await readFile(path, 'utf8');
    return expected.filter((each) => text.includes(each));
  },
  is: expected,
});

const README = 'document/readme.md';

/** A page with different content for screen and print. */
const HTML = `<!doctype html><title>Title</title>
<style>@media print { .screen { display: none } } @media screen { .print { display: none } }</style>
<p class=screen>screen <p class=print>print
<p id=width><p id=dark><p id=late>early
<script>
  width.textContent = 'wide' + innerWidth;
  dark.textContent = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  setTimeout(() => { late.textContent = 'late'; }, 300);
</script><p style="break-before: page">second<p style="break-before: page">third`;

const written =
  (name: string, text: string) =>
  async (folder: ScratchFolder): Promise<string> => {
    await writeFile(folder.path(name), text);
    return folder.path(name);
  };

/** A film with subtitles in two languages. */
const FILM: Input = async (folder) => {
  const tracks = ['Guten Tag', 'Good day'].map((line) => `1\n00:00:01,250 --> 00:00:02,500\n${line}\n`);
  const paths = await Promise.all(tracks.map((text, index) => written(`${index}.srt`, text)(folder)));
  const inputs = paths.flatMap((path) => ['-i', path]);
  const film = folder.path('film.mkv');
  const picture = ['-f', 'lavfi', '-i', 'color=size=16x16:rate=5:duration=3'];
  const maps = ['-map', '0', '-map', '1', '-map', '2', '-c:v', 'mpeg4', '-c:s', 'srt'];
  await execa('ffmpeg', ['-v', 'error', ...picture, ...inputs, ...maps, film]);
  return film;
};

/** A text with a deleted word that is still in the file. */
const CHANGED = `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:tracked-changes>
<text:changed-region text:id="d"><text:deletion><office:change-info><dc:creator>A</dc:creator>
<dc:date>2026-01-01T00:00:00</dc:date></office:change-info><text:p>gone </text:p></text:deletion></text:changed-region>
</text:tracked-changes><text:p>Kept <text:change text:change-id="d"/>to the end</text:p></office:text></office:body></office:document>`;

const SAID = 'She opened the window and looked at the garden.';

/** Here because its models may be missing without a network. */
const SPEECH: Input = async (folder) => {
  vi.stubEnv('SPEECH_MODELS', await makeModels());
  await speak(SAID, folder.path('speech.wav'));
  return folder.path('speech.wav');
};

/** Targets without a golden case, and conversions of pages, speech and the web. */
export const TARGET_CASES: readonly Case[] = [
  { target: 'doc', input: 'document/report.rtf', ...binary('Quarterly report', PANGRAM, 'Eraser') },
  {
    target: 'odt',
    input: 'document/page.html',
    is: `Fruit ${PANGRAM} Fruit Weight Apple 150 Plum 40`,
  },
  { target: 'ppt', input: 'document/slides.pptx', ...binary('Our plan', 'Begin early', 'Danke, merci, спасибо') },
  { target: 'pptx', input: 'document/boxes.odp', is: 'A box with words' },
  { target: 'xls', input: 'document/table.xlsx', ...binary('Eraser, "soft"', 'Città', '驚き') },
  {
    target: 'ods',
    input: 'document/stock.csv',
    observe: async ([path = '']) => (await observeDocument(path)).sheets,
    is: [
      [
        'stock',
        [
          ['Article', 'Number', 'Amount'],
          ['Pencil', '007', '4'],
          ['Eraser, soft', '012', '2'],
          ['Größe', '1.5', '3'],
        ],
      ],
    ],
  },
  {
    target: 'html',
    input: 'document/readme.md',
    observe: async ([path = '']) => {
      const { words, sheets } = await observeDocument(path);
      return { words, sheets };
    },
    is: {
      words: `Read me ${PANGRAM} one two Fruit Weight Apple 150 Plum 40 Bold end.`,
      sheets: [
        [
          '',
          [
            ['Fruit', 'Weight'],
            ['Apple', '150'],
            ['Plum', '40'],
          ],
        ],
      ],
    },
  },
  {
    target: 'csv',
    input: 'document/hidden-cells.fods',
    // Warnings about hidden content and about formulas that became values.
    warnings: ['output_limited', 'output_limited'],
    is: 'seen seen too last 84',
  },
  {
    target: 'pdf',
    input: 'document/hidden-slide.fodp',
    options: { hidden: 'include' },
    is: 'seen slide hidden slide',
  },
  {
    target: 'txt',
    input: written('changed.fodt', CHANGED),
    options: { tracked_changes: 'accept' },
    warnings: ['output_limited'],
    is: 'Kept to the end',
  },
  { target: 'epub', input: 'document/letter.txt', is: `Dear reader, ${PANGRAM} Yours, the writer` },
  {
    target: 'md',
    input: 'document/report.pdf',
    options: { page_markers: true, pictures: 'inline' },
    // The text of pages is reassembled.
    warnings: ['output_limited'],
    observe: async (outputs) => (await words(outputs)).replace(/(?<=base64,)[\w+/=]+/, '…'),
    is: [
      `<!-- page 1 --> # Quarterly report ${PANGRAM} Some words are **bold** and some are *italic*`,
      '- First point - Second point The example site',
      '| Article | Number | Price | | --- | --- | --- | | Pencil | 007 | 1.50 | | Eraser | 012 | 0.75 |',
      '![](data:image/png;base64,…) The last line.',
    ].join(' '),
  },
  {
    target: 'latex',
    input: README,
    ...source('\\section{Read me}', '\\item\n  one', 'Apple & 150 \\\\', '\\textbf{Bold} end.'),
  },
  { target: 'org', input: README, ...source('* Read me', '- one\n- two', '| Apple | 150    |', '*Bold* end.') },
  { target: 'asciidoc', input: README, ...source('== Read me', '* one\n* two', '|Apple |150', '*Bold* end.') },
  {
    target: 'ipynb',
    input: README,
    ...source('"# Read me\\n"', '"-   one\\n"', '| Apple | 150    |', '**Bold** end.'),
  },
  {
    target: 'docbook',
    input: README,
    ...source('<title>Read me</title>', 'Apple', '<emphasis role="strong">Bold</emphasis>'),
  },
  {
    target: 'jats',
    input: README,
    ...source('<title>Read me</title>', '>Apple<', '<bold>Bold</bold> end.'),
  },
  { target: 'mediawiki', input: README, ...source('= Read me =', '* one\n* two', "'''Bold''' end.") },
  { target: 'textile', input: README, ...source('h1(#read-me). Read me', '|Apple|150|', '*Bold* end.') },
  {
    target: 'rst',
    input: 'document/report.docx',
    options: { pictures: 'none' },
    warnings: ['output_limited'],
    ...source('Quarterly report\n====', '**bold**', 'Eraser'),
  },
  {
    target: 'chunks',
    input: 'document/readme.md',
    options: { chunk_size: 100 },
    observe: async ([path = '']) => {
      const { chunks }: { chunks: { text: string }[] } = JSON.parse(await readFile(path, 'utf8'));
      const texts = chunks.map(({ text }) => text);
      return { fit: texts.every(({ length }) => length <= 100), words: texts.join(' ').split(/\s+/).join(' ') };
    },
    is: {
      fit: true,
      words: `# Read me ${PANGRAM} - one - two | Fruit | Weight | |---|---| | Apple | 150 | | Plum | 40 | **Bold** end.`,
    },
  },
  {
    target: 'rtf',
    input: 'document/scan.png',
    options: { ocr: true, language: 'eng' },
    // Recognised text may have mistakes.
    warnings: ['output_limited'],
    ...binary('The ferry left the quay at seven', 'Nobody on deck was talking.'),
  },
  {
    target: 'srt',
    input: FILM,
    options: { subtitle_track: 2 },
    observe: async ([path = '']) => (await execa('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-'])).stdout,
    is: '1\n00:00:01,250 --> 00:00:02,500\nGood day\n',
  },
  ...(['ass', 'lrc'] as const).map(
    (target): Case => ({
      target,
      input: 'document/harbour.srt',
      options: { shift: 10 },
      warnings: target === 'lrc' ? ['output_limited'] : [],
      observe: async ([path = '']) =>
        (await execa('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-'])).stdout.split('\n')[1],
      is: '00:00:11,250 --> 00:00:13,000',
    }),
  ),
  {
    target: 'ttml',
    input: 'document/harbour.srt',
    observe: async ([path = '']) => (await readFile(path, 'utf8')).match(/begin="[^"]*"/g),
    is: ['begin="00:00:01.250"', 'begin="00:00:03.500"', 'begin="00:00:04.500"'],
  },
  {
    target: 'cues',
    input: 'document/harbour.srt',
    observe: async ([path = '']) => JSON.parse(await readFile(path, 'utf8')).cues[1],
    is: { start_seconds: 3.5, end_seconds: 5, text: 'Who says so?' },
  },
  {
    target: 'vtt',
    detail: true,
    input: SPEECH,
    options: { language_stt: 'en-US', word_times: true },
    // The model gives no times of words, so they are estimated.
    warnings: ['output_limited'],
    observe: async ([path = '']) => {
      const shown = await execa('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-']);
      const heard = shown.stdout.replace(/^\d+$|^.* --> .*$|<[^>]*>/gm, '');
      const times = (await readFile(path, 'utf8')).match(/<\d\d:\d\d:\d\d\.\d{3}>/g) ?? [];
      return { isHeard: wordErrorRate(SAID, heard) <= 0.25, hasTimes: times.length > 5 };
    },
    is: { isHeard: true, hasTimes: true },
  },
  {
    target: 'pdf',
    input: written('page.html', HTML),
    options: {
      ...{ engine: 'chromium', media: 'screen', screen_width: 1000, dark_mode: true, delay: 1000, page_ranges: '1-2' },
      ...{ header_template: '<span class="title" style="font-size: 9px"></span>', margin_top: 100, margin_left: 80 },
      ...{ custom_page_size_width: '8', custom_page_size_height: '10', custom_page_size_unit: 'in' },
    },
    observe: ([path = '']) => pages(path),
    is: [
      '576 x 720, Title top left, dark middle centre, late middle centre, screen middle centre, wide1000 middle centre',
      '576 x 720, Title top left, second middle centre',
    ],
  },
];
