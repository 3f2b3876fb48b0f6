import { describe, expect, it } from 'vitest';
import {
  PAGE_CHOICE_PATTERN,
  PAGE_RANGES_PATTERN,
  PAGE_SELECTION_PATTERN,
  parsePageChoice,
  parsePageRanges,
  parsePageSelection,
  parseSplitPoints,
  SPLIT_PATTERN,
} from '../../src/catalog/grammar/pages.ts';
import { type Parsed, quote } from '../../src/catalog/grammar/parsed.ts';
import {
  parseAlphaChannel,
  parseAspectRatio,
  parseColor,
  parseDrawingScale,
  parseFileSize,
  parseFilmTime,
  parseLanguages,
  parseLength,
  parsePrintableAscii,
  parseRgbColor,
  parseTime,
} from '../../src/catalog/grammar/values.ts';
import { findEntry } from '../../src/catalog/index.ts';
import { inputEngines } from '../../src/catalog/input-catalog.ts';

const accepts = (parsed: Parsed<unknown>) => 'value' in parsed;
const value = <T>(parsed: Parsed<T>) => ('value' in parsed ? parsed.value : `problem: ${parsed.problem}`);
const problem = (parsed: Parsed<unknown>) => ('problem' in parsed ? parsed.problem : 'no problem');

/** Yields every text of up to `length` of these pieces, including the empty text. */
function* texts(pieces: readonly string[], length: number): Generator<string> {
  yield '';
  if (length === 0) return;
  for (const text of texts(pieces, length - 1)) for (const piece of pieces) yield piece + text;
}

const PIECES = ['1', '8', '0', '-', ',', ' ', 'first', 'last', 'even', 'odd', 'all', 'x'];

describe('page selection', () => {
  it.each([
    '1',
    '12, 3',
    '3,2,1',
    'first',
    'last',
    'even, odd',
    '5-8',
    '5-',
    'first-3',
    '2-last',
    '1-last',
    'last-first',
    '8-5',
    '1-3, 5, 7-, last, even',
  ])('accepts %j', (text) => expect(problem(parsePageSelection(text))).toBe('no problem'));

  it.each([
    ['', 'an empty item'],
    ['0', '"0"'],
    ['-5', '"-5"'],
    ['1,,2', 'an empty item'],
    ['1,', 'an empty item'],
    ['1,  2', '" 2"'],
    ['1 ,2', '"1 "'],
    [' 1', '" 1"'],
    ['01', '"01"'],
    ['1-2-3', '"1-2-3"'],
    ['even-8', '"even-8"'],
    ['all', '"all"'],
    ['5–8', '"5–8"'],
    ['1;2', '"1;2"'],
    ['First', '"First"'],
    ['12345678', '"12345678"'],
    ['1\n', '"1\\n"'],
  ])('refuses %j and shows %s', (text, shown) => expect(problem(parsePageSelection(text))).toContain(shown));

  it('keeps the order, backwards ranges included', () => {
    expect(value(parsePageSelection('8-5, odd, 2-, last'))).toEqual([
      { kind: 'range', from: 8, to: 5 },
      { kind: 'odd' },
      { kind: 'range', from: 2, to: 'last' },
      { kind: 'range', from: 'last', to: 'last' },
    ]);
  });

  it('of thumbnails takes all too, which is the pages in their order', () => {
    const pattern = new RegExp(PAGE_CHOICE_PATTERN, 'u');
    const different = [...texts(PIECES, 3)].filter((text) => pattern.test(text) !== accepts(parsePageChoice(text)));
    expect(different).toEqual([]);
    expect(value(parsePageChoice('all'))).toEqual([{ kind: 'range', from: 'first', to: 'last' }]);
    expect(accepts(parsePageSelection('all'))).toBe(false);
  });

  it('agrees with its published pattern on every short text', () => {
    const pattern = new RegExp(PAGE_SELECTION_PATTERN, 'u');
    const all = [...texts(PIECES, 4)];
    const different = all.filter((text) => pattern.test(text) !== accepts(parsePageSelection(text)));
    expect(different).toEqual([]);
    expect(all.filter((text) => pattern.test(text)).length).toBeGreaterThan(100);
  });
});

describe('split points', () => {
  const VALID = [
    ...['all', 'bookmarks', '1', '4, 8', '1-3, 4-', '2-last', 'first-3', '5-5'],
    ...['blank', 'bookmarks:2', 'size:5MB', 'size:200000', 'size:1.5 MiB', 'text:Invoice no. 7, page 1', 'text:最初'],
    ...['barcode', 'barcode:PATCHT', 'barcode: INV 7, a:b'],
  ];
  it.each(VALID)('accepts %j', (text) => {
    expect(problem(parseSplitPoints(text))).toBe('no problem');
    expect(text).toMatch(new RegExp(SPLIT_PATTERN, 'u'));
  });

  it.each([
    ['blank', 'blank'],
    ['bookmarks', { kind: 'bookmarks', levels: 1 }],
    ['bookmarks:3', { kind: 'bookmarks', levels: 3 }],
    ['size:5MB', { kind: 'size', bytes: 5_000_000 }],
    ['size:1 KiB', { kind: 'size', bytes: 1024 }],
    ['barcode', { kind: 'barcode', content: null }],
    ['barcode: PATCHT ', { kind: 'barcode', content: 'PATCHT' }],
    ['text: Invoice ', { kind: 'text', words: 'Invoice' }],
  ])('reads %j', (text, points) => expect(value(parseSplitPoints(text))).toEqual(points));

  it.each([
    ['', 'an empty item'],
    ['all, 3', '"all"'],
    ['bookmarks, 3', '"bookmarks"'],
    ['bookmarks:0', 'from 1 to 9'],
    ['bookmarks:', 'from 1 to 9'],
    ['blank:2', '"blank:2"'],
    ['size:', 'of size: it must be a number'],
    ['size:0KB', '1 byte'],
    ['size:big', 'of size: it must be a number'],
    ['barcode:', 'followed by what the code says'],
    ['barcode: ', 'followed by what the code says'],
    ['barcode:a\nb', 'in one line'],
    ['barcodes', '"barcodes"'],
    ['text:', 'followed by words'],
    ['text: ', 'followed by words'],
    ['text:a\nb', 'in one line'],
    ['even', '"even"'],
    ['first', '"first"'],
    ['last', '"last"'],
    ['0-3', '"0-3"'],
    ['8-5', 'backwards'],
    ['last-first', 'backwards'],
    ['last-2', 'backwards'],
    ['3-first', 'backwards'],
  ])('refuses %j because of %s', (text, reason) => expect(problem(parseSplitPoints(text))).toContain(reason));

  it('agrees with its published pattern on every short text, backwards ranges apart', () => {
    const pattern = new RegExp(SPLIT_PATTERN, 'u');
    const different = [...texts(PIECES, 4)].filter((text) => pattern.test(text) !== accepts(parseSplitPoints(text)));
    expect(different.filter((text) => !problem(parseSplitPoints(text)).includes('backwards'))).toEqual([]);
    expect(different).toContain('8-1');
  });
});

describe('times', () => {
  it.each([
    ['00:00:00', 0],
    ['00:01:30', 90],
    ['99:59:59', 359999],
  ])('reads %s', (text, seconds) => expect(value(parseTime(text))).toBe(seconds));

  it.each(['1:30', '00:1:30', '00:01:30.5', '00:60:00', '00:00:60', '000:00:00', '-0:00:01', '', '00:00:00\n'])(
    'refuses %j',
    (text) => expect(accepts(parseTime(text))).toBe(false),
  );

  it.each([
    ['00:01:30', 90],
    ['00:00:01.5', 1.5],
    ['01:00:59.999', 3659.999],
  ])('reads %s of a film', (text, seconds) => expect(value(parseFilmTime(text))).toBeCloseTo(seconds, 6));

  it('of a film: its published pattern and the parser agree', () => {
    const pattern = new RegExp(inputEngines().get('video')?.options.start?.pattern ?? '(?!)', 'u');
    const samples = ['00:00:00', '00:00:00.1', '00:00:00.1234', '00:00:60', '00:60:00.5', '1:00', '', '00:00:00.\n'];
    expect(samples.map((text) => pattern.test(text))).toEqual(samples.map((text) => accepts(parseFilmTime(text))));
    expect(samples.filter((text) => pattern.test(text))).toHaveLength(2);
  });
});

describe('image and page forms', () => {
  it.each(['16:9', '1:1', '999999:000001'])('reads the ratio %s', (text) =>
    expect(accepts(parseAspectRatio(text))).toBe(true),
  );
  it.each(['16/9', '16:0', '0:9', '1234567:1', '1.5:1', ':', '16:9:1', ''])('refuses the ratio %j', (text) =>
    expect(accepts(parseAspectRatio(text))).toBe(false),
  );

  it.each(['auto_create', '#00ff9a'])('reads the color %s', (text) =>
    expect(accepts(parseAlphaChannel(text))).toBe(true),
  );
  it.each(['#FFFFFF', '#fff', 'ffffff', 'white', '#gggggg', ''])('refuses the color %j', (text) =>
    expect(accepts(parseAlphaChannel(text))).toBe(false),
  );
  it('says that upper case is the trouble', () =>
    expect(problem(parseAlphaChannel('#FFFFFF'))).toContain('lower case'));

  it.each([
    ['210', 210],
    ['8.2677', 8.2677],
    ['0.5', 0.5],
  ])('reads the length %s', (text, number) => expect(value(parseLength(text))).toBe(number));
  it.each(['0', '0.000', '-1', '210mm', '1e3', '.5', '5.', '1234567', ''])('refuses the length %j', (text) =>
    expect(accepts(parseLength(text))).toBe(false),
  );

  it('takes printable ASCII and shows nothing of what it refuses', () => {
    expect(accepts(parsePrintableAscii(' a~!'))).toBe(true);
    for (const text of ['päss', 'tab\t', 'line\n', '\u007f', '🔑']) {
      expect(accepts(parsePrintableAscii(text)), text).toBe(false);
      expect(problem(parsePrintableAscii(text))).not.toContain(text);
    }
  });

  it.each([
    ['1', 1],
    ['200000', 200_000],
    ['512B', 512],
    ['200KB', 200_000],
    ['5kb', 5000],
    ['2 GB', 2_000_000_000],
    ['200 KiB', 204_800],
    ['1.5MB', 1_500_000],
    ['2MiB', 2 * 1024 ** 2],
  ])('reads %s as %i bytes', (text, bytes) => expect(value(parseFileSize(text))).toBe(bytes));

  it.each(['0.4', '0KB', '200 kilobytes', '200kbit', '1e6', '12345678901', ''])('refuses the size %j', (text) =>
    expect(accepts(parseFileSize(text))).toBe(false),
  );

  it('reads colors of both cases', () => {
    expect(value(parseRgbColor('#0aFF80'))).toEqual({ r: 10, g: 255, b: 128 });
    expect(problem(parseRgbColor('#fff'))).toContain('six hex digits');
  });

  it.each([
    ['audio', 'mp3', 'start', ['00:00:00', '24:59:59', '00:60:00', '0:00:00', '00:00:00\n'], parseTime],
    [
      'image',
      'bmp',
      'cad_scale',
      ['fit', '1:50', '2:1', '999999:1', '0:1', '1:0', '1:050', '1', 'Fit', '1:1000000'],
      parseDrawingScale,
    ],
    ['image', 'bmp', 'aspect_ratio', ['16:9', '0:1', '1:0', '00:01', '010:001', '1234567:1', '1:'], parseAspectRatio],
    ['image', 'bmp', 'alpha_channel', ['auto_create', '#ffffff', '#FFFFFF', 'x#ffffff', '#fffffff'], parseAlphaChannel],
    ['image', 'png', 'background', ['#ffffff', '#Aa00FF', 'ffffff', '#fff', '#fffffg', 'white'], parseRgbColor],
    ['image', 'jpg', 'max_file_size', ['1', '200KB', '1.5 MB', '0', '0.0', '5 GB', '-1', 'KB', '.5MB'], parseFileSize],
    ['document', 'pdf', 'custom_page_size_width', ['1', '0', '0.0', '0.01', '00', '5.', '1234567'], parseLength],
    ['operation', 'compare-image', 'diff_color', ['red', '#FF00aa', '#f0a', 'mauve', 'Red', 'red\n', ''], parseColor],
    ['hash', 'md5', 'download_password', ['', 'a b', 'ä', 'a\n'], parsePrintableAscii],
  ] as const)('%s/%s %s: pattern and parser agree', (category, target, option, samples, parse) => {
    const pattern = new RegExp(findEntry(category, target)?.options[option]?.pattern ?? '(?!)', 'u');
    expect(samples.map((text) => [text, pattern.test(text)])).toEqual(
      samples.map((text) => [text, accepts(parse(text))]),
    );
    expect(samples.some((text) => pattern.test(text))).toBe(true);
  });
});

describe('recognition languages', () => {
  const allowed = ['eng', 'deu', 'chi_sim_vert', 'script-Latin', 'script-HanS_vert'];

  it.each(['eng', 'eng,deu', 'deu,eng,chi_sim_vert', 'script-Latin', 'script-Latin,script-HanS_vert'])(
    'accepts %s',
    (text) => expect(value(parseLanguages(text, allowed))).toEqual(text.split(',')),
  );

  it.each([
    ['eng,script-Latin', 'cannot be mixed'],
    ['eng, deu', 'without spaces or quotes, as in deu'],
    ['"eng"', 'without spaces or quotes, as in eng'],
    ['eng,', 'empty item'],
    [',eng', 'empty item'],
    ['engl', 'did you mean eng'],
    ['ENG', 'did you mean eng'],
    ['eng+deu', '"eng+deu" is not one'],
    ['Latin', '"Latin" is not one'],
  ])('refuses %s: %s', (text, reason) => expect(problem(parseLanguages(text, allowed))).toContain(reason));
});

describe('showing the user a piece of their text', () => {
  it.each([
    ['short', '"short"'],
    ['é'.repeat(40), `"${'é'.repeat(40)}"`],
    ['x'.repeat(41), `"${'x'.repeat(39)}…"`],
    ['🔑'.repeat(40), `"${'🔑'.repeat(40)}"`],
    ['🔑'.repeat(1_000_000), `"${'🔑'.repeat(39)}…"`],
    ['a\n"b"', '"a\\n\\"b\\""'],
    ['\u001b[31m\u009b31m\u202e', '"\\u001b[31m\\u009b31m\\u202e"'],
  ])('case %#', (text, shown) => expect(quote(text)).toBe(shown));
});

describe('page ranges', () => {
  it.each(['1', '1-3', '5-', '1-3, 5,8-'])('takes %j', (text) => {
    expect(accepts(parsePageRanges(text))).toBe(true);
    expect(text).toMatch(new RegExp(PAGE_RANGES_PATTERN));
  });

  it.each(['', '0', 'last', '-3', '3-1', '1,,2', '1 - 3'])('refuses %j', (text) => {
    expect(accepts(parsePageRanges(text))).toBe(false);
  });
});
