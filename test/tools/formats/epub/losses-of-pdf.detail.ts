import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { comparePdf } from '../../../../tools/formats/epub/finish.ts';
import type { Losses } from '../../../../tools/formats/epub/losses.ts';
import { Bench } from '../../../engines/ebook/support.ts';
import { engineTask } from '../../../support/engine-context.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
  await execa('/usr/bin/python3', ['-B', '-c', MAKE, bench.path('book.epub'), bench.path('hidden.epub')], {
    env: { PYTHONPATH: fileURLToPath(new URL('../../../engines/ebook', import.meta.url)) },
  });
});
afterAll(() => bench.remove());

/** Three chapters of a page each, with a picture, a drawing and links. */
const MAKE = `
import sys
from make_content import XHTML, PIXEL, drawing, page, write
words = {"one": "alpha beta gamma delta", "two": "epsilon zeta eta theta", "three": "iota kappa lambda omega"}
def chapter(name, inside):
    heading = f"<h1 style='page-break-before: always'>{name}</h1>"
    return (f"{name}.xhtml", XHTML, "", page(f"{heading}<p>{words[name]} {inside}</p>"))
chapters = [
    chapter("one", '<a href="three.xhtml">to the third</a>'),
    chapter("two", '<img src="picture.png" alt=""/> <a href="https://example.org/">away</a> <img src="drawing.svg" alt=""/>'),
    chapter("three", '<a href="one.xhtml">to the first</a>'),
]
shape = drawing('<circle cx="50" cy="50" r="40"/>')
write(sys.argv[1], chapters, [("picture.png", "image/png", "", PIXEL), ("drawing.svg", "image/svg+xml", "", shape)])
hidden = '<p style="display: none">Four words are hidden <a href="https://example.org/b">by a style</a>.</p>'
shown = '<p>Some words <a href="https://example.org/a">and a link</a>.</p>'
write(sys.argv[2], [("text.xhtml", XHTML, "", page(shown + hidden))], [])
`;

async function textOf(pdf: string): Promise<string> {
  const text = `${pdf}.txt`;
  await execa('pdftotext', [pdf, text]);
  return text;
}

it('finds all of a book in its PDF, and by number what a PDF without its last chapters has lost', async () => {
  const made = await bench.convert(bench.path('book.epub'), { target: 'pdf' });
  expect(made.warnings).toEqual([]);
  const names = await readdir(join(made.path, '..'));
  expect(names).toContain('source.json');
  const compare = async (pdf: string, flags: { noCover?: boolean; printedContents?: boolean } = {}) => {
    const { context } = engineTask({ workFolder: bench.folder, readable: [], signal: new AbortController().signal });
    const inventory = join(made.path, '../source.json');
    const compared = { inventory, pdf, text: await textOf(pdf), noCover: false, printedContents: false, ...flags };
    return (await comparePdf(compared, context)) as Losses;
  };
  expect(await compare(made.path)).toMatchObject({ text: [], pictures: [0, 1], links: [0, 3], contents: [0, 3] });
  const pages = Number(/Pages:\s+(\d+)/.exec((await execa('pdfinfo', [made.path])).stdout)?.[1]);
  const cut = bench.path('cut.pdf');
  await execa('qpdf', ['--empty', '--pages', made.path, `1-${pages - 2}`, '--', cut]);
  const lost = await compare(cut);
  expect(lost.text.map(({ name }) => name)).toEqual(['EPUB/two.xhtml', 'EPUB/three.xhtml']);
  expect(lost).toMatchObject({ pictures: [1, 1], contents: [3, 3] });
  expect(lost.links?.[0]).toBeGreaterThanOrEqual(2);
  expect(await compare(cut, { noCover: true, printedContents: true })).toMatchObject({
    pictures: [0, 1],
    links: null,
  });
});

it('says in warnings of a conversion what is lost', async () => {
  const source = bench.path('hidden.epub');
  const { warnings } = await bench.convert(source, { target: 'pdf' });
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Text of the book is not in the result: [4-7] of \d+ words of /),
    '1 of the 2 links of the book is not in the result.',
  ]);
});
