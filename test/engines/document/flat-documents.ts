/* Small documents in flat OpenDocument, written by hand so that each shows one thing that the PDF export can do. */

const NAMESPACES = [
  ...['office', 'style', 'text', 'table', 'form', 'presentation', 'meta'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ');

const flat = (kind: 'text' | 'spreadsheet' | 'presentation', styles: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMESPACES} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.${kind}">
<office:meta><dc:title>Made by hand</dc:title></office:meta>
${styles}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;

const PAGE_BREAK =
  '<office:automatic-styles><style:style style:name="next" style:family="paragraph" style:parent-style-name="Heading">' +
  '<style:paragraph-properties fo:break-before="page"/></style:style></office:automatic-styles>';

/** Returns a text of three pages, each with a heading; on the first one a field to fill in, a comment and a link to another document. */
export function textOfPages(more = ''): string {
  const field =
    '<text:p><field:fieldmark-start text:name="field" field:type="vnd.oasis.opendocument.field.FORMTEXT"/>to fill' +
    '<field:fieldmark-end/></text:p>';
  const comment =
    '<text:p>Commented<office:annotation><dc:creator>Reader</dc:creator><dc:date>2024-01-01T00:00:00</dc:date>' +
    '<text:p>a remark</text:p></office:annotation></text:p>';
  const link = '<text:p><text:a xlink:type="simple" xlink:href="other.odt">to another</text:a></text:p>';
  const mark = '<text:p><text:bookmark text:name="marked"/>marked</text:p>';
  const heading = (title: string, level: number, style: string) =>
    `<text:h text:style-name="${style}" text:outline-level="${level}">${title}</text:h><text:p>text of ${title}</text:p>`;
  const body = [
    ...[heading('One', 1, 'Heading'), field, comment, link, mark, more],
    ...[heading('Two', 2, 'next'), heading('Three', 1, 'next')],
  ].join('');
  return flat('text', PAGE_BREAK, body);
}

/** Returns a text of two pages that are both right ones, so there is an empty page between them. */
export function textOfRightPages(): string {
  const styles =
    '<office:automatic-styles><style:page-layout style:name="right" style:page-usage="right"/>' +
    '<style:style style:name="p" style:family="paragraph" style:master-page-name="Right"/></office:automatic-styles>' +
    '<office:master-styles><style:master-page style:name="Right" style:page-layout-name="right"/></office:master-styles>';
  return flat('text', styles, '<text:p text:style-name="p">first</text:p><text:p text:style-name="p">second</text:p>');
}

/** Returns a text whose table of contents was saved before its heading got its name. */
export function textWithContents(): string {
  const contents =
    '<text:table-of-content text:name="Contents"><text:table-of-content-source text:outline-level="3"/>' +
    '<text:index-body><text:p>Stale entry</text:p></text:index-body></text:table-of-content>';
  return flat('text', '', `${contents}<text:h text:outline-level="1">Fresh heading</text:h>`);
}

/** Returns a text with a picture (PNG) as wide as given. */
export function textWithPicture(png: Buffer, width: string, height: string): string {
  const image = `<draw:image><office:binary-data>${png.toString('base64')}</office:binary-data></draw:image>`;
  const frame = `<draw:frame text:anchor-type="as-char" svg:width="${width}" svg:height="${height}">${image}</draw:frame>`;
  return flat('text', '', `<text:p>${frame}</text:p>`);
}

/** Returns a sheet with so many columns and rows, each cell with its place: `c3r2`. */
export function sheetOf(columns: number, rows: number): string {
  const cell = (column: number, row: number) =>
    `<table:table-cell office:value-type="string"><text:p>c${column}r${row}</text:p></table:table-cell>`;
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const row = (number: number) =>
    `<table:table-row>${numbers(columns)
      .map((column) => cell(column, number))
      .join('')}</table:table-row>`;
  return flat('spreadsheet', '', `<table:table table:name="Wide">${numbers(rows).map(row).join('')}</table:table>`);
}

/** Returns two slides with notes and a transition. */
export function slidesWithNotes(): string {
  const styles =
    '<office:automatic-styles><style:style style:name="fade" style:family="drawing-page">' +
    '<style:drawing-page-properties presentation:transition-type="manual" presentation:transition-style="fade-from-left" presentation:transition-speed="medium"/>' +
    '</style:style></office:automatic-styles>';
  const slide = (name: string) =>
    `<draw:page draw:name="${name}" draw:style-name="fade"><draw:frame svg:width="15cm" svg:height="3cm" svg:x="2cm" svg:y="2cm">` +
    `<draw:text-box><text:p>${name}</text:p></draw:text-box></draw:frame>` +
    '<presentation:notes><draw:frame presentation:class="notes" svg:width="15cm" svg:height="10cm" svg:x="2cm" svg:y="14cm">' +
    `<draw:text-box><text:p>said with ${name}</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>`;
  return flat('presentation', styles, slide('First') + slide('Second'));
}
