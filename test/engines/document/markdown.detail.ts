import { readFile, writeFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { execa } from 'execa';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compact, convert, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';

const SCHEMA = new URL('../../../docs/schemas/chunks.schema.json', import.meta.url);

interface Chunks {
  readonly characters: number;
  readonly chunks: readonly {
    readonly text: string;
    readonly heading_path: readonly string[];
    readonly page: number | null;
    readonly offset: number;
  }[];
}

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

/** What pdftotext, which has no part in the conversion's layout, finds on each page. */
async function wordsByPage(pdf: string): Promise<string[]> {
  const { stdout } = await execa('pdftotext', [pdf, '-']);
  return stdout.split('\f').slice(0, -1).map(compact);
}

const codes = (warnings: readonly { code: string; message: string }[], option: string) =>
  warnings.filter(({ message }) => message.includes(`Option ${option} `)).map(({ code }) => code);

async function threePages(): Promise<string> {
  const path = scratch.path('three.pdf');
  const report = fixture('report.pdf');
  await execa('qpdf', ['--empty', '--pages', report, '1', report, '1', report, '1', '--', path]);
  return path;
}

describe('page markers', () => {
  it('stand where the pages of a PDF begin', async () => {
    const path = await threePages();
    const pages = await wordsByPage(path);
    const markdown = await readFile(
      onlyOutput(await convert(scratch, path, { target: 'md', options: { page_markers: true } })),
      'utf8',
    );
    const parts = markdown.split(/^<!-- page (\d+) -->$/m);
    expect(parts.filter((_, index) => index % 2 === 1)).toEqual(['1', '2', '3']);
    const texts = parts.filter((_, index) => index > 0 && index % 2 === 0);
    expect(parts[0]).toBe('');
    const firstWords = pages.map((words) => words.slice(0, 10));
    for (const [index, text] of texts.entries())
      expect(compact(text).replace(/[#*\\]/g, '')).toContain(firstWords[index]);
    const without = await readFile(onlyOutput(await convert(scratch, path, { target: 'md' })), 'utf8');
    expect(without).not.toContain('<!--');
  });

  it('number the slides of a presentation', async () => {
    const made = await convert(scratch, fixture('slides.pptx'), { target: 'md', options: { page_markers: true } });
    const markdown = await readFile(onlyOutput(made), 'utf8');
    const numbers = [...markdown.matchAll(/^<!-- page (\d+) -->$/gm)].map(([, page]) => Number(page));
    expect(numbers.length).toBeGreaterThan(1);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(markdown.indexOf('Our plan')).toBeGreaterThan(markdown.indexOf('page 1 -->'));
  });

  it('stand in recognised text', async () => {
    const options = { ocr: true, page_markers: true };
    const made = await convert(scratch, fixture('scan.png'), { target: 'md', options });
    expect(await readFile(onlyOutput(made), 'utf8')).toMatch(/^<!-- page 1 -->\n\n\S/);
  });

  it('are warned of where there are no pages', async () => {
    const made = await convert(scratch, fixture('report.docx'), { target: 'md', options: { page_markers: true } });
    expect(codes(made.warnings, 'page_markers')).toEqual(['option_no_effect']);
    expect(await readFile(onlyOutput(made), 'utf8')).not.toContain('<!--');
  });
});

describe('pictures of Markdown', () => {
  it('lie in a zip beside the text that links them', async () => {
    const made = await convert(scratch, fixture('report.docx'), { target: 'md', options: { pictures: 'files' } });
    const [output] = made.outputs;
    expect(output).toMatchObject({ filename: 'report.zip', contentType: 'application/zip' });
    const folder = scratch.path('unzipped');
    await execa('unzip', ['-q', onlyOutput(made), '-d', folder]);
    const markdown = await readFile(`${folder}/report.md`, 'utf8');
    const links = [...markdown.matchAll(/!\[[^\]]*\]\((pictures\/[^)]+)\)/g)].map(([, path]) => path ?? '');
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      const { stdout } = await execa('file', ['--brief', '--mime-type', `${folder}/${link}`]);
      expect(stdout).toMatch(/^image\//);
    }
    expect(made.warnings.filter(({ message }) => message.includes('picture'))).toEqual([]);
  });

  it('are in the text', async () => {
    const made = await convert(scratch, fixture('report.docx'), { target: 'md', options: { pictures: 'inline' } });
    const markdown = await readFile(onlyOutput(made), 'utf8');
    expect(markdown).toMatch(/!\[[^\]]*\]\(data:image\/(png|jpeg|gif);base64,/);
  });

  it('are warned of where they have no effect', async () => {
    const markdown = await convert(scratch, fixture('readme.md'), { target: 'md', options: { pictures: 'inline' } });
    expect(codes(markdown.warnings, 'pictures')).toEqual(['option_no_effect']);
    const options = { ocr: true, pictures: 'inline' };
    const recognised = await convert(scratch, fixture('scan.png'), { target: 'md', options });
    expect(codes(recognised.warnings, 'pictures')).toEqual(['option_no_effect']);
  });
});

describe('chunks', () => {
  it('follow their schema, and are what the Markdown has at their offsets', async () => {
    const validate = new Ajv2020().compile(JSON.parse(await readFile(SCHEMA, 'utf8')));
    const path = await threePages();
    const markdown = await readFile(
      onlyOutput(await convert(scratch, path, { target: 'md', options: { page_markers: true } })),
      'utf8',
    );
    const made = await convert(scratch, path, { target: 'chunks', options: { chunk_size: 200, chunk_overlap: 50 } });
    expect(made.outputs[0]).toMatchObject({ filename: 'three.chunks.json', contentType: 'application/json' });
    const document: Chunks = JSON.parse(await readFile(onlyOutput(made), 'utf8'));
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...document, version: 2 })).toBe(false);
    const characters = [...markdown];
    expect(document.characters).toBe(characters.length);
    for (const { text, offset } of document.chunks) {
      expect(characters.slice(offset, offset + [...text].length).join('')).toBe(text);
    }
    expect(new Set(document.chunks.map(({ page }) => page))).toEqual(new Set([1, 2, 3]));
    expect(codes(made.warnings, 'page_markers')).toEqual([]);
  });

  it.each(['report.docx', 'notes.odt', 'slides.pptx', 'table.xlsx', 'page.html', '../ebook/voyage.epub'])(
    'begin in the Markdown of %s where they say',
    async (name) => {
      const path = fixture(name);
      const marked = await convert(scratch, path, { target: 'md', options: { page_markers: true } });
      const characters = [...(await readFile(onlyOutput(marked), 'utf8'))];
      const made = await convert(scratch, path, { target: 'chunks', options: { chunk_size: 100, chunk_overlap: 20 } });
      const { chunks }: Chunks = JSON.parse(await readFile(onlyOutput(made), 'utf8'));
      expect(chunks.length).toBeGreaterThan(0);
      for (const { text, offset } of chunks) {
        expect(characters.slice(offset, offset + [...text].length).join('')).toBe(text);
      }
    },
  );

  it('know the headings of a text', async () => {
    const made = await convert(scratch, fixture('readme.md'), { target: 'chunks' });
    const { chunks }: Chunks = JSON.parse(await readFile(onlyOutput(made), 'utf8'));
    expect(chunks[0]?.heading_path).toEqual(['Read me']);
    expect(chunks.every(({ page }) => page === null)).toBe(true);
  });
});

/** A book of one chapter with a footnote, as publishers make them. */
function bookWithNote(): Uint8Array {
  const page = (body: string) =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title></head><body>${body}</body></html>`;
  const files: Record<string, string> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'book.opf':
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">a</dc:identifier><dc:title>Book</dc:title><dc:language>en</dc:language></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
    'c.xhtml': page(
      '<h1>Chapter</h1><p>It is said<a epub:type="noteref" id="r1" href="#n1">1</a> so.</p><aside epub:type="footnote" id="n1"><p><a href="#r1">1</a> By whom?</p></aside>',
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

it('footnotes of a book are footnotes of its Markdown', async () => {
  const path = scratch.path('book.epub');
  await writeFile(path, bookWithNote());
  const markdown = await readFile(onlyOutput(await convert(scratch, path, { target: 'md' })), 'utf8');
  expect(markdown).toContain('It is said[^1] so.');
  expect(markdown).toContain('\n[^1]: By whom?');
});

it.each(['md', 'html'] as const)('links of a page that lead to its neighbours stay in %s', async (target) => {
  const path = scratch.path('page.html');
  await writeFile(
    path,
    '<p>See <a href="next.html" title="The next">the next</a> and <a href="file:///etc/x">that</a>.</p>',
  );
  const done = await convert(scratch, path, { target });
  const text = await readFile(onlyOutput(done), 'utf8');
  const right = { md: 'See [the next](next.html "The next") and that.', html: '<a href="next.html" title="The next">' };
  expect(text).toContain(right[target]);
  expect(done.warnings.map(({ details }) => details)).toEqual([{ references: 0, links: 1 }]);
});

describe('Markdown that begins with a tag', () => {
  const TEXT = '<p align="center">A logo</p>\n\n## Usage\n\n- one\n- two\n';

  it.each(['pdf', 'docx', 'txt'] as const)('is Markdown for %s', async (target) => {
    const path = scratch.path('readme.md');
    await writeFile(path, TEXT);
    const made = onlyOutput(await convert(scratch, path, { target }));
    const read = { pdf: ['pdftotext', made, '-'], docx: ['pandoc', '-t', 'plain', made], txt: ['cat', made] }[target];
    const { stdout } = await execa(read[0] ?? '', read.slice(1));
    expect(stdout).toContain('Usage');
    expect(stdout).not.toContain('##');
  });

  it('is HTML if it is a whole page, or its name says nothing else', async () => {
    for (const [name, text] of [
      ['page.md', `<!doctype html><html><body>${TEXT}</body></html>`],
      ['page', TEXT],
    ] as const) {
      const path = scratch.path(name);
      await writeFile(path, text);
      const made = onlyOutput(await convert(scratch, path, { target: 'txt' }));
      expect(await readFile(made, 'utf8')).toContain('##');
    }
  });
});
