import { convertPart } from '../../../src/runner/part.ts';
import { readInPool } from '../pool.ts';
import type { Facts } from '../schema/document.ts';
import type { Reader, Reading } from './reader.ts';

/** Counts a plain text. */
export async function readPlainText({ input, context }: Reading): Promise<Facts> {
  return (await readInPool({ read: 'text' }, input.path, context)) ?? {};
}

/** Counts the text that another category makes of the file. What that lost on the way is not a fact about the file. */
export const readTextBy =
  (category: 'document' | 'ebook'): Reader =>
  async ({ input, context }) => {
    const output = await convertPart(
      category,
      { target: 'txt', options: {}, inputs: [input] },
      { ...context, warn: () => {} },
    );
    const facts = await readInPool({ read: 'text' }, output.path, context);
    if (facts?.text === undefined) return {};
    const { characters, words, lines } = facts.text;
    return { text: { characters, words, lines } };
  };
