import { expect, test } from 'vitest';
import { textDifference } from '../../../../tools/formats/pdf-compare/text-difference.ts';

test.each([
  ['the same', 'the same', null],
  ['two words', 'words\n two', null],
  ['ﬁt', 'fit', null],
  ['Nature’s', 'NatureÕs', { lost: 0, changed: 1, added: 0 }],
  ['驚き', '驚驚', { lost: 0, changed: 1, added: 0 }],
  ['three', 'thee', { lost: 1, changed: 0, added: 0 }],
  ['some', 'some more', { lost: 0, changed: 0, added: 4 }],
  ['abc', 'x', { lost: 2, changed: 1, added: 0 }],
])('%j made %j', (before, after, expected) => {
  expect(textDifference(before, after)).toEqual(expected);
});
