import { expect, it } from 'vitest';
import { PRINT } from '../../../src/service/gotenberg/fields/chromium.ts';
import { readFields } from '../../../src/service/gotenberg/fields/field.ts';
import { readHeaders } from '../../../src/service/gotenberg/fields/headers.ts';
import { compareFilenames, plainFilename } from '../../../src/service/gotenberg/form/filenames.ts';
import { Form } from '../../../src/service/gotenberg/form/form.ts';
import { jsonProblem } from '../../../src/service/gotenberg/form/go-json.ts';
import { duration, FieldProblem, inches } from '../../../src/service/gotenberg/form/go-values.ts';
import { pageSelection, printedPages } from '../../../src/service/gotenberg/plan/pages.ts';

const formOf = (fields: Readonly<Record<string, string>>): Form => {
  const form = new Form();
  for (const [name, value] of Object.entries(fields)) form.addValue(name, value);
  return form;
};

it.each([
  ['10', 10],
  ['25.4mm', 1],
  ['2.54cm', 1],
  ['72pt', 1],
  ['96px', 1],
  ['6pc', 1],
  ['1in', 1],
])('reads the length %s', (text, expected) => {
  expect(inches(text)).toBeCloseTo(expected, 9);
});

it.each([
  ['2.5s', 2500],
  ['1m30s', 90_000],
  ['300ms', 300],
  ['1h', 3_600_000],
  ['0', 0],
])('reads the duration %s', (text, expected) => {
  expect(duration(text)).toBe(expected);
});

it('refuses in the words of Go', () => {
  expect(() => duration('foo')).toThrow(new FieldProblem('time: invalid duration "foo"'));
  expect(() => duration('2')).toThrow(new FieldProblem('time: missing unit in duration "2"'));
  expect(() => inches('foo')).toThrow(new FieldProblem('strconv.ParseFloat: parsing "foo": invalid syntax'));
  expect(jsonProblem('foo')).toBe("invalid character 'o' in literal false (expecting 'a')");
  expect(jsonProblem('bar')).toBe("invalid character 'b' looking for beginning of value");
  expect(jsonProblem('')).toBe('unexpected end of JSON input');
});

it('tells of all problems of a form at once, a line each', () => {
  const form = formOf({ scale: 'foo', landscape: 'foo' });

  expect(() => readFields(form, { page: { readings: PRINT } })).toThrow(
    [
      `Invalid form data: form field 'landscape' is invalid (got 'foo', resulting to strconv.ParseBool: parsing "foo": invalid syntax)`,
      `form field 'scale' is invalid (got 'foo', resulting to strconv.ParseFloat: parsing "foo": invalid syntax)`,
    ].join('\n'),
  );
});

it('says the defaults of Gotenberg where ours are others', () => {
  const { options } = readFields(new Form(), { page: { readings: PRINT, accepts: () => true } });

  expect(options.page).toMatchObject({ print_background: false, fail_on_status: [499, 599] });
  expect(options.page.margin_top).toBeCloseTo(9.906, 6);
});

it('refuses a field whose option does not exist, unless the client has not sent it', () => {
  const group = { page: { readings: PRINT, accepts: (option: string) => option !== 'single_page' } };

  expect(() => readFields(formOf({ singlePage: 'true' }), group)).toThrow("form field 'singlePage' is not supported");
  expect(readFields(formOf({ singlePage: 'false' }), group).options.page).not.toHaveProperty('single_page');
});

it.each([
  ['2-', '2-'],
  ['2-z', '2-last'],
  ['2-end', '2-last'],
  ['-3', 'first-3'],
  ['1, 3,even', '1,3,even'],
  ['foo', null],
  ['', null],
])('reads the pages "%s"', (text, expected) => {
  expect(pageSelection(text)).toBe(expected);
});

it('prints only pages with numbers', () => {
  expect(printedPages('1-3, 5')).toBe('1-3,5');
  expect(printedPages('last')).toBeNull();
});

it('orders files as Gotenberg merges them', () => {
  const names = ['b.pdf', '10_x.pdf', 'page_12.pdf', '2_x.pdf', 'page_2.pdf', 'a.pdf'];

  expect(names.sort(compareFilenames)).toEqual(['2_x.pdf', '10_x.pdf', 'page_2.pdf', 'page_12.pdf', 'a.pdf', 'b.pdf']);
});

it('takes folders and control characters out of names', () => {
  expect(plainFilename('C:\\Windows\\Temp\\foo')).toBe('foo');
  expect(plainFilename('../../etc/pass\u0000wd')).toBe('passwd');
});

it('reads headers with the addresses that they are meant for', () => {
  expect(readHeaders('{"a":"1; x","b":"2;scope=^https://example\\\\.org/"}')).toEqual([
    { name: 'a', value: '1;  x', scope: null },
    { name: 'b', value: '2', scope: '^https://example\\.org/' },
  ]);
  expect(() => readHeaders('{"foo":"bar;scope;;"}')).toThrow(new FieldProblem("invalid scope '' for header 'foo'"));
  expect(() => readHeaders('{"foo":"bar;scope=*."}')).toThrow(
    new FieldProblem(
      "invalid scope regex pattern for header 'foo': error parsing regexp: missing argument to repetition operator in `*.`",
    ),
  );
});
