import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convert, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';

/* Electronic invoices as pages to read; pdftotext and pandoc read them. */

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const INVOICES = [
  ['UBL', fixture('invoice-ubl.xml')],
  ['CII', fixture('invoice-cii.xml')],
] as const;

/** Returns the texts of an XML file's elements. */
const valuesIn = (xml: string): string[] =>
  [...xml.matchAll(/>([^<>]*\S[^<>]*)</g)].map(([, text = '']) => text.trim());

it.each(INVOICES)('an invoice in %s becomes a PDF with its parties, lines and totals', async (_, path) => {
  const done = await convert(scratch, path, { target: 'pdf', options: {} });
  expect(done.warnings).toEqual([]);
  const { stdout } = await execa('pdftotext', ['-layout', onlyOutput(done), '-']);
  expect(stdout).toMatch(/Rechnung R-1842/);
  expect(stdout).toMatch(/Analytical Engines GmbH +Nautical Tables e\. V\./);
  expect(stdout).toMatch(/1 +Brass wheel +4 Stück +50\.00 +19 % +200\.00/);
  expect(stdout).toMatch(/Zu zahlen +328\.84/);
  expect(stdout).toMatch(/2026-12-02/);
});

it.each(INVOICES)('no value of an invoice in %s is left out of a text', async (_, path) => {
  const text = await readFile(onlyOutput(await convert(scratch, path, { target: 'txt' })), 'utf8');
  const shown = text.replace(/\s+/g, ' ').replaceAll('-', '');
  // Codes that say how the file is built are no values.
  const codes = new Set(['VAT', 'false', 'S', '380']);
  const lost = valuesIn(await readFile(path, 'utf8')).filter(
    (value) => !codes.has(value) && !shown.includes(value.replaceAll('-', '')),
  );
  expect(lost).toEqual([]);
});

it('a credit note is called so, in the language of the seller', async () => {
  const xml = await readFile(fixture('invoice-cii.xml'), 'utf8');
  const path = scratch.path('credit.xml');
  await writeFile(path, xml.replace('>380<', '>381<').replaceAll('>DE<', '>IE<'));
  const done = await convert(scratch, path, { target: 'docx' });
  const { stdout } = await execa('pandoc', ['--to=plain', onlyOutput(done)]);
  expect(stdout).toMatch(/Credit note R-1842/);
  expect(stdout).toMatch(/Brass wheel\s+4 pcs/);
});

it('warns of files inside an invoice', async () => {
  const xml = await readFile(fixture('invoice-ubl.xml'), 'utf8');
  const file =
    '<cac:AdditionalDocumentReference><cbc:ID>Sheet</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="a.csv">YQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>';
  const path = scratch.path('with-file.xml');
  await writeFile(path, xml.replace('  <cac:AccountingSupplierParty>', `${file}<cac:AccountingSupplierParty>`));
  const done = await convert(scratch, path, { target: 'txt' });
  expect(done.warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/^1 file inside the invoice/)]);
  expect(await readFile(onlyOutput(done), 'utf8')).not.toContain('YQ==');
});

it('other XML stays a text of its source', async () => {
  const path = scratch.path('order.xml');
  await writeFile(path, '<?xml version="1.0"?><order><item>wheel</item></order>');
  const text = await readFile(onlyOutput(await convert(scratch, path, { target: 'txt' })), 'utf8');
  expect(text).toContain('<item>wheel</item>');
});
