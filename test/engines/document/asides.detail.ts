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
