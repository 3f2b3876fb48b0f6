import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageDescription, Scratch, type Text } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const BODY = [
  'The lines of this text are as long as the paper lets them be, and',
  'there are enough of them that most letters of the page are neither',
  'bold nor italic nor larger than others, as in most texts.',
];

const body = (y: number): Text[] => BODY.map((text, index) => [50, y + 12 * index, 10, 'regular', text]);
const paragraph = ['p', BODY.join(' ')] as const;

async function blocksOf(text: readonly Text[]): Promise<readonly (readonly [string, string])[]> {
  return (await scratch.reflow(await scratch.pdf([{ text }]))).blocks;
}

test('bold lines alone above text are headings, italic ones below them, and larger ones above both', async () => {
  const blocks = await blocksOf([
    [50, 60, 18, 'bold', 'Rivers'],
    ...body(90),
    [50, 150, 10, 'bold', 'Floods'],
    ...body(165),
    [50, 225, 10, 'italic', 'Dams of wood'],
    ...body(240),
  ]);
  expect(blocks).toEqual([['h1', 'Rivers'], paragraph, ['h2', 'Floods'], paragraph, ['h3', 'Dams of wood'], paragraph]);
});

test('the number of a bold heading belongs to it, also far before it', async () => {
  const blocks = await blocksOf([
    ...body(90),
    [50, 150, 10, 'bold', '5.1'],
    [80, 150, 10, 'bold', 'Choice of the river'],
    ...body(165),
    [50, 225, 10, 'bold', '5.2'],
    [80, 225, 10, 'bold', 'Choice of the bridge'],
    ...body(240),
  ]);
  const headings = blocks.filter(([tag]) => tag === 'h1');
  expect(headings.map(([, text]) => text)).toEqual(['5.1 Choice of the river', '5.2 Choice of the bridge']);
});

test('a sentence in bold letters, its first words, lines of an address and labels of a form are no headings', async () => {
  const blocks = await blocksOf([
    ...body(90),
    [50, 150, 10, 'bold', 'This is a warning that ends as sentences do.'],
    ...body(165),
    [50, 225, 10, 'bold', 'A long sentence that begins in bold letters and then goes on to'],
    [50, 237, 10, 'regular', 'where it ends, in letters like all others of this page.'],
    [50, 280, 10, 'bold', 'Anna Example'],
    [50, 292, 10, 'bold', 'Example Street 5'],
    [50, 304, 10, 'bold', 'Example Town'],
    [50, 350, 10, 'bold', 'Number'],
    [50, 362, 10, 'regular', '4711'],
  ]);
  expect(blocks.filter(([tag]) => tag !== 'p')).toEqual([]);
});

test('where most of the text is bold, bold lines are text', async () => {
  const bold = (y: number): Text[] => BODY.map((text, index) => [50, y + 12 * index, 10, 'bold', text]);
  const blocks = await blocksOf([...bold(90), [50, 150, 10, 'bold', 'Floods'], ...bold(165)]);
  expect(blocks.map(([tag]) => tag)).toEqual(['p', 'p', 'p']);
});

test('lines in large letters without text between them, as on a title page, are text', async () => {
  const blocks = await blocksOf([
    [50, 60, 24, 'bold', 'The river'],
    [50, 120, 14, 'regular', 'Anna Example'],
    [50, 160, 14, 'regular', 'Berta Example'],
    [50, 200, 14, 'regular', 'Cora Example'],
    ...body(260),
    [50, 320, 14, 'regular', 'Floods'],
    ...body(345),
  ]);
  expect(blocks).toEqual([
    ['h1', 'The river'],
    ['p', 'Anna Example'],
    ['p', 'Berta Example'],
    ['p', 'Cora Example'],
    paragraph,
    ['h2', 'Floods'],
    paragraph,
  ]);
});

test('bold words at the start of a line leave the rest of it plain', async () => {
  const text: Text[] = [[50, 78, 10, 'bold', 'Anna'], [78, 78, 10, 'regular', 'wrote this book.'], ...body(100)];
  const { bold } = await scratch.reflow(await scratch.pdf([{ text }]));
  expect(bold).toEqual(['Anna']);
});

const headingsOf = (blocks: readonly (readonly [string, string])[]) => blocks.filter(([tag]) => tag.startsWith('h'));

/** A table with lines whose first row is at `y`. */
const table = (y: number, font: 'regular' | 'bold' = 'regular'): { text: Text[]; rules: Rules } => ({
  text: ['Elbe', 'Oder'].flatMap((name, row): Text[] => [
    [54, y + 16 * row, 10, font, name],
    [154, y + 16 * row, 10, 'regular', `${row + 7}00 km`],
  ]),
  rules: [
    ...[0, 1, 2].map((row): Rules[number] => [50, y - 12 + 16 * row, 250, y - 12 + 16 * row]),
    ...[50, 150, 250].map((x): Rules[number] => [x, y - 12, x, y + 20]),
  ],
});
type Rules = NonNullable<PageDescription['rules']>;

test('a bold line above a table is a heading, unless it is the caption; also where most of the text is bold', async () => {
  const [first, second] = [table(170), table(300)];
  const text: Text[] = [...body(60), [50, 145, 10, 'bold', 'Lengths of rivers'], ...first.text, ...body(210)];
  const captioned: Text[] = [[50, 275, 10, 'bold', 'Table 2: Lengths of rivers'], ...second.text];
  const rules = [...first.rules, ...second.rules];
  const { blocks } = await scratch.reflow(await scratch.pdf([{ text: [...text, ...captioned], rules }]));
  expect(headingsOf(blocks)).toEqual([['h1', 'Lengths of rivers']]);

  const { text: cells, rules: lines } = table(170, 'bold');
  const bold: Text[] = [[50, 145, 10, 'bold', 'Lengths of rivers in the middle of Europe'], ...cells];
  const form = await scratch.reflow(await scratch.pdf([{ text: bold, rules: lines }]));
  expect(form.blocks[0]).toEqual(['h1', 'Lengths of rivers in the middle of Europe']);
});

test('a line alone in another font than the text is a heading; a sentence, code, and what ends a sentence are not', async () => {
  const blocks = await blocksOf([
    ...body(60),
    [50, 120, 10, 'serif', '(1) Floods of the river'],
    [60, 132, 10, 'regular', BODY[0] as string],
    [50, 144, 10, 'regular', BODY[1] as string],
    [50, 190, 10, 'serif', 'The river rises in spring.'],
    ...body(205),
    [50, 265, 10, 'fixed', 'Print the river'],
    ...body(280),
    [50, 340, 10, 'serif', 'of the river and its'],
    ...body(355),
  ]);
  expect(headingsOf(blocks)).toEqual([['h1', '(1) Floods of the river']]);
});

test('bold lines are headings of smaller text below them, though the text of other pages is larger', async () => {
  const small: Text[] = BODY.map((text, index) => [300, 315 + 8 * index, 6, 'regular', text]);
  const blocks = await blocksOf([
    ...[60, 120, 180].flatMap(body),
    [300, 300, 8, 'bold', 'Rivers of other countries'],
    ...small,
    [50, 400, 8, 'bold', 'Label of a picture'],
  ]);
  expect(headingsOf(blocks)).toEqual([['h1', 'Rivers of other countries']]);
});

test('a sign alone in the line above a heading is room', async () => {
  const blocks = await blocksOf([
    ...body(60),
    [50, 96, 10, 'regular', '.'],
    [50, 108, 10, 'italic', 'Dams of wood'],
    ...body(122),
  ]);
  expect(headingsOf(blocks)).toEqual([['h1', 'Dams of wood']]);
});
