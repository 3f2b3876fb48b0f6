import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeName, guessEncoding, mendLzhName } from '../../../tools/archives/names.ts';
import { convert, makeScratch, onlyOutput, python, type Scratch, tool } from '../../engines/archive/support.ts';
import { makeArchive } from '../../engines/archive/support-archives.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';

let scratch: Scratch;

beforeAll(async () => {
  scratch = await makeScratch();
});

afterAll(() => scratch.remove());

/** Each line: the names of one archive, made by Python in that encoding. */
const ON_DOS: Readonly<Record<string, readonly string[]>> = {
  cp437: [
    'résumé.txt',
    'Ünïcode/straße.txt',
    'Müller GmbH Rechnung.pdf',
    'ñandú.txt',
    'Bücher/Größe.txt',
    'été/forêt.jpg',
    'Año 1999.txt',
    'smörgåsbord.txt',
    'Überweisung.txt',
  ],
  cp1252: ['résumé.txt', 'Größe.txt', 'São Paulo.txt', 'garçon.txt', 'été/forêt.jpg'],
  cp932: [
    '日本語テスト.txt',
    '表.txt',
    '漢字.txt',
    '新しいフォルダ/写真.jpg',
    'ソフト表示能力.txt',
    '見積書2020年.xls',
    'ABC株式会社.pdf',
    '第1章 はじめに.txt',
    '資料/会議.doc',
  ],
  gbk: ['新建文件夹/文档.txt', '中文.txt', '北京大学.pdf', '报告2020.doc', '使用手册.pdf', '下载必看.txt'],
  cp866: ['привет.txt', 'Новая папка/Документ.doc', 'отчет 2005.xls', 'Фото/Лето.jpg'],
  cp1251: ['привет.txt', 'Новая папка/Документ.doc', 'Фото/Лето.jpg'],
};
const ON_UNIX: Readonly<Record<string, readonly string[]>> = {
  'euc-jp': ['日本語テスト.txt', '漢字.txt', 'はじめに.txt'],
  cp1252: ['résumé.txt', 'Größe.txt'],
  cp932: ['日本語テスト.txt'],
  'koi8-r': ['привет.txt', 'Новая папка/Документ.doc', 'ПРИВЕТ'],
};

/** Names as their bytes in an encoding, one character a byte, by one start of Python. */
async function encode(names: readonly (readonly [encoding: string, name: string])[]): Promise<string[]> {
  const script = 'import sys, json; print(json.dumps([n.encode(e).hex() for e, n in json.loads(sys.argv[1])]))';
  const encoded = JSON.parse(await python(script, JSON.stringify(names))) as string[];
  return encoded.map((hex) => Buffer.from(hex, 'hex').toString('latin1'));
}

describe('names of an archive that does not say their encoding', () => {
  const cases = (table: Readonly<Record<string, readonly string[]>>, fromUnix: boolean) =>
    Object.entries(table).flatMap(([encoding, names]) => names.map((name) => [encoding, name, fromUnix] as const));
  const all = [...cases(ON_DOS, false), ...cases(ON_UNIX, true)];
  let raw: string[];

  beforeAll(async () => {
    raw = await encode(all.map(([encoding, name]) => [encoding, name]));
  });

  it.each(all.map((each, index) => [...each, index] as const))(
    'are read from %s: %s',
    (_encoding, name, fromUnix, index) => {
      const bytes = raw[index] ?? '';
      expect(decodeName(bytes, guessEncoding([bytes], fromUnix))).toBe(name);
    },
  );

  it('are UTF-8 wherever they can be', async () => {
    const [name = ''] = await encode([['utf-8', 'Übersicht 概要.txt']]);
    expect(guessEncoding([name, 'plain'], false)).toBe('utf-8');
    expect(decodeName(name, 'utf-8')).toBe('Übersicht 概要.txt');
  });

  it('are weighed together', async () => {
    // Alone, the first is a name in UTF-8 too.
    const names = await encode(['表.txt', '漢字.txt'].map((name) => ['euc-jp', name] as const));
    const encoding = guessEncoding(names, true);
    expect(names.map((name) => decodeName(name, encoding))).toEqual(['表.txt', '漢字.txt']);
  });

  it('with a Shift-JIS backslash are mended in an lzh', () => {
    expect(mendLzhName('\x95/.txt')).toBe('\x95\\.txt');
    expect(mendLzhName('folder/\x83e\x83X\x83g.txt')).toBe('folder/\x83e\x83X\x83g.txt');
  });
});

const namesIn = async (zip: string): Promise<string[]> =>
  JSON.parse(
    await python(
      'import sys, zipfile, json; print(json.dumps([i.filename for i in zipfile.ZipFile(sys.argv[1]).infolist() if i.flag_bits & 0x800]))',
      zip,
    ),
  );

describe('in the output names are UTF-8, and say so', () => {
  it.each([
    ['cp932', '0', ['新しいフォルダ/表示.txt', 'ソ連.txt']],
    ['cp437', '0', ['Größe/Übersicht.txt']],
    ['cp437', '3', ['Größe/Übersicht.txt']],
    ['gbk', '11', ['报告/手册.txt']],
    ['utf-8', '3', ['Größe/概要.txt']],
  ])('from a zip in %s of system %s', async (encoding, system, names) => {
    const archive = await makeArchive(scratch, `${encoding}-${system}.zip`, 'encoded-zip', encoding, system, ...names);
    const result = await convert(scratch, [{ path: archive }], { target: 'zip' });
    const files = (await namesIn(onlyOutput(result))).filter((name) => !name.endsWith('/'));
    expect(files.sort()).toEqual([...names].sort());
    expect(result.warnings.map(({ code }) => code)).toEqual(encoding === 'utf-8' ? [] : ['output_limited']);
    // In a tar and a 7z they are the same.
    const tar = onlyOutput(await convert(scratch, [{ path: archive }], { target: 'gz' }));
    expect((await tool('tar', ['-tzf', tar, '--quoting-style=literal'])).stdout).toContain(names[0]);
    const packed = onlyOutput(await convert(scratch, [{ path: archive }], { target: '7z' }));
    expect((await tool(DEBIAN_7ZIP, ['l', '-slt', packed])).stdout).toContain(`Path = ${names[0]}`);
  });

  it('from an lzh in Shift-JIS', async () => {
    const archive = await makeArchive(scratch, 'sjis.lzh', 'lzh-sjis');
    const result = await convert(scratch, [{ path: archive }], { target: 'zip' });
    expect(await namesIn(onlyOutput(result))).toEqual(['表示.txt']);
  });

  it('and backslashes of Windows programs part folders', async () => {
    const windows = await makeArchive(
      scratch,
      'windows.zip',
      'encoded-zip',
      'utf-8',
      '0',
      'folder\\sub\\file.txt',
      'folder\\other.txt',
    );
    const list = 'import sys, zipfile; print(sorted(zipfile.ZipFile(sys.argv[1]).namelist()))';
    const zip = onlyOutput(await convert(scratch, [{ path: windows }], { target: 'zip' }));
    expect(await python(list, zip)).toBe("['folder/', 'folder/other.txt', 'folder/sub/', 'folder/sub/file.txt']");
    const unix = await makeArchive(scratch, 'unix.zip', 'encoded-zip', 'utf-8', '3', 'unit\\x2dname.slice');
    const kept = onlyOutput(await convert(scratch, [{ path: unix }], { target: 'zip' }));
    expect(await python(list, kept)).toBe("['unit\\\\x2dname.slice']");
  });
});
