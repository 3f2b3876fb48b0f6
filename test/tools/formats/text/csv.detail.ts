import { describe, expect, it } from 'vitest';
import { csvLoadOptions, csvLoadOptionsOf } from '../../../../tools/formats/text/steps.ts';
import { processorTime } from '../../../support/slowness.ts';
import { hasLibreOffice, libreOffice, python, workspace } from './support.ts';

const { folder, context, file } = await workspace();

/** Returns the cells of a sheet as interpreted by LibreOffice: texts as strings, numbers as numbers. */
async function sheet(name: string, content: string, tokens = csvLoadOptions(content)): Promise<(string | number)[][]> {
  const input = await file(`${name}.csv`, content);
  const output = await libreOffice(input, ['Text - txt - csv (StarCalc)', tokens], 'xlsx', folder);
  return python(
    `
import json, sys, zipfile
import xml.etree.ElementTree as tree
space = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
book = zipfile.ZipFile(sys.argv[1])
texts = [''.join(t.text or '' for t in item.iter(space + 't')) for item in tree.fromstring(book.read('xl/sharedStrings.xml'))]
def value(cell):
    text = cell.findtext(space + 'v')
    if cell.find(space + 'f') is not None: return 'formula'
    return texts[int(text)] if cell.get('t') == 's' else float(text) if text else ''
rows = tree.fromstring(book.read('xl/worksheets/sheet1.xml')).iter(space + 'row')
print(json.dumps([[value(cell) for cell in row] for row in rows]))
`,
    [output],
  );
}

describe.runIf(hasLibreOffice)('CSV as LibreOffice reads it with our tokens', () => {
  it('keeps leading zeros, long digit strings, plus signs and codes with an E', async () => {
    const content = 'id,zip,card,phone,code\n1,01234,1234567890123456789,+491234,12E3\n2,99999,5,+1,2\n';
    expect(await sheet('zeros', content)).toEqual([
      ['id', 'zip', 'card', 'phone', 'code'],
      [1, '01234', '1234567890123456789', '+491234', '12E3'],
      [2, '99999', '5', '+1', '2'],
    ]);
  });

  it('damages the same without them', async () => {
    const rows = await sheet('control', 'zip,card\n01234,1234567890123456789\n', '44,34,76,1');
    expect(rows[1]).toEqual([1234, 1234567890123460000]);
  });

  it('reads numbers as numbers and ISO dates as dates, and guesses nothing else', async () => {
    const content = 'n,s,date,gene,range,us\n3.14,1.5E-3,2024-01-05,MAR1,1-2,01/02/2024\n';
    expect((await sheet('types', content))[1]).toEqual([3.14, 0.0015, 45296, 'MAR1', '1-2', '01/02/2024']);
  });

  it('computes no formula', async () => {
    const content = 'a,b\n=1+1,"=WEBSERVICE(""http://x/"")"\n';
    expect((await sheet('formula', content))[1]).toEqual(['=1+1', '=WEBSERVICE("http://x/")']);
    expect((await sheet('formula-control', content, '44,34,76,1'))[1]).toContain('formula');
  });

  it.each([
    [';', 'semicolon'],
    ['\t', 'tab'],
    ['|', 'pipe'],
    [',', 'comma'],
  ])('finds the delimiter %j', async (delimiter, name) => {
    const content = `${['name', 'größe', 'note'].join(delimiter)}\n${['Bäcker', '7', '"quoted\nline, with; all | of\tthem ""x"""'].join(delimiter)}\n`;
    expect(await sheet(name, content)).toEqual([
      ['name', 'größe', 'note'],
      ['Bäcker', 7, 'quoted\nline, with; all | of\tthem "x"'],
    ]);
  });

  it('reads a decimal comma', async () => {
    expect(await sheet('comma-decimal', 'a;b;c\n3,14;1.234,50;2024-01-05\n2,5;7;2024-02-06\n')).toEqual([
      ['a', 'b', 'c'],
      [3.14, 1234.5, 45296],
      [2.5, 7, 45328],
    ]);
  });

  it('obeys a first line sep=', async () => {
    expect(await sheet('sep', 'sep=;\na,x;b,y\n1;2\n')).toEqual([
      ['a,x', 'b,y'],
      [1, 2],
    ]);
  });

  it('reads single quotes where they enclose fields', async () => {
    expect(await sheet('single', "'a';'b;c'\n'1';'it''s'\n")).toEqual([
      ['a', 'b;c'],
      [1, "it's"],
    ]);
  });
});

describe('the tokens', () => {
  it('see a leading zero in the last of many lines of a file in another encoding', async () => {
    const lines = 'ключ;значение\n'.concat('1;2\n'.repeat(300_000), '1;007\n');
    const path = await file('last.csv', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines, 'utf16le')]));
    expect(csvLoadOptions(lines.slice(0, 1000))).toMatch(/^59,34,76,1,,/);
    expect(await csvLoadOptionsOf(path, 'csv', context)).toMatch(/^59,34,76,1,2\/2,/);
  });

  it('of a file with tabs in its name are tabs', () => {
    expect(csvLoadOptions('a,b,c\td,e,f\n', 'tsv')).toMatch(/^9,/);
  });

  it('of text without any delimiter are those of commas', () => {
    expect(csvLoadOptions('one\ntwo\n')).toMatch(/^44,34,76,1,,1033,/);
    expect(csvLoadOptions('')).toMatch(/^44,34,76,1,,1033,/);
  });

  it.each(['"', ',', "'", ',"', ";'", '0', '1,'])('take bounded time over a million times %j', (text) => {
    expect(processorTime(() => csvLoadOptions(text.repeat(1_000_000)))).toBeLessThan(5000);
  });
});
