import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProgramCall } from '../../../../src/process/command.ts';
import type { OfficeWay } from '../../../../tools/libreoffice/convert.ts';
import { closeOfficeHosts } from '../../../../tools/libreoffice/host.ts';
import { findSoffice } from '../../../../tools/libreoffice/soffice.ts';
import { findProcesses } from '../../../process/helpers/find-processes.ts';
import { type OfficeRun, PDF, pageSize, partOf, pictureCount, pngPicture, textOf, useBench } from './support.ts';

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '../../../../fixtures/document');
const CSV_TOKENS = '44,34,76,1,,0,false,true,false,false,false,-1';
const soffice = await findSoffice();

const bench = await useBench();

/** The back end of what is started from now on; hosts that run have theirs. */
async function confineBy(sandbox: string | undefined): Promise<void> {
  await closeOfficeHosts();
  if (sandbox === undefined) delete process.env.SANDBOX;
  else process.env.SANDBOX = sandbox;
}

/** Defines the tests, the same for each of these ways of running LibreOffice. */
export function describeConversions(ways: readonly OfficeWay[]): void {
  afterEach(async () => {
    delete process.env.SOFFICE_BIN;
    if (process.env.SANDBOX !== undefined) await confineBy(undefined);
  });

  describe.skipIf(soffice === null).each(ways)('LibreOffice, %s:', (way) => {
    const convert = (run: OfficeRun) => bench.convert(way, run);

    // A sandbox of each kind once: how LibreOffice is run changes nothing about them.
    const SANDBOXES = way === 'cold' ? ['landlock', 'bwrap', 'both'] : ['landlock'];

    describe('conversions', () => {
      it.each(SANDBOXES)('converts and stores several files from one load under %s', async (sandbox) => {
        await confineBy(sandbox);
        const input = await bench.make('docx', `ä ${sandbox} 100%20.docx`, 'Grüße aus dem Text');
        const { result, names, path } = await convert({
          input,
          load: { filter: 'MS Word 2007 XML' },
          store: [PDF, { name: 'out.odt', filter: 'writer8' }],
        });
        expect(result).toEqual({ kind: 'writer', sheets: [], repaired: false, encrypted: false });
        expect(names).toEqual(['out.odt', 'out.pdf']);
        expect(await textOf(path('out.pdf'))).toContain('Grüße aus dem Text');
        expect(await partOf(path('out.odt'), 'content.xml')).toContain('Grüße aus dem Text');
      });

      it.runIf(way === 'cold')(
        'needs no permission beyond the usual, as soffice itself would for its socket',
        async () => {
          const calls: ProgramCall[] = [];
          const input = await bench.make('docx', 'plain.docx', 'text');
          await convert({ input, onCall: (call) => (calls[calls.length] = call) });
          expect(calls.flatMap(({ allow = [] }) => allow)).toEqual([]);
        },
      );

      it('writes every sheet of a spreadsheet and names them', async () => {
        const { result, names, path } = await convert({
          input: await bench.make('xlsx', 'sheets.xlsx', 'zweites, mit "Komma"'),
          load: { filter: 'Calc MS Excel 2007 XML' },
          store: [{ name: 'out.csv', filter: 'Text - txt - csv (StarCalc)', options: CSV_TOKENS }],
        });
        expect(result).toEqual({ kind: 'calc', sheets: ['Eins', 'Zwei'], repaired: false, encrypted: false });
        expect(names).toEqual(['out-Eins.csv', 'out-Zwei.csv']);
        expect(await readFile(path('out-Zwei.csv'), 'utf8')).toBe('"zweites, mit ""Komma"""\n');
      });

      it('reads csv with its tokens: separator, text columns', async () => {
        const { path } = await convert({
          input: await bench.write('numbers.csv', '007;1,5\n'),
          load: { filter: 'Text - txt - csv (StarCalc)', options: '59,34,76,1,1/2' },
          store: [{ name: 'out.xlsx', filter: 'Calc MS Excel 2007 XML' }],
        });
        expect(await partOf(path('out.xlsx'), 'xl/sharedStrings.xml')).toContain('>007<');
        expect(await partOf(path('out.xlsx'), 'xl/worksheets/sheet1.xml')).toContain('r="B1"');
      });

      it('reads html as the forced filter says', async () => {
        const input = await bench.write('page.html', '<table><tr><td>x</td><td>y</td></tr></table>');
        const asText = await convert({ input, load: { filter: 'HTML (StarWriter)' } });
        const asSheet = await convert({
          input,
          load: { filter: 'calc_HTML_WebQuery' },
          store: [{ name: 'out.ods', filter: 'calc8' }],
        });
        expect([asText.result.kind, asSheet.result.kind]).toEqual(['writer', 'calc']);
      });

      it.each([
        { paper: { width: 21000, height: 29700 }, size: [595, 842] },
        { paper: { width: 29700, height: 21000 }, size: [842, 595] },
      ])('lays a text out on paper of $paper.width x $paper.height', async ({ paper, size }) => {
        const input = await bench.write('note.txt', 'eine Zeile\n');
        const filter = { filter: 'Text (encoded)', options: 'UTF8,LF' };
        const { path } = await convert({ input, load: { ...filter, paper } });
        expect(await pageSize(path('out.pdf'))).toEqual(size);
      });

      it('hands settings of each type to the filter', async () => {
        const input = await bench.write('settings.txt', 'one\n');
        const data = { UseTaggedPDF: true, SelectPdfVersion: 2, Watermark: 'Entwurf 100%\tü' };
        const { path } = await convert({ input, store: [{ ...PDF, data }] });
        const { stdout } = await execa('pdfinfo', ['-meta', path('out.pdf')]);
        expect(stdout).toContain('<pdfaid:part>2</pdfaid:part>');
        expect(await textOf(path('out.pdf'))).toContain('Entwurf 100%');
      });

      it('is not kept from a file by the lock of another program', async () => {
        const input = await bench.make('docx', 'held.docx', 'held');
        await bench.write('.~lock.held.docx#', ',someone,somewhere,01.01.2020 00:00,file:///home/someone;');
        expect((await convert({ input })).result.kind).toBe('writer');
      });

      it('runs two at once', async () => {
        const inputs = await Promise.all([1, 2].map((n) => bench.make('docx', `twin-${n}.docx`, `twin ${n}`)));
        const done = await Promise.all(inputs.map((input) => convert({ input })));
        const texts = await Promise.all(done.map(({ path }) => textOf(path('out.pdf'))));
        expect(texts.map((text) => text.trim())).toEqual(['twin 1', 'twin 2']);
      });
    });

    describe('protected files', () => {
      const LOCKED = [
        { name: 'locked.odt', filter: 'writer8', pdf: 'writer_pdf_Export' },
        { name: 'locked.docx', filter: 'MS Word 2007 XML', pdf: 'writer_pdf_Export' },
        { name: 'locked.doc', filter: 'MS Word 97', pdf: 'writer_pdf_Export' },
        { name: 'locked.xls', filter: 'MS Excel 97', pdf: 'calc_pdf_Export' },
      ];

      it.each(LOCKED)('$name opens with its password and with no other', async ({ name, filter, pdf }) => {
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

      it('says of a file that is not protected that it was not, whatever password was given', async () => {
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

      it.runIf(way === 'cold')(
        'keeps the password in a file of its own, off the command line and the environment',
        async () => {
          const seen: unknown[] = [];
          await convert({
            input: join(FIXTURES, 'locked.odt'),
            load: { filter: 'writer8', password: 'pässword' },
            onCall: async (call) => {
              const path = fileURLToPath(String(call.env?.CONVERTD_JOB));
              const { mode } = await stat(path);
              seen.push([mode & 0o777, (await readFile(path, 'utf8')).includes('pässword')]);
              seen.push(JSON.stringify(call).includes('pässword'));
              return call;
            },
          });
          expect(seen).toEqual([[0o600, true], false]);
        },
      );

      it.skipIf(!process.env.CORPORA_DIR)('tells that LibreOffice cannot decrypt an old presentation', async () => {
        const input = join(String(process.env.CORPORA_DIR), 'office/Password_Protected-56-hello.ppt');
        const load = { filter: 'MS PowerPoint 97', password: 'hello' };
        await expect(convert({ input, load })).rejects.toMatchObject({ code: 'input_wrong_type' });
      });
    });

    describe('what cannot be converted', () => {
      it('is damaged where LibreOffice makes nothing of it', async () => {
        const whole = await readFile(join(FIXTURES, 'locked.docx'));
        const cut = await bench.write('cut.docx', whole.subarray(0, 3000));
        const noise = await bench.write('noise.docx', Buffer.alloc(5000, 'noise \u0000'));
        const load = { filter: 'MS Word 2007 XML', password: 'pässword' };
        await expect(convert({ input: noise, load })).rejects.toMatchObject({ code: 'input_damaged' });
        await expect(convert({ input: cut, load })).rejects.toMatchObject({ code: 'input_damaged' });
      });

      it('is repaired and said so where a package is cut short', async () => {
        const whole = await readFile(await bench.make('docx', 'whole.docx', 'the rest is here'));
        const input = await bench.write('short.docx', whole.subarray(0, whole.length - 60));
        const { result, path } = await convert({ input, load: { filter: 'MS Word 2007 XML' } });
        expect(result.repaired).toBe(true);
        expect(await textOf(path('out.pdf'))).toContain('the rest is here');
      });

      it('fails as a conversion where the export filter is for another kind of document', async () => {
        const input = await bench.make('docx', 'text.docx', 'text');
        const store = [{ name: 'out.xlsx', filter: 'Calc MS Excel 2007 XML' }];
        const failure = await convert({ input, store }).catch((error: unknown) => error);
        expect(failure).toMatchObject({ code: 'conversion_failed' });
        expect(String(failure)).not.toContain(bench.folder);
      });

      it.runIf(way === 'cold')('tells where LibreOffice is missing or incomplete', async () => {
        const input = await bench.write('any.txt', 'any');
        for (const path of ['/nowhere/soffice', '/bin/true']) {
          process.env.SOFFICE_BIN = path;
          await expect(convert({ input })).rejects.toMatchObject({ code: 'program_missing' });
        }
      });

      it.runIf(way === 'cold')('leaves no process when canceled or out of time', async () => {
        const input = await bench.write('long.txt', 'a line of a long text\n'.repeat(200_000));
        const stop = new AbortController();
        const canceled = convert({ input, signal: stop.signal });
        await expect.poll(() => findProcesses(bench.folder), { timeout: 20_000 }).not.toEqual([]);
        stop.abort();
        await expect(canceled).rejects.toMatchObject({ code: 'conversion_canceled' });
        const late = convert({ input, onCall: (call) => ({ ...call, limits: { wallMs: 1500 } }) });
        await expect(late).rejects.toMatchObject({ code: 'conversion_timeout' });
        expect(await findProcesses(bench.folder)).toEqual([]);
      });
    });

    describe('hostile files', () => {
      let secret: string;
      beforeAll(async () => {
        secret = await bench.write('secret.png', pngPicture());
      });

      async function picturesIn(run: OfficeRun): Promise<number> {
        return pictureCount((await convert(run)).path('out.pdf'));
      }

      it.each(SANDBOXES)('an rtf cannot draw a picture from elsewhere under %s', async (sandbox) => {
        const field = `{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE "${secret}" \\\\d}{\\fldrslt }}\\par}`;
        const run = { input: await bench.write('include.rtf', field), load: { filter: 'Rich Text Format' } };
        await confineBy('off');
        expect(await picturesIn(run)).toBe(1);
        await confineBy(sandbox);
        expect(await picturesIn(run)).toBe(0);
      });

      it('a docx cannot draw a linked picture, confined or not', async () => {
        const input = await bench.make('linked-docx', 'linked.docx', pathToFileURL(secret).href);
        const profile = pathToFileURL(join(bench.folder, 'plain-profile')).href;
        const plain = [
          `-env:UserInstallation=${profile}`,
          '--headless',
          '--convert-to',
          'pdf',
          '--outdir',
          bench.folder,
        ];
        await execa(String(soffice), [...plain, input]);
        expect(await pictureCount(join(bench.folder, 'linked.pdf'))).toBe(1);
        await confineBy('off');
        expect(await picturesIn({ input, load: { filter: 'MS Word 2007 XML' } })).toBe(0);
        await confineBy(undefined);
        expect(await picturesIn({ input, load: { filter: 'MS Word 2007 XML' } })).toBe(0);
      });

      it.runIf(way === 'cold').each([
        { what: 'run in a profile that trusts them and a window', runs: true, change: [show, trustDocuments] },
        { what: 'do not run in a window', runs: false, change: [show] },
        { what: 'do not run', runs: false, change: [] },
      ])('macros of the document $what', async ({ runs, change }) => {
        const target = await bench.write('macro-ran', '');
        const onCall = async (call: ProgramCall) => {
          const profile = call.args.find((each) => each.endsWith('/profile'));
          for (const each of change) await each(join(fileURLToPath(String(profile)), 'user'));
          return call;
        };
        await confineBy('off');
        const input = await bench.write('macro.fodt', withMacro(target));
        await convert({ input, load: { filter: 'OpenDocument Text Flat XML' }, onCall });
        expect((await readFile(target, 'utf8')) !== '').toBe(runs);
      });
    });
  });
}

async function edit(path: string, from: string | RegExp, to: string): Promise<void> {
  const before = await readFile(path, 'utf8');
  const after = before.replaceAll(from, to);
  if (after === before) throw new Error(`nothing to change in ${path}`);
  await writeFile(path, after);
}

/** The events of hidden documents call no macro, whatever is trusted. */
function show(user: string): Promise<void> {
  return edit(join(user, 'basic', 'Standard', 'Convert.xba'), '"Hidden", True', '"Hidden", False');
}

/** Takes from a profile what keeps the macros of documents from running. */
async function trustDocuments(user: string): Promise<void> {
  await edit(join(user, 'registrymodifications.xcu'), /.*(Macro|Active).*\n/g, '');
  await edit(join(user, 'basic', 'Standard', 'Convert.xba'), 'NEVER_EXECUTE', 'ALWAYS_EXECUTE_NO_WARN');
}

/** A text whose macro makes a file when the text is loaded, shown or stored. */
function withMacro(target: string): string {
  const script = 'vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document';
  const listeners = ['dom:load', 'office:view-created', 'office:copy-to']
    .map(
      (name) =>
        `<script:event-listener script:language="ooo:script" script:event-name="${name}" xlink:href="${script}"/>`,
    )
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:dom="http://www.w3.org/2001/xml-events" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:ooo="http://openoffice.org/2004/office"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:scripts>
 <office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard">
  <ooo:module ooo:name="Module1"><ooo:source-code>Sub Main
Dim f
f = FreeFile
Open "${target}" For Output As #f
Print #f, "ran"
Close #f
End Sub
</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>
 <office:event-listeners>${listeners}</office:event-listeners>
</office:scripts>
<office:body><office:text><text:p>text</text:p></office:text></office:body></office:document>
`;
}
