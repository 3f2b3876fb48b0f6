import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PageDescription, Scratch, type Text } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const lines = (x: number, y: number, texts: readonly string[], size = 10, pitch = 1.2): Text[] =>
  texts.map((text, index) => [x, y + index * size * pitch, size, 'regular', text]);

const ALICE = [
  'Alice was beginning to get very tired of sitting',
  'by her sister on the bank, and of having nothing',
  'to do: once or twice she had peeped into the book',
  'her sister was reading, but it had no pictures in.',
];
const RABBIT = [
  'So she was considering in her own mind whether',
  'the pleasure of making a daisy chain would be',
  'worth the trouble of getting up and picking the',
  'daisies, when suddenly a White Rabbit ran by her.',
];

/** Reads the pages in every way: blocks and tables of the HTML, and the plain text. */
async function read(pages: readonly PageDescription[]) {
  const path = await scratch.pdf(pages);
  const { blocks, tables } = await scratch.reflow(path);
  return { blocks, tables, text: await scratch.readingText(path) };
}

const words = (blocks: readonly (readonly [string, string])[]): string => blocks.map(([, text]) => text).join(' ');

describe('columns', () => {
  test('follow each other below what goes over both, whatever the order in which they were drawn', async () => {
    const text: Text[] = ALICE.flatMap((line, index): Text[] => [
      [310, 200 + 12 * index, 10, 'regular', RABBIT[index] ?? ''],
      [50, 200 + 12 * index, 10, 'regular', line],
    ]);
    text.push([50, 100, 20, 'regular', 'A title that goes over both of the columns']);
    text.push([150, 300, 10, 'regular', 'What stands below is wide as well, and comes after both columns.']);
    const { blocks, text: plain } = await read([{ text }]);
    const order = ['A title', ...ALICE, ...RABBIT, 'What stands below'];
    const places = (from: string) => order.map((part) => from.indexOf(part.slice(0, 25)));
    for (const from of [words(blocks), plain]) {
      expect(places(from)).not.toContain(-1);
      expect(places(from)).toEqual([...places(from)].sort((a, b) => a - b));
    }
  });

  test('three columns of different lengths with headings of their own', async () => {
    const column = (x: number, name: string, of: readonly string[]): Text[] => [
      [x, 120, 10, 'bold', `Heading of ${name}`],
      ...lines(
        x,
        136,
        of.flatMap((line) => [line.slice(0, 24), line.slice(24)].map((part) => part.trim())),
      ),
    ];
    const text = [
      ...column(40, 'one', ALICE),
      ...column(225, 'two', [...RABBIT, ...ALICE]),
      ...column(410, 'three', RABBIT.slice(0, 3)),
    ];
    const { text: plain } = await read([{ text }]);
    const starts = ['one', 'two', 'three'].map((name) => plain.indexOf(`Heading of ${name}`));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(plain.slice(starts[0], starts[1])).not.toContain('considering');
    expect(plain.slice(starts[1], starts[2])).toContain('Alice was beginning to g');
  });
});

test('lists that stand beside each other at heights of their own follow each other', async () => {
  const names = (name: string) => Array.from({ length: 16 }, (_, index) => `${name} ${index + 1} of the whole list`);
  const text = [...lines(50, 100, names('Apple')), ...lines(320, 104, names('Pear'), 10, 1.37)];
  const { text: plain, tables } = await read([{ text }]);
  expect(tables).toEqual([]);
  expect(plain.split('\n').filter((line) => line !== '')).toEqual([...names('Apple'), ...names('Pear')]);
});

describe('rows', () => {
  test('a table stays rows, also of cells with several lines of text', async () => {
    const cell = (x: number, y: number, of: readonly string[]) => lines(x, y, of);
    const text = [0, 1, 2].flatMap((row) => [
      ...cell(50, 100 + 70 * row, ALICE.slice(0, 4)),
      ...cell(320, 100 + 70 * row, RABBIT.slice(0, 4)),
    ]);
    const { tables } = await read([{ text }]);
    expect(tables).toHaveLength(1);
    expect(tables[0]).toHaveLength(3);
    expect(tables[0]?.[1]).toEqual([ALICE.join(' '), RABBIT.join(' ')]);
  });

  test('a table between columns of text is read as lines', async () => {
    const rows = [
      ['Country', 'Area', 'Capital'],
      ['Austria', '83,879', 'Vienna'],
      ['Belgium', '30,689', 'Brussels'],
    ];
    const table = rows.flatMap((row, y) =>
      row.map((cell, x): Text => [50 + 90 * x, 260 + 14 * y, 10, 'regular', cell]),
    );
    const text = [...lines(50, 100, [...ALICE, ...ALICE]), ...lines(320, 100, [...RABBIT, ...RABBIT]), ...table];
    const { tables, text: plain } = await read([{ text }]);
    expect(tables).toEqual([rows]);
    expect(plain).toMatch(/Austria {2,}83,879 {2,}Vienna\nBelgium {2,}30,689 {2,}Brussels/);
  });

  test('a sign at the end of a line of running text stays beside it', async () => {
    const text = lines(50, 100, [...ALICE.slice(0, 3), 'x = y + z', ...RABBIT]);
    text.push([240, 136, 10, 'regular', '(12)']);
    const { text: plain } = await read([{ text }]);
    expect(plain).toMatch(/x = y \+ z {2,}\(12\)/);
  });

  test('a formula whose parts stand at several heights is no table', async () => {
    const text: Text[] = [
      ...lines(50, 100, ALICE),
      [120, 172, 10, 'regular', 'R = sum'],
      [190, 166, 7, 'regular', 'N'],
      [250, 172, 10, 'regular', 'of all'],
      [120, 180, 7, 'regular', 'k'],
      ...lines(50, 200, RABBIT),
    ];
    expect((await read([{ text }])).tables).toEqual([]);
  });
});

describe('contents', () => {
  const entries = ['1 Introduction', '1.1 What it is', '1.2 What it is not', '2 The rest'];

  test('dots that lead to page numbers are one sign, and no table', async () => {
    const text = entries.flatMap((entry, index): Text[] => {
      const y = 100 + 14 * index;
      return [
        [50, y, 10, 'regular', entry],
        [150, y, 10, 'regular', '. '.repeat(50)],
        [435, y, 10, 'regular', `${index + 3}`],
      ];
    });
    const { blocks, tables, text: plain } = await read([{ text }]);
    expect(tables).toEqual([]);
    expect(blocks.map(([, content]) => content)).toEqual(entries.map((entry, index) => `${entry} … ${index + 3}`));
    expect(plain.trimEnd().split('\n')).toHaveLength(4);
    expect(plain).toMatch(/^1 Introduction .*\. 3$/m);
  });

  test('the two columns of an index follow each other', async () => {
    const column = (x: number, names: readonly string[]): Text[] =>
      names.flatMap((name, index): Text[] => [
        [x, 100 + 12 * index, 10, 'regular', `${name} ${'.'.repeat(40)}`],
        [x + 165, 100 + 12 * index, 10, 'regular', `${10 * index + 3}`],
      ]);
    const left = ['Apples', 'Bears', 'Cats', 'Dogs'];
    const right = ['Eels', 'Foxes', 'Geese', 'Hens'];
    const { blocks, tables } = await read([{ text: [...column(50, left), ...column(320, right)] }]);
    expect(tables).toEqual([]);
    expect(blocks.map(([, content]) => content.split(' ')[0])).toEqual([...left, ...right]);
  });

  test('numbers of pages alone make a table contents, other numbers do not', async () => {
    const page = (numbers: readonly number[]): PageDescription => ({
      text: entries.flatMap((entry, index): Text[] => [
        [50, 100 + 14 * index, 10, 'regular', entry],
        [430, 100 + 14 * index, 10, 'regular', String(numbers[index])],
      ]),
    });
    const rest = [1, 2, 3].map((n): PageDescription => ({ text: lines(50, 100, [...ALICE, `Page ${n}.`]) }));
    const contents = await read([page([2, 2, 3, 4]), ...rest]);
    expect(contents.tables).toEqual([]);
    expect(contents.blocks.slice(0, 2)).toEqual([
      ['p', '1 Introduction 2'],
      ['p', '1.1 What it is 2'],
    ]);
    expect((await read([page([312, 20, 31, 4]), ...rest])).tables).toHaveLength(1);
  });

  test('the number of a section is in its heading', async () => {
    const text: Text[] = [[50, 90, 16, 'bold', '2.1'], [90, 90, 16, 'bold', 'The bank'], ...lines(50, 120, ALICE)];
    expect((await read([{ text }])).blocks[0]).toEqual(['h1', '2.1 The bank']);
  });
});

test('numbers of pages that stand high above the edge are left out of flowing text, and kept in plain text', async () => {
  const page = (number: number): PageDescription => ({
    text: [...lines(50, 100, [...ALICE, ...RABBIT]), [290, 710, 10, 'regular', `${number}`]],
  });
  const { blocks, text } = await read([page(1), page(2), page(3)]);
  expect(blocks.filter(([, content]) => /^\d$/.test(content))).toEqual([]);
  expect(text.match(/^\d$/gm)).toEqual(['1', '2', '3']);
});

test('raised and lowered signs stay at their words', async () => {
  const text: Text[] = [
    ...lines(50, 100, ALICE),
    [50, 200, 10, 'regular', 'Population 273'],
    [113.5, 196, 6, 'regular', '1'],
    [50, 300, 6, 'regular', '1'],
    [54, 303, 9, 'regular', 'An estimate of 2021'],
  ];
  const { blocks, text: plain } = await read([{ text }]);
  expect(words(blocks)).toContain('Population 2731');
  expect(plain).toContain('1An estimate of 2021');
});

test('a large first letter belongs to the first word of its paragraph', async () => {
  const text: Text[] = [
    [50, 124, 36, 'regular', 'A'],
    ...lines(76, 106, [ALICE[0]?.slice(1) ?? '', ALICE[1] ?? '']),
    ...lines(50, 130, ALICE.slice(2)),
  ];
  const { blocks } = await read([{ text }]);
  expect(words(blocks)).toContain(ALICE[0]);
});

test('text before a watermark is whole, also where it has no spaces', async () => {
  const each = ['A', 'word', 'of', 'each', 'line', 'and', 'no', 'space'];
  const text = each.map((word, index): Text => [40 + 65 * index, 100, 10, 'regular', word]);
  const { blocks, tables, text: plain } = await read([{ text, behind: 'DRAFT' }]);
  expect([words(blocks), ...tables.flat(2)].join(' ').trim().split(/\s+/)).toEqual(each);
  expect(plain.split(/\s+/).slice(0, each.length)).toEqual(each);
});

test('a diagonal watermark is at the end of its page, and in no line of it', async () => {
  const path = await scratch.pdf([
    { text: lines(50, 100, ALICE), diagonal: 'DRAFT' },
    { text: lines(50, 100, RABBIT) },
  ]);
  const text = await scratch.readingText(path);
  // poppler reads the letters of rotated text as words.
  expect(text.replace(/D ?R ?A ?F ?T/, 'DRAFT')).toBe(`${ALICE.join('\n')}\n\nDRAFT\n\f${RABBIT.join('\n')}\n`);
});
