import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert, fixture, makeScratch, onlyOutput, read, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

/** table.xlsx with its first sheet called otherwise; `without`: the second one has no cells. */
async function renamed(name: string, without = ''): Promise<string> {
  const path = scratch.path(`renamed-${Math.abs(Math.imul(name.length + without.length, 7919))}.xlsx`);
  const script = [
    'import re, sys, zipfile; s = zipfile.ZipFile(sys.argv[1]); d = zipfile.ZipFile(sys.argv[2], "w")',
    'for n in s.namelist():',
    '    t = s.read(n).decode()',
    '    if n == "xl/workbook.xml": t = t.replace(\'"Stock"\', \'"\' + sys.argv[3] + \'"\')',
    '    if sys.argv[4] and n.endswith(sys.argv[4]): t = re.sub("<row.*</row>", "", t)',
    '    d.writestr(n, t)',
    'd.close()',
  ].join('\n');
  await execa('/usr/bin/python3', ['-c', script, fixture('table.xlsx'), path, name, without]);
  return path;
}

describe('csv', () => {
  it('one file a sheet, called after it, with values and the cells as they are shown', async () => {
    const { outputs } = await convert(scratch, fixture('table.xlsx'), { target: 'csv' });
    expect(outputs.map(({ filename }) => filename)).toEqual(['table-Stock.csv', 'table-Città & più.csv']);
    const [stock, places] = await Promise.all(outputs.map(({ path }) => read(path, 'csv')));
    expect(stock?.sheets[0]?.[1]).toEqual([
      ['Article', 'Number', 'Amount', 'Price'],
      ['Pencil', '007', '4', '1.5'],
      ['Eraser, "soft"', '012', '2', '0.75'],
      ['Sum', '', '', '7.5'],
    ]);
    expect(places?.sheets[0]?.[1]).toEqual([
      ['Città', '驚き'],
      ['Łódź', '12'],
    ]);
  });

  it.each(['100%', '#1', 'a&quot;b', 'a&lt;b', 'a|b', '%41', "it's", '..', ' lead'])(
    'a sheet called %s has a safe name',
    async (name) => {
      const { outputs } = await convert(scratch, await renamed(name), { target: 'csv' });
      expect(outputs).toHaveLength(2);
      for (const { filename } of outputs) expect(filename).not.toMatch(/[/<>"|]/);
      expect((await read(outputs[0]?.path ?? '', 'csv')).sheets[0]?.[1]?.[1]?.[0]).toBe('Pencil');
    },
  );

  it.each(['xlsx', 'xls', 'ods'])(
    'dates, percentages, numbers and booleans of an %s are as their format shows them',
    async (format) => {
      const made = scratch.path('formats.xlsx');
      const script = fileURLToPath(new URL('../../tools/programs/libreoffice/make_stored_values.py', import.meta.url));
      await execa('/usr/bin/python3', [script, 'xlsx-formats', made]);
      const path = format === 'xlsx' ? made : onlyOutput(await convert(scratch, made, { target: format }));
      for (const target of ['csv', 'txt', 'html', 'md']) {
        const text = await readFile(onlyOutput(await convert(scratch, path, { target })), 'utf8');
        for (const shown of ['2013-08-20', '12.50%', '1,234.50']) expect(text).toContain(shown);
        // LibreOffice's HTML has 1 for it, and so has the ods that it makes of an xlsx.
        if (format !== 'ods' && (target === 'csv' || target === 'txt')) expect(text).toContain('TRUE');
      }
    },
  );

  it('a sheet without cells makes no file', async () => {
    const path = await renamed('Stock', 'sheet2.xml');
    const { outputs } = await convert(scratch, path, { target: 'csv', filename: 'one.xlsx' });
    expect(outputs.map(({ filename }) => filename)).toEqual(['one.csv']);
  });
});

describe('txt', () => {
  it('has the sheets one after another, below their names, cells parted by tabs', async () => {
    const path = onlyOutput(await convert(scratch, fixture('table.xlsx'), { target: 'txt' }));
    expect(await readFile(path, 'utf8')).toBe(
      'Stock\nArticle\tNumber\tAmount\tPrice\nPencil\t007\t4\t1.5\n"Eraser, ""soft"""\t012\t2\t0.75\nSum\t\t\t7.5\n' +
        '\nCittà & più\nCittà\t驚き\nŁódź\t12\n',
    );
  });

  it('has no name where there is one sheet', async () => {
    const path = onlyOutput(await convert(scratch, fixture('distances.ods'), { target: 'txt' }));
    expect(await readFile(path, 'utf8')).toBe('Town\tKilometres\nZürich\t120\n');
  });
});

describe('workbooks', () => {
  it('keep formulas and sheets', async () => {
    const found = await read(onlyOutput(await convert(scratch, fixture('table.xlsx'), { target: 'xlsx' })), 'xlsx');
    expect(found.formulas).toBe(1);
    expect(found.sheets.map(([name]) => name)).toEqual(['Stock', 'Città & più']);
  });

  it('of a csv have texts where numbers would lose a zero', async () => {
    const found = await read(onlyOutput(await convert(scratch, fixture('stock.csv'), { target: 'xlsx' })), 'xlsx');
    expect(found.sheets[0]?.[1]?.[1]).toEqual(['Pencil', '007', '4']);
  });
});
