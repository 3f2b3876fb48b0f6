import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateConversion } from '../../../src/catalog/index.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { brokenRules } from '../../support/pdf-a-rules.ts';
import { preflight } from '../../support/preflight.ts';
import { convert, fixture, makeScratch, onlyOutput, pdfFact, type Scratch } from './support.ts';

/* PDF/UA and the levels a and u of PDF/A, as other programs see them. */

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const DOT = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='4'/></svg>`;
const page = (title: string, alt: string) =>
  `<!doctype html><html lang="en">${title}<h1>One</h1><p>A <a href="https://example.org/there">link</a> and <strong>more</strong></p>
<ul><li>first<li>second</ul><img ${alt} src="${DOT}" width="40" height="40">`;

async function made(name: string, content: string | null, given: OptionValues) {
  const { options } = validateConversion({ category: 'document', target: 'pdf', options: given });
  const path = content === null ? fixture(name) : scratch.path(name);
  if (content !== null) await writeFile(path, content);
  const converted = await convert(scratch, path, { target: 'pdf', options });
  return { path: onlyOutput(converted), warnings: converted.warnings.map(({ message }) => message) };
}

const structure = async (path: string) => (await execa('pdfinfo', ['-struct', path])).stdout;
const metadata = async (path: string) => (await execa('pdfinfo', ['-meta', path])).stdout;
const json = async (path: string) => (await execa('qpdf', ['--json', path], { maxBuffer: 2 ** 28 })).stdout;

describe('pdf_ua of a web page', () => {
  it('completes the tags of the browser', async () => {
    const { path, warnings } = await made('page.html', page('<title>Mine</title>', 'alt="a dot"'), { pdf_ua: true });
    expect(warnings).toEqual([]);
    expect(await metadata(path)).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(await pdfFact(path, 'Title')).toBe('Mine');
    const tags = await structure(path);
    expect(tags.match(/^ +(?:L|LI|Lbl|LBody)\b/gm)?.map((tag) => tag.trim())).toEqual([
      'L',
      ...['LI', 'Lbl', 'LBody'],
      ...['LI', 'Lbl', 'LBody'],
    ]);
    expect(await json(path)).toContain('"/Contents": "u:https://example.org/there"');
    expect((await execa('pdfinfo', ['-struct-text', path])).stdout).toMatch(/LBody.*\n.*\n? *"first"/);
  });

  it('names what is missing, and does not claim it', async () => {
    const { path, warnings } = await made('bare.html', page('', ''), { pdf_ua: true });
    expect(warnings.join('\n')).toMatch(/has no title.*got its file name: bare/);
    expect(warnings.join('\n')).toMatch(/not PDF\/UA: a figure has no text that describes it \(Alt\) \(7\.3\)/);
    expect(await metadata(path)).not.toContain('pdfuaid');
  });

  it('is not what it is without the option', async () => {
    const { path } = await made('page.html', page('<title>Mine</title>', 'alt="a dot"'), { engine: 'chromium' });
    expect(await metadata(path)).not.toContain('pdfuaid');
    expect(await structure(path)).not.toContain('LBody');
  });
});

it('Markdown with formulas and lists becomes PDF/UA', async () => {
  const text = '---\ntitle: Sums\nlang: en\n---\n# Sums\n\nThe sum $\\frac12$ is **small**.\n\n- [x] proved\n- used\n';
  const { path, warnings } = await made('sums.md', text, { pdf_ua: true });
  expect(warnings).toEqual([]);
  expect(await metadata(path)).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(await json(path)).toContain('"/Alt": "u:\\\\frac12"');
});

describe.each(['1a', '2a', '2u', '3a', '3u'] as const)('pdf_a %s', (level) => {
  const part = Number(level[0]) as 1 | 2 | 3;

  it('of an office document', async () => {
    const { path } = await made('report.docx', null, { pdf_a: level });
    expect(await brokenRules(path, part, level.charAt(1).toUpperCase())).toEqual([]);
    if (part === 1) expect(await preflight(path)).toEqual([]);
    expect(await pdfFact(path, 'Tagged')).toBe('yes');
  });

  it.runIf(part > 1)('of a web page', async () => {
    const { path } = await made('page.html', page('<title>Mine</title>', ''), { pdf_a: level, engine: 'chromium' });
    expect(await brokenRules(path, part, level.charAt(1).toUpperCase())).toEqual([]);
    expect(await structure(path)).toMatch(/H1[\s\S]*Link[\s\S]*Figure/);
  });
});

it('pdf_a 2u tells the characters of check marks', async () => {
  const script = `import sys, pikepdf
from pikepdf import Dictionary, Name
pdf = pikepdf.new()
page = pdf.add_blank_page(page_size=(200, 100)).obj
page.Resources = Dictionary(Font=Dictionary(F0=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.ZapfDingbats)))
page.Contents = pdf.make_stream(b"BT /F0 12 Tf 20 50 Td (4) Tj ET")
pdf.save(sys.argv[1])`;
  const source = scratch.path('check.pdf');
  await execa('/usr/bin/python3', ['-c', script, source]);
  const path = onlyOutput(await convert(scratch, source, { target: 'pdf', options: { pdf_a: '2u' } }));
  expect((await execa('pdftotext', [path, '-'])).stdout).toContain('✔');
  expect((await execa('pdffonts', [path])).stdout).toMatch(/ZapfDingbats .* yes yes yes/);
});

describe('a level that a document cannot have is refused', () => {
  it('a, without tags', async () => {
    await expect(made('report.pdf', null, { pdf_a: '2a' })).rejects.toMatchObject({
      code: 'conversion_failed',
      message: expect.stringMatching(/it has no tags .*Choose pdf_a 2u/) as string,
    });
  });

  it('u, if a font does not tell its characters; b is made', async () => {
    const script = `import sys, pikepdf
from pikepdf import Array, Dictionary, Name, Stream
pdf = pikepdf.new()
page = pdf.add_blank_page(page_size=(200, 100)).obj
glyph = Stream(pdf, b"500 0 d0 0 0 400 700 re f")
font = Dictionary(Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 500, 700]), FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
    CharProcs=Dictionary(g1=glyph), Encoding=Dictionary(Type=Name.Encoding, Differences=Array([65, Name.g1])), FirstChar=65, LastChar=65,
    Widths=Array([500]), Resources=Dictionary())
page.Resources = Dictionary(Font=Dictionary(F0=font))
page.Contents = pdf.make_stream(b"BT /F0 12 Tf 20 50 Td (A) Tj ET")
pdf.save(sys.argv[1])`;
    const source = scratch.path('drawn.pdf');
    await execa('/usr/bin/python3', ['-c', script, source]);
    const as = (level: string) => convert(scratch, source, { target: 'pdf', options: { pdf_a: level } });
    await expect(as('2u')).rejects.toMatchObject({
      message: expect.stringMatching(/does not say which characters some of its glyphs are/) as string,
    });
    const facts = await execa('exiftool', ['-s3', '-XMP-pdfaid:all', onlyOutput(await as('2b'))]);
    expect(facts.stdout).toBe('2\nB');
  });
});
