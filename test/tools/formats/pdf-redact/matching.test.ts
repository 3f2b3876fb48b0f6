import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const MODULES = fileURLToPath(new URL('../../../../tools/formats/pdf-redact', import.meta.url));
const SCRIPT = `
import json, sys
sys.path.insert(0, ${JSON.stringify(MODULES)})
from matching import items_of, without
print(json.dumps([without(text, items_of([item])[0].spans(text), "#") for item, text in json.load(sys.stdin)]))
`;

/** An item, a text, and the text with # for all that is found. */
type Case = readonly [Readonly<Record<string, unknown>>, string, string];

const CASES: readonly Case[] = [
  [{ text: 'Ada Lovelace' }, 'Ada Love-\nlace, ADA\nLOVELACE, A d a L o v e l a c e, Ada  Lovelace’s', '#, #, #, #’s'],
  [{ text: 'Ada Lovelace', case_sensitive: true }, 'Ada Lovelace, ADA LOVELACE', '#, ADA LOVELACE'],
  [{ text: 'office' }, 'the o\ufb03ce of\u00adfice', 'the # #'],
  [{ text: 'Müller' }, 'Muller, Mu\u0308ller, Müller', '#, #, #'],
  [{ text: 'Ann', whole_words: true }, 'Ann channel Iran now Ann’s', '# channel Iran now #’s'],
  [{ text: 'Ann' }, 'Ann channel Iran now', '# ch#el Iran now'],
  [{ text: '$5.00 (net)' }, 'for $5.00 (net), $5x00 (net)', 'for #, $5x00 (net)'],
  [{ pattern: 'email' }, 'ada@example.org, or a.b+c@x.co.uk. x@y, @ada', '#, or #. x@y, @ada'],
  [{ pattern: 'iban' }, 'DE89 3704 0044 0532 0130 00 BIC COBADEFF', '# BIC COBADEFF'],
  [{ pattern: 'iban' }, 'GB29NWBK60161331926819, DE89 3704 0044 0532 0130 01', '#, DE89 3704 0044 0532 0130 01'],
  [{ pattern: 'card' }, '4111 1111 1111 1111 or 4111-1111-1111-1112', '# or 4111-1111-1111-1112'],
  [{ pattern: 'phone' }, '+49 30 1234567, (030) 123-4567, 555-123-4567', '#, #, #'],
  [{ pattern: 'phone' }, '2024-01-15 01.02.2024 12345678 1.234.567,00', '2024-01-15 01.02.2024 12345678 1.234.567,00'],
  [{ expression: 'AZ-\\d{4}' }, 'AZ-1234 az-1234 AZ-99', '# az-1234 AZ-99'],
];

test('finds texts as documents write them, patterns with right check digits, and nothing else', async () => {
  const input = JSON.stringify(CASES.map(([item, text]) => [item, text]));
  const { stdout } = await execa('/usr/bin/python3', ['-I', '-B', '-c', SCRIPT], { input });
  expect(JSON.parse(stdout)).toEqual(CASES.map(([, , found]) => found));
});
