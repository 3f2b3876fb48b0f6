import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';
import { type Bench, type OfficeOutcome, type OfficeRun, PDF, pageSize, partOf, textOf } from './support.ts';

export const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '../../../../fixtures/document');
const CSV_TOKENS = '44,34,76,1,,0,false,true,false,false,false,-1';

type Convert = (run: OfficeRun) => Promise<OfficeOutcome>;

/** A test for each way of running LibreOffice. */
export interface Case {
  readonly name: string;
  readonly run: (convert: Convert) => Promise<void>;
}

/** What LibreOffice reports about an unremarkable file. */
const FILES = { media: 0, texts: 0, workbooks: 0, presentations: 0, pdfs: 0, objects: 0 };
const ASIDES = { comments: 0, charts: 0, headers: 0, notes: 0, inserted: 0, ...FILES };
const FOUND = { sheets: [], hiddenSlides: 0, repaired: false, encrypted: false, changes: 0, asides: ASIDES };

/** @param bench folder for their files */
export function conversionCases(bench: Bench): readonly Case[] {
  const cases: Case[] = [];
  const it = (name: string, run: Case['run']): void => {
    cases.push({ name, run });
  };

  it('converts and stores several files from one load', async (convert) => {
    const input = await bench.make('docx', 'ä 100%20.docx', 'Grüße aus dem Text');
    const { result, names, path } = await convert({
      input,
      load: { filter: 'MS Word 2007 XML' },
      store: [PDF, { name: 'out.odt', filter: 'writer8' }],
    });
    expect(result).toEqual({ ...FOUND, kind: 'writer' });
    expect(names).toEqual(['out.odt', 'out.pdf']);
    expect(await textOf(path('out.pdf'))).toContain('Grüße aus dem Text');
    expect(await partOf(path('out.odt'), 'content.xml')).toContain('Grüße aus dem Text');
  });

  it('writes every sheet of a spreadsheet and names them', async (convert) => {
    const { result, names, path } = await convert({
      input: await bench.make('xlsx', 'sheets.xlsx', 'zweites, mit "Komma"'),
      load: { filter: 'Calc MS Excel 2007 XML' },
      store: [{ name: 'out.csv', filter: 'Text - txt - csv (StarCalc)', options: CSV_TOKENS }],
    });
    const sheets = ['Eins', 'Zwei'].map((name) => ({ name, isHidden: false, hiddenRows: [], hiddenColumns: [] }));
    expect(result).toEqual({ ...FOUND, kind: 'calc', sheets });
    expect(names).toEqual(['out-Eins.csv', 'out-Zwei.csv']);
    expect(await readFile(path('out-Zwei.csv'), 'utf8')).toBe('"zweites, mit ""Komma"""\n');
  });

  it('reads csv with its tokens: separator, text columns', async (convert) => {
    const { path } = await convert({
      input: await bench.write('numbers.csv', '007;1,5\n'),
      load: { filter: 'Text - txt - csv (StarCalc)', options: '59,34,76,1,1/2' },
      store: [{ name: 'out.xlsx', filter: 'Calc MS Excel 2007 XML' }],
    });
    expect(await partOf(path('out.xlsx'), 'xl/sharedStrings.xml')).toContain('>007<');
    expect(await partOf(path('out.xlsx'), 'xl/worksheets/sheet1.xml')).toContain('r="B1"');
  });

  it('reads html as the forced filter says', async (convert) => {
    const input = await bench.write('page.html', '<table><tr><td>x</td><td>y</td></tr></table>');
    const asText = await convert({ input, load: { filter: 'HTML (StarWriter)' } });
    const asSheet = await convert({
      input,
      load: { filter: 'calc_HTML_WebQuery' },
      store: [{ name: 'out.ods', filter: 'calc8' }],
    });
    expect([asText.result.kind, asSheet.result.kind]).toEqual(['writer', 'calc']);
  });

  it('takes A4 for a text, a page and a sheet, which name no paper', async (convert) => {
    const PDF_OF_CALC = { ...PDF, filter: 'calc_pdf_Export' };
    const cases = [
      [await bench.write('note.txt', 'eine Zeile\n'), { filter: 'Text (encoded)', options: 'UTF8,LF' }, PDF],
      [await bench.write('page.html', '<p>a page</p>'), { filter: 'HTML (StarWriter)' }, PDF],
      [await bench.make('xlsx', 'sheet.xlsx', 'text'), { filter: 'Calc MS Excel 2007 XML' }, PDF_OF_CALC],
    ] as const;
    for (const [input, load, store] of cases) {
      const { path } = await convert({ input, load, store: [store] });
      expect([input, await pageSize(path('out.pdf'))]).toEqual([input, [595, 842]]);
    }
  });

  it('keeps the paper that a sheet names', async (convert) => {
    const input = await bench.make('xlsx-letter', 'sheet.xlsx', 'text');
    const store = [{ ...PDF, filter: 'calc_pdf_Export' }];
    const { path } = await convert({ input, load: { filter: 'Calc MS Excel 2007 XML' }, store });
    expect(await pageSize(path('out.pdf'))).toEqual([612, 792]);
  });

  it('hands settings of each type to the filter', async (convert) => {
    const input = await bench.write('settings.txt', 'one\n');
    const data = { UseTaggedPDF: true, SelectPdfVersion: 2, Watermark: 'Entwurf 100%\tü' };
    const { path } = await convert({ input, store: [{ ...PDF, data }] });
    const { stdout } = await execa('pdfinfo', ['-meta', path('out.pdf')]);
    expect(stdout).toContain('<pdfaid:part>2</pdfaid:part>');
    expect(await textOf(path('out.pdf'))).toContain('Entwurf 100%');
  });

  it('is not kept from a file by the lock of another program', async (convert) => {
    const input = await bench.make('docx', 'held.docx', 'held');
    await bench.write('.~lock.held.docx#', ',someone,somewhere,01.01.2020 00:00,file:///home/someone;');
    expect((await convert({ input })).result.kind).toBe('writer');
  });

  it('runs two at once', async (convert) => {
    const inputs = await Promise.all([1, 2].map((n) => bench.make('docx', `twin-${n}.docx`, `twin ${n}`)));
    const done = await Promise.all(inputs.map((input) => convert({ input })));
    const texts = await Promise.all(done.map(({ path }) => textOf(path('out.pdf'))));
    expect(texts.map((text) => text.trim())).toEqual(['twin 1', 'twin 2']);
  });

  const LOCKED = [
    { name: 'locked.odt', filter: 'writer8', pdf: 'writer_pdf_Export' },
    { name: 'locked.docx', filter: 'MS Word 2007 XML', pdf: 'writer_pdf_Export' },
    { name: 'locked.doc', filter: 'MS Word 97', pdf: 'writer_pdf_Export' },
    { name: 'locked.xls', filter: 'MS Excel 97', pdf: 'calc_pdf_Export' },
  ];

  for (const { name, filter, pdf } of LOCKED) {
    it(`${name} opens with its password and with no other`, async (convert) => {
      const run = (password?: string): OfficeRun => ({
        input: join(FIXTURES, name),
        load: { filter, ...(password === undefined ? {} : { password }) },
        store: [{ name: 'out.pdf', filter: pdf }],
      });
      const { path, result } = await convert(run('pässword'));
      expect(result.encrypted).toBe(true);
      expect(await textOf(path('out.pdf'))).toContain('Secret text');
      await expect(convert(run('password'))).rejects.toMatchObject({ code: 'input_password_wrong' });
      await expect(convert(run())).rejects.toMatchObject({ code: 'input_password_needed' });
    });
  }

  it('says of a file that is not protected that it was not, whatever password was given', async (convert) => {
    const docx = await bench.make('docx', 'free.docx', 'free');
    const xlsx = await bench.make('xlsx', 'free.xlsx', 'free');
    const load = { password: 'pässword' };
    const fromDocx = await convert({ input: docx, load, store: [PDF, { name: 'free.odt', filter: 'writer8' }] });
    const store = [{ name: 'free.xls', filter: 'MS Excel 97' }];
    const fromXlsx = await convert({ input: xlsx, load, store });
    const fromOdt = await convert({ input: fromDocx.path('free.odt'), load });
    const fromXls = await convert({ input: fromXlsx.path('free.xls'), load, store });
    const all = [fromDocx, fromXlsx, fromOdt, fromXls];
    expect(all.map(({ result }) => result.encrypted)).toEqual([false, false, false, false]);
  });

  it('is damaged where LibreOffice makes nothing of it', async (convert) => {
    const whole = await readFile(join(FIXTURES, 'locked.docx'));
    const cut = await bench.write('cut.docx', whole.subarray(0, 3000));
    const noise = await bench.write('noise.docx', Buffer.alloc(5000, 'noise \u0000'));
    const load = { filter: 'MS Word 2007 XML', password: 'pässword' };
    await expect(convert({ input: noise, load })).rejects.toMatchObject({ code: 'input_damaged' });
    await expect(convert({ input: cut, load })).rejects.toMatchObject({ code: 'input_damaged' });
  });

  it('is repaired and said so where a package is cut short', async (convert) => {
    const whole = await readFile(await bench.make('docx', 'whole.docx', 'the rest is here'));
    const input = await bench.write('short.docx', whole.subarray(0, whole.length - 60));
    const { result, path } = await convert({ input, load: { filter: 'MS Word 2007 XML' } });
    expect(result.repaired).toBe(true);
    expect(await textOf(path('out.pdf'))).toContain('the rest is here');
  });

  it('fails as a conversion where the export filter is for another kind of document', async (convert) => {
    const input = await bench.make('docx', 'text.docx', 'text');
    const store = [{ name: 'out.xlsx', filter: 'Calc MS Excel 2007 XML' }];
    const failure = await convert({ input, store }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'conversion_failed' });
    expect(String(failure)).not.toContain(bench.folder);
  });

  return cases;
}
