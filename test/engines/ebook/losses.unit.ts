import { expect, it } from 'vitest';
import { messagesOf } from '../../../engines/ebook/output/losses.ts';
import type { Losses } from '../../../tools/formats/epub/losses.ts';

const NOTHING: Losses = {
  text: [],
  words: [0, 1000],
  pictures: [0, 4],
  links: [0, 9],
  contents: null,
  media: [0, 2],
  scripts: [0, 1],
  fixed_pages: [0, 0],
  page_numbers: [0, 0],
  read_aloud: [0, 0],
  facts: [],
  formulas: 0,
  unsearched: 0,
};

const textsOf = (losses: Partial<Losses>, target: 'fb2' | 'txt' = 'fb2'): string[] =>
  messagesOf({ ...NOTHING, ...losses }, target).map(({ message }) => message);

it('says nothing where nothing is lost', () => {
  expect(textsOf({})).toEqual([]);
});

it('names the parts that lost most, and how many more there are', () => {
  const text = Array.from({ length: 7 }, (_, n) => ({ name: `part${n}.xhtml`, words: 20, lost: 10 + n }));
  text.push({ name: 'gone.xhtml', words: 30, lost: 30 });
  expect(textsOf({ text })).toEqual([
    'Text of the book is not in the result: all 30 words of gone.xhtml; 16 of 20 words of part6.xhtml; 15 of 20 words of part5.xhtml; ' +
      '14 of 20 words of part4.xhtml; 13 of 20 words of part3.xhtml; and words of 3 more parts.',
  ]);
});

it.each([
  ['two words', { name: 'a', words: 20, lost: 2 }],
  ['four words of many thousand', { name: 'a', words: 55_000, lost: 4 }],
])('does not speak of %s', (_, part) => {
  expect(textsOf({ text: [part] })).toEqual([]);
});

it('shortens names, and leaves out what would break a line', () => {
  const [message] = textsOf({ text: [{ name: `${'a'.repeat(200)}\n.xhtml`, words: 9, lost: 9 }] });
  expect(message).toMatch(/words of …a+ \.xhtml\.$/);
});

it('counts what else is lost: a warning a kind, one for a format that is text alone', () => {
  const losses = { pictures: [1, 4], links: [9, 9], contents: [2, 12] } as const;
  expect(textsOf(losses)).toEqual([
    '1 of the 4 pictures of the book is not in the result.',
    '9 of the 9 links of the book are not in the result.',
    '2 of the 12 entries of the table of contents of the book are not in the result.',
  ]);
  expect(textsOf(losses, 'txt')).toEqual([
    'A txt is text alone. Left out of the book: 1 picture, 9 links, 2 entries of the table of contents.',
  ]);
});

it('says where chapters were not looked for', () => {
  expect(textsOf({ unsearched: 2 })).toEqual([expect.stringContaining('not looked for in 2 parts of the book')]);
});
