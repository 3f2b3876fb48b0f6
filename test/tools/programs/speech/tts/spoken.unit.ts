import { describe, expect, it } from 'vitest';
import { numeralsOf, parseAmount } from '../../../../../tools/programs/speech/tts/text/spoken/numerals.ts';
import { loadSpeller, type Speller } from '../../../../../tools/programs/speech/tts/text/spoken/spell.ts';
import { processorTime } from '../../../../support/slowness.ts';

/** Texts and what is spoken, by locale. */
type Cases = readonly (readonly [locale: string, written: string, said: string])[];

/** Loaded once each, as for the texts of a process. */
const spellers = new Map<string, Promise<Speller>>();

const says = async ([locale, written, said]: Cases[number]): Promise<void> => {
  const speller = spellers.get(locale) ?? loadSpeller(locale);
  spellers.set(locale, speller);
  expect((await speller)(written)).toBe(said);
};

describe('numbers', () => {
  it.each([
    ['en-US', '1,250.50', { whole: '1250', fraction: '50' }],
    ['en-US', '12,000,000', { whole: '12000000', fraction: '' }],
    ['en-US', '1,25', { whole: '1', fraction: '25' }],
    ['en-IN', '1,25,000', { whole: '125000', fraction: '' }],
    ['de-DE', '1.250,50', { whole: '1250', fraction: '50' }],
    ['de-DE', '1.250', { whole: '1250', fraction: '' }],
    // Written like in English, which the two signs show.
    ['de-DE', '1,250.50', { whole: '1250', fraction: '50' }],
    ['de-CH', '1’250.50', { whole: '1250', fraction: '50' }],
    ['fr-FR', '1 250,50', { whole: '1250', fraction: '50' }],
    ['en-US', '1.2.3', null],
    ['en-US', '192.168.0.1', null],
  ])('%s reads %s', (locale, text, amount) => {
    expect(parseAmount(text, numeralsOf(locale))).toEqual(amount);
  });
});

describe('amounts of money', () => {
  const cases: Cases = [
    ['en-US', 'It costs $1,250.50.', 'It costs one thousand two hundred fifty dollars and fifty cents.'],
    ['en-GB', '£1,250.50', 'one thousand two hundred and fifty pounds and fifty pence'],
    ['en-US', '$5–10, $5-$10, not -$5', '5 to ten dollars, 5 to ten dollars, not minus five dollars'],
    ['de-DE', '5–10 €', '5 bis zehn Euro'],
    ['en-GB', '€5, $0.99 and €1', 'five euros, ninety-nine cents and one euro'],
    ['en-IE', '€5', 'five euro'],
    ['en-US', '−$7, -$7', 'minus seven dollars, minus seven dollars'],
    ['en-US', '$1.5 million or US$3bn', '1.5 million dollars or 3 billion dollars'],
    ['en-US', '$3.499 a gallon, CHF 20', '3.499 US dollars a gallon, 20 Swiss francs'],
    ['de-DE', '1.250,50 € oder 5 $', 'eintausendzweihundertfünfzig Euro und fünfzig Cent oder 5 US-Dollar'],
    ['de-DE', '3 Mio. €', '3 Millionen Euro'],
    ['de-CH', '5.50 CHF', '5 Schweizer Franken und 50'],
    ['fr-FR', '1 250,50 €', 'mille deux cent cinquante euros et cinquante centimes'],
    ['es-MX', '$2.00', 'dos pesos'],
    ['nl-BE', '€ 3,20', 'drie euro en twintig cent'],
    ['pl-PL', '1250,50 zł 5', 'tysiąc dwieście pięćdziesiąt złotych pięćdziesiąt groszy 5'],
    ['ru-RU', '21,01 ₽', 'двадцать один рубль и одна копейка'],
    ['ja-JP', '$5です', '5 米ドルです'],
    ['zh-CN', '¥1,250.50', '1250.50 人民币'],
    ['vi-VN', '₫5000', '5000 đồng Việt Nam'],
  ];
  it.each(cases)('%s says %s as %s', (...each) => says(each));
});

describe('dates, years and times', () => {
  const cases: Cases = [
    [
      'en-US',
      'On 03/05/2024 or 25/12/1999.',
      'On March fifth, twenty twenty-four or December twenty-fifth, nineteen ninety-nine.',
    ],
    ['en-GB', '03/05/2024', 'the third of May twenty twenty-four'],
    ['en-US', '2024-03-05', 'March fifth, twenty twenty-four'],
    [
      'en-US',
      'Jan. 5, March 5, 1905, the 5th of May',
      'January fifth, March fifth, nineteen oh five, the fifth of May',
    ],
    ['en-US', 'He may 5 times march.', 'He may 5 times march.'],
    [
      'en-US',
      'in 1984 (1900), 1914–1918',
      'in nineteen eighty-four (nineteen hundred), nineteen fourteen to nineteen eighteen',
    ],
    ['en-US', '1984 people, 2005 in 2005', '1984 people, 2005 in 2005'],
    ['en-US', '2024-13-05 and 30/02/2024', '2024-13-05 and 30/02/2024'],
    ['de-DE', 'am 3. März 1984', 'am dritten März neunzehnhundertvierundachtzig'],
    ['de-DE', 'Der 05.03.2024 ist der 5. März.', 'Der fünfte März 2024 ist der fünfte März.'],
    ['sv-SE', '3 mars', 'tredje mars'],
    ['fr-FR', 'le 1er mars 2024, le 02/03/2024', 'le premier mars 2024, le 2 mars 2024'],
    ['ru-RU', '05.03.2024', '5 марта 2024 года'],
    ['ja-JP', '2024-03-05', '2024年3月5日'],
    ['en-US', 'at 9:00, 9:05 am, 7 a.m. and 14:30', "at 9 o'clock, 9 oh 5 am, 7 AM and 14 30"],
    ['de-DE', '14:30 Uhr, 9.00 Uhr', '14 Uhr 30, 9 Uhr'],
    ['fr-FR', '14h30, 1 h', '14 heures 30, 1 heure'],
  ];
  it.each(cases)('%s says %s as %s', (...each) => says(each));
});

describe('units, ranges and abbreviations', () => {
  const cases: Cases = [
    ['en-US', '5 km at 20 °C, 1 kg, 1,250 g', '5 kilometers at 20 degrees Celsius, 1 kilogram, 1250 grams'],
    ['de-DE', '3,5 kg bei 100 km/h', '3,5 Kilogramm bei 100 Kilometer pro Stunde'],
    ['ru-RU', '5 км, 1 км', '5 километров, 1 километр'],
    ['en-US', '5 m², 5MHz', '5 m², 5MHz'],
    ['en-US', 'Dr. Hill, e.g. here, etc. The end etc.', 'Doctor Hill, for example here, et cetera. The end et cetera.'],
    ['en-US', 'St. John on Main St. at No. 5, pp. 3–5. No.', 'Saint John on Main St. at number 5, pages 3 to 5. No.'],
    [
      'de-DE',
      'z. B. Hunde, d.h. Tiere usw. Und Nr. 5',
      'zum Beispiel Hunde, das heißt Tiere und so weiter. Und Nummer 5',
    ],
    ['es-ES', 'p. ej. el Sr. Ruiz', 'por ejemplo el señor Ruiz'],
    ['en-US', 'call 555-1234 or 192.168.0.1, version 1.2.3', 'call 555-1234 or 192.168.0.1, version 1.2.3'],
    ['fi-FI', 'esim. 5 kpl', 'esim. 5 kpl'],
  ];
  it.each(cases)('%s says %s as %s', (...each) => says(each));
});

it('takes time that grows with the text, whatever the text', async () => {
  const spellers = await Promise.all(['en-US', 'fr-FR', 'de-CH', 'ja-JP'].map(loadSpeller));
  const milliseconds = processorTime(() => {
    for (const spell of spellers)
      for (const part of [
        '1,',
        '$1.',
        '1–',
        'Dr. ',
        '1914–',
        'No. ',
        '12:',
        '1 250 ',
        '€€',
        '..',
        '$1–',
        '1 000 ',
        'März 1, ',
      ])
        spell(part.repeat(5000));
  });
  expect(milliseconds).toBeLessThan(5000);
});
