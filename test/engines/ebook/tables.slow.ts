import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READERS, type ReaderName } from '../../../engines/ebook/readers.ts';
import { findEntry } from '../../../src/catalog/catalog.ts';
import { closeBookPools } from '../../../tools/programs/calibre/pool.ts';
import { Bench, codesOf, fixture, pdfFact, sizeOf } from './support.ts';

/** Every value of `reader` and of `encoding`, in every target that has it. */

let bench: Bench;

beforeAll(async () => {
  bench = await Bench.make();
});

afterAll(async () => {
  await closeBookPools();
  await bench.remove();
});

const valuesOf = (target: string, option: string): readonly string[] =>
  (findEntry('ebook', target)?.options[option]?.enum ?? []).map(String);

const cases = (...targets: string[]) =>
  targets.flatMap((target) => valuesOf(target, 'reader').map((reader) => [target, reader] as const));

describe('readers', () => {
  it.each(cases('pdf', 'pdf-ebook'))('%s for %s has its screen as page', async (target, reader) => {
    const made = await bench.convert(fixture('voyage.html'), { target, options: { reader } });
    const [, width, height] = /^([\d.]+) x ([\d.]+) pts/.exec(await pdfFact(made.path, 'Page size')) ?? [];
    const page = READERS[reader as ReaderName].page ?? { width: 612, height: 792 };
    expect(Math.abs(Number(width) - page.width)).toBeLessThan(1);
    expect(Math.abs(Number(height) - page.height)).toBeLessThan(1);
    expect(codesOf(made)).toEqual([]);
  });

  it.each(cases('epub'))('%s for %s has no picture larger than its screen', async (target, reader) => {
    const made = await bench.convert(fixture('voyage.epub'), { target, options: { reader } });
    const { width, height } = await sizeOf(await bench.unzip(made.path), /map\.(?:png|jpe?g)$/);
    // Tablets have no screen in calibre's profile: pictures stay as they are.
    const isUnlimited = ['Tablet', 'Generic HD e-ink'].includes(reader);
    if (isUnlimited) expect([width, height]).toEqual([2400, 3000]);
    else expect(Math.max(width, height)).toBeLessThanOrEqual(2048);
  });

  it.each(cases('azw3', 'fb2', 'lit', 'lrf', 'tcr', 'mobi'))('%s for %s holds the text', async (target, reader) => {
    const made = await bench.convert(fixture('voyage.epub'), { target, options: { reader } });
    const text = bench.path('text.txt');
    await execa('ebook-convert', [made.path, text]);
    expect(await readFile(text, 'utf8')).toContain('the gulls were not curious');
    const lost = target === 'tcr' ? ['output_limited'] : [];
    expect(codesOf(made)).toEqual(target === 'tcr' && reader !== 'default' ? ['option_no_effect', ...lost] : lost);
  });
});

/** A word in each, and what Python calls the encoding. */
const WORDS: Readonly<Record<string, readonly [word: string, python: string]>> = {
  ascii: ['island', 'ascii'],
  cp1250: ['Žluťoučký', 'cp1250'],
  cp1251: ['Остров', 'cp1251'],
  cp1252: ['“Zoë”', 'cp1252'],
  cp1253: ['Νησί', 'cp1253'],
  cp1254: ['Ağaç', 'cp1254'],
  cp1257: ['Šaltinis', 'cp1257'],
  iso8859_1: ['Zoë', 'iso8859_1'],
  iso8859_2: ['Żółw', 'iso8859_2'],
  iso8859_4: ['Ēka', 'iso8859_4'],
  iso8859_5: ['Остров', 'iso8859_5'],
  iso8859_7: ['Νησί', 'iso8859_7'],
  iso8859_9: ['Ağaç', 'iso8859_9'],
  iso8859_13: ['Šaltinis', 'iso8859_13'],
  iso8859_15: ['€uro', 'iso8859_15'],
  koi8_r: ['Остров', 'koi8_r'],
  utf8: ['海の島', 'utf8'],
  'utf-16': ['海の島', 'utf-16'],
  euc_jp: ['海の島', 'euc_jp'],
  sjis: ['海の島', 'shift_jis'],
  iso2022jp: ['海の島', 'iso2022_jp'],
  gbk: ['大海', 'gbk'],
  iscii91: ['कान', 'iscii'],
  big5: ['大海', 'big5'],
  tis620: ['เกาะ', 'tis_620'],
  gb2312: ['大海', 'gb2312'],
  'ISO-2022-KR': ['바다', 'iso2022_kr'],
};

describe('encodings', () => {
  it('are all in the table', () => {
    expect(Object.keys(WORDS).sort()).toEqual([...valuesOf('epub', 'encoding')].sort());
  });

  it.each(Object.entries(WORDS))('%s: text and page', async (encoding, [word, python]) => {
    const bytes = python === 'iscii' ? Buffer.from([0xb3, 0xda, 0xc6]) : await encoded(word, python);
    const [text, page] = [bench.path('in.txt'), bench.path('in.html')];
    await writeFile(text, bytes);
    const tag = async (markup: string) => (python === 'iscii' ? Buffer.from(markup) : encoded(markup, python));
    const isWide = encoding === 'utf-16';
    await writeFile(
      page,
      isWide
        ? await encoded(`<html><body><p>${word}</p></body></html>`, python)
        : Buffer.concat([await tag('<html><body><p>'), bytes, await tag('</p></body></html>')]),
    );
    for (const source of [text, page]) {
      const made = await bench.convert(source, { target: 'txt', options: { encoding } });
      expect((await readFile(made.path, 'utf8')).trim(), source).toBe(word);
      expect(codesOf(made)).toEqual([]);
    }
  });
});

/** The text in an encoding, by Python. */
async function encoded(text: string, name: string): Promise<Buffer> {
  const code = 'import sys; sys.stdout.buffer.write(sys.argv[1].encode(sys.argv[2]))';
  const { stdout } = await execa('/usr/bin/python3', ['-c', code, text, name], { encoding: 'buffer' });
  return Buffer.from(stdout);
}
