import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { toUtf8 } from '../../../../tools/formats/text/steps.ts';
import { python, workspace } from './support.ts';

const { folder, context, file } = await workspace();

const TEXTS = {
  german: 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich – für 5 €, „früher“ weniger.\r\n',
  russian: 'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом.\n',
  polish: 'Zażółć gęślą jaźń. Wszyscy ludzie rodzą się wolni i równi pod względem swej godności.\n',
  croatian: 'Đak šutljivo čeka u kući: neće izaći, možda će žaliti. Šećer, riža i češnjak već su u loncu.\n',
  japanese: '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。カタカナも少し。\n',
  chinese: '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。\n',
  taiwanese: '人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。\n',
  korean: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n',
} as const;

type Language = keyof typeof TEXTS;

/** Returns a text in an encoding of Python. */
function inCodec(text: string, codec: string): Buffer {
  const code = 'import json, sys; print(json.dumps(sys.stdin.buffer.read().decode().encode(sys.argv[1]).hex()))';
  return Buffer.from(python<string>(code, [codec], text), 'hex');
}

/** Writes the text in an encoding with Python's codec. */
async function encoded(language: Language, codec: string, prefix: number[] = []): Promise<string> {
  return file(`${language}.${codec}.txt`, Buffer.concat([Buffer.from(prefix), inCodec(TEXTS[language], codec)]));
}

const CASES: [string, Language, string, number[]][] = [
  ...(Object.keys(TEXTS) as Language[]).flatMap((language): [string, Language, string, number[]][] => [
    ['utf-8', language, 'utf-8', []],
    ['utf-8', language, 'utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', language, 'utf-16-le', []],
    ['utf-16le', language, 'utf-16-le', [0xff, 0xfe]],
    ['utf-16be', language, 'utf-16-be', []],
    ['utf-16be', language, 'utf-16-be', [0xfe, 0xff]],
  ]),
  ['windows-1251', 'russian', 'cp1251', []],
  ['koi8-r', 'russian', 'koi8-r', []],
  ['windows-1252', 'german', 'cp1252', []],
  ['iso-8859-2', 'polish', 'iso8859-2', []],
  ['windows-1250', 'polish', 'cp1250', []],
  ['windows-1250', 'croatian', 'cp1250', []],
  ['shift_jis', 'japanese', 'shift_jis', []],
  ['euc-jp', 'japanese', 'euc-jp', []],
  ['iso-2022-jp', 'japanese', 'iso2022_jp', []],
  ['gb18030', 'chinese', 'gb18030', []],
  ['big5', 'taiwanese', 'big5', []],
  ['euc-kr', 'korean', 'euc-kr', []],
];

describe('a text in any encoding becomes the same text in UTF-8', () => {
  it.each(CASES)('%s, %s', async (name, language, codec, prefix) => {
    const input = await encoded(language, codec, prefix);
    const { path, encoding, confident } = await toUtf8(input, folder, context);
    expect(encoding).toBe(name);
    expect(confident).toBe(true);
    expect(await readFile(path)).toEqual(Buffer.from(TEXTS[language]));
  });
});

describe('texts that say little', () => {
  it('plain ASCII is UTF-8', async () => {
    const { path, ...found } = await toUtf8(await file('ascii.txt', 'plain text\n'), folder, context);
    expect(found).toEqual({ encoding: 'utf-8', confident: true });
    expect(await readFile(path, 'utf8')).toBe('plain text\n');
  });

  it('an empty text stays empty', async () => {
    const { path } = await toUtf8(await file('empty.txt', ''), folder, context);
    expect(await readFile(path)).toHaveLength(0);
  });

  it('a few bytes that could be anything are a guess', async () => {
    const { path, ...found } = await toUtf8(await file('short.txt', Buffer.from([0x81, 0x8d, 0x9d])), folder, context);
    expect(found).toEqual({ encoding: 'windows-1252', confident: false });
    expect(await readFile(path)).not.toHaveLength(0);
  });

  it.each([
    ['a few Japanese words', 'cp932', '氏名,住所\n髙田,東京\n', 'shift_jis'],
    ['apostrophes between letters', 'cp1252', 'I don’t and you can’t, he won’t and it’s late\n', 'windows-1252'],
  ])('%s are a guess that is right', async (name, codec, text, encoding) => {
    const { path, ...found } = await toUtf8(await file(`${name}.txt`, inCodec(text, codec)), folder, context);
    expect(found.encoding).toBe(encoding);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('UTF-8 with a bad byte is UTF-8 with a replacement, and no sure thing', async () => {
    const bytes = Buffer.concat([Buffer.from(TEXTS.russian), Buffer.from([0xff]), Buffer.from('\n')]);
    const { path, ...found } = await toUtf8(await file('damaged.txt', bytes), folder, context);
    expect(found).toEqual({ encoding: 'utf-8', confident: false });
    expect(await readFile(path, 'utf8')).toBe(`${TEXTS.russian}\ufffd\n`);
  });

  it('an encoding that shows only after a megabyte of ASCII is found', async () => {
    const ascii = 'plain text and more of it\n'.repeat(50_000);
    const hidden = Buffer.from(await readFile(await encoded('russian', 'cp1251')));
    const bytes = Buffer.concat([Buffer.from(ascii), hidden, hidden, hidden]);
    const { path, encoding } = await toUtf8(await file('late.txt', bytes), folder, context);
    expect(encoding).toBe('windows-1251');
    expect(await readFile(path, 'utf8')).toBe(ascii + TEXTS.russian.repeat(3));
  });

  it('characters that lie across the pieces in which a file is read stay whole', async () => {
    const text = `a${TEXTS.japanese.repeat(20_000)}`;
    const hex = python<string>(
      'import json, sys; print(json.dumps(sys.stdin.buffer.read().decode().encode("euc-jp").hex()))',
      [],
      text,
    );
    const { path, encoding } = await toUtf8(await file('long.txt', Buffer.from(hex, 'hex')), folder, context);
    expect(encoding).toBe('euc-jp');
    expect((await readFile(path, 'utf8')) === text).toBe(true);
  });
});
