import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageDescription, Scratch, soffice, type Text } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

type Rules = NonNullable<PageDescription['rules']>;

const XS = [50, 150, 300, 400];
const [LEFT, , , RIGHT] = XS as [number, number, number, number];

/** Lines down at all columns and across at these heights. */
const ruled = (ys: readonly number[]): Rules => [
  ...ys.map((y): Rules[number] => [LEFT, y, RIGHT, y]),
  ...XS.map((x): Rules[number] => [x, ys[0] ?? 0, x, ys.at(-1) ?? 0]),
];

const at = (x: number, y: number, text: string): Text => [x + 4, y, 10, 'regular', text];

test('cells of several lines are as their lines show, though the lines of two rows stand evenly below each other', async () => {
  const text = [
    at(50, 112, 'Kind'),
    at(150, 112, 'Rule'),
    at(300, 112, 'Fee'),
    at(50, 126, 'Old'),
    at(150, 126, 'Kept by whoever'),
    at(150, 138, 'found it first'),
    at(300, 126, '10'),
    at(50, 152, 'New'),
    at(50, 164, 'kind'),
    at(150, 152, 'Given back'),
    at(150, 164, 'to the owner'),
    at(300, 152, '20'),
  ];
  const { tables, blocks } = await scratch.reflow(
    await scratch.pdf([
      {
        text: [...text, [50, 80, 10, 'regular', 'Above'], [50, 220, 10, 'regular', 'Below']],
        rules: ruled([100, 116, 142, 168]),
      },
    ]),
  );
  expect(tables).toEqual([
    [
      ['Kind', 'Rule', 'Fee'],
      ['Old', 'Kept by whoever found it first', '10'],
      ['New kind', 'Given back to the owner', '20'],
    ],
  ]);
  expect(blocks[0]).toEqual(['p', 'Above']);
  expect(blocks.at(-1)).toEqual(['p', 'Below']);
});

const MERGED: PageDescription = {
  text: [
    at(50, 120, 'Town'),
    at(150, 112, 'People'),
    at(150, 128, 'then'),
    at(300, 128, 'now'),
    at(50, 144, 'Ulm'),
    at(150, 144, '7'),
    at(300, 144, '8'),
  ],
  rules: [
    ...[100, 132, 148].map((y): Rules[number] => [LEFT, y, RIGHT, y]),
    [150, 116, RIGHT, 116],
    ...[50, 150, 400].map((x): Rules[number] => [x, 100, x, 148]),
    [300, 116, 300, 148],
  ],
};

test('merged cells reach over their columns and rows, in text and in sheets', async () => {
  const path = await scratch.pdf([MERGED]);
  const { html } = await scratch.reflow(path);
  const rows = (await readFile(html, 'utf8')).match(/<tr>.*<\/tr>/g);
  expect(rows).toEqual([
    '<tr><td rowspan="2">Town</td><td colspan="2">People</td></tr>',
    '<tr><td>then</td><td>now</td></tr>',
    '<tr><td>Ulm</td><td>7</td><td>8</td></tr>',
  ]);
  const sheets = await scratch.reflow(path, 'sheets');
  await soffice(scratch, 'HTML (StarCalc)', 'csv', sheets.html);
  const csv = await readFile(scratch.path(basename(sheets.html).replace('.html', '.csv')), 'utf8');
  expect(csv.split('\n').filter((line) => /\w/.test(line))).toEqual(['Town,People,', ',then,now', 'Ulm,7,8']);
});

test('rows without lines between them are rows, and a long entry is one', async () => {
  const text = [
    at(50, 112, 'Item'),
    at(150, 112, 'Text'),
    at(300, 112, 'Price'),
    ...['Nails', 'Planks', 'Glue', 'Paint'].flatMap((name, index) => [
      at(50, 128 + 14 * index, name),
      at(150, 128 + 14 * index, `${name} of the best`),
      at(300, 128 + 14 * index, `${index}.50`),
    ]),
  ];
  const { tables } = await scratch.reflow(await scratch.pdf([{ text, rules: ruled([100, 116, 190]) }]));
  expect(tables).toEqual([
    [
      ['Item', 'Text', 'Price'],
      ['Nails', 'Nails of the best', '0.50'],
      ['Planks', 'Planks of the best', '1.50'],
      ['Glue', 'Glue of the best', '2.50'],
      ['Paint', 'Paint of the best', '3.50'],
    ],
  ]);
});

test('a frame around text is no table', async () => {
  const lines = ['This text stands in a frame that', 'was drawn around all of its lines,', 'and is not a table.'];
  const text = lines.map((line, index) => at(50, 120 + 12 * index, line));
  const rules: Rules = [
    [40, 100, 300, 100],
    [40, 160, 300, 160],
    [40, 100, 40, 160],
    [300, 100, 300, 160],
    [40, 105, 300, 105],
  ];
  const { tables, blocks } = await scratch.reflow(await scratch.pdf([{ text, rules }]));
  expect(tables).toEqual([]);
  expect(blocks).toEqual([['p', lines.join(' ')]]);
});

test('frames around columns of text, and lines over the whole width of a cover, are no table', async () => {
  const words = [
    'The water of the river',
    'rises in every spring,',
    'and the people of the',
    'harbour carry sand to',
    'the doors of houses.',
  ];
  const column = (x: number, y: number): Text[] => words.map((line, index) => at(x, y + 12 * index, line));
  const columns = [...column(60, 120), ...column(200, 120), ...column(60, 220), ...column(200, 220)];
  const frames: Rules = [
    ...[100, 190, 300].map((y): Rules[number] => [50, y, 340, y]),
    [50, 100, 50, 300],
    [340, 100, 340, 300],
    [345, 100, 345, 300],
    ...[100, 300].map((y): Rules[number] => [340, y, 345, y]),
  ];
  const framed = await scratch.reflow(await scratch.pdf([{ text: columns, rules: frames }]));
  expect(framed.tables).toEqual([]);

  const cover: Text[] = [
    at(60, 120, 'The river'),
    at(400, 120, 'Second edition'),
    at(60, 320, 'Of its floods'),
    at(400, 320, 'Hamburg'),
  ];
  const bars: Rules = [
    ...[80, 200, 400].map((y): Rules[number] => [0, y, 595, y]),
    ...[0.5, 380, 594.5].map((x): Rules[number] => [x, 80, x, 400]),
  ];
  const { tables, blocks } = await scratch.reflow(await scratch.pdf([{ text: cover, rules: bars }]));
  expect(tables).toEqual([]);
  expect(blocks.map(([, text]) => text).sort()).toEqual(cover.map(([, , , , text]) => text).sort());
});

test('of a long document only pages with text in columns are drawn', async () => {
  const plain: PageDescription = { text: [[50, 100, 10, 'regular', 'A page of text without a table.']] };
  const path = await scratch.pdf([...Array.from({ length: 20 }, () => plain), MERGED, plain]);
  const { context, workFolder, calls } = await scratch.task(path);
  const { pdfToHtml } = await import('../../../../tools/formats/pdf-text/reflow.ts');
  const { html } = await pdfToHtml({ path, password: null }, 'text', workFolder, context);
  expect(await readFile(html, 'utf8')).toContain('rowspan="2"');
  const drawn = calls.filter(({ args }) => args?.[0] === '-svg').map(({ args }) => args?.slice(2, 6));
  expect(drawn).toEqual([['-f', '21', '-l', '21']]);
});
