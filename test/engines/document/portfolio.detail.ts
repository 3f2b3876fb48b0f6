import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convert, fixture, makeScratch, onlyOutput, pdfFact, type Scratch } from './support.ts';

/* What becomes of files attached to PDFs: pdftotext, qpdf and pdfdetach say what is in the result. */

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

/** Writes a PDF of one page with attached files, as a portfolio or not. */
async function pdfWith(name: string, isPortfolio: boolean, files: Readonly<Record<string, string>>): Promise<string> {
  const path = scratch.path(name);
  const script = `import json, sys, pikepdf
from pikepdf import Dictionary, Name
pdf = pikepdf.new()
page = pdf.add_blank_page(page_size=(200, 100)).obj
page.Resources = Dictionary(Font=Dictionary(F0=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)))
page.Contents = pdf.make_stream(b"BT /F0 12 Tf 20 50 Td (The cover) Tj ET")
for name, content in json.loads(sys.argv[3]).items():
    data = open(content[1:], "rb").read() if content.startswith("@") else content.encode()
    pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, data, filename=name)
if sys.argv[2] == "true": pdf.Root.Collection = Dictionary(Type=Name.Collection)
pdf.save(sys.argv[1])`;
  await execa('/usr/bin/python3', ['-c', script, path, `${isPortfolio}`, JSON.stringify(files)]);
  return path;
}

const textOf = async (path: string) => (await execa('pdftotext', [path, '-'])).stdout.replace(/\s+/g, ' ');
const attached = async (path: string) => (await execa('pdfdetach', ['-list', path])).stdout;

async function bookmarks(path: string): Promise<[string, number][]> {
  const { stdout } = await execa('qpdf', ['--json', '--json-key=outlines', path]);
  const { outlines } = JSON.parse(stdout) as { outlines: { title: string; destpageposfrom1: number }[] };
  return outlines.map(({ title, destpageposfrom1: page }) => [title, page]);
}

const FILES = { 'first.txt': 'Text of the first.', 'second.pdf': `@${fixture('report.pdf')}`, 'data.bin': '\0\u0001' };

it('a portfolio becomes one PDF of its files, without its cover; what is not pages stays attached', async () => {
  const source = await pdfWith('portfolio.pdf', true, FILES);
  const made = await convert(scratch, source, { target: 'pdf', options: { attachments: 'append' } });
  const path = onlyOutput(made);
  const pages = Number(await pdfFact(fixture('report.pdf'), 'Pages'));
  expect(await pdfFact(path, 'Pages')).toBe(`${pages + 1}`);
  expect(await textOf(path)).toMatch(/Text of the first\./);
  expect(await textOf(path)).not.toContain('The cover');
  expect((await bookmarks(path)).filter(([title]) => /first|second/.test(title))).toEqual([
    ['first.txt', 1],
    ['second.pdf', 2],
  ]);
  expect(await attached(path)).toMatch(/^1 embedded files\n1: data\.bin/);
  expect(made.warnings.map(({ message }) => message)).toEqual([
    '1 file attached to portfolio.pdf could not be appended as pages: data.bin (of an unknown type).',
  ]);
});

it('another PDF keeps its pages and its files, and the pages of the files follow', async () => {
  const source = await pdfWith('paper.pdf', false, { 'first.txt': 'Text of the first.' });
  const path = onlyOutput(await convert(scratch, source, { target: 'pdf', options: { attachments: 'append' } }));
  expect(await textOf(path)).toMatch(/The cover.*Text of the first\./);
  expect(await bookmarks(path)).toEqual([['first.txt', 2]]);
  expect(await attached(path)).toContain('first.txt');
  const plain = onlyOutput(await convert(scratch, source, { target: 'pdf', options: { rotate: [{ angle: 90 }] } }));
  expect(await textOf(plain)).not.toContain('Text of the first.');
});

it('a PDF without files warns, and so does embed', async () => {
  const messages = async (attachments: string) =>
    (await convert(scratch, fixture('report.pdf'), { target: 'pdf', options: { attachments } })).warnings.map(
      ({ message }) => message,
    );
  expect(await messages('append')).toEqual(['Option attachments has no effect: report.pdf has no attached files.']);
  expect((await messages('embed')).join()).toMatch(/is a PDF, whose files are attached to it already/);
});
