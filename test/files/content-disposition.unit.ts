import { expect, test } from 'vitest';
import { dispositionFilename } from '../../src/files/fetch/content-disposition.ts';
import { processorTime } from '../support/slowness.ts';

/** Returns a text like an HTTP parser does: each byte is one character. */
const asReceived = (text: string): string => Buffer.from(text).toString('latin1');

// Examples from RFC 6266 5, RFC 8187 3.2.3 and real servers.
test.each([
  ['attachment; filename=example.html', 'example.html'],
  ['INLINE; FILENAME= "an example.html"', 'an example.html'],
  ["attachment; filename*=UTF-8''%e2%82%ac%20rates", '€ rates'],
  ['attachment; filename="EURO rates"; filename*=utf-8\'\'%e2%82%ac%20rates', '€ rates'],
  ['attachment; filename*=utf-8\'en\'na%C3%AFve.txt; filename="naive.txt"', 'naïve.txt'],
  ["attachment; filename*=iso-8859-1'en'%A3%20rates", '£ rates'],
  ['attachment; filename="a \\"quoted\\" name.txt"', 'a "quoted" name.txt'],
  ['attachment; filename="semi;colon.txt"; size=3', 'semi;colon.txt'],
  [asReceived('attachment; filename="übung.mp3"'), 'übung.mp3'],
  [Buffer.from('attachment; filename="übung.mp3"', 'latin1').toString('latin1'), 'übung.mp3'],
  ["attachment; filename*=UTF-8''%FF%FE; filename=good.txt", 'good.txt'],
  ["attachment; filename*=big5''%A4%A4; filename=good.txt", 'good.txt'],
  ['attachment', null],
  ['', null],
  ['attachment; filename=""', null],
  ['filename', null],
])('%s', (header, name) => {
  expect(dispositionFilename(header)).toBe(name);
});

test('a header as long as one may be takes no time', () => {
  const milliseconds = processorTime(() => {
    dispositionFilename(`attachment; filename="${'\\a;'.repeat(5000)}`);
    dispositionFilename(`attachment${'; a'.repeat(5000)}`);
    dispositionFilename(`attachment${';'.padEnd(16_000)}=`);
  });
  expect(milliseconds).toBeLessThan(1000);
});
