import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { findPython } from '../../../../src/process/python.ts';
import type { OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { useBench } from './support.ts';

const bench = await useBench();
const MAKE = join(import.meta.dirname, 'make_stored_values.py');
const WAYS: readonly OfficeWay[] = (await findSoffice()) === null ? ['once', 'warm'] : ['once', 'warm', 'cold'];
const CSV = {
  name: 'out.csv',
  filter: 'Text - txt - csv (StarCalc)',
  options: '44,34,76,1,,0,false,true,true,false,false',
};
const XLSX = 'Calc MS Excel 2007 XML';

const STORED = ['41.5', 'kept', '#VALUE!', 'TRUE', '41506'];

async function make(kind: string, ...sources: string[]): Promise<string> {
  const path = join(bench.folder, `${kind}.${kind.split('-')[0]}`);
  await execa(findPython(), [MAKE, kind, path, ...sources]);
  return path;
}

/** Makes an xls of a kind by patching one that LibreOffice makes from an xlsx. */
async function makeXls(kind: string, source: string): Promise<string> {
  const store = [{ name: 'out.xls', filter: 'MS Excel 97' }];
  const { path } = await bench.convert('once', { input: await make(source), load: { filter: XLSX }, store });
  return make(kind, path('out.xls'));
}

async function cells(way: OfficeWay, input: string, filter: string, storedValues: boolean): Promise<string[]> {
  const { path } = await bench.convert(way, { input, load: { filter }, store: [CSV], storedValues });
  return (await readFile(path('out.csv'), 'utf8')).trim().split('\n');
}

describe.each([
  ['xlsx', XLSX, () => make('xlsx'), [...STORED, '5']],
  ['xlsb', 'Calc MS Excel 2007 Binary', () => make('xlsb'), STORED],
  ['xls', 'MS Excel 97', () => makeXls('xls', 'xlsx-for-xls'), STORED],
  ['ods', 'calc8', () => make('ods'), [...STORED, '5']],
])('results that formulas of an %s have stored', (_, filter, made, expected) => {
  it.each(WAYS)('are kept, and others calculated: %s', async (way) => {
    expect(await cells(way, await made(), filter, true)).toEqual(expected);
  });

  it('are not what LibreOffice calculates', async () => {
    const calculated = await cells('once', await made(), filter, false);
    for (const [index, each] of STORED.entries()) expect(calculated[index]).not.toBe(each);
  });
});

describe.each([
  ['xlsx', XLSX, () => make('xlsx-dates')],
  ['xlsb', 'Calc MS Excel 2007 Binary', () => make('xlsb-dates')],
  ['xls', 'MS Excel 97', () => makeXls('xls-dates', 'xlsx-dates-for-xls')],
])('formats of dates that an %s has by their number alone', (_, filter, made) => {
  it.each(WAYS)('are those of Excel: %s', async (way) => {
    expect(await cells(way, await made(), filter, true)).toEqual(['4/1/2007,1-Apr-07,1-Apr,Apr-07,4/1/2007 18:00']);
  });

  it('are those of the system for LibreOffice', async () => {
    expect(await cells('once', await made(), filter, false)).not.toContain('Apr-07');
  });
});

async function timesAsXls(): Promise<string> {
  const store = [{ name: 'out.xls', filter: 'MS Excel 97' }];
  const { path } = await bench.convert('once', { input: await make('xlsx-times'), load: { filter: XLSX }, store });
  return path('out.xls');
}

const SECONDS = '12:00:01,36:00:01';
describe.each([
  ['xlsx', XLSX, () => make('xlsx-times'), `1/0/1900,2/29/1900,1/1/1900 12:00,${SECONDS}`],
  ['xlsb', 'Calc MS Excel 2007 Binary', () => make('xlsb-times'), `1/0/1900,2/29/1900,1/1/1900 12:00,${SECONDS}`],
  ['xls', 'MS Excel 97', timesAsXls, `1/0/1900,2/29/1900,1/1/1900 12:00,${SECONDS}`],
  ['xlsx of 1904', XLSX, () => make('xlsx-times-of-1904'), '1/1/1904,3/1/1904,1/2/1904 12:00,12:00:01,36:00:01'],
])('times before March 1900 and with parts of seconds of an %s', (_, filter, made, expected) => {
  it.each(WAYS)('are as Excel shows them: %s', async (way) => {
    expect(await cells(way, await made(), filter, true)).toEqual([expected]);
  });

  it('are not what LibreOffice shows', async () => {
    expect(await cells('once', await made(), filter, false)).not.toContain(expected);
  });
});

it.each([
  ['a time with parts of a second of an ods is the text that the cell showed', 'ods-times', 'calc8', ['00:00:10']],
  ['characters of a result that have their number alone are themselves', 'xlsx-characters', XLSX, ['a\tb_x0041_']],
  [
    'a pivot table is what its cells hold',
    'xlsx-pivot',
    XLSX,
    ['Fruit,Kilos,,Rows,Kilos of it', 'apple,2,,apple,2', 'pear,3,,pear,3', ',,,All,5'],
  ],
])('%s', async (_, kind, filter, expected) => {
  const input = await make(kind);
  expect(await cells('once', input, filter, true)).toEqual(expected);
  expect(await cells('once', await make(kind), filter, false)).not.toEqual(expected);
});

it('a format that a workbook defines under such a number is its own', async () => {
  const [row] = await cells('once', await make('xlsx-own-dates'), XLSX, true);
  expect(row).toMatch(/^2007,1-Apr-07,/);
});

it('zeros of a program that does not calculate are calculated', async () => {
  expect(await cells('once', await make('xlsx-never-calculated'), XLSX, true)).toEqual(['5']);
});

it('a formula that makes a link stays, as HTML has it', async () => {
  const store = [{ name: 'out.html', filter: 'HTML (StarCalc)' }];
  const job = { input: await make('xlsx-link'), load: { filter: XLSX }, store, storedValues: true };
  const { path } = await bench.convert('once', job);
  expect(await readFile(path('out.html'), 'utf8')).toMatch(/<a href="http:\/\/example\.test\/">shown<\/a>/i);
});
