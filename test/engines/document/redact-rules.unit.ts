import { expect, test } from 'vitest';
import { validateConversion } from '../../../src/catalog/index.ts';

function problemsOf(...redact: readonly unknown[]): string[] {
  try {
    validateConversion({ category: 'document', target: 'pdf', options: { redact } });
    return [];
  } catch (error) {
    return (error as { errors: readonly { message: string }[] }).errors.map(({ message }) => message);
  }
}

test('each item is one of the kinds, with nothing that belongs to another', () => {
  const area = { x: 1, y: 2, width: 3, height: 4 };
  expect(
    problemsOf({ text: 'x', whole_words: true }, { pattern: 'iban' }, { ...area, pages: '2', unit: 'pt' }),
  ).toEqual([]);
  expect(problemsOf({ field: 'a.b' }, { annotations: true }, { expression: '[a-z]+' })).toEqual([]);
  expect(problemsOf({})).toEqual([expect.stringMatching(/^Item 1 of option redact has none of text/)]);
  expect(problemsOf({ text: 'x' }, { text: 'secret', pattern: 'email' })).toEqual([
    expect.stringMatching(/^Item 2 of option redact has several of text/),
  ]);
  expect(problemsOf({ x: 1, width: 3 })).toEqual(['Item 1 of option redact is an area without y and height.']);
  expect(problemsOf({ text: 'x', pages: '1' })).toEqual([
    'Item 1 of option redact has pages, which does not go with text.',
  ]);
});
