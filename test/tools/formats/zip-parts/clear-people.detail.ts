import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { identify } from '../../../../src/files/identify.ts';
import { writeProperties } from '../../../../tools/formats/zip-parts/write-properties.ts';
import { testFolder } from '../../../service/outputs/files-support.ts';
import { engineTask } from '../../../support/engine-context.ts';
import { makeZip, type ZipContent } from '../../../support/make-zip.ts';

const OOXML = 'http://schemas.openxmlformats.org';
const RELATIONS = `${OOXML}/package/2006/relationships`;
const OF_OFFICE = `${OOXML}/officeDocument/2006/relationships`;

/** Returns the parts that every package of Office Open XML has, with a thumbnail. */
function packageParts(main: string, type: string): ZipContent[] {
  const office = 'application/vnd.openxmlformats-officedocument';
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${OOXML}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Override PartName="/${main}" ContentType="${office}.${type}.main+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OF_OFFICE}/officeDocument" Target="${main}"/><Relationship Id="r2" Type="${RELATIONS}/metadata/thumbnail" Target="docProps/thumbnail.jpeg"/></Relationships>`,
    ],
    ['docProps/thumbnail.jpeg', 'Formerly a picture'],
  ];
}

const related = (target: string, type: string): string =>
  `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${type}" Target="${target}"/></Relationships>`;

const WORD = `xmlns:w="${OOXML}/wordprocessingml/2006/main"`;
const SHEET = `${OOXML}/spreadsheetml/2006/main`;
const PRESENTATION = `${OOXML}/presentationml/2006/main`;
const DATE = 'w:date="2026-01-02T03:04:05Z"';

const DOCX: ZipContent[] = [
  ...packageParts('word/document.xml', 'wordprocessingml.document'),
  [
    'word/document.xml',
    `<w:document ${WORD}><w:body><w:p><w:r><w:t>Kept words</w:t></w:r><w:ins w:id="9" w:author="John Doe" ${DATE}><w:r><w:t> inserted</w:t></w:r></w:ins><w:r><w:commentReference w:id="1"/></w:r></w:p></w:body></w:document>`,
  ],
  ['word/_rels/document.xml.rels', related('comments.xml', `${OF_OFFICE}/comments`)],
  [
    'word/comments.xml',
    `<w:comments ${WORD}><w:comment w:id="1" w:author="Jane Roe" w:initials="JR" ${DATE}><w:p><w:r><w:t>Why?</w:t></w:r></w:p></w:comment><w:comment w:id="2" w:author="John Doe" w:initials="JD" ${DATE}><w:p><w:r><w:t>So.</w:t></w:r></w:p></w:comment></w:comments>`,
  ],
  [
    'word/people.xml',
    '<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:person w15:author="Jane Roe"><w15:presenceInfo w15:providerId="AD" w15:userId="S::jane.roe@example.com::1"/></w15:person></w15:people>',
  ],
];

const XLSX: ZipContent[] = [
  ...packageParts('xl/workbook.xml', 'spreadsheetml.sheet'),
  [
    'xl/workbook.xml',
    `<workbook xmlns="${SHEET}" xmlns:r="${OF_OFFICE}"><fileSharing userName="Jane Roe"/><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
  ],
  ['xl/_rels/workbook.xml.rels', related('worksheets/sheet1.xml', `${OF_OFFICE}/worksheet`)],
  [
    'xl/worksheets/sheet1.xml',
    `<worksheet xmlns="${SHEET}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Kept words</t></is></c></row></sheetData></worksheet>`,
  ],
  ['xl/worksheets/_rels/sheet1.xml.rels', related('../comments1.xml', `${OF_OFFICE}/comments`)],
  [
    'xl/comments1.xml',
    `<comments xmlns="${SHEET}"><authors><author>Jane Roe</author><author>tc={1}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Jane Roe:</t></r><r><t xml:space="preserve"> Why?</t></r></text></comment></commentList></comments>`,
  ],
  [
    'xl/persons/person.xml',
    '<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="Jane Roe" id="{1}" userId="S::jane.roe@example.com::1" providerId="AD"/></personList>',
  ],
];

const PPTX: ZipContent[] = [
  ...packageParts('ppt/presentation.xml', 'presentationml.presentation'),
  ['ppt/presentation.xml', `<p:presentation xmlns:p="${PRESENTATION}"/>`],
  [
    'ppt/commentAuthors.xml',
    `<p:cmAuthorLst xmlns:p="${PRESENTATION}"><p:cmAuthor id="1" name="Jane Roe" initials="JR" lastIdx="1" clrIdx="0"><p:extLst><p:ext uri="{1}"><p15:presenceInfo xmlns:p15="http://schemas.microsoft.com/office/powerpoint/2012/main" userId="jane.roe@example.com" providerId="AD"/></p:ext></p:extLst></p:cmAuthor></p:cmAuthorLst>`,
  ],
];

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const ODT_TYPE = 'application/vnd.oasis.opendocument.text';
const ODT: ZipContent[] = [
  ['mimetype', ODT_TYPE],
  [
    'content.xml',
    `<office:document-content xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0" xmlns:meta="${ODF}:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3"><office:body><office:text><text:tracked-changes><text:changed-region text:id="c"><text:insertion><office:change-info><dc:creator>John Doe</dc:creator><dc:date>2026-01-02T03:04:05</dc:date></office:change-info></text:insertion></text:changed-region></text:tracked-changes><text:p>Kept words<office:annotation><dc:creator>Jane Roe</dc:creator><dc:date>2026-01-02T03:04:05</dc:date><meta:creator-initials>JR</meta:creator-initials><text:p>Why?</text:p></office:annotation></text:p></office:text></office:body></office:document-content>`,
  ],
  ['Thumbnails/thumbnail.png', 'Formerly a picture'],
  [
    'META-INF/manifest.xml',
    `<manifest:manifest xmlns:manifest="${ODF}:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${ODT_TYPE}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="Thumbnails/thumbnail.png" manifest:media-type="image/png"/></manifest:manifest>`,
  ],
];

/** Clears a document; returns its path, its text parts and what is left. */
async function clear(extension: string, members: readonly ZipContent[]) {
  const workFolder = await testFolder();
  const path = join(workFolder, `document.${extension}`);
  await writeFile(path, makeZip(members));
  const { context } = engineTask({ workFolder, readable: [path], signal: new AbortController().signal });
  const input = { id: 'i', path, filename: 'document', size: (await stat(path)).size, format: await identify(path) };
  const edit = { clear: true, fields: new Map() };
  const made = await writeProperties({ ...input, decryptPassword: null }, edit, context);
  const { stdout } = await execa('unzip', ['-p', made.path]);
  const names = (await execa('unzip', ['-Z1', made.path])).stdout;
  return { ...made, workFolder, parts: stdout, names };
}

test.each([
  ['docx', DOCX, ['w:author="Author 1"', 'w:author="Author 2"', 'w:initials="A2"', 'w15:author="Author 2"']],
  ['xlsx', XLSX, ['userName="Author 1"', '<author>Author 1</author><author>tc={1}</author>', '<t>Author 1:</t>']],
  ['pptx', PPTX, ['name="Author 1" initials="A1"']],
  ['odt', ODT, ['<dc:creator>Author 1</dc:creator>', '<dc:creator>Author 2</dc:creator>', 'initials>A2<']],
] as const)('clear_all leaves no name and no thumbnail in %s', async (extension, members, expected) => {
  const { parts, names, uncleared } = await clear(extension, members);
  for (const part of expected) expect(parts).toContain(part);
  expect(parts).not.toMatch(/Jane|John|jane\.roe|"J[RD]"|>JR<|presenceInfo|Formerly|[Tt]humbnail|jpeg/);
  expect(names).not.toMatch(/thumbnail/i);
  expect(uncleared).toEqual([]);
});

test('what is cleared opens in LibreOffice, with its comments', async () => {
  for (const [extension, members] of [
    ['docx', DOCX],
    ['xlsx', XLSX],
    ['odt', ODT],
  ] as const) {
    const { path, workFolder } = await clear(extension, members);
    const profile = `-env:UserInstallation=file://${workFolder}/profile`;
    const flat = extension === 'xlsx' ? 'fods' : 'fodt';
    await execa('soffice', [profile, '--headless', '--convert-to', flat, '--outdir', workFolder, path]);
    const stdout = await readFile(join(workFolder, `document.${flat}`), 'utf8');
    expect(/Kept words/.test(stdout), extension).toBe(true);
    expect(/Author \d[<:][\s\S]*Why\?/.test(stdout), extension).toBe(true);
  }
});

test('clear_all names pictures with tags and embedded files, into which it does not look', async () => {
  const more: ZipContent[] = [
    ['word/media/a.jpg', 'Exif\0\0'],
    ['word/embeddings/a.xlsx', 'x'],
  ];
  const { uncleared } = await clear('docx', [...DOCX, ...more]);
  expect(uncleared).toEqual(['that of its pictures', 'that of embedded files']);
});
