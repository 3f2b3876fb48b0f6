import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stampPages } from '../../../../engines/document/operations/marks/stamp.ts';
import { combine } from '../../../../engines/document/operations/pages/combine.ts';
import { rearrange } from '../../../../engines/document/operations/pages/rearrange.ts';
import { split } from '../../../../engines/document/operations/pages/split.ts';
import { distill } from '../../../../engines/document/operations/quality/distill.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { pageTexts, Scratch } from './support-structure.ts';

const SCRIPT = fileURLToPath(new URL('make_layers_pdf.py', import.meta.url));

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

async function layered(name: string, pages: number, ...base: readonly string[]): Promise<PdfFile> {
  const path = scratch.path(`${name}-${pages}-${base.join()}.pdf`);
  await execa('/usr/bin/python3', [SCRIPT, path, `${pages}`, name, ...base]);
  return { path, pages };
}

/** What poppler shows of each page. */
const shows = async (files: readonly PdfFile[]): Promise<string[]> =>
  (await Promise.all(files.map(({ path }) => pageTexts(path)))).flat();

/** What qpdf finds: layers, how many are hidden, and whether marks of ours are left. */
async function layers({ path }: PdfFile): Promise<{ all: number; hidden: number; marks: boolean }> {
  const { stdout } = await execa('qpdf', ['--json', '--json-key=qpdf', path]);
  const objects = JSON.parse(stdout).qpdf[1];
  const catalog = objects[`obj:${objects.trailer.value['/Root']}`].value;
  const properties = catalog['/OCProperties'];
  return {
    all: properties['/OCGs'].length,
    hidden: properties['/D']['/OFF'].length,
    marks: stdout.includes('Convertd'),
  };
}

describe('what a layer hides stays hidden', () => {
  test.each([
    ['named', []],
    ['by the base state', ['off']],
  ])('in single pages, %s', async (_, base) => {
    const file = await layered('a', 2, ...base);
    // Without help it shows.
    const bare = scratch.path('bare.pdf');
    await execa('qpdf', ['--empty', '--pages', file.path, '1', '--', bare]);
    expect(await pageTexts(bare)).toEqual(['a shown 1\na hidden 1']);
    const { files } = await scratch.run(split, [file], { one_file_per_page: true });
    expect(await shows(files)).toEqual(['a shown 1', 'a shown 2']);
    expect(await layers(files[1] as PdfFile)).toEqual({ all: 2, hidden: 1, marks: false });
  });

  test('in parts and in other orders', async () => {
    const file = await layered('a', 3);
    const parts = await scratch.run(split, [file], { split: '2' });
    expect(await shows(parts.files)).toEqual(['a shown 1', 'a shown 2', 'a shown 3']);
    const turned = await scratch.run(rearrange, [file], { rearrange: '3,1' });
    expect(await shows(turned.files)).toEqual(['a shown 3', 'a shown 1']);
  });

  test('in all inputs of a merge, however each says it', async () => {
    const inputs = [await layered('a', 1), await layered('b', 1, 'off'), await scratch.pages(1), await layered('c', 1)];
    const { files, warnings } = await scratch.run(combine, inputs, { merge: true });
    expect(await shows(files)).toEqual(['a shown 1', 'b shown 1', 'page 1', 'c shown 1']);
    expect(await layers(files[0] as PdfFile)).toEqual({ all: 6, hidden: 3, marks: false });
    expect(warnings).toEqual([]);
  });

  test('where the first input of a merge has none', async () => {
    const { files } = await scratch.run(combine, [await scratch.pages(1), await layered('b', 1)], { merge: true });
    expect(await shows(files)).toEqual(['page 1', 'b shown 1']);
  });

  test.each([{}, { alignment: 'top_left' as const }])('in a stamp %o', async (more) => {
    const { files } = await scratch.run(stampPages, [await scratch.pages(1), await layered('b', 1)], {
      stamp: true,
      ...more,
    });
    const [text = ''] = await shows(files);
    expect([text.includes('page 1'), text.includes('b shown 1'), text.includes('hidden')]).toEqual([true, true, false]);
  });

  test.each([
    ['named', []],
    ['by the base state', ['off']],
    ['by an expression', ['expression']],
  ])('where Ghostscript writes the pages anew, %s', async (_, base) => {
    const file = await layered('a', 1, ...base);
    const { files, warnings } = await scratch.run(distill, [file], { quality: 'ebook' });
    expect(await shows(files)).toEqual(['a shown 1']);
    expect(warnings.map(({ message }) => message).join()).toContain('the result no longer has: layers');
  });

  test('control: Ghostscript shows what an expression hides', async () => {
    const { path } = await layered('a', 1, 'expression');
    const bare = scratch.path('bare.pdf');
    await execa('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-sOutputFile=${bare}`, path]);
    expect(await pageTexts(path)).toEqual(['a shown 1']);
    expect(await pageTexts(bare)).toEqual(['a shown 1\na hidden 1']);
  });

  test('in a document of more pages than are taken out of it in place', async () => {
    const { files } = await scratch.run(rearrange, [await layered('a', 5001)], { rearrange: '5001' });
    expect(await shows(files)).toEqual(['a shown 5001']);
  });
});
