import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeName, repairBackslashes } from '../../../../tools/formats/archives/names/encodings.ts';
import { guessEncodings } from '../../../../tools/formats/archives/names/guess.ts';
import { convert, makeScratch, onlyOutput, python, type Scratch, tool } from '../../../engines/archive/support.ts';
import { makeArchive } from '../../../engines/archive/support-archives.ts';
import { DEBIAN_7ZIP } from '../../../support/seven-zip.ts';
import { NAMES, UNIX_NAMES } from './name-table.ts';

let scratch: Scratch;

beforeAll(async () => {
  scratch = await makeScratch();
});

afterAll(() => scratch.remove());

/** Encodes names with a single start of Python. @returns their bytes, one character a byte */
async function encode(names: readonly (readonly [encoding: string, name: string])[]): Promise<string[]> {
  const script = 'import sys, json; print(json.dumps([n.encode(e).hex() for e, n in json.loads(sys.argv[1])]))';
  const encoded = JSON.parse(await python(script, JSON.stringify(names))) as string[];
  return encoded.map((hex) => Buffer.from(hex, 'hex').toString('latin1'));
}

/** Returns the names as read from an archive with exactly these. */
function read(raws: readonly string[], fromUnix: boolean): string[] {
  const encodingOf = guessEncodings(raws, { fromUnix, slashed: false });
  return raws.map((raw) => decodeName(raw, encodingOf(raw)));
}

describe('names of an archive that does not say their encoding', () => {
  const cases = (table: Readonly<Record<string, readonly string[]>>, fromUnix: boolean) =>
    Object.entries(table).map(([encoding, names]) => [encoding, fromUnix ? 'Unix' : 'DOS', names] as const);
  const archives = [...cases(NAMES, false), ...cases({ ...NAMES, ...UNIX_NAMES }, true)];
  const alone = cases(NAMES, false).flatMap(([encoding, , names]) => names.map((name) => [encoding, name] as const));

  it.each(archives)('are read together: %s on %s', async (encoding, system, names) => {
    const raws = await encode(names.map((name) => [encoding, name]));
    expect(read(raws, system === 'Unix')).toEqual(names);
  });

  it('are read one by one', async () => {
    const raws = await encode(alone);
    expect(raws.map((raw) => read([raw], false)[0])).toEqual(alone.map(([, name]) => name));
  });

  it('are UTF-8 where they can be, each for itself', async () => {
    const mixed = [
      ['utf-8', 'Übersicht 概要.txt'],
      ['cp866', 'Новая папка/Документ.doc'],
      ['utf-8', 'Größe.txt'],
      ['cp866', 'отчет 2005.xls'],
      ['ascii', 'plain'],
    ] as const;
    expect(read(await encode(mixed), false)).toEqual(mixed.map(([, name]) => name));
  });

  it('are weighed together where one alone could be UTF-8 by chance', async () => {
    const names = ['表.txt', '漢字.txt'];
    const raws = await encode(names.map((name) => ['euc-jp', name] as const));
    expect(Buffer.from(raws[0] ?? '', 'latin1').toString('utf8')).toBe('ɽ.txt');
    expect(read(raws, true)).toEqual(names);
  });

  it('that cannot be what the others are, are weighed alone', async () => {
    const mixed = [
      ['cp932', '新しいフォルダ.txt'],
      ['cp932', 'ソフト表示能力.txt'],
      ['cp1251', 'яяя привет'],
    ] as const;
    const raws = await encode(mixed);
    expect(decodeName(raws[2] ?? '', 'sjis')).toContain('\ufffd');
    expect(read(raws, false)).toEqual(mixed.map(([, name]) => name));
  });

  it('with a backslash within a character are repaired', () => {
    expect(repairBackslashes('\x95/.txt', 'sjis')).toBe('\x95\\.txt');
    expect(repairBackslashes('folder/\x83e\x83X\x83g.txt', 'sjis')).toBe('folder/\x83e\x83X\x83g.txt');
    expect(repairBackslashes('Stra\xc3\x9fe\xc3\x9f/a', 'utf8')).toBe('Stra\xc3\x9fe\xc3\x9f/a');
  });
});

const namesIn = async (zip: string): Promise<string[]> =>
  JSON.parse(
    await python(
      'import sys, zipfile, json; print(json.dumps([i.filename for i in zipfile.ZipFile(sys.argv[1]).infolist() if i.flag_bits & 0x800]))',
      zip,
    ),
  );

/** Returns the names in a zip that Python reads, if they are marked as UTF-8 or are ASCII. */
const filesIn = async (zip: string): Promise<string[]> =>
  JSON.parse(
    await python(
      'import sys, zipfile, json; print(json.dumps([i.filename for i in zipfile.ZipFile(sys.argv[1]).infolist() if not i.is_dir() and (i.flag_bits & 0x800 or i.filename.isascii())]))',
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
    // In a tar and a 7z the names are the same.
    const tar = onlyOutput(await convert(scratch, [{ path: archive }], { target: 'gz' }));
    expect((await tool('tar', ['-tzf', tar, '--quoting-style=literal'])).stdout).toContain(names[0]);
    const packed = onlyOutput(await convert(scratch, [{ path: archive }], { target: '7z' }));
    expect((await tool(DEBIAN_7ZIP, ['l', '-slt', packed])).stdout).toContain(`Path = ${names[0]}`);
  });

  const FORMATS = ['zip', 'tar', 'lzh', 'cab'].flatMap((format) =>
    Object.keys(NAMES).map((encoding) => [format, encoding] as const),
  );

  it.each(FORMATS)('from a %s in %s', async (format, encoding) => {
    const names = NAMES[encoding] ?? [];
    const archive = await makeArchive(
      scratch,
      `table-${encoding}.${format}`,
      `encoded-${format}`,
      encoding,
      ...(format === 'zip' ? ['0'] : []),
      ...names,
    );
    const result = await convert(scratch, [{ path: archive }], { target: 'zip' });
    expect((await filesIn(onlyOutput(result))).sort()).toEqual([...names].sort());
    expect(result.warnings).toMatchObject([
      { code: 'output_limited', message: expect.stringContaining(`${names.length} names were read as`) },
    ]);
  });

  it('from a 7z, whose names are Unicode, without a guess', async () => {
    const names = Object.values(NAMES).flat();
    const tar = await makeArchive(scratch, 'all.tar', 'encoded-tar', 'utf-8', ...new Set(names));
    const packed = onlyOutput(await convert(scratch, [{ path: tar }], { target: '7z' }));
    const result = await convert(scratch, [{ path: packed }], { target: 'zip' });
    expect((await filesIn(onlyOutput(result))).sort()).toEqual([...new Set(names)].sort());
    expect(result.warnings).toEqual([]);
  });

  it('from an archive where one name is UTF-8 and another is not', async () => {
    const archive = scratch.path('mixed.tar');
    await python(
      'import sys, tarfile\nwith tarfile.open(sys.argv[1], "w", format=tarfile.GNU_FORMAT, errors="surrogateescape") as t:\n for e, n in (("utf-8", "Größe 概要.txt"), ("cp866", "Документ.doc"), ("cp866", "отчет.xls")): t.addfile(tarfile.TarInfo(n.encode(e).decode("utf-8", "surrogateescape")))',
      archive,
    );
    const result = await convert(scratch, [{ path: archive }], { target: 'zip' });
    expect((await filesIn(onlyOutput(result))).sort()).toEqual(['Größe 概要.txt', 'Документ.doc', 'отчет.xls'].sort());
    expect(result.warnings.map(({ message }) => message)).toEqual([
      'The archive does not say in what encoding its names are. 2 names were read as CP866 (DOS, Cyrillic); 1 other is UTF-8, or the archive says what they are. If that is wrong, give filename_encoding.',
    ]);
  });

  it.each([
    ['zip', 'unicode-zip'],
    ['lzh', 'unicode-lzh'],
    ['cab', 'unicode-cab'],
  ])('from the Unicode field of a %s, whatever its other name is', async (format, kind) => {
    const name = 'Größe 概要 отчет.txt';
    const archive = await makeArchive(scratch, `field.${format}`, kind, name);
    const result = await convert(scratch, [{ path: archive }], { target: 'zip' });
    expect(await filesIn(onlyOutput(result))).toEqual([name]);
    expect(result.warnings).toEqual([]);
  });

  it('from a zip whose Unicode field is of another name, without the field', async () => {
    const archive = await makeArchive(scratch, 'stale.zip', 'stale-unicode-zip', 'Größe.txt');
    const result = await convert(scratch, [{ path: archive }], { target: 'zip' });
    expect(await filesIn(onlyOutput(result))).toEqual(['été.txt']);
    expect(result.warnings).toHaveLength(1);
  });

  it('from an lzh by the code page it names', async () => {
    // Read as Shift-JIS, these bytes are characters too.
    const archive = await makeArchive(scratch, 'page.lzh', 'paged-lzh', 'cp1251', '1251', 'да.txt');
    const result = await convert(scratch, [{ path: archive }], { target: 'zip' });
    expect(await filesIn(onlyOutput(result))).toEqual(['да.txt']);
    expect(result.warnings).toEqual([]);
  });

  it('by filename_encoding, where the names do not say what they are', async () => {
    const options = { filename_encoding: 'cp1253' };
    const archive = await makeArchive(scratch, 'greek.zip', 'encoded-zip', 'cp1253', '0', 'Έγγραφο.txt');
    const guessed = await convert(scratch, [{ path: archive }], { target: 'zip' });
    expect(await filesIn(onlyOutput(guessed))).not.toEqual(['Έγγραφο.txt']);
    const given = await convert(scratch, [{ path: archive }], { target: 'zip', options });
    expect(await filesIn(onlyOutput(given))).toEqual(['Έγγραφο.txt']);
    expect(given.warnings).toEqual([]);
    // A name marked as UTF-8 stays unchanged, and the option has no effect.
    const clear = await makeArchive(scratch, 'field2.zip', 'unicode-zip', 'Größe.txt');
    const kept = await convert(scratch, [{ path: clear }], { target: 'zip', options });
    expect(await filesIn(onlyOutput(kept))).toEqual(['Größe.txt']);
    expect(kept.warnings.map(({ code }) => code)).toEqual(['option_no_effect']);
    const file = await convert(scratch, [{ path: scratch.path('greek.zip') }, { path: clear }], {
      target: '7z',
      options,
    });
    expect(file.warnings.map(({ code }) => code)).toEqual(['option_no_effect']);
  });

  it('by a filename_encoding that does not fit, with a warning', async () => {
    const archive = await makeArchive(scratch, 'misfit.zip', 'encoded-zip', 'cp866', '0', 'отчет.txt');
    const options = { filename_encoding: 'sjis' };
    const { warnings } = await convert(scratch, [{ path: archive }], { target: 'zip', options });
    expect(warnings).toMatchObject([
      { code: 'output_limited', message: expect.stringContaining('Shift-JIS (Japanese) cannot read all of 1 name') },
    ]);
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
