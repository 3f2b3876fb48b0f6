import { expect, test } from 'vitest';
import { type JsonSize, jsonSize } from '../../../src/service/http/json-size.ts';
import fc from '../../support/fast-check.ts';

/** Lists and objects count once more, because they may have one value or none. */
function sizeOf(value: unknown): JsonSize {
  if (typeof value !== 'object' || value === null) return { values: 1, members: 0, depth: 0 };
  const inner = Object.values(value).map(sizeOf);
  const own = Array.isArray(value) ? 0 : Math.max(1, inner.length);
  return {
    values:
      1 +
      Math.max(
        1,
        inner.reduce((sum, { values }) => sum + values, 0),
      ),
    members: Math.max(own, ...inner.map(({ members }) => members)),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

test('any value is measured as it is when it is parsed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonSize(JSON.stringify(value))).toEqual(sizeOf(value));
    }),
  );
});

test.each([
  ['', { values: 1, members: 0, depth: 0 }],
  ['"[{,"', { values: 1, members: 0, depth: 0 }],
  ['"\\"[,"', { values: 1, members: 0, depth: 0 }],
  ['["\\\\",[1]]', { values: 4, members: 0, depth: 2 }],
  ['[[{[', { values: 5, members: 1, depth: 4 }],
  ['{"a":[1,2,3,4],"b":{}}', { values: 8, members: 2, depth: 2 }],
  [']]]],', { values: 2, members: 0, depth: 0 }],
])('%j', (text, size) => {
  expect(jsonSize(text)).toEqual(size);
});
