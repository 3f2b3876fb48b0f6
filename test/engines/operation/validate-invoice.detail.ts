import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, Workshop } from './support.ts';

/*
 * The two fixtures are one invoice in both syntaxes. The official Schematron of EN 16931 finds nothing in either; each change here breaks
 * the rule that it also names.
 */

const [UBL, CII] = [fixture('document/invoice-ubl.xml'), fixture('document/invoice-cii.xml')];

let workshop: Workshop;
beforeAll(async () => {
  workshop = await Workshop.open('validate-invoice');
});
afterAll(() => workshop.remove());

interface Report {
  readonly valid: boolean;
  readonly profile: string;
  readonly invoice: Readonly<Record<string, unknown>>;
  readonly broken_rules: readonly { readonly rule: string; readonly message: string }[];
  readonly pdf: { readonly problems: readonly string[]; readonly is_pdf_a3: boolean } | null;
}

const check = (path: string): Promise<Report> => workshop.report('validate-invoice', 'invoice-check', {}, path);

let count = 0;

async function changed(source: string, ...changes: readonly (readonly [RegExp | string, string])[]): Promise<string> {
  let text = await readFile(source, 'utf8');
  for (const [from, to] of changes) {
    expect(text.search(from)).toBeGreaterThan(-1);
    text = text.replace(from, to);
  }
  count += 1;
  const path = workshop.path(`changed-${count}.xml`);
  await writeFile(path, text);
  return path;
}

const rulesOf = async (path: string): Promise<string[]> => (await check(path)).broken_rules.map(({ rule }) => rule);

it.each([
  ['UBL', UBL],
  ['CII', CII],
])('an invoice in %s that breaks no rule', async (_, path) => {
  expect(await check(path)).toMatchObject({
    ...{ valid: true, profile: 'en16931', broken_rules: [], pdf: null },
    invoice: {
      ...{ number: 'R-1842', date: '2026-11-02', currency: 'EUR', lines: 2, due: '328.84' },
      ...{ seller: 'Analytical Engines GmbH', buyer: 'Nautical Tables e. V.' },
    },
  });
});

describe('a rule that is broken is named', () => {
  it.each([
    ['BR-02', '<cbc:ID>R-1842</cbc:ID>', ''],
    ['BR-CO-10', '>307.14</cbc:LineExtensionAmount>', '>300.00</cbc:LineExtensionAmount>'],
    ['BR-CO-11', '>20.00</cbc:AllowanceTotalAmount>', '>21.00</cbc:AllowanceTotalAmount>'],
    ['BR-CO-15', '>328.84</cbc:TaxInclusiveAmount>', '>329.00</cbc:TaxInclusiveAmount>'],
    ['BR-CO-25', '<cbc:DueDate>2026-12-02</cbc:DueDate>', ''],
    ['BR-CO-09', 'DE123456789', '123456789'],
    ['BR-S-08', '>180.00</cbc:TaxableAmount>', '>200.00</cbc:TaxableAmount>'],
    ['BR-S-02', /<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/, ''],
    ['BR-S-05', /(<cac:ClassifiedTaxCategory>\s*<cbc:ID>S<\/cbc:ID>\s*<cbc:Percent>)19/, '$10'],
    ['BR-E-01', /(<cac:ClassifiedTaxCategory>\s*<cbc:ID>)S(<\/cbc:ID>\s*<cbc:Percent>)19/, '$1E$20'],
    ['BR-62', ' schemeID="EM"', ''],
    ['BR-33', '<cbc:AllowanceChargeReason>Loyal customer</cbc:AllowanceChargeReason>', ''],
    ['BR-DEC-09', '>307.14</cbc:LineExtensionAmount>', '>307.140</cbc:LineExtensionAmount>'],
    ['BR-CL-14', '>DE</cbc:IdentificationCode>', '>XX</cbc:IdentificationCode>'],
    ['BR-27', '>50.00</cbc:PriceAmount>', '>-50.00</cbc:PriceAmount>'],
  ])('%s in UBL', async (rule, from, to) => {
    expect(await rulesOf(await changed(UBL, [from, to]))).toContain(rule);
  });

  it.each([
    ['BR-02', '<ram:ID>R-1842</ram:ID>', ''],
    ['BR-CO-10', '>307.14</ram:LineTotalAmount>', '>300.00</ram:LineTotalAmount>'],
    ['BR-CO-13', '>287.14</ram:TaxBasisTotalAmount>', '>287.00</ram:TaxBasisTotalAmount>'],
    ['BR-CO-14', '>41.70</ram:TaxTotalAmount>', '>41.00</ram:TaxTotalAmount>'],
    ['BR-21', '<ram:LineID>2</ram:LineID>', ''],
    ['BR-S-02', /<ram:SpecifiedTaxRegistration>.*<\/ram:SpecifiedTaxRegistration>/, ''],
    ['BR-CO-17', '>34.20</ram:CalculatedAmount>', '>44.20</ram:CalculatedAmount>'],
  ])('%s in CII', async (rule, from, to) => {
    expect(await rulesOf(await changed(CII, [from, to]))).toContain(rule);
  });
});

it('rules of XRechnung hold for what claims to be one', async () => {
  const claim = [
    'urn:cen.eu:en16931:2017',
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  ] as const;
  expect(await check(await changed(CII, claim))).toMatchObject({ profile: 'xrechnung', broken_rules: [] });
  const wrong = [/<cbc:BuyerReference>.*<\/cbc:BuyerReference>/, ''] as const;
  const account = ['DE02120300000000202051', 'DE03120300000000202051'] as const;
  expect(await rulesOf(await changed(UBL, claim, wrong, account))).toEqual(['BR-DE-15', 'BR-DE-19']);
  // The control: without the claim nothing is wrong.
  expect(await rulesOf(await changed(UBL, wrong, account))).toEqual([]);
});

it('a profile without lines is checked without them', async () => {
  const lines = [/<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>/, ''] as const;
  const profile = ['urn:cen.eu:en16931:2017', 'urn:factur-x.eu:1p0:basicwl'] as const;
  expect(await check(await changed(CII, lines, profile))).toMatchObject({ profile: 'basic_wl', broken_rules: [] });
  expect(await rulesOf(await changed(CII, lines))).toContain('BR-16');
});

describe('an invoice in a PDF', () => {
  const XML = 'factur-x.xml';

  async function asPdf(options: object): Promise<string> {
    const xml = workshop.path(XML);
    await writeFile(xml, await readFile(CII));
    // Its fonts have all they need for PDF/A.
    const pages = workshop.path('pages.pdf');
    await execa('img2pdf', [fixture('document/scan.png'), '-o', pages]);
    const args = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    const output = workshop.path('out');
    await execa('bin/convertd', [pages, xml, 'document/pdf', ...args, '--output', output, '--force'], {
      cwd: new URL('../../../', import.meta.url),
    });
    return `${output}/pages.pdf`;
  }

  const EMBED = `[{"filename":"${XML}","relationship":"alternative","mime_type":"text/xml"}]`;

  it('is checked with what the PDF says of it', async () => {
    const made = await asPdf({ pdf_a: '3b', embed: EMBED, factur_x: 'en16931' });
    expect(await check(made)).toMatchObject({
      valid: true,
      pdf: { file: XML, relationship: 'Alternative', declared_profile: 'EN 16931', is_pdf_a3: true, problems: [] },
    });
  });

  it('that is no PDF/A, or of another profile, is not valid', async () => {
    const plain = await check(await asPdf({ embed: EMBED }));
    expect(plain).toMatchObject({ valid: false, broken_rules: [], pdf: { is_pdf_a3: false } });
    expect(plain.pdf?.problems).toContainEqual(expect.stringMatching(/metadata does not say that it is an invoice/));
    const other = await check(await asPdf({ pdf_a: '3b', embed: EMBED, factur_x: 'basic' }));
    expect(other.pdf?.problems).toEqual([expect.stringMatching(/metadata says BASIC, .* profile EN 16931/)]);
  });
});

it('refuses what is not an invoice, and says why', async () => {
  const letter = await workshop.run('validate-invoice', {}, fixture('document/letter.txt'));
  expect(letter.result).toBe('input_wrong_type');
  const none = await workshop.run('validate-invoice', {}, fixture('document/report.pdf'));
  expect(none).toMatchObject({ result: 'input_wrong_type', error: expect.stringMatching(/no invoice is attached/) });
  const other = workshop.path('other.xml');
  await writeFile(other, '<?xml version="1.0"?><order/>');
  const wrong = await workshop.run('validate-invoice', {}, other);
  expect(wrong.error).toMatch(
    /other\.xml is not an electronic invoice of EN 16931: it is not an invoice in UBL or CII/,
  );
  const bomb = workshop.path('bomb.xml');
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
  await writeFile(bomb, `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "x">${entities}]><x>&e9;</x>`);
  expect((await workshop.run('validate-invoice', {}, bomb)).result).toBe('input_wrong_type');
});
