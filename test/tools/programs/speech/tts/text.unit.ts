import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../../tools/programs/speech/tts/text/chunks.ts';
import {
  CHUNKS,
  type Prepared,
  type PrepareJob,
  prepareText,
  TEXT,
} from '../../../../../tools/programs/speech/tts/text/run-job.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-tts-test-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const ENGLISH: PrepareJob = {
  markup: 'plain',
  locale: 'en-GB',
  reading: 'letters',
  scripts: [],
  longest: 20_000,
  splitsAtHeadings: true,
};
const MARKDOWN: PrepareJob = { ...ENGLISH, markup: 'markdown' };
const CHINESE: PrepareJob = { ...ENGLISH, locale: 'zh-CN', reading: 'pinyin', scripts: ['Han'] };
const JAPANESE: PrepareJob = {
  ...ENGLISH,
  locale: 'ja-JP',
  reading: 'kana',
  scripts: ['Han', 'Hiragana', 'Katakana'],
};

async function prepare(text: string, job: PrepareJob): Promise<Prepared & { texts: Chunk[] }> {
  await writeFile(join(folder, TEXT), text);
  const prepared = await prepareText(job, folder);
  const lines = (await readFile(join(folder, CHUNKS), 'utf8')).split('\n').filter((line) => line !== '');
  return { ...prepared, texts: lines.map((line) => JSON.parse(line) as Chunk) };
}

const said = async (text: string, job = ENGLISH): Promise<string> =>
  (await prepare(text, job)).texts.map((chunk) => chunk.text).join('|');

describe('paragraphs of a plain text', () => {
  it('joins lines that were broken for their length, and words divided there', async () => {
    const text =
      'It was late in the evening, and the lamps along the river were al-\n' +
      'ready lit when the two of them came back from the long walk over\n' +
      'the hills.\n\nNobody spoke.\n';
    expect(await said(text)).toBe(
      'It was late in the evening, and the lamps along the river were already lit when the two of them came back ' +
        'from the long walk over the hills.\n\nNobody spoke.',
    );
  });

  it('leaves lines that end where their author ended them', async () => {
    expect(await said('Bread\nButter\nA pound of the best coffee\nMilk\n')).toBe(
      'Bread\n\nButter\n\nA pound of the best coffee\n\nMilk',
    );
  });

  it('parts a heading from the text, and what a row of stars parts', async () => {
    const text = 'Chapter One\n\nThe ship came in.\n\n* * *\n\nIt left again.\n';
    expect((await prepare(text, ENGLISH)).texts).toMatchObject([
      { text: 'Chapter One', gap: 'heading' },
      { text: 'The ship came in.', gap: 'heading' },
      { text: 'It left again.' },
    ]);
    expect(await said(text, { ...ENGLISH, splitsAtHeadings: false })).toBe(
      'Chapter One\n\nThe ship came in.\n\nIt left again.',
    );
  });

  it('reads any line ends, and a text of one endless line', async () => {
    expect(await said('One.\r\n\r\nTwo.\fThree.')).toBe('One.\n\nTwo.\n\nThree.');
    const { characters } = await prepare('All work and no play. '.repeat(10_000), ENGLISH);
    expect(characters).toBeGreaterThan(219_000);
  });
});

describe('Markdown', () => {
  it('is read without its signs', async () => {
    const text = [
      '## The *old* harbour ##',
      '',
      'See **the** [map](https://example.org/a_(b) "Map") or `ls`, 3 \\* 4 and snake_case_name.',
      '',
      '- bread',
      '- [x] butter',
      '1. first',
      '',
      '> Quoted &amp; said',
      '',
      '| Name | Price |',
      '| --- | ---: |',
      '| Tea | 3 |',
      '',
      '---',
    ].join('\n');
    expect(await said(text, MARKDOWN)).toBe(
      [
        'The old harbour|See the map or ls, 3 * 4 and snake_case_name.',
        'bread\n\nbutter\n\n1. first\n\nQuoted & said\n\nName, Price\n\nTea, 3',
      ].join('\n\n'),
    );
  });
});

describe('what cannot be said', () => {
  it('is left out and counted; Greek signs stay', async () => {
    const text = 'The angle α, Слово и дело, is small.\n\n=====\n\n日本語\n';
    expect(await prepare(text, ENGLISH)).toMatchObject({
      words: 5,
      foreignWords: 4,
      signLines: 1,
      texts: [{ text: 'The angle α, is small.' }],
    });
  });

  it('is nothing of the own script, Latin, or anything where the scripts are not known', async () => {
    const russian = await prepare('Слово и дело: Moscow 2026.', { ...ENGLISH, locale: 'ru-RU', scripts: ['Cyrillic'] });
    expect(russian).toMatchObject({ foreignWords: 0, texts: [{ text: 'Слово и дело: Moscow 2026.' }] });
    const unknown = await prepare('Слово and 日本語.', { ...ENGLISH, scripts: null });
    expect(unknown).toMatchObject({ foreignWords: 0, texts: [{ text: 'Слово and 日本語.' }] });
  });

  it('a text without words has no chunks', async () => {
    expect(await prepare('\n * * *\n — \n', ENGLISH)).toMatchObject({ chunks: 0, signLines: 2 });
    expect(await prepare('', ENGLISH)).toMatchObject({ chunks: 0 });
  });

  it('ligatures, wide letters, soft hyphens and half surrogate pairs do no harm', async () => {
    expect(await said('ﬁne ＡＢＣ１２ soft\u00adhyphen \ue000 end.')).toBe('fine ABC12 softhyphen end.');
  });
});

describe('chunks', () => {
  it('are whole sentences in their order, and end with paragraphs where they can', async () => {
    const sentences = Array.from({ length: 60 }, (_, index) => `This is the sentence with the number ${index + 1}.`);
    const text = Array.from({ length: 12 }, (_, index) => sentences.slice(index * 5, index * 5 + 5).join(' ')).join(
      '\n\n',
    );
    const { texts } = await prepare(text, { ...ENGLISH, longest: 600 });
    expect(texts.length).toBeGreaterThan(4);
    for (const { text: chunk } of texts) expect(chunk.length).toBeLessThanOrEqual(600);
    expect(
      texts
        .map((chunk) => chunk.text)
        .join(' ')
        .replaceAll('\n\n', ' '),
    ).toBe(sentences.join(' '));
    expect(texts.slice(0, -1).map(({ gap }) => gap)).toEqual(Array(texts.length - 1).fill('paragraph'));
  });

  it('cut what is no sentence between words', async () => {
    const { texts } = await prepare('word '.repeat(1000), { ...ENGLISH, longest: 600 });
    for (const { text } of texts) expect(text).toMatch(/^(word ?)+$/);
    expect(
      texts
        .map(({ text }) => text)
        .join(' ')
        .split(' '),
    ).toHaveLength(1000);
  });
});

describe('readings', () => {
  it('Chinese becomes pinyin: by the word, tones as digits, numbers and Latin words left', async () => {
    expect(await said('银行行长走了。女儿喜欢绿色,2026年。', CHINESE)).toBe(
      'yin2 hang2 hang2 zhang3 zou3 le5. nv3 er2 xi3 huan5 lv4 se4, 2026 nian2.',
    );
    expect(await said('涨了50%,共1,234元', CHINESE)).toContain('bai3 fen1 zhi1 50');
    expect(await said('共1,234元', CHINESE)).toBe('gong4 1234 yuan2');
  });

  it('Japanese becomes kana as it is said: particles, long vowels, dates, counters, English', async () => {
    expect(await said('私は学校へ行きます。', JAPANESE)).toMatch(/^ワタシワ ガッコーエ イキマス。$/);
    expect(await said('2026年11月20日、一人で四月。', JAPANESE)).toBe('2026ネン 11ガツ ハツカ、 ヒトリデ シガツ。');
    expect(await said('Googleで3.14と50%', JAPANESE)).toBe(
      '<voice xml:lang="en-us">Google</voice>デ 3.14ト 50パーセント',
    );
  });

  it('what looks like SSML in a Japanese text is text', async () => {
    expect(await said('<voice>は1&2', JAPANESE)).toMatch(/&lt;.*&gt;.*1.*&amp;.*2/);
  });
});
