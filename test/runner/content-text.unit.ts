import { expect, test } from 'vitest';
import { formatOf } from '../../src/files/formats/names.ts';
import { contentText } from '../../src/work/content-text.ts';

test.each([
  ['wav', 'a WAV file'],
  ['mp3', 'an MP3 file'],
  ['svg', 'an SVG file'],
  ['8svx', 'an 8SVX file'],
  ['docx', 'a DOCX file'],
  ['encrypted-ooxml', 'an encrypted Office file'],
] as const)('a file of the format %s is %s', (name, expected) => {
  const format = { ...formatOf(name), name };
  expect(contentText({ filename: 'talk', format } as never)).toBe(`talk is ${expected} (detected from its content)`);
});

test('a file of no known format', () => {
  expect(contentText({ filename: 'a.bin', format: null })).toBe(
    'a.bin has no known file type (detected from its content)',
  );
});
