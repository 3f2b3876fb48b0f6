import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scratch, type Text } from './support.ts';

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
