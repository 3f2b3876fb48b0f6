import { expect, test } from 'vitest';
import { proseOf } from '../../scripts/check-words/extract.ts';
import { findHabits } from '../../scripts/check-words/find.ts';
import { HABITS } from '../../scripts/check-words/words.ts';

const found = (file: string, text: string) =>
  findHabits(proseOf(file, text)).map(({ line, words }) => `${line}: ${words}`);

const SENTENCES = [
  'All errors are told at once.',
  'A control message that is none was ignored.',
  'The content is no base64.',
  'An id stays for ever.',
  'It is read anew.',
  'The file was mended.',
  'Nothing is replaced unasked.',
  'It runs under a policy of ours.',
  'Doctor says what a missing program costs.',
  'talk.wav is of the kind wav by its content.',
  'It waits in vain.',
  'The variable is heeded.',
  'The value cannot be had.',
  'A dot is taken for an end.',
  'There is one folder a category.',
];

test('each habit is found in a sentence that has it', () => {
  expect(SENTENCES).toHaveLength(HABITS.length);
  for (const [index, { pattern }] of HABITS.entries()) expect(SENTENCES[index]).toMatch(pattern);
});

test.each(SENTENCES)('is found in documentation, comments and messages: %s', (sentence) => {
  expect(found('a.md', sentence)).toHaveLength(1);
  expect(found('a.ts', `const a = 1; // ${sentence}`)).toHaveLength(1);
  expect(found('a.ts', `/**\n * ${sentence}\n */`)).toHaveLength(1);
  expect(found('a.ts', `throw new Error('${sentence}')`)).toHaveLength(1);
  expect(found('a.py', `# ${sentence}`)).toHaveLength(1);
});

test('code is no prose', () => {
  expect(found('a.md', 'See `anew` and [the page](docs/anew.md).\n\n    anew\n\n```\nanew\n```')).toEqual([]);
  expect(
    found('a.ts', `const anew = mended; const name = 'anew'; const r = /anew '/; const t = \`a \${anew} b\`;`),
  ).toEqual([]);
});

test('the line is that of the words', () => {
  expect(found('a.md', 'One.\n\nTwo is read anew.')).toEqual(['3: anew']);
});

test.each([
  'There is no way around it.',
  'It is no longer there.',
  'The process was told to stop.',
  'A child of its own runs for a minute at most.',
  'The word stands for a target.',
])('good English is not found: %s', (sentence) => {
  expect(found('a.md', sentence)).toEqual([]);
});
