import { readFile, writeFile } from 'node:fs/promises';

/** PDFs that programs spoil, made object by object. */

const FONT = '/usr/share/fonts/truetype/liberation2/LiberationMono-Regular.ttf';

/** Objects of a document whose catalog is the first, and entries of its trailer. */
async function writePdf(path: string, objects: readonly (string | Buffer)[], trailer = ''): Promise<string> {
  const parts: Buffer[] = [Buffer.from('%PDF-1.6\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const body = Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1');
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += whole.length;
    parts.push(whole);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`));
  parts.push(Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`, 'latin1'));
  await writeFile(path, Buffer.concat(parts));
  return path;
}

const stream = (data: string | Buffer, dict = ''): Buffer => {
  const bytes = Buffer.isBuffer(data) ? data : Buffer.from(data, 'latin1');
  return Buffer.concat([
    Buffer.from(`<< ${dict} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
};

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page = (resources: string, further = ''): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << ${resources} >> ${further} >>`;

/** Text in an embedded TrueType font, whose characters its encoding alone says: `Nature’s` as the Macintosh codes it. */
export const macText = (path: string): Promise<string> =>
  trueTypeText(path, { encoding: '/MacRomanEncoding', codes: 'Nature\xd5s', symbolic: false });

/** The same, of an encoding that names its own glyphs by codes from 1. */
export const subsetText = (path: string): Promise<string> =>
  trueTypeText(path, {
    encoding: '<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 /N /a /t /u /r /e /quoteright /s] >>',
    codes: '\x01\x02\x03\x04\x05\x06\x07\x08',
    symbolic: false,
  });

async function trueTypeText(
  path: string,
  { encoding, codes, symbolic }: { encoding: string; codes: string; symbolic: boolean },
): Promise<string> {
  const data = await readFile(FONT);
  const widths = Array(256).fill(600).join(' ');
  return writePdf(path, [
    CATALOG,
    PAGES,
    page('/Font << /F 5 0 R >>'),
    stream(`BT /F 24 Tf 40 200 Td <${Buffer.from(codes, 'latin1').toString('hex')}> Tj ET`),
    `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+LiberationMono /FirstChar 0 /LastChar 255 /Widths [${widths}] /Encoding ${encoding} /FontDescriptor 6 0 R >>`,
    `<< /Type /FontDescriptor /FontName /ABCDEF+LiberationMono /Flags ${symbolic ? 4 : 32} /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 7 0 R >>`,
    stream(data, `/Length1 ${data.length}`),
  ]);
}

/** A page filled with colours that run from the middle, of a radius of nothing on, stitched of three functions. */
export const shadedPage = (path: string): Promise<string> =>
  writePdf(path, [
    CATALOG,
    PAGES,
    page('/Pattern << /P 5 0 R >>'),
    stream('/Pattern cs /P scn 0 0 300 300 re f'),
    '<< /Type /Pattern /PatternType 2 /Matrix [150 0 0 150 150 150] /Shading << /ShadingType 3 /ColorSpace /DeviceRGB /Coords [0 0 0 0 0 1] /Extend [true true] /Function 6 0 R >> >>',
    '<< /FunctionType 3 /Domain [0 1] /Bounds [0.4 0.5] /Encode [-1 1 0 1 0 1] /Functions [7 0 R 8 0 R 9 0 R] >>',
    '<< /FunctionType 2 /N 1 /Domain [0 1] /C0 [0 0.4 0] /C1 [1 1 0] >>',
    '<< /FunctionType 2 /N 1 /Domain [0 1] /C0 [1 1 0] /C1 [1 1 0] >>',
    '<< /FunctionType 2 /N 1 /Domain [0 1] /C0 [1 1 0] /C1 [0.6 0 0] >>',
  ]);

/** A pattern without colours of its own, painted in blue: Ghostscript leaves that blue where all is to be grey. */
export const bluePattern = (path: string): Promise<string> =>
  writePdf(path, [
    CATALOG,
    PAGES,
    page('/ColorSpace << /CS [/Pattern /DeviceRGB] >> /Pattern << /P 5 0 R >>'),
    stream('/CS cs 0 0 1 /P scn 20 20 260 260 re f'),
    stream(
      '0 0 6 12 re f',
      '/Type /Pattern /PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 12 12] /XStep 12 /YStep 12 /Resources << >>',
    ),
  ]);

/** Its document information is the tree of its pages, a circle without which Ghostscript opens the file. */
export const circularInformation = (path: string): Promise<string> =>
  writePdf(
    path,
    [
      CATALOG,
      PAGES,
      page('/Font << /F 5 0 R >>'),
      stream('BT /F 24 Tf 40 200 Td (Information) Tj ET'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ],
    '/Info 2 0 R',
  );

/** A trailer with a string, which has another length when it is encrypted. */
export const stringInTrailer = (path: string): Promise<string> =>
  writePdf(path, [CATALOG, PAGES, page(''), stream('20 20 260 260 re f')], `/Source (${'secret '.repeat(20)})`);

/** It claims one page, and has none. */
export const withoutPages = (path: string): Promise<string> =>
  writePdf(path, [CATALOG, '<< /Type /Pages /Kids [ << /Type /Page ] /Count 1 >>', 'null']);

/** A file attached by a description that stands in the list of names itself. */
export const directAttachment = (path: string): Promise<string> =>
  writePdf(path, [
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(note.txt) << /Type /Filespec /F (note.txt) /UF (note.txt) /EF << /F 5 0 R >> >>] >> >> >>',
    PAGES,
    page(''),
    stream('20 20 260 260 re f'),
    stream('attached', '/Type /EmbeddedFile'),
  ]);
