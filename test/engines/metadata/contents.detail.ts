import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { execa } from 'execa';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { convertd, temporaryFolder } from '../../cli/support.ts';
import { fixture, metadataOf } from './support.ts';

/** Returns what is counted in a document; its fonts are subject of test/receipt/fonts.detail.ts. */
async function countsOf(path: string) {
  const { fonts, ...counts } = (await metadataOf(path, { countContents: true })).contents ?? {};
  return counts;
}

/** Returns what is counted in a document, and in those that LibreOffice makes of it. */
async function countedIn(path: string, targets: readonly string[]) {
  const folder = await temporaryFolder();
  const name = basename(path);
  await copyFile(path, join(folder, name));
  const found = [await countsOf(join(folder, name))];
  for (const target of targets) {
    const output = name.replace(extname(name), `.${target}`);
    expect((await convertd([name, output], { cwd: folder })).stderr, target).not.toContain('error');
    found.push(await countsOf(join(folder, output)));
  }
  return found;
}

const unzipped = async (path: string) => unzipSync(new Uint8Array(await readFile(path)));

const NAMES = ['office', 'text', 'table', 'style', 'draw', 'svg', 'xlink', 'dc', 'math']
  .map((name) => {
    const urns: Readonly<Record<string, string>> = {
      draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
      svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
      xlink: 'http://www.w3.org/1999/xlink',
      dc: 'http://purl.org/dc/elements/1.1/',
      math: 'http://www.w3.org/1998/Math/MathML',
    };
    return `xmlns:${name}="${urns[name] ?? `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`}"`;
  })
  .join(' ');

/** Writes a text with two tables, a picture, a formula, two links, a comment and two notes. */
async function richText(folder: string): Promise<string> {
  const png = (await readFile(fixture('document/gradient.png'))).toString('base64');
  const table =
    '<table:table table:name="T"><table:table-column/><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table>';
  const frame = (content: string) =>
    `<text:p><draw:frame text:anchor-type="as-char" svg:width="2cm" svg:height="2cm">${content}</draw:frame></text:p>`;
  const note = (kind: string) =>
    `<text:p>Text<text:note text:note-class="${kind}"><text:note-citation>1</text:note-citation><text:note-body><text:p>Below</text:p></text:note-body></text:note></text:p>`;
  const formula =
    '<draw:object><math:math><math:mrow><math:mi>a</math:mi><math:mo>=</math:mo><math:mi>b</math:mi></math:mrow></math:math></draw:object>';
  const link = (address: string) =>
    `<text:p><text:a xlink:type="simple" xlink:href="${address}">There</text:a></text:p>`;
  const body = [
    ...[table, '<text:p/>', table, frame(`<draw:image><office:binary-data>${png}</office:binary-data></draw:image>`)],
    ...[frame(formula), link('https://example.org/'), link('https://example.org/2'), link('#here')],
    ...[note('footnote'), note('endnote')],
    '<text:p>Sold<office:annotation><dc:creator>A</dc:creator><text:p>Is it?</text:p></office:annotation></text:p>',
  ];
  const path = join(folder, 'rich.fodt');
  await writeFile(
    path,
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>${body.join('')}</office:text></office:body></office:document>`,
  );
  return path;
}

const RICH = { tables: 2, pictures: 1, formulas: 1, links: 2, comments: 1, notes: 2, charts: 0, tracked_changes: 0 };

it('in a text the same is counted, whichever format LibreOffice writes', async () => {
  const path = await richText(await temporaryFolder());
  for (const contents of await countedIn(path, ['odt', 'docx'])) expect(contents).toMatchObject(RICH);
});

it('of Markdown, a web page and a book of it is counted what they keep', async () => {
  const path = await richText(await temporaryFolder());
  const [, md, html, epub] = await countedIn(path, ['md', 'html', 'epub']);
  expect(md).toMatchObject({ tables: 0, formulas: 1, links: 2, notes: 2 });
  expect(html).toMatchObject({ tables: 2, pictures: expect.any(Number), links: 2 });
  expect(epub).toMatchObject({ tables: 2, links: 2 });
});

it('comments, charts, headers and footers of texts are counted', async () => {
  const found = await countedIn(fixture('document/asides.fodt'), ['odt', 'docx']);
  for (const contents of found)
    expect(contents).toMatchObject({ comments: 2, charts: 1, headers_and_footers: expect.any(Number) });
});

it('hidden sheets, rows and columns, comments and formulas of workbooks are counted', async () => {
  for (const contents of await countedIn(fixture('document/hidden-cells.fods'), ['ods', 'xlsx'])) {
    expect(contents).toMatchObject({ hidden_sheets: 1, hidden_rows: 2, hidden_columns: 1, formulas: 1, comments: 0 });
    expect(contents).not.toHaveProperty('tables');
  }
  for (const contents of await countedIn(fixture('document/asides.fods'), ['ods', 'xlsx'])) {
    expect(contents).toMatchObject({ comments: 2, formulas: 0, hidden_sheets: 0, hidden_rows: 0 });
  }
});

it('comments, notes and hidden slides of presentations are counted', async () => {
  for (const contents of await countedIn(fixture('document/asides.fodp'), ['odp', 'pptx'])) {
    expect(contents).toMatchObject({ comments: 1, slides_with_notes: 1, hidden_slides: 0 });
  }
  for (const contents of await countedIn(fixture('document/hidden-slide.fodp'), ['odp', 'pptx'])) {
    expect(contents).toMatchObject({ slides_with_notes: 0, hidden_slides: 1 });
  }
});

it('pictures, links and comments of a PDF are counted', async () => {
  const folder = await temporaryFolder();
  await copyFile(await richText(folder), join(folder, 'copy.fodt'));
  await convertd(['copy.fodt', 'plain.pdf'], { cwd: folder });
  await convertd(['copy.fodt', 'asked.pdf', '-o', 'export_notes=true'], { cwd: folder });
  const plain = join(folder, 'plain.pdf');
  const urls = (await execa('pdfinfo', ['-url', plain])).stdout.match(/https:\/\/example\.org/g)?.length;
  expect(urls).toBe(2);
  expect(await countsOf(plain)).toEqual({
    ...{ pictures: 1, links: 2, comments: 0, embedded_files: 0, recordings: 0, form_fields: 0, redaction_marks: 0 },
  });
  expect((await metadataOf(join(folder, 'asked.pdf'), { countContents: true })).contents).toMatchObject({
    comments: 1,
  });
});

it('parts in UTF-16, comments where openpyxl writes them, and numbers that are none are counted', async () => {
  const folder = await temporaryFolder();
  const sheet = (xml: string) => `<?xml version="1.0" encoding="UTF-16"?><worksheet>${xml}</worksheet>`;
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  const path = join(folder, 'book.xlsx');
  const types = (await unzipped(fixture('document/table.xlsx')))['[Content_Types].xml'] ?? new Uint8Array();
  const parts = {
    '[Content_Types].xml': types,
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A"/></sheets></workbook>'),
    'xl/worksheets/sheet1.xml': utf16(
      sheet('<col hidden="1" min="1" max="9e99"/><row hidden="1"><c><f>1+1</f></c></row>'),
    ),
    'xl/comments/comment1.xml': strToU8('<comments><commentList><comment/><comment/></commentList></comments>'),
  };
  await writeFile(path, zipSync(parts));
  expect((await metadataOf(path, { countContents: true })).contents).toMatchObject({
    ...{ comments: 2, formulas: 1, hidden_rows: 1, hidden_columns: 1 },
  });
});

it('nothing is counted without being asked for', async () => {
  expect(await metadataOf(fixture('document/report.docx'))).not.toHaveProperty('contents');
});
