import { convertPart } from '../../../src/runner/part.ts';
import { readInPool } from '../pool.ts';
import type { Facts } from '../schema/document.ts';
import type { Reader, Reading } from './reader.ts';

/** Counts a plain text. */
export async function readPlainText({ input, context }: Reading): Promise<Facts> {
  return (await readInPool({ read: 'text' }, input.path, context)) ?? {};
}

/** Counts the text that another category extracts from the file. Losses of that conversion are not facts about the file. */
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
