import { expect, test } from 'vitest';
import { rootStart } from '../../src/files/formats/xml-prolog.ts';

test.each([
  ['nothing', ''],
  ['a declaration and space', '<?xml version="1.0"?>\n\n'],
  ['comments', '<!-- <svg> --><!-- a - b -- c ->\n-->'],
  ['a document type', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://example.test/svg11>.dtd">\n'],
  ['declarations with brackets in quotes', '<!DOCTYPE svg [<!ENTITY end "]>"><!ELEMENT g ANY>] >'],
  ['declarations with brackets and quotes in comments', `<!DOCTYPE svg [<!-- don't ]> --> <!ENTITY a 'b"]'>]>`],
])('the root is found behind %s', (_what, prolog) => {
  expect(rootStart(`${prolog}<svg/>`)).toBe(prolog.length);
});

test('what does not end is no prolog', () => {
  for (const text of ['<!-- a', '<?xml a', '<!DOCTYPE a [<!ENTITY b "c>', '<!DOCTYPE a "'])
    expect(rootStart(text)).toBe(0);
});

test('hostile text is read in linear time, and does not overflow', () => {
  // If one character could be read in two ways, this would practically never end.
  for (const part of ['<!---->', '<', '\'"', '[', '-->', '<?', ' ']) {
    expect(rootStart(`<!DOCTYPE a [${part.repeat(100_000)}`)).toBe(0);
  }
});
