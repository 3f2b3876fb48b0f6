import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scratch, type Text } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const at = (x: number, y: number, text: string, font: 'regular' | 'bold' = 'regular'): Text => [x, y, 10, font, text];

const reflow = async (text: readonly Text[]) => scratch.reflow(await scratch.pdf([{ text }]));

test('addresses beside each other are read one after the other and are no table', async () => {
  const { tables, blocks } = await reflow([
    at(50, 700, 'House of the river, 5 Harbour Street'),
    at(350, 700, 'Published by the friends of ports'),
    at(50, 714, 'Telephone 040 123 456'),
    at(350, 714, 'Number 17 of this year'),
  ]);
  expect(tables).toEqual([]);
  expect(blocks.map(([, text]) => text).join(' ')).toBe(
    'House of the river, 5 Harbour Street Telephone 040 123 456 Published by the friends of ports Number 17 of this year',
  );
});

test('labels of two lines that go on in the second are no table', async () => {
  const { tables, blocks } = await reflow([
    at(50, 100, 'Ten days'),
    at(200, 100, 'Hundred days'),
    at(50, 112, 'of rain'),
    at(200, 112, 'of rain'),
  ]);
  expect(tables).toEqual([]);
  expect(blocks.map(([, text]) => text).join(' ')).toBe('Ten days of rain Hundred days of rain');
});

test.each<[string, readonly [string, string], readonly [string, string], 'regular' | 'bold']>([
  ['a head above numbers', ['Ships in the port', 'Trains'], ['1,204', '311'], 'regular'],
  ['a head in bold letters', ['Port of the country', 'Its river'], ['Port of Hamburg', 'The Elbe'], 'bold'],
  ['names before what follows', ['Port:', 'Hamburg by the sea'], ['River:', 'Elbe of the north'], 'regular'],
])('two rows are a table with %s', async (_, head, row, font) => {
  const { tables } = await reflow([
    at(50, 100, head[0], font),
    at(250, 100, head[1], font),
    at(50, 116, row[0]),
    at(250, 116, row[1]),
  ]);
  expect(tables).toEqual([[head, row]]);
});

test('a head of two lines is one row, where the rows are further apart', async () => {
  const rows = ['Women', 'Children', 'Migrants'].flatMap((name, index): Text[] => {
    return [at(50, 150 + 20 * index, name), at(250, 150 + 20 * index, '4'), at(350, 150 + 20 * index, '5')];
  });
  const { tables } = await reflow([
    at(230, 115, 'State', 'bold'),
    at(335, 115, 'Societies', 'bold'),
    at(230, 127, 'funded aid', 'bold'),
    ...rows,
  ]);
  expect(tables).toEqual([
    [
      ['', 'State funded aid', 'Societies'],
      ['Women', '4', '5'],
      ['Children', '4', '5'],
      ['Migrants', '4', '5'],
    ],
  ]);
});
