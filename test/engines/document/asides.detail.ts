import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convert, fixture, makeScratch, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

it.each([
  ['asides.fodt', 'txt', ['2 comments, 1 chart and 1 header or footer: they are']],
  ['asides.fodt', 'pdf', ['2 comments: they are']],
  ['asides.fodt', 'html', ['2 comments: they are']],
  ['asides.fodt', 'epub', ['2 comments, 1 chart and 1 header or footer: they are']],
  ['asides.fodt', 'docx', []],
  ['asides.fods', 'csv', ['2 comments: they are']],
  ['asides.fods', 'md', ['2 comments: they are']],
  ['asides.fods', 'xlsx', []],
  ['asides.fodp', 'pdf', ['1 comment and 1 page of notes: they are']],
  ['asides.fodp', 'pptx', []],
])('what stands beside the text of %s is kept in %s or named', async (name, target, named) => {
  const { warnings } = await convert(scratch, fixture(name), { target });
  const told = warnings.map(({ message }) => message).filter((message) => message.startsWith(`${name} has `));
  expect(told).toEqual(named.map((what) => `${name} has ${what} not in the result.`));
});

it('files that a docx inserts, and LibreOffice does not, are named', async () => {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const chunk = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/aFChunk" Target="${target}"/>`;
  const relationships = (...each: string[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="mht" ContentType="message/rfc822"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relationships(`<Relationship Id="d" Type="${office}/officeDocument" Target="word/document.xml"/>`),
    'word/_rels/document.xml.rels': relationships(chunk('a', 'page.mht'), chunk('b', 'other.docx')),
    'word/page.mht': 'MIME-Version: 1.0\nContent-Type: text/html\n\n<p>Plum</p>',
    'word/document.xml': `<w:document xmlns:w="${word}" xmlns:r="${office}"><w:body><w:p/><w:altChunk r:id="a"/></w:body></w:document>`,
  };
  const path = scratch.path('chunk.docx');
  await writeFile(
    path,
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  );
  for (const target of ['pdf', 'odt']) {
    const { warnings } = await convert(scratch, path, { target });
    expect(warnings.map(({ message }) => message)).toContain(
      'chunk.docx has 1 file to insert (altChunk): it is not in the result.',
    );
  }
});

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const relationships = (each: Readonly<Record<string, readonly [kind: string, target: string, more?: string]>>) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${Object.entries(each)
    .map(
      ([id, [kind, target, more = '']]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}" ${more}/>`,
    )
    .join('')}</Relationships>`;

/** An OPC package with one main part, and another package as an object of it twice, a PDF, and a link to a file elsewhere. */
async function withObjects(name: string, main: string, type: string, parts: Readonly<Record<string, string>>) {
  const folder = main.slice(0, main.lastIndexOf('/'));
  const types = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/><Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/><Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/></Types>`;
  const all = {
    '[Content_Types].xml': types,
    '_rels/.rels': relationships({ d: ['officeDocument', main] }),
    [`${folder}/embeddings/a.xlsx`]: 'of no matter',
    [`${folder}/embeddings/b.bin`]: 'of no matter',
    ...parts,
  };
  const path = scratch.path(name);
  await writeFile(path, zipSync(Object.fromEntries(Object.entries(all).map(([key, text]) => [key, strToU8(text)]))));
  return path;
}

const OBJECTS = relationships({
  a: ['package', 'embeddings/a.xlsx'],
  b: ['oleObject', 'embeddings/b.bin'],
  c: ['oleObject', 'file:///elsewhere.doc', 'TargetMode="External"'],
});

it.each([
  ['txt', '1 embedded workbook and 1 embedded PDF: they are not in the result.'],
  ['pdf', '1 embedded workbook and 1 embedded PDF: the result has their pictures at most.'],
  ['md', '1 embedded workbook and 1 embedded PDF: the result has their pictures at most.'],
])('files in a docx are named where they are lost: %s', async (target, named) => {
  const object = (id: string, program: string) =>
    `<w:p><w:r><w:t>Plum</w:t></w:r><w:r><w:object><o:OLEObject Type="Embed" ProgID="${program}" r:id="${id}"/></w:object></w:r></w:p>`;
  const path = await withObjects('objects.docx', 'word/document.xml', 'wordprocessingml.document.main', {
    'word/_rels/document.xml.rels': OBJECTS,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:r="${OFFICE}"><w:body>${object('a', 'Excel.Sheet.12')}${object('b', 'AcroExch.Document.DC')}</w:body></w:document>`,
  });
  const { warnings } = await convert(scratch, path, { target });
  expect(warnings.map(({ message }) => message)).toContain(`objects.docx has ${named}`);
});

it.each([
  ['csv', 'they are not in the result.'],
  ['ods', 'the result has their pictures at most.'],
])('files in a xlsx are named whatever becomes of it: %s', async (target, become) => {
  const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const path = await withObjects('objects.xlsx', 'xl/workbook.xml', 'spreadsheetml.sheet.main', {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    'xl/_rels/workbook.xml.rels': relationships({ s: ['worksheet', 'worksheets/sheet1.xml'] }),
    'xl/workbook.xml': `<workbook xmlns="${sheet}" xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="s"/></sheets></workbook>`,
    'xl/worksheets/_rels/sheet1.xml.rels': OBJECTS,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheet}" xmlns:r="${OFFICE}"><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData><oleObjects><oleObject progId="Worksheet" shapeId="1" r:id="a"/><oleObject progId="Acrobat Document" shapeId="2" r:id="b"/></oleObjects></worksheet>`,
  });
  const { warnings } = await convert(scratch, path, { target });
  expect(warnings.map(({ message }) => message)).toContain(
    `objects.xlsx has 1 embedded workbook and 1 embedded PDF: ${become}`,
  );
});

/** A PDF of one page with these annotations, fields of a form among them. */
async function withAnnotations(name: string, ...annotations: readonly string[]): Promise<string> {
  const content = 'BT /F 20 Tf 40 100 Td (Plum) Tj ET';
  const first = 6;
  const refs = annotations.map((_, index) => `${first + index} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs}] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [${refs}] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...annotations.map((each) => `<< /Type /Annot /Rect [10 10 20 20] ${each} >>`),
  ];
  const [broken, path] = [scratch.path(`raw-${name}`), scratch.path(name)];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  await writeFile(broken, `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`);
  // It writes the table of objects, and packs them, as most programs do today.
  await execa('qpdf', [broken, '--object-streams=generate', path], { reject: false });
  return path;
}

it('comments, fields and signatures of a PDF are named where the result has no place for them', async () => {
  const path = await withAnnotations(
    'asides.pdf',
    '/Subtype /Text /Contents (Why plums?)',
    '/Subtype /Highlight /Contents (Good)',
    '/Subtype /Highlight',
    '/Subtype /Popup /Contents (Why plums?)',
    '/Subtype /Link /Contents (a link)',
    '/Subtype /FileAttachment',
    '/Subtype /Sound',
    '/Subtype /Widget /FT /Tx /T (one) /V (1)',
    '/Subtype /Widget /Parent << /FT /Btn /T (two) >>',
    '/Subtype /Widget /FT /Sig /T (three)',
  );
  const lost =
    'asides.pdf has 1 attached file, 2 comments, 1 field for a signature and 1 sound or film: they are not in the result.';
  for (const target of ['txt', 'md', 'docx', 'html']) {
    const { warnings } = await convert(scratch, path, { target });
    const told = warnings.map(({ message }) => message).filter((message) => message.startsWith('asides.pdf has '));
    expect(told).toEqual([
      lost,
      'asides.pdf has 2 form fields: the result has what they show, but cannot be filled in.',
    ]);
  }
  const plain = await withAnnotations('plain.pdf', '/Subtype /Link', '/Subtype /FreeText /Contents (Plum)');
  expect((await convert(scratch, plain, { target: 'txt' })).warnings).toEqual([]);
});

it('files that are attached to a PDF are named where the result has pages alone', async () => {
  const [plain, attached] = [fixture('report.pdf'), scratch.path('attached.pdf')];
  await execa('qpdf', [plain, '--add-attachment', fixture('stock.csv'), '--', attached]);
  const told = async (path: string, target: string) =>
    (await convert(scratch, path, { target })).warnings.filter(({ message }) => message.includes('attached'));
  for (const target of ['txt', 'docx']) {
    expect(await told(plain, target)).toEqual([]);
    expect(await told(attached, target)).toMatchObject([
      { message: 'attached.pdf has 1 attached file: it is not in the result.' },
    ]);
  }
  expect(await told(attached, 'pdf')).toEqual([]);
});
