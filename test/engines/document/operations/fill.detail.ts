import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fill, takeValues } from '../../../../engines/document/operations/marks/fill.ts';
import { flatten } from '../../../../engines/document/operations/marks/flatten.ts';
import { operate } from '../../../../engines/document/operations/operations.ts';
import { makeSignedPdf } from './make-signed.ts';
import { colourAt, fact, optionsOf, pageTexts, Scratch } from './support-structure.ts';

const MAKER = fileURLToPath(new URL('../../../../fixtures/document/make_form.py', import.meta.url));

let scratch: Scratch;
let form: string;
beforeAll(async () => {
  scratch = await Scratch.make();
  form = await made('form.pdf');
});
afterAll(() => scratch.remove());

async function made(name: string, ...variants: readonly string[]): Promise<string> {
  await execa('/usr/bin/python3', [MAKER, scratch.path(name), ...variants]);
  return scratch.path(name);
}

type Values = Readonly<Record<string, unknown>>;

/** Fills in the form by the option, and by a file if there is one. */
async function filled(values: Values, given: { pdf?: string; file?: string | Buffer; merge?: boolean } = {}) {
  const { pdf = form, file, merge } = given;
  const path = scratch.path('values');
  if (file !== undefined) await writeFile(path, file);
  const job = await scratch.job([{ path: pdf, pages: 2 }, ...(file === undefined ? [] : [{ path, pages: 0 }])]);
  const options = optionsOf({
    fill: values,
    ...(file !== undefined && { fill_from: 'values' }),
    ...(merge !== undefined && { merge }),
  });
  const files = await fill.run([{ path: pdf, pages: 2 }], { options, values: { path, filename: 'values' }, ...job });
  for (const each of files) await execa('qpdf', ['--check', each.path]);
  return { path: files[0]?.path ?? '', files, warnings: job.warnings.map(({ message }) => message) };
}

/** Returns the message of the error that filling ends with. */
const refusal = async (...given: Parameters<typeof filled>): Promise<string> =>
  filled(...given).then(
    () => '',
    (error: Error) => error.message,
  );

interface Listed {
  readonly fullname: string;
  readonly value: unknown;
  readonly annotation: { readonly appearancestate: string };
}

/** Returns the values of fields by name, and how each of their places looks, as qpdf reads them. */
async function fieldsOf(path: string): Promise<Record<string, readonly unknown[]>> {
  const { stdout } = await execa('qpdf', ['--json=2', '--json-key=acroform', path]);
  const { fields } = JSON.parse(stdout).acroform as { fields: readonly Listed[] };
  const byName = Object.groupBy(fields, ({ fullname }) => fullname);
  return Object.fromEntries(
    Object.entries(byName).map(([name, places = []]) => [
      name,
      [places[0]?.value, ...places.map(({ annotation }) => annotation.appearancestate).filter((state) => state !== '')],
    ]),
  );
}

/** Returns the words of a page with the left and right edge and the middle of their height, as poppler places them. */
async function wordsOf(path: string, page = 1) {
  const { stdout } = await execa('pdftotext', ['-bbox', '-f', `${page}`, '-l', `${page}`, path, '-']);
  const words = stdout.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</g);
  return [...words].map(([, left, top, right, bottom, text = '']) => ({
    text,
    left: Number(left),
    right: Number(right),
    middle: (Number(top) + Number(bottom)) / 2,
  }));
}

async function wordOf(path: string, text: string, page = 1) {
  const found = (await wordsOf(path, page)).find((word) => word.text === text);
  if (found === undefined) throw new Error(`${text} is not on page ${page}`);
  return found;
}

/** Distance of text from the edges of its field, points. */
const MARGIN = 2;

const ALL = {
  name: 'Ada Lovelace',
  notes: 'A long note that has to wrap because it is wider than its field is, certainly.\nSecond line',
  code: 'AB12',
  middle: 'Средний',
  end: 'the end',
  'address.street': '12 Rue Königs',
  upwards: 'Upwards',
  born: '10.12.1815',
  news: true,
  bare: true,
  colour: 'green',
  size: 'large',
  country: 'France',
  city: 'Paris',
  languages: ['Hindi', 'Chinese'],
  turned: 'Turned',
};

test('values of all kinds of fields, as qpdf reads them and poppler shows them', async () => {
  const { path } = await filled(ALL);
  expect(await fieldsOf(path)).toMatchObject({
    name: ['u:Ada Lovelace'],
    notes: [`u:${ALL.notes}`],
    code: ['u:AB12'],
    middle: ['u:Средний'],
    'address.street': ['u:12 Rue Königs'],
    born: ['u:10.12.1815'],
    news: ['/Ja', '/Ja'],
    bare: ['/Yes', '/Yes'],
    colour: ['/green', '/Off', '/green'],
    size: ['/1', '/Off', '/1'],
    country: ['u:fr'],
    city: ['u:Paris'],
    languages: [['u:Hindi', 'u:Chinese']],
    turned: ['u:Turned'],
  });
  const [first = '', second = ''] = await pageTexts(path);
  for (const text of ['Ada Lovelace', 'Second line', 'Средний', '12 Rue Königs', '10.12.1815', 'France', 'Paris']) {
    expect(first).toContain(text);
  }
  expect(second).toBe('Turned');
});

test('text is where the field says: at the left, in the middle, at the right, in cells, upwards', async () => {
  const { path } = await filled({ name: 'Left', middle: 'Middle', end: 'Right', code: 'WXYZ', upwards: 'Up' });
  const left = await wordOf(path, 'Left');
  expect(left.left).toBeCloseTo(20 + MARGIN, 0);
  expect(left.middle).toBeCloseTo(30, 0);
  const middle = await wordOf(path, 'Middle');
  expect((middle.left + middle.right) / 2).toBeCloseTo(290, 0);
  expect((await wordOf(path, 'Right')).right).toBeCloseTo(380 - MARGIN, 0);
  const cells = await Promise.all(['W', 'X', 'Y', 'Z'].map((letter) => wordOf(path, letter)));
  for (const [index, { left: from, right }] of cells.entries()) {
    expect((from + right) / 2).toBeCloseTo(20 + (index + 0.5) * 20, 0);
  }
  const up = await wordOf(path, 'Up');
  expect([up.left > 340, up.right < 360]).toEqual([true, true]);
});

test('size 0 is as large as fits: one line as high as its field, several lines smaller than 12 points', async () => {
  const { path } = await filled({ born: 'Large', notes: 'many words '.repeat(120) });
  const { stdout } = await execa('pdftotext', ['-bbox', '-l', '1', path, '-']);
  const heights = [...stdout.matchAll(/yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(Large|many)</g)];
  const heightOf = (word: string) =>
    heights.filter(([, , , text]) => text === word).map(([, a, b]) => Number(b) - Number(a));
  expect(heightOf('Large')[0]).toBeGreaterThan(15);
  expect(heightOf('many').length).toBe(120);
  expect(Math.max(...heightOf('many'))).toBeLessThan(8);
});

const SCRIPTS = {
  name: 'Привет, Αθήνα',
  middle: 'हिन्दी क्षेत्र',
  end: '東京都千代田区',
  'address.street': 'שלום עולם',
  city: '서울',
  notes: 'ภาษาไทย',
};

test('every script has its fonts, embedded, and its letters their shapes', async () => {
  const { path, warnings } = await filled({ ...SCRIPTS, born: 'مرحبا' });
  expect(warnings.filter((warning) => warning.includes('font'))).toEqual([]);
  const [text = ''] = await pageTexts(path);
  // Poppler marks text from right to left.
  const plain = text.replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '').normalize('NFKC');
  for (const value of Object.values(SCRIPTS)) expect(plain).toContain(value.normalize('NFKC'));
  expect(plain).toContain('مرحبا');
  const { stdout } = await execa('pdffonts', [path]);
  const fonts = stdout.split('\n').slice(2);
  expect(fonts.length).toBeGreaterThan(4);
  for (const font of fonts) expect(font).toMatch(/\byes yes yes\b/);
  // From right to left, at the right of a field without an alignment.
  const words = await wordsOf(path);
  expect(Math.max(...words.filter(({ text: word }) => /[א-ת]/.test(word)).map(({ right }) => right))).toBeCloseTo(
    378,
    0,
  );
  // Letters alone are wider than joined ones.
  const joined = words.find(({ text: word }) => /[ء-ي]/.test(word));
  const alone = (await wordsOf((await filled({ born: [...'مرحبا'].join(' ') })).path)).filter(({ text: word }) =>
    /[ء-ي]/.test(word),
  );
  const width = alone.reduce((sum, { left, right }) => sum + right - left, 0);
  expect((joined?.right ?? 0) - (joined?.left ?? 0)).toBeLessThan(0.85 * width);
});

test('check boxes and radio buttons keep their looks, and get some if they have none', async () => {
  const { path } = await filled({ news: true, bare: true, colour: 'green', size: 'large' });
  // The blue of their own appearances, and the dark marks of those that are made; points from the top left.
  const at = (x: number, y: number) => [x / 400, y / 800] as const;
  const colours = await colourAt(path, 1, [at(30, 290), at(70, 320), at(30, 320), at(70, 350), at(30, 350)]);
  expect(colours).toEqual([
    [0, 0, 255],
    [0, 0, 255],
    [255, 255, 255],
    [0, 0, 0],
    [255, 255, 229],
  ]);
  const off = await filled({ news: false, bare: 'off', colour: '' }, { pdf: path });
  expect(await fieldsOf(off.path)).toMatchObject({
    news: ['/Off', '/Off'],
    bare: ['/Off', '/Off'],
    colour: ['/Off', '/Off', '/Off'],
  });
  expect((await colourAt(off.path, 1, [at(30, 290)]))[0]).toEqual([255, 255, 255]);
});

test.each([
  [
    'a label and an export value',
    { country: 'Germany', size: 'small' },
    { country: ['u:de'], size: ['/0', '/0', '/Off'] },
  ],
  ['the export value of a check box', { news: 'Ja' }, { news: ['/Ja', '/Ja'] }],
  ['a number', { name: 12.5 }, { name: ['u:12.5'] }],
  ['an empty text', { locked: '' }, { locked: ['u:'] }],
])('%s', async (_, values, expected) => {
  expect(await fieldsOf((await filled(values)).path)).toMatchObject(expected);
});

test('the same values again make the same pages and values', async () => {
  const once = await filled(ALL);
  const twice = await filled(ALL, { pdf: once.path });
  expect(await fieldsOf(twice.path)).toEqual(await fieldsOf(once.path));
  const drawn = async (path: string) => (await execa('pdftoppm', ['-r', '50', path], { encoding: 'buffer' })).stdout;
  expect(Buffer.compare(Buffer.from(await drawn(twice.path)), Buffer.from(await drawn(once.path)))).toBe(0);
});

describe('what does not fit is refused', () => {
  test.each([
    ['a name with a wrong letter', { nmae: 'x' }, 'the form has no field nmae. Did you mean name?'],
    ['the last part of a name', { street: 'x' }, 'Did you mean address.street?'],
    ['a name like no other', { zzzzzzzz: 'x' }, 'no field zzzzzzzz. It has name, notes,'],
    ['another value of a choice', { country: 'Spain' }, 'the field country has no such value; it has Germany, France.'],
    ['another value of a radio button', { colour: 'blue' }, 'the field colour has no such value; it has red, green.'],
    ['another value of a check box', { news: 'maybe' }, 'the field news has no such value; it has true, false, Ja.'],
    ['too many characters', { code: '123456789' }, 'the field code takes at most 8 characters, not 9.'],
    ['lines for a single one', { name: 'a\nb' }, 'the field name takes a single line.'],
    ['several values for one', { country: ['de', 'fr'] }, 'the field country takes a single value.'],
    ['a truth as a text', { name: true }, 'the field name takes a text.'],
    ['a signature', { signature: 'x' }, 'the field signature is a signature, which cannot be filled in.'],
    ['a button', { push: 'x' }, 'the field push is a button, which cannot be filled in.'],
    ['a password', { secret: 'x' }, 'the field secret is for a password, which is not stored in a file.'],
  ])('%s', async (_, values, message) => {
    expect(await refusal(values)).toContain(message);
  });

  test('all problems together', async () => {
    expect(await refusal({ nmae: 'x', colour: 'blue' })).toMatch(/^Option fill: .*nmae.*; .*colour/);
  });

  test('a dynamic XFA form, and a PDF without fields', async () => {
    expect(await refusal({ name: 'x' }, { pdf: await made('dynamic.pdf', 'dynamic') })).toContain('dynamic XFA form');
    expect(await refusal({ name: 'x' }, { pdf: (await scratch.pages(2)).path })).toBe(
      'Option fill: the PDF has no form fields.',
    );
  });
});

describe('warnings name', () => {
  test('texts that are hidden, scripts that are not run, and fields that people may not change', async () => {
    const { warnings } = await filled({ short: 'far too long a text', locked: 'changed' });
    expect(warnings).toEqual([
      'The field short is too small for its text, whose end is hidden.',
      'The field total is calculated by a script, which is not run; give the value too if it is needed.',
      'The field locked is read-only in the form, and filled in nevertheless.',
    ]);
    expect((await filled({ total: '12', name: 'x' })).warnings).toEqual([]);
  });

  test('the XFA copy of a form, which is removed', async () => {
    const pdf = await made('xfa.pdf', 'xfa');
    expect((await execa('qpdf', ['--qdf', pdf, '-'], { encoding: 'latin1' })).stdout).toContain('/XFA');
    const { path, warnings } = await filled({ total: '1', name: 'x' }, { pdf });
    expect(warnings).toEqual(['The XFA copy of the form was removed: it would show the old values.']);
    expect((await execa('qpdf', ['--qdf', path, '-'], { encoding: 'latin1' })).stdout).not.toContain('/XFA');
  });

  test('a character without a font', async () => {
    const { warnings } = await filled({ name: '\u{F0000}' });
    expect(warnings).toContainEqual('The field name has characters without a font on this machine.');
  });
});

test('a form that asks readers to draw it is drawn as a whole, and asks no more', async () => {
  const { path } = await filled({ name: 'Ada' }, { pdf: await made('asking.pdf', 'asking') });
  const { stdout } = await execa('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { encoding: 'latin1' });
  expect(stdout).not.toContain('/NeedAppearances true');
  const [text = ''] = await pageTexts(path);
  expect(text).toContain('fixed');
  expect(text).toContain('Go');
  // Its marks are in their places: an empty check box too has an appearance.
  expect((await fieldsOf(path)).bare).toEqual([null, '/Off']);
});

describe('values from a file', () => {
  const texts = (files: readonly { path: string }[]) =>
    Promise.all(files.map(async ({ path }) => (await pageTexts(path))[0]?.split('\n')[0]));

  test.each([
    ['CSV', 'name,city\nAda,Köln\n"Grace, Rear Admiral",Bonn\n', ['Ada', 'Grace, Rear Admiral']],
    ['CSV of a German Excel', Buffer.from('name;city\r\nJürgen;Köln\r\n', 'latin1'), ['Jürgen']],
    ['CSV in UTF-16', Buffer.from('\ufeffname\tcity\nŁukasz\tBonn\n', 'utf16le'), ['Łukasz']],
    ['JSON', '{"name": "Ada"}', ['Ada']],
    ['a list in JSON', '[{"name": "Ada"}, {"name": "Grace"}]', ['Ada', 'Grace']],
    [
      'FDF',
      '%FDF-1.2\n1 0 obj\n<</FDF<</Fields[<</T(name)/V(Ada)>><</T(address)/Kids[<</T(street)/V(x)>>]>><</T(news)/V/Ja>>]>>>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n',
      ['Ada'],
    ],
    [
      'XFDF',
      '<?xml version="1.0"?>\n<xfdf xmlns="http://ns.adobe.com/xfdf/"><fields><field name="name"><value>Ada</value></field><field name="address"><field name="street"><value>x</value></field></field><field name="languages"><value>Hindi</value><value>Arabic</value></field></fields></xfdf>',
      ['Ada'],
    ],
  ])('%s', async (_, file, expected) => {
    const { files } = await filled({}, { file });
    expect(await texts(files)).toEqual(expected);
    expect(files.map(({ suffix }) => suffix)).toEqual(
      expected.length > 1 ? expected.map((__, index) => `-${index + 1}`) : [undefined],
    );
  });

  test('the option is added to each row, and wins', async () => {
    const { files } = await filled({ city: 'Bonn' }, { file: 'name,city\nAda,Köln\nGrace,Köln\n' });
    for (const { path } of files) expect((await fieldsOf(path)).city).toEqual(['u:Bonn']);
  });

  test('merge joins the rows, whose fields get names of their own', async () => {
    const path = scratch.path('rows.csv');
    await writeFile(path, 'name\nAda\nGrace\n');
    const job = await scratch.job([
      { path: form, pages: 2 },
      { path, pages: 0 },
    ]);
    const options = optionsOf({ fill_from: 'rows.csv', merge: true });
    const result = await operate([{ path: form, pages: 2 }], options, {
      ...job,
      values: { path, filename: 'rows.csv' },
    });
    expect(result.map(({ suffix }) => suffix)).toEqual([undefined]);
    const joined = result[0]?.path ?? '';
    expect(await fact(joined, 'Pages')).toBe('4');
    const values = Object.entries(await fieldsOf(joined)).filter(([name]) => name.startsWith('name'));
    expect(values.map(([, [value]]) => value).sort()).toEqual(['u:Ada', 'u:Grace']);
    expect((await pageTexts(joined)).map((text) => text.split('\n')[0])).toEqual(['Ada', '', 'Grace', '']);
  });

  test.each([
    [
      'a row with a wrong value',
      'country\nde\nxx\n',
      'Option fill_from (values): row 2: the field country has no such',
    ],
    ['a row with too few cells', 'name,city\nAda\n', 'its row 1 has 1 cells, not 2'],
    ['a field named twice', 'name,name\na,b\n', 'names a field twice'],
    ['names alone', 'name,city\n', 'has no row below the field names'],
    ['broken JSON', '{"name": ', 'not valid JSON'],
    ['other JSON', '[1]', 'neither an object of fields'],
    ['broken XML', '<xfdf>', 'not valid XML'],
    ['XML with entities', '<!DOCTYPE x [<!ENTITY a "b">]><xfdf/>', 'document type'],
    ['other XML', '<html/>', 'no values of fields'],
    ['too many rows', `name\n${'x\n'.repeat(1001)}`, 'at most 1000 PDFs'],
  ])('%s', async (_, file, message) => {
    expect(await refusal({}, { file })).toContain(message);
  });

  test('is among the inputs', () => {
    const inputs = [{ filename: 'form.pdf' }, { filename: 'rows.csv' }];
    expect(takeValues(inputs, 'rows.csv')).toEqual({
      others: [{ filename: 'form.pdf' }],
      values: { filename: 'rows.csv' },
    });
    expect(takeValues(inputs, undefined)).toEqual({ others: inputs });
    expect(() => takeValues(inputs, 'other.csv')).toThrow('no input is called other.csv');
  });
});

test('a signed form is filled in as a new file, with the warning of all operations', async () => {
  const signed = { path: await makeSignedPdf(scratch.folder, 'signed.pdf'), pages: 1 };
  const job = await scratch.job([signed]);
  await operate([signed], optionsOf({ fill: {} }), job);
  expect(job.warnings.map(({ message }) => message)).toContainEqual(expect.stringContaining('digital signatures'));
});

test('flatten then makes the values part of the pages', async () => {
  const { path } = await filled({ ...ALL, ...SCRIPTS });
  const { files } = await scratch.run(flatten, [{ path, pages: 2 }], { flatten: 'forms' });
  const flat = files[0]?.path ?? '';
  expect(await fact(flat, 'Form')).toBe('none');
  const [text = ''] = await pageTexts(flat);
  for (const value of ['10.12.1815', 'France', '東京都千代田区', 'Привет']) expect(text).toContain(value);
  // What a field for a password has is not drawn.
  expect(text).not.toContain('hidden');
});
