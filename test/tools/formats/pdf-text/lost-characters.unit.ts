import { expect, test } from 'vitest';
import { lostCharacters } from '../../../../tools/formats/pdf-text/reading/lost-characters.ts';

test.each([
  ['the same', 'the same', 0],
  ['two words', 'words\f\n  two', 0],
  ['ﬁt', 'fit', 0],
  ['soft\u00adhyphen\u200f', 'softhyphen', 0],
  ['Nature’s', 'NatureÕs', 1],
  ['aab', 'ab', 1],
  ['', 'more', 0],
])('%j made %j has lost %i', (before, after, lost) => {
  expect(lostCharacters(before, after)).toBe(lost);
});
