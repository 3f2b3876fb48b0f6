import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProgramCall } from '../../../../src/process/program-call.ts';
import type { OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import { closeOfficePools } from '../../../../tools/programs/libreoffice/pool.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { sample } from '../../../support/sample.ts';
import { type OfficeRun, PDF, partOf, pictureCount, pngPicture, textOf, useBench } from './support.ts';

/* What keeps a document from the rest of the worker process: the sandbox, and LibreOffice's own guards without one. */

const bench = await useBench();
const soffice = await findSoffice();

let sandboxed: OfficeWay = 'cold';

/** Sets the back end of later starts. Worker processes keep theirs, so they are closed. */
async function sandboxBy(way: OfficeWay, sandbox: string | undefined): Promise<void> {
  sandboxed = way;
  if (way !== 'cold') await closeOfficePools();
  if (sandbox === undefined) delete process.env.SANDBOX;
  else process.env.SANDBOX = sandbox;
}

let secret: string;
beforeAll(async () => {
  secret = await bench.write('secret.png', pngPicture());
});
afterEach(async () => {
  if (process.env.SANDBOX !== undefined) await sandboxBy(sandboxed, undefined);
});

async function picturesIn(way: OfficeWay, run: OfficeRun): Promise<number> {
  return pictureCount((await bench.convert(way, run)).path('out.pdf'));
}

async function converts(way: OfficeWay, sandbox: string): Promise<void> {
  await sandboxBy(way, sandbox);
  const input = await bench.make('docx', `${sandbox}.docx`, 'Grüße aus dem Text');
  const store = [PDF, { name: 'out.odt', filter: 'writer8' }];
  const { path } = await bench.convert(way, { input, load: { filter: 'MS Word 2007 XML' }, store });
  expect(await textOf(path('out.pdf'))).toContain('Grüße aus dem Text');
  expect(await partOf(path('out.odt'), 'content.xml')).toContain('Grüße aus dem Text');
}

async function drawsNothingOfAnRtf(way: OfficeWay, sandbox: string): Promise<void> {
  const field = `{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE "${secret}" \\\\d}{\\fldrslt }}\\par}`;
  const run = { input: await bench.write('include.rtf', field), load: { filter: 'Rich Text Format' } };
  await sandboxBy(way, 'off');
  expect(await picturesIn(way, run)).toBe(1);
  await sandboxBy(way, sandbox);
  expect(await picturesIn(way, run)).toBe(0);
}

/** A docx never draws a linked picture, sandboxed or not. */
async function drawsNothingOfADocx(way: OfficeWay, sandbox: string): Promise<void> {
  const input = await bench.make('linked-docx', 'linked.docx', pathToFileURL(secret).href);
  const profile = pathToFileURL(join(bench.folder, 'plain-profile')).href;
  const plain = [`-env:UserInstallation=${profile}`, '--headless', '--convert-to', 'pdf', '--outdir', bench.folder];
  await execa(String(soffice), [...plain, input]);
  expect(await pictureCount(join(bench.folder, 'linked.pdf'))).toBe(1);
  await sandboxBy(way, 'off');
  expect(await picturesIn(way, { input, load: { filter: 'MS Word 2007 XML' } })).toBe(0);
  await sandboxBy(way, sandbox);
  expect(await picturesIn(way, { input, load: { filter: 'MS Word 2007 XML' } })).toBe(0);
}

/** Each kind of sandbox once, because the way of running LibreOffice does not affect it. */
const SANDBOXED: readonly (readonly [OfficeWay, string])[] = [
  ['cold', 'landlock'],
  ['cold', 'bwrap'],
  ['cold', 'both'],
  ['warm', 'landlock'],
  ['once', 'landlock'],
];

const ATTEMPTS = [
  ...SANDBOXED.flatMap(([way, sandbox]) => [
    { what: 'a docx is converted', attempt: converts, way, sandbox },
    { what: 'an rtf cannot draw a picture from elsewhere', attempt: drawsNothingOfAnRtf, way, sandbox },
  ]),
  ...(['cold', 'warm', 'once'] as const).map((way) => ({
    what: 'a docx cannot draw a linked picture',
    attempt: drawsNothingOfADocx,
    way,
    sandbox: 'auto',
  })),
];

describe.skipIf(soffice === null)('LibreOffice', () => {
  it.each(sample('sandbox of LibreOffice', ATTEMPTS, 2))('$what, $way, $sandbox', ({ attempt, way, sandbox }) =>
    attempt(way, sandbox),
  );

  it.each([
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
    await sandboxBy('cold', 'off');
    const input = await bench.write('macro.fodt', withMacro(target));
    await bench.convert('cold', { input, load: { filter: 'OpenDocument Text Flat XML' }, onCall });
    expect((await readFile(target, 'utf8')) !== '').toBe(runs);
  });
});

async function edit(path: string, from: string | RegExp, to: string): Promise<void> {
  const before = await readFile(path, 'utf8');
  const after = before.replaceAll(from, to);
  if (after === before) throw new Error(`nothing to change in ${path}`);
  await writeFile(path, after);
}

/** Shows documents, because the events of hidden ones call no macro, whatever is trusted. */
function show(user: string): Promise<void> {
  return edit(join(user, 'basic', 'Standard', 'Convert.xba'), '"Hidden", True', '"Hidden", False');
}

/** Removes the settings of a profile that keep macros of documents from running. */
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
