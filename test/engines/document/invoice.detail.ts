import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { validateConversion } from '../../../src/catalog/index.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { brokenRules } from '../../support/pdf-a-rules.ts';
import { makePdf } from './operations/make-pdf-structure.ts';
import { attachmentsOf } from './operations/support-structure.ts';
import { convertAll, fixture, makeScratch, onlyOutput, pdfFact, type Scratch } from './support.ts';

/** The least that is recognised as an invoice. */
const INVOICE = `<?xml version="1.0"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>
`;

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

async function invoiceOf(input: string, content: string, more: OptionValues = {}) {
  const xml = scratch.path('invoice.xml');
  await writeFile(xml, content);
  const embed = [{ filename: 'invoice.xml', name: 'factur-x.xml' }];
  const given = { pdf_a: '3b', factur_x: 'en16931', embed, ...more };
  const { options } = validateConversion({ category: 'document', target: 'pdf', options: given });
  return convertAll(scratch, [input, xml], { target: 'pdf', options });
}

/** The values of XMP properties, by ExifTool. */
async function xmp(path: string, ...tags: readonly string[]): Promise<string[]> {
  const { stdout } = await execa('exiftool', ['-s3', '-f', ...tags.map((tag) => `-${tag}`), path]);
  return stdout.split('\n');
}

it.each(['report.docx', 'plain.pdf'])('%s becomes an electronic invoice', async (name) => {
  const plain = await makePdf(scratch.path('plain.pdf'), { pages: [{ text: 'Invoice 17' }] });
  const made = await invoiceOf(name === 'plain.pdf' ? plain : fixture(name), INVOICE, {
    factur_x_document: 'order',
    factur_x_version: '1.07',
  });
  const path = onlyOutput(made);
  expect(made.warnings.filter(({ code }) => code !== 'output_limited')).toEqual([]);
  expect(await attachmentsOf(path)).toEqual(['factur-x.xml']);
  expect(await xmp(path, 'XMP-pdfaid:Part', 'XMP-pdfaid:Conformance')).toEqual(['3', 'B']);
  const { stdout: packet } = await execa('pdfinfo', ['-meta', path]);
  expect(packet).toContain('xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"');
  for (const [property, value] of [
    ['DocumentType', 'ORDER'],
    ['DocumentFileName', 'factur-x.xml'],
    ['Version', '1.07'],
    ['ConformanceLevel', 'EN 16931'],
  ]) {
    expect(packet).toContain(`<fx:${property}>${value}</fx:${property}>`);
    expect(packet).toContain(`<pdfaProperty:name>${property}</pdfaProperty:name>`);
  }
  // The metadata is XML that another program reads.
  await execa('/usr/bin/python3', ['-c', 'import sys, xml.dom.minidom as m; m.parseString(sys.stdin.read())'], {
    input: packet.slice(packet.indexOf('<x:xmpmeta'), packet.indexOf('</x:xmpmeta>') + '</x:xmpmeta>'.length),
  });
  const { stdout } = await execa('qpdf', ['--json=2', '--json-key=qpdf', path]);
  expect(stdout).toContain('"/AFRelationship": "/Alternative"');
  await execa('qpdf', ['--check', path]);
  expect(await brokenRules(path, 3)).toEqual([]);
});

it('a file that is no invoice is embedded with a warning', async () => {
  const { warnings } = await invoiceOf(fixture('report.docx'), '<other/>');
  expect(warnings.map(({ message }) => message)).toContain(
    'factur-x.xml is no Cross Industry Invoice or Order, so programs will not read it as an electronic invoice.',
  );
});

it('rules that the invoice breaks are named, and a profile other than its own', async () => {
  const xml = await readFile(fixture('invoice-cii.xml'), 'utf8');
  const told = async (content: string, more: OptionValues = {}) =>
    (await invoiceOf(fixture('report.docx'), content, more)).warnings
      .map(({ message }) => message)
      .filter((message) => message.startsWith('factur-x.xml'));
  expect(await told(xml)).toEqual([]);
  expect(await told(xml, { factur_x: 'basic' })).toEqual([
    'factur-x.xml says that it is of the profile en16931, not basic.',
  ]);
  expect(await told(xml.replace('>328.84</ram:GrandTotalAmount>', '>1.00</ram:GrandTotalAmount>'))).toEqual([
    expect.stringMatching(
      /^factur-x\.xml breaks rules of EN 16931: BR-CO-15: The total with VAT is 328\.84, not 1\.00/,
    ),
  ]);
});

it('stays protected from what an XML claims to be: entities are not read', async () => {
  const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`;
  const path = onlyOutput(await invoiceOf(fixture('report.docx'), bomb));
  expect(await attachmentsOf(path)).toEqual(['factur-x.xml']);
});

it.each<[string, OptionValues]>([
  ['without pdf_a', { factur_x: 'basic', embed: [{ filename: 'factur-x.xml' }] }],
  ['with another pdf_a', { factur_x: 'basic', pdf_a: '2b', embed: [{ filename: 'factur-x.xml' }] }],
  ['without the file', { factur_x: 'basic', pdf_a: '3b' }],
  ['with a file of another name', { factur_x: 'basic', pdf_a: '3b', embed: [{ filename: 'invoice.xml' }] }],
])('is refused %s', (_, options) => {
  expect(() => validateConversion({ category: 'document', target: 'pdf', options })).toThrow(/pdf_a|embed/);
});

it('embed leaves the rest as it is, for a document that is no PDF', async () => {
  const note = scratch.path('note.txt');
  await writeFile(note, 'note');
  const { options } = validateConversion({
    category: 'document',
    target: 'pdf',
    options: { embed: [{ filename: 'note.txt', relationship: 'source' }] },
  });
  const made = await convertAll(scratch, [note, fixture('report.docx')], { target: 'pdf', options });
  expect(await attachmentsOf(onlyOutput(made))).toEqual(['note.txt']);
  expect(await pdfFact(onlyOutput(made), 'Pages')).toBe('1');
});
