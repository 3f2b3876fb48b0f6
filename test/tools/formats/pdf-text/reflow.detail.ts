import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageDescription, Scratch, type Text } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const lines = (x: number, y: number, texts: readonly string[], size = 10): Text[] =>
  texts.map((text, index) => [x, y + index * size * 1.2, size, 'regular', text]);

const ALICE = [
  'Alice was beginning to get very tired of sitting',
  'by her sister on the bank, and of having nothing',
  'to do: once or twice she had peeped into the book',
  'her sister was reading, but it had no pictures or',
  'conversations in it.',
];
const RABBIT = [
  'So she was considering in her own mind whether',
  'the pleasure of making a daisy chain would be',
  'worth the trouble of getting up and picking the',
  'daisies, when suddenly a White Rabbit with pink',
  'eyes ran close by her.',
];

test('lines become paragraphs, and columns are read one after the other', async () => {
  const text: Text[] = [...lines(50, 200, [...ALICE, ...ALICE]), ...lines(310, 200, [...RABBIT, ...RABBIT])];
  text.push([50, 100, 24, 'bold', 'Down the rabbit hole'], [50, 150, 14, 'bold', 'The bank']);
  const { blocks, tables } = await scratch.reflow(await scratch.pdf([{ text }]));
  expect(tables).toEqual([]);
  expect(blocks).toEqual([
    ['h1', 'Down the rabbit hole'],
    ['h2', 'The bank'],
    ['p', ALICE.join(' ')],
    ['p', ALICE.join(' ')],
    ['p', RABBIT.join(' ')],
    ['p', RABBIT.join(' ')],
  ]);
});

test('an indented first line and a wider gap start paragraphs', async () => {
  const text = [
    ...lines(50, 100, ALICE.slice(0, 4)),
    ...lines(70, 148, ['Indented, though the line before it was a full']),
    ...lines(50, 160, ['one of its own.']),
    ...lines(50, 190, ['After a gap.']),
  ];
  const { blocks } = await scratch.reflow(await scratch.pdf([{ text }]));
  expect(blocks).toEqual([
    ['p', ALICE.slice(0, 4).join(' ')],
    ['p', 'Indented, though the line before it was a full one of its own.'],
    ['p', 'After a gap.'],
  ]);
});

test('a word broken by a hyphen is made whole, one that has its own keeps it', async () => {
  const text = lines(50, 100, [
    'This well-known sentence is set so that it has con-',
    'siderable trouble at the end of its lines: a well-',
    'known case, which ends with numbers such as 1990-',
    '1995 and goes on to its end.',
  ]);
  const { blocks } = await scratch.reflow(await scratch.pdf([{ text }]));
  expect(blocks.map(([, content]) => content)).toEqual([
    'This well-known sentence is set so that it has considerable trouble at the end of its lines: a well-known case, which ends with numbers such as 1990- 1995 and goes on to its end.',
  ]);
});

test('bold, italic and links are kept, also where they change inside a line; scripts in links are not', async () => {
  const text: Text[] = [
    [50, 100, 10, 'regular', 'Some'],
    [78, 100, 10, 'bold', 'strong'],
    [115, 100, 10, 'italic', 'words'],
    [146, 100, 10, 'regular', 'and a '],
    [175, 100, 10, 'regular', 'linked place'],
    [233, 100, 10, 'regular', 'and an unlinked one.'],
    [50, 140, 10, 'regular', 'Dangerous text here.'],
  ];
  const links: PageDescription['links'] = [
    [175, 90, 54, 14, 'https://example.org/?a=1&b=2'],
    [50, 130, 100, 14, 'javascript:alert(1)'],
  ];
  const found = await scratch.reflow(await scratch.pdf([{ text, links }]));
  expect(found.blocks[0]).toEqual(['p', 'Some strong words and a linked place and an unlinked one.']);
  expect(found.bold).toEqual(['strong']);
  expect(found.italic).toEqual(['words']);
  expect(found.links).toEqual([['https://example.org/?a=1&b=2', 'linked place']]);
});

test('bullets and numbers become lists; a number that only starts a sentence does not', async () => {
  const mark = (y: number, sign: string, content: string, x = 60): Text[] => [
    [x, y, 10, 'regular', sign],
    [x + 18, y, 10, 'regular', content],
  ];
  const text: Text[] = [
    ...mark(100, '•', 'First thing'),
    ...mark(112, '•', 'Second thing, which is so long that it goes on in'),
    [78, 124, 10, 'regular', 'another line of the same item'],
    ...mark(136, '•', 'A thing within', 84),
    ...mark(148, '•', 'Last thing'),
    ...mark(180, '1.', 'Cut'),
    ...mark(192, '2.', 'Paste'),
    [50, 230, 10, 'regular', '17. May was a day on which nothing happened.'],
  ];
  const { blocks, depths } = await scratch.reflow(await scratch.pdf([{ text }]));
  expect(blocks).toEqual([
    ['li', 'First thing'],
    ['li', 'Second thing, which is so long that it goes on in another line of the same item'],
    ['li', 'A thing within'],
    ['li', 'Last thing'],
    ['li', 'Cut'],
    ['li', 'Paste'],
    ['p', '17. May was a day on which nothing happened.'],
  ]);
  expect(depths).toMatchObject({ 'First thing': 1, 'A thing within': 2, 'Last thing': 1 });
});

test('a table printed by LibreOffice comes back with the same cells, wrapped ones too', async () => {
  const rows = [
    ['Name', 'Description', 'Amount'],
    [
      'Apple',
      'A fruit that grows on trees, and whose description is so very long that it wraps in its cell several times over, as can be seen here',
      '007',
    ],
    ['Pear', 'Another', '1,234.50'],
    ['Fig', '', '3'],
  ];
  const html = rows.map(
    (row) => `<tr>${row.map((cell, index) => `<td${index === 2 ? ' align="right"' : ''}>${cell}</td>`).join('')}</tr>`,
  );
  const path = await scratch.printed(
    `<p>Before the table.</p><table border="1">${html.join('')}</table><p>After the table.</p>`,
  );
  const { blocks, tables } = await scratch.reflow(path);
  expect(tables).toEqual([rows]);
  expect(blocks[0]).toEqual(['p', 'Before the table.']);
  expect(blocks.at(-1)).toEqual(['p', 'After the table.']);
});

test('dense rows of a table stay rows; only text that had no room joins the cell above', async () => {
  const cells = [
    ['K1', 'alpha beta gamma delta', '10'],
    ['K2', 'epsilon', '20'],
    ['', 'Not wrapped', '30'],
    ['K4', 'zeta', ''],
  ];
  const text = cells.flatMap((row, index) =>
    row.flatMap((cell, column): Text[] =>
      cell === '' ? [] : [[50 + column * 130, 100 + 12 * index, 10, 'regular', cell]],
    ),
  );
  const { tables } = await scratch.reflow(await scratch.pdf([{ text }]));
  expect(tables).toEqual([cells]);
});

test('pictures stand where they are in the text, in points; specks and backgrounds are left out', async () => {
  const text = [...lines(50, 100, ['Above the picture.']), ...lines(50, 400, ['Below the picture.'])];
  const pictures: PageDescription['pictures'] = [
    [0, 0, 595, 842, 8],
    [60, 150, 200, 100, 20],
    [300, 10, 3, 3, 2],
  ];
  const found = await scratch.reflow(await scratch.pdf([{ text, pictures }]));
  expect(found.blocks.map(([tag]) => tag)).toEqual(['p', 'p', 'img', 'p']);
  expect(found.pictures).toHaveLength(1);
  const [src = '', style] = found.pictures[0] ?? [];
  expect(style).toBe('width: 200pt; height: 100pt');
  expect((await stat(join(found.html, '..', src))).size).toBeGreaterThan(50);
});

test('headers, footers and page numbers do not interrupt the text that flows over pages', async () => {
  const page = (number: number): PageDescription => ({
    text: [
      [50, 40, 8, 'regular', 'A report about nothing'],
      [540, 40, 8, 'regular', String(number)],
      [50, 820, 8, 'regular', 'All rights reserved'],
      ...Array.from({ length: 40 }, (_, index): Text[] =>
        lines(50, 100 + index * 12, [
          'the words of this page go on and on and on, from one side of the paper to the other and',
        ]),
      ).flat(),
    ],
  });
  const { blocks, pages } = await scratch.reflow(await scratch.pdf([1, 2, 3, 4].map(page)));
  expect(pages).toBe(4);
  const texts = blocks.map(([, content]) => content);
  expect(texts.filter((content) => content === 'A report about nothing')).toHaveLength(1);
  expect(texts.filter((content) => content === 'All rights reserved')).toHaveLength(1);
  expect(texts.filter((content) => /^\d+$/.test(content))).toEqual([]);
  const body = texts.filter((content) => content.startsWith('the words'));
  expect(body).toHaveLength(1);
  expect(body[0]?.match(/the words/g)).toHaveLength(160);
});

test('numbers in the last row of a table, at the bottom of a page, are not taken for those of pages', async () => {
  const rows = [690, 710, 730, 750, 770];
  const page = (number: number): PageDescription => ({
    text: [
      ...lines(50, 100, ['the words of this page go on and on and on, from one side of the paper to the other and']),
      ...(number === 2
        ? rows.flatMap((y): Text[] => [
            [50, y, 10, 'regular', `River of the ${y}`],
            [300, y, 10, 'bold', 'X'],
            [400, y, 10, 'regular', '7'],
          ])
        : []),
      [290, 800, 10, 'regular', String(number)],
    ],
  });
  const { tables, blocks } = await scratch.reflow(await scratch.pdf([1, 2, 3, 4].map(page)));
  expect(tables).toEqual([rows.map((y) => [`River of the ${y}`, 'X', '7'])]);
  const texts = blocks.filter(([tag]) => tag !== 'td').map(([, content]) => content);
  expect(texts.filter((content) => /^\d+$/.test(content))).toEqual([]);
});

test('a narrow space parts words', async () => {
  // The width of `wide ` in Helvetica is 23.34 points, 2.78 of them the space; the next word stands over most of it.
  const text: Text[] = [
    [50, 100, 10, 'regular', 'wide '],
    [71.1, 100, 10, 'regular', 'road'],
  ];
  const { blocks } = await scratch.reflow(await scratch.pdf([{ text }]));
  expect(blocks).toEqual([['p', 'wide road']]);
});

test('Arabic and Hebrew come out in the order in which they are read', async () => {
  const hebrew = 'שלום עולם (כאן), זה טקסט בעברית עם English words בפנים.';
  const arabic = 'هذه جملة عربية مع رقم 123 في وسطها.';
  const path = await scratch.printed(
    `<p dir="rtl">${hebrew}</p><p dir="rtl">${arabic}</p><p>Latin text with שלום עולם inside.</p>`,
  );
  const { blocks, rtl } = await scratch.reflow(path);
  expect(blocks).toEqual([
    ['p', hebrew],
    ['p', arabic],
    ['p', 'Latin text with שלום עולם inside.'],
  ]);
  expect(rtl).toEqual([hebrew, arabic]);
});

test('letters that a font draws as one sign come out in the order in which they are read', async () => {
  const text = 'تحسين الإنتاجية وحل المشكلات من خلال البرمجة إلى الآن بلا الألوان.';
  const path = await scratch.printed(`<p dir="rtl">${text}</p>`);
  // LibreOffice's maps name lam and alef as letters of one sign, which poppler alone turns around.
  const { blocks, warnings } = await scratch.reflow(path);
  expect(blocks).toEqual([['p', text]]);
  expect(warnings).toEqual([]);
  expect(await scratch.readingText(path)).toBe(`${text}\n`);
});

test('a PDF without text says so and gives its pictures', async () => {
  const found = await scratch.reflow(
    await scratch.pdf([{ pictures: [[0, 0, 595, 842, 30]] }, { pictures: [[0, 0, 590, 842, 30]] }]),
  );
  expect(found.hasText).toBe(false);
  expect(found.pages).toBe(2);
  expect(found.blocks.filter(([tag]) => tag === 'img')).toHaveLength(2);
});

test('text of the PDF cannot become markup', async () => {
  const words = '<script>alert("1")</script> & <b>not bold</b>';
  const { blocks, bold } = await scratch.reflow(await scratch.pdf([{ text: lines(50, 100, [words]) }]));
  expect(blocks).toEqual([['p', words]]);
  expect(bold).toEqual([]);
});
