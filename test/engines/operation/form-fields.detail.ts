import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixture, Workshop } from './support.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await Workshop.open('form-fields');
});
afterAll(() => workshop.remove());

async function form(name: string, ...variants: readonly string[]): Promise<string> {
  await execa('/usr/bin/python3', [fixture('document/make_form.py'), workshop.path(name), ...variants]);
  return workshop.path(name);
}

interface Fields {
  readonly xfa: string;
  readonly pages: number;
  readonly fields: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[];
}

/** Returns the list of a PDF's fields, which the schema accepts. */
const listOf = (path: string): Promise<Fields> => workshop.report('form-fields', 'form-fields', {}, path);

it('lists fields of every kind, with what each can be set to and where it is', async () => {
  const { fields, ...about } = await listOf(fixture('document/form.pdf'));
  expect(about).toEqual({ version: 1, pages: 2, xfa: 'none' });
  const byName = Object.fromEntries(fields.map((field) => [field.name, field]));
  expect(byName.name).toEqual({
    name: 'name',
    type: 'text',
    value: null,
    default: 'Nobody',
    required: true,
    read_only: false,
    calculated: false,
    places: [{ page: 1, x: 20, y: 20, width: 360, height: 20 }],
    multiline: false,
    comb: false,
    password: false,
    tooltip: 'Full name',
  });
  const is = {
    notes: { multiline: true },
    code: { comb: true, max_length: 8 },
    'address.street': { type: 'text' },
    born: { date_format: 'dd.mm.yyyy' },
    secret: { password: true, value: null },
    locked: { read_only: true, value: 'fixed' },
    total: { calculated: true },
    news: { type: 'check_box', value: false, options: [{ value: 'Ja', label: 'Ja' }] },
    bare: { type: 'check_box', value: false, options: [{ value: 'Yes', label: 'Yes' }] },
    country: {
      type: 'choice',
      editable: false,
      options: [
        { value: 'de', label: 'Germany' },
        { value: 'fr', label: 'France' },
      ],
    },
    city: { type: 'choice', editable: true },
    languages: { type: 'list', multiple: true, value: [] },
    push: { type: 'button' },
    signature: { type: 'signature' },
  };
  expect(byName).toMatchObject(is);
  expect(byName.colour).toMatchObject({
    type: 'radio',
    value: null,
    options: [
      { value: 'red', label: 'red' },
      { value: 'green', label: 'green' },
    ],
    places: [
      { x: 20, y: 310, option: 'red' },
      { x: 60, y: 310, option: 'green' },
    ],
  });
  expect(byName.size).toMatchObject({ options: [{ value: 'small' }, { value: 'large' }] });
  // The page is turned by 90 degrees, and its crop box begins at 50, 20.
  expect(byName.turned).toMatchObject({ places: [{ page: 2, x: 30, y: 50, width: 20, height: 100 }] });
});

it('lists nothing for a PDF without a form, and says that a form has an XFA copy', async () => {
  const plain = await listOf(fixture('document/report.pdf'));
  expect([plain.fields, plain.xfa]).toEqual([[], 'none']);
  const copied = await listOf(await form('xfa.pdf', 'xfa'));
  expect([copied.fields.length > 20, copied.xfa]).toEqual([true, 'static']);
});

it('refuses a dynamic XFA form by that name, and what is no PDF', async () => {
  const dynamic = await workshop.run('form-fields', {}, await form('dynamic.pdf', 'dynamic'));
  expect([dynamic.result, dynamic.error]).toEqual(['input_wrong_type', expect.stringContaining('dynamic XFA form')]);
  expect((await workshop.run('form-fields', {}, fixture('document/letter.txt'))).result).toBe('input_wrong_type');
});

/** Changes `pdf`, the form; what each must end with. */
const HOSTILE: readonly (readonly [what: string, change: string, result: string])[] = [
  ['a field that is above itself', 'fields[0].Kids = Array([fields[0]])', 'completed'],
  ['fields in a circle', 'fields[0].Kids, fields[1].Kids = Array([fields[1]]), Array([fields[0]])', 'completed'],
  [
    'fields 5000 levels deep',
    'top = fields[0]\nfor _ in range(5000):\n    top = pdf.make_indirect(Dictionary(T=String("x"), Kids=Array([top])))\nfields.append(top)',
    'completed',
  ],
  ['values of other types', 'fields[0].Rect, fields[0].Ff, fields[1].MaxLen = 5, String("x"), Name.X', 'completed'],
  ['numbers beyond all pages', 'fields[0].Rect = Array([0, 0, 10**15, 10**15])', 'completed'],
  ['a tree that is a number', 'pdf.Root.AcroForm.Fields = 5', 'completed'],
  [
    '60,000 fields',
    'fields.extend([pdf.make_indirect(Dictionary(T=String("x"), FT=Name.Tx)) for _ in range(60000)])',
    'input_bomb',
  ],
];

it.each(HOSTILE)('survives %s', async (_, change, result) => {
  const path = workshop.path('hostile.pdf');
  const script = `import sys\nfrom pikepdf import *\npdf = Pdf.open(sys.argv[1])\nfields = pdf.Root.AcroForm.Fields\n${change}\npdf.save(sys.argv[2])`;
  await execa('/usr/bin/python3', ['-c', script, fixture('document/form.pdf'), path]);
  const done = await workshop.run('form-fields', {}, path);
  expect(done.result).toBe(result);
});

it('names the same fields as qpdf', async () => {
  const path = fixture('document/form.pdf');
  const { fields } = await listOf(path);
  const { stdout } = await execa('qpdf', ['--json=2', '--json-key=acroform', path]);
  const found = JSON.parse(stdout).acroform.fields as readonly { readonly fullname: string }[];
  expect(new Set(fields.map(({ name }) => name))).toEqual(new Set(found.map(({ fullname }) => fullname)));
});
