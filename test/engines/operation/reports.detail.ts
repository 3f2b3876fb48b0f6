import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONVERT } from '../../support/imagemagick.ts';
import { makePdf } from '../document/operations/make-pdf-structure.ts';
import { fixture, Workshop } from './support.ts';

let workshop: Workshop;
/** Pages of plain colour: one PDF of two, one of three, of which the second differs and the third is more. */
let two: string;
let three: string;
beforeAll(async () => {
  workshop = await Workshop.open('reports');
  const page = async (name: string, ...draw: readonly string[]) => {
    await execa(CONVERT, ['-size', '200x100', 'xc:#e0e0ff', ...draw, '-density', '72', workshop.path(name)]);
    return workshop.path(name);
  };
  const first = await page('first.png');
  const second = await page('second.png', '-fill', 'black', '-draw', 'rectangle 10,10 59,59');
  [two, three] = [workshop.path('two.pdf'), workshop.path('three.pdf')];
  await execa('img2pdf', [first, first, '-o', two]);
  await execa('img2pdf', [first, second, first, '-o', three]);
});
afterAll(() => workshop.remove());

const json = async (outputs: readonly { readonly path: string }[]) =>
  JSON.parse(await readFile(outputs[0]?.path ?? '', 'utf8'));

describe('compare-pdf', () => {
  it('a PDF of the pages that differ, and which these are', async () => {
    const { outputs, warnings } = await workshop.run('compare-pdf', { diff_color: 'blue' }, two, three);
    const facts = { pages: 2, other_pages: 3, different_pages: 1, different_page_numbers: '2' };
    expect(outputs[0]?.metadata).toEqual(facts);
    expect(warnings).toEqual(['output_limited']);
    expect((await execa('pdfinfo', [outputs[0]?.path ?? ''])).stdout).toMatch(/^Pages: +1$/m);
    const drawn = workshop.path('difference');
    await execa('pdftoppm', ['-r', '72', '-png', '-singlefile', outputs[0]?.path ?? '', drawn]);
    const middle = await execa(CONVERT, [
      `${drawn}.png`,
      '-resize',
      '200x100!',
      '-format',
      '%[pixel:p{30,30}]',
      'info:',
    ]);
    expect(middle.stdout).toMatch(/^(?:blue|s?rgb\(0,0,255\))$/);
  });

  it('both pages side by side, with what is new in the second', async () => {
    const options = { differences_as: 'side_by_side', diff_color: 'blue' };
    const { outputs } = await workshop.run('compare-pdf', options, two, three);
    const made = outputs[0]?.path ?? '';
    const size = async (path: string) =>
      /Page size: +([\d.]+) x ([\d.]+)/
        .exec((await execa('pdfinfo', [path])).stdout)
        ?.slice(1)
        .map(Number) ?? [];
    const [[width = 0, height = 0], [wide = 0, high = 0]] = [await size(two), await size(made)];
    expect(wide / high).toBeCloseTo((2 * width) / height, 1);
    expect((await execa('pdfinfo', [made])).stdout).toMatch(/^Pages: +1$/m);
  });

  it('the words that were added and removed, as a web page', async () => {
    const texts = ['The price is 100 Euro, now.', 'The price is 120 Euro <late>.'];
    const paths = await Promise.all(
      texts.map((text, index) => makePdf(workshop.path(`price-${index}.pdf`), { pages: [{ text }] })),
    );
    const { outputs } = await workshop.run('compare-pdf', { differences_as: 'text' }, ...paths);
    const page = await readFile(outputs[0]?.path ?? '', 'utf8');
    expect(outputs[0]?.metadata).toEqual({ added_words: 2, removed_words: 2 });
    expect(page).toContain('<del>100</del><ins>120</ins> Euro');
    expect(page).not.toContain('<late>');
  });

  it('PDFs that look alike: none of their pages', async () => {
    const { outputs } = await workshop.run('compare-pdf', {}, two, two);
    expect(outputs[0]?.metadata).toMatchObject({ different_pages: 0, different_page_numbers: '' });
  });
});

describe('convert-pdfa and validate-pdfa', () => {
  it('makes a PDF/A of the profile, in which nothing is found, as in its source', async () => {
    const { outputs } = await workshop.run('convert-pdfa', { validation_profile: 'pdfa3b' }, two);
    const made = outputs[0]?.path ?? '';
    expect((await execa('pdfinfo', ['-meta', made])).stdout).toMatch(/pdfaid:part\W{1,3}3\W/);
    const check = async (input: string, profile: string) =>
      json((await workshop.run('validate-pdfa', { validation_profile: profile }, input)).outputs);
    const conforming = { profile: 'pdfa3b', standard: 'ISO 19005-3', conforms: true, problems: [], broken_rules: [] };
    expect(await check(made, 'pdfa3b')).toEqual(conforming);
    expect(await check(made, 'pdfa1b')).toMatchObject({ conforms: false });
    expect((await check(two, 'pdfa3b')).problems).toContainEqual(
      expect.stringContaining('its metadata do not say that it is PDF/A'),
    );
  });

  it.each([
    ['a property of nobody', 'm["{http://example.org/ns/}colour"] = "red"', /neither predefined nor described: colour/],
    ['a date that is none', 'm["xmp:CreateDate"] = "yesterday"', /wrong type: CreateDate/],
    ['a list in place of a text', 'm["pdf:Keywords"] = ["a", "b"]', /wrong type: Keywords/],
    [
      'an annotation that is not printed',
      'pdf.pages[0].Annots = Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Highlight, Rect=[0, 0, 9, 9], F=2))])',
      /hidden, or are not printed/,
    ],
    [
      'an annotation that plays',
      'pdf.pages[0].Annots = Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Screen, Rect=[0, 0, 9, 9], F=4))])',
      /annotations of the kind Screen/,
    ],
  ])('finds %s', async (_, change, found) => {
    const { outputs } = await workshop.run('convert-pdfa', { validation_profile: 'pdfa2b' }, two);
    const changed = workshop.path('changed.pdf');
    const script = `import sys, pikepdf
from pikepdf import Array, Dictionary, Name
pdf = pikepdf.open(sys.argv[1])
with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as m:
    ${change}
pdf.save(sys.argv[2], fix_metadata_version=False)`;
    await execa('/usr/bin/python3', ['-c', script, outputs[0]?.path ?? '', changed]);
    const report = await json((await workshop.run('validate-pdfa', { validation_profile: 'pdfa2b' }, changed)).outputs);
    expect(report.problems).toContainEqual(expect.stringMatching(found));
  });

  it('other files and profiles: refused', async () => {
    expect((await workshop.run('convert-pdfa', {}, fixture('document/report.docx'))).result).toBe('input_wrong_type');
    expect((await workshop.run('convert-pdfa', { validation_profile: 'pdfa4' }, two)).result).toBe('option_invalid');
  });
});

describe('analyze-image and colorize-image', () => {
  it('what the picture is, and its colours', async () => {
    const picture = workshop.path('halves.png');
    const red = ['-fill', '#c00000', '-draw', 'rectangle 0,0 74,99'];
    await execa(CONVERT, ['-size', '100x100', 'xc:#0000c0', ...red, '-depth', '8', picture]);
    const { image, colors } = await json((await workshop.run('analyze-image', {}, picture)).outputs);
    expect(image).toMatchObject({ width_pixels: 100, height_pixels: 100 });
    expect(colors.main_colors).toEqual([
      { color: '#c00000', percent: 75 },
      { color: '#0000c0', percent: 25 },
    ]);
    expect([colors.mean_color, colors.is_gray]).toEqual(['#900030', false]);
  });

  it('without a model, color is refused with what to install', async () => {
    const { result, error } = await workshop.run('colorize-image', {}, fixture('image/landscape.jpg'));
    expect([result, error]).toEqual(['colorize_model_unavailable', expect.stringContaining('COLORIZE_MODEL_GENERIC')]);
  });
});
