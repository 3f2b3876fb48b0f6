import { expect, test } from 'vitest';
import { withTurnedSizes } from '../../../../tools/formats/pdf-layout/turned.ts';
import { lineOf } from '../../../../tools/formats/pdf-text/layout/lines.ts';

/** A line of one word with a size of 40 points in a box of this width and height. */
const lineWith = (text: string, width: number, height: number) => {
  const style = { size: 40, bold: false, italic: false, link: null };
  return lineOf([{ x0: 10, y0: 10, x1: 10 + width, y1: 10 + height, spans: [{ text, style, script: null }] }], 0, 0);
};

test.each([
  ['a word that runs down the page', 'Dropdown', 12, 50, 10],
  ['a word across it', 'Dropdown', 180, 50, 40],
  ['a narrow word', 'il', 20, 50, 40],
] as const)('%s', (_, text, width, height, size) => {
  expect(withTurnedSizes([lineWith(text, width, height)])[0]?.size).toBe(size);
});
