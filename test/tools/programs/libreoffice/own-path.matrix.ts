import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import type { OfficeStore } from '../../../../tools/programs/libreoffice/job.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { sample } from '../../../support/sample.ts';
import { partOf, textOf, useBench } from './support.ts';

// LibreOffice tells fields, formulas, templates, links and pictures the path of their document. The output must not contain
// this path of the host.

const FIELDS = ['full', 'path', 'name-and-extension']
  .map((display) => `<text:p>${display}: <text:file-name text:display="${display}">?</text:file-name></text:p>`)
  .join('');
const LINKS =
  '<text:p><text:a xlink:href="other.html">here</text:a> <text:a xlink:href="../up/other.html">up</text:a></text:p>';
const PICTURE =
  '<draw:frame text:anchor-type="as-char" svg:width="2cm" svg:height="2cm"><draw:image xlink:href="../picture.png"/></draw:frame>';
const TEMPLATE = '<text:template-name text:display="full">?</text:template-name>';
const SECTION =
  '<text:section text:name="S"><text:section-source xlink:href="../part.odt"/><text:p>part</text:p></text:section>';

interface Kind {
  readonly input: string;
  readonly flat: string;
  readonly content: string;
  /** Outputs; the first is read again and converted to PDF. */
  readonly store: readonly OfficeStore[];
  readonly again: string;
  /** How the document states its path: by a name, from which later versions of Calc omit the folder. */
  readonly says: (name: string) => RegExp;
}

const KINDS: readonly Kind[] = [
  {
    input: 'fields.fodt',
    flat: 'OpenDocument Text Flat XML',
    content: `<office:text>${FIELDS}${LINKS}<text:p>${TEMPLATE}${PICTURE}</text:p>${SECTION}</office:text>`,
    store: [
      { name: 'out.docx', filter: 'MS Word 2007 XML' },
      { name: 'out.pdf', filter: 'writer_pdf_Export' },
      { name: 'out.doc', filter: 'MS Word 97' },
      { name: 'out.odt', filter: 'writer8' },
      { name: 'out.rtf', filter: 'Rich Text Format' },
      { name: 'out.txt', filter: 'Text (encoded)', options: 'UTF8,LF,,,false' },
      { name: 'out.html', filter: 'HTML (StarWriter)', options: 'EmbedImages' },
      { name: 'out.epub', filter: 'EPUB' },
    ],
    again: 'MS Word 2007 XML',
    says: (name) => new RegExp(`full: /proc/self/cwd/${name}`),
  },
  {
    input: 'cells.fods',
    flat: 'OpenDocument Spreadsheet Flat XML',
    content: `<office:spreadsheet><table:table table:name="A"><table:table-column table:number-columns-repeated="2" table:style-name="wide"/><table:table-row>
<table:table-cell table:formula='of:=CELL("filename")'/><table:table-cell table:formula="of:=['file:../more.ods'#$S.A1]"/></table:table-row><table:table-row>
<table:table-cell office:value-type="string">${FIELDS}${LINKS}</table:table-cell></table:table-row></table:table></office:spreadsheet>`,
    store: [
      { name: 'out.xlsx', filter: 'Calc MS Excel 2007 XML' },
      { name: 'out.pdf', filter: 'calc_pdf_Export' },
      { name: 'out.xls', filter: 'MS Excel 97' },
      { name: 'out.ods', filter: 'calc8' },
      { name: 'out.html', filter: 'HTML (StarCalc)', options: 'EmbedImages' },
      {
        name: 'out.csv',
        filter: 'Text - txt - csv (StarCalc)',
        options: '44,34,76,1,,0,false,true,false,false,false,-1',
      },
    ],
    again: 'Calc MS Excel 2007 XML',
    says: (name) => new RegExp(`'(file:///proc/self/cwd/)?${name}'`),
  },
  {
    input: 'slides.fodp',
    flat: 'OpenDocument Presentation Flat XML',
    content: `<office:presentation><draw:page><draw:frame svg:width="20cm" svg:height="9cm"><draw:text-box>${FIELDS}${LINKS}</draw:text-box></draw:frame>${PICTURE}</draw:page></office:presentation>`,
    store: [
      { name: 'out.pptx', filter: 'Impress MS PowerPoint 2007 XML' },
      { name: 'out.pdf', filter: 'impress_pdf_Export' },
      { name: 'out.ppt', filter: 'MS PowerPoint 97' },
      { name: 'out.odp', filter: 'impress8' },
    ],
    again: 'Impress MS PowerPoint 2007 XML',
    says: (name) => new RegExp(`full: /proc/self/cwd/${name}`),
  },
];

/** A flat document that names a template, and its file in the header of its pages. */
function flat({ input, content }: Kind): string {
  const kind = { '.fodt': 'text', '.fods': 'spreadsheet', '.fodp': 'presentation' }[extname(input)];
  const names = ['office', 'text', 'table', 'style', 'meta'].map((name) => [name, name] as const);
  const namespaces = [...names, ['draw', 'drawing'] as const]
    .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .concat(
      'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
      'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"',
      'xmlns:xlink="http://www.w3.org/1999/xlink"',
    );
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces.join(' ')} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.${kind}">
<office:meta><meta:template xlink:type="simple" xlink:href="../template.ott" xlink:title="T"/></office:meta>
<office:automatic-styles><style:page-layout style:name="p"/>
<style:style style:name="wide" style:family="table-column"><style:table-column-properties style:column-width="9cm"/></style:style></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="p"><style:header>${FIELDS}</style:header></style:master-page></office:master-styles>
<office:body>${content}</office:body></office:document>`;
}

const bench = await useBench();

/** Returns all readable text of a file: parts of packages and streams of PDFs are unpacked, letters of two bytes are read as one. */
async function everythingIn(path: string): Promise<string> {
  const output = { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 } as const;
  const kind = extname(path);
  if (kind === '.pdf') {
    const { stdout } = await execa('qpdf', ['--qdf', '--stream-data=uncompress', path, '-'], output);
    return `${Buffer.from(stdout).toString('latin1')}\n${await textOf(path)}`;
  }
  const isPackage = (await readFile(path)).subarray(0, 2).toString() === 'PK';
  const bytes = isPackage ? (await execa('unzip', ['-p', path], output)).stdout : await readFile(path);
  const text = Buffer.from(bytes).toString('latin1');
  return `${text}\n${text.replaceAll('\0', '')}`;
}

/** Beginnings of our folders, which are all in the temporary folder. */
const TRACES = ['convertd-', join(tmpdir(), '/')];
const tracesIn = async (path: string) => {
  const text = await everythingIn(path);
  return TRACES.filter((trace) => text.includes(trace));
};

const soffice = await findSoffice();
const WAYS = ['warm', 'once', 'cold'] as const;

describe.skipIf(soffice === null)('where a document was', () => {
  it('control: is in what LibreOffice itself makes of it', async () => {
    const profile = `-env:UserInstallation=file://${join(bench.folder, 'plain-profile')}`;
    const convertTo = (kind: string, ...inputs: string[]) =>
      execa(String(soffice), [profile, '--headless', '--convert-to', kind, '--outdir', bench.folder, ...inputs]);
    const kinds = sample('own paths by LibreOffice itself', KINDS, 1);
    const inputs = await Promise.all(kinds.map((kind) => bench.write(kind.input, flat(kind))));
    await convertTo('pdf', ...inputs);
    for (const [index, { store }] of kinds.entries()) {
      const input = String(inputs[index]);
      const [editable] = store;
      const extension = extname(String(editable?.name));
      await convertTo(`${extension.slice(1)}:${editable?.filter}`, input);
      const made = ['.pdf', extension].map((each) => input.replace(extname(input), each));
      expect(await Promise.all(made.map(tracesIn))).toEqual([TRACES, TRACES]);
    }
  });

  const TRIED = WAYS.flatMap((way) => KINDS.map((kind) => ({ way, kind, input: kind.input })));

  it.each(sample('own paths', TRIED, 2))(
    'is in nothing that is made of $input, and of that, $way',
    async ({ way, kind }) => {
      const input = await bench.write(kind.input, flat(kind));
      const first = await bench.convert(way, { input, load: { filter: kind.flat }, store: kind.store });
      const [source, pdf] = kind.store.map(({ name }) => name);
      const again = await bench.convert(way, {
        input: first.path(String(source)),
        load: { filter: kind.again },
        store: kind.store.filter(({ name }) => name === pdf),
      });
      expect(first.names).toHaveLength(kind.store.length);
      const made = [...first.names.map(first.path), again.path('out.pdf')];
      expect(await Promise.all(made.map(tracesIn))).toEqual(made.map(() => []));
      // The control: the output has the name that the user gave.
      expect(await textOf(first.path('out.pdf'))).toMatch(kind.says(kind.input));
      expect(await textOf(again.path('out.pdf'))).toMatch(kind.says(String(source)));
    },
  );

  it.each(sample('paths of neighbours', WAYS, 1))('is not put before links to its neighbours, %s', async (way) => {
    const [text] = KINDS;
    if (text === undefined) throw new Error('no text');
    const input = await bench.write(text.input, flat(text));
    const { path } = await bench.convert(way, { input, load: { filter: text.flat }, store: text.store });
    const word = await partOf(path('out.docx'), 'word/_rels/document.xml.rels');
    for (const link of ['other.html', '../up/other.html']) {
      expect(word).toContain(`Target="${link}"`);
      expect(await readFile(path('out.html'), 'utf8')).toContain(`href="${link}"`);
      expect(await everythingIn(path('out.pdf'))).toContain(`/URI (${link})`);
      // In OpenDocument, the package itself counts as a folder.
      expect(await partOf(path('out.odt'), 'content.xml')).toContain(`xlink:href="../${link}"`);
    }
  });
});
