import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageDescription, Scratch, soffice, type Text } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const row = (y: number, cells: readonly string[]): Text[] =>
  cells.flatMap((cell, index): Text[] => (cell === '' ? [] : [[50 + index * 120, y, 10, 'regular', cell]]));

/** Opens the HTML in LibreOffice Calc. @returns rows of fields without quotes */
async function asCsv(html: string): Promise<string[]> {
  await soffice(scratch, 'HTML (StarCalc)', 'csv', html);
  const csv = await readFile(scratch.path(basename(html).replace('.html', '.csv')), 'utf8');
  return csv.trim().split('\n');
}

async function cellsOf(pages: readonly PageDescription[]): Promise<string[]> {
  const { html } = await scratch.reflow(await scratch.pdf(pages), 'sheets');
  return asCsv(html);
}

test('tables of all pages become rows of cells, and lines between them rows', async () => {
  const first = [
    ...row(60, ['Sales of the year']),
    ...row(100, ['Code', 'Name', 'Price']),
    ...row(116, ['a1', 'Apple', '12.5']),
    ...row(132, ['b2', 'Pear', '3']),
  ];
  const second = [...row(100, ['Code', 'Name', 'Price']), ...row(116, ['c3', 'Fig', '7'])];
  const csv = await cellsOf([{ text: first }, { text: second }]);
  expect(csv.map((line) => line.replace(/,+$/, '')).filter((line) => line !== '')).toEqual([
    'Sales of the year',
    'Code,Name,Price',
    'a1,Apple,12.5',
    'b2,Pear,3',
    'Code,Name,Price',
    'c3,Fig,7',
  ]);
});

test('leading zeros and long numbers survive, and nothing becomes a formula', async () => {
  const rows = [
    ['Code', 'Number', 'Text'],
    ['007', '1234567890123456789', '=1+1'],
    ['0815', '+491701234567', '=HYPERLINK("a")'],
    ['12', '-5', '@SUM(A1)'],
  ];
  const csv = await cellsOf([{ text: rows.flatMap((cells, index) => row(100 + 16 * index, cells)) }]);
  expect(csv.slice(0, 4)).toEqual([
    'Code,Number,Text',
    '007,1234567890123456789,=1+1',
    '0815,+491701234567,"=HYPERLINK(""a"")"',
    '12,-5,@SUM(A1)',
  ]);
});

test('a page without a table gives its lines, cut at wide gaps', async () => {
  const { tables, html } = await scratch.reflow(
    await scratch.pdf([{ text: [...row(100, ['Only one line', 'and its end']), ...row(300, ['Another line'])] }]),
    'sheets',
  );
  expect(tables).toEqual([[['Only one line', 'and its end'], ['Another line']]]);
  expect(basename(html)).toBe('document.html');
  expect(join(html)).toBe(html);
});

test('a spreadsheet that Calc printed comes back cell by cell, also where numbers stand right before text', async () => {
  const rows = [
    ['No', 'Amount', 'Name', 'City'],
    ...Array.from({ length: 60 }, (_, index) => [
      String(index + 1),
      String(index * 137 + 5),
      `Name ${'abc'.repeat(index % 3)}`.trim(),
      index % 5 === 0 ? '' : 'Some city',
    ]),
  ];
  const csv = rows.map((cells) => cells.join(',')).join('\n');
  await writeFile(scratch.path('calc.csv'), csv);
  await soffice(scratch, 'Text - txt - csv (StarCalc):44,34,76', 'pdf:calc_pdf_Export', scratch.path('calc.csv'));
  const { tables } = await scratch.reflow(scratch.path('calc.pdf'), 'sheets');
  // Calc prints the name of the sheet above each page, and the page's number below.
  const isPrinted = ([first, ...rest]: readonly string[]): boolean =>
    rest.length > 0 || !/^(?:calc|Page \d|)$/.test(first ?? '');
  expect(tables[0]?.filter(isPrinted)).toEqual(rows);
});
