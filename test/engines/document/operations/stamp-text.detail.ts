import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageNumbers } from '../../../../engines/document/operations/marks/page-numbers.ts';
import { stampPages } from '../../../../engines/document/operations/marks/stamp.ts';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { readPages } from './geometry-support.ts';
import { colourAt, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

async function stamped(file: PdfFile, options: Partial<PdfOptions>) {
  const { files, warnings } = await scratch.run(stampPages, [file], { stamp_text: 'Draft', ...options });
  const [made] = files;
  if (made === undefined) throw new Error('no file was made');
  await execa('qpdf', ['--check', made.path]);
  return { ...made, warnings };
}

/** The middle of a word on each page that has it, points from the upper left corner as the page is seen. */
async function middles({ path }: PdfFile, text: string): Promise<(readonly [number, number] | null)[]> {
  return (await readPages(path)).map(({ placed }) => {
    const word = placed.find((one) => one.text === text);
    return word === undefined ? null : [Math.round(word.x), Math.round(word.y)];
  });
}

const MARGIN = (10 / 25.4) * 72;

describe('stamp_text', () => {
  const square = { text: 'page', size: [400, 400] as const };

  test('is in the middle of every page, whole and in the fonts of its scripts', async () => {
    const file = await scratch.pdf({ pages: [{ text: 'one' }, { text: 'two' }] });
    const text = 'Entwurf 机密 черновик';
    const made = await stamped(file, { stamp_text: text, stamp_text_size: 20 });
    expect((await pageTexts(made.path)).map((each) => each.replace(/\s+/g, ' '))).toEqual([
      `one ${text}`,
      `two ${text}`,
    ]);
    expect(made.warnings).toEqual([]);
    const { stdout } = await execa('pdffonts', [made.path]);
    const fonts = stdout
      .split('\n')
      .slice(2)
      .filter((line) => !line.includes('Helvetica'));
    expect(fonts.length).toBeGreaterThan(1);
    // Columns emb, sub, uni: inside, a part of the font, and readable as text.
    for (const font of fonts) expect(font).toMatch(/ yes yes yes +\d+ +\d+$/);
  });

  test.each([
    ['top_left', 'left', 'top'],
    ['bottom_right', 'right', 'bottom'],
  ] as const)('%s: 10 mm from the edges', async (alignment, across, along) => {
    const made = await stamped(await scratch.pdf({ pages: [square] }), { alignment, stamp_text_size: 20 });
    const [page] = await readPages(made.path);
    const word = page?.placed.find(({ text }) => text === 'Draft');
    if (word === undefined) throw new Error('the text is not there');
    const [left, right] = [word.x - word.width / 2, 400 - word.x - word.width / 2];
    const [top, bottom] = [word.y - word.height / 2, 400 - word.y - word.height / 2];
    expect({ left, right }[across]).toBeCloseTo(MARGIN, -1);
    expect(Math.abs({ left, right }[across] - MARGIN)).toBeLessThan(3);
    expect(Math.abs({ top, bottom }[along] - MARGIN)).toBeLessThan(3);
  });

  test('stands upright and in the same place on turned, cropped and trimmed pages', async () => {
    const file = await scratch.pdf({ pages: [square, { ...square, rotate: 90 }, { ...square, rotate: 180 }] });
    const made = await stamped(file, { alignment: 'top_right', stamp_text_size: 20 });
    const [first, ...others] = await middles(made, 'Draft');
    for (const other of others) expect(other).toEqual(first);
  });

  test('is made smaller where it does not fit', async () => {
    const made = await stamped(await scratch.pdf({ pages: [square] }), { stamp_text_size: 500 });
    const [page] = await readPages(made.path);
    const word = page?.placed.find(({ text }) => text === 'Draft');
    expect(Math.abs((word?.width ?? 0) - (400 - 2 * MARGIN))).toBeLessThan(25);
  });

  test('has the colour and the opacity asked for, over the page or under it', async () => {
    const file = await scratch.pdf({ pages: [{ text: '', fill: '1 1 1', size: [400, 400] }] });
    const bar = { stamp_text: '\u2588\u2588\u2588', stamp_text_size: 100, stamp_text_color: '#ff0000' };
    const middle = [[0.5, 0.5]] as const;
    expect(await colourAt((await stamped(file, bar)).path, 1, middle)).toEqual([[255, 0, 0]]);
    const [faint = []] = await colourAt((await stamped(file, { ...bar, stamp_opacity: 40 })).path, 1, middle);
    expect(faint[0]).toBe(255);
    expect(Math.abs((faint[1] ?? 0) - 153)).toBeLessThan(4);
    expect(await colourAt((await stamped(file, { ...bar, watermark: true })).path, 1, middle)).toEqual([
      [255, 255, 255],
    ]);
  });

  test('is turned clockwise', async () => {
    const made = await stamped(await scratch.pdf({ pages: [square] }), { stamp_angle: 90, stamp_text_size: 40 });
    const path = scratch.path('turned');
    await execa('pdftotext', ['-bbox', made.path, path]);
    const [, x0, y0, x1, y1] =
      /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">Draft</.exec(await readFile(path, 'utf8')) ?? [];
    expect(Number(y1) - Number(y0)).toBeGreaterThan(1.5 * (Number(x1) - Number(x0)));
  });

  test('is on the pages that are named, and tells of those that are not there', async () => {
    const made = await stamped(await scratch.pages(4), { stamp_pages: '4, 2-3, 9' });
    expect((await middles(made, 'Draft')).map((one) => one !== null)).toEqual([false, true, true, true]);
    expect(made.warnings.map(({ code }) => code)).toEqual(['option_adjusted']);
    await expect(stamped(await scratch.pages(2), { stamp_pages: '5-' })).rejects.toMatchObject({
      code: 'option_invalid',
    });
  });

  test('has several lines, and lines from right to left', async () => {
    const file = await scratch.pdf({ pages: [{ text: 'page' }] });
    const made = await stamped(file, { stamp_text: 'First\nSecond line', alignment: 'top_left', stamp_text_size: 20 });
    const [page] = await readPages(made.path);
    const [first, second] = ['First', 'Second'].map((text) => page?.placed.find((one) => one.text === text));
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(1.36 * 20, 0);
    expect((second?.x ?? 0) - (second?.width ?? 0) / 2).toBeCloseTo((first?.x ?? 0) - (first?.width ?? 0) / 2, 0);
    const arabic = await stamped(file, { stamp_text: 'مسودة', alignment: 'top_right', stamp_text_size: 20 });
    // poppler finds a word in each letter.
    const [{ placed, width } = { placed: [], width: 0 }] = await readPages(arabic.path);
    const right = Math.max(...placed.filter(({ text }) => text !== 'page').map((one) => one.x + one.width / 2));
    expect(Math.abs(width - right - MARGIN)).toBeLessThan(4);
  });

  test('tells of characters that no font has', async () => {
    const made = await stamped(await scratch.pages(1), { stamp_text: 'a\u{10fffd}b' });
    expect(made.warnings).toMatchObject([{ code: 'output_limited', message: expect.stringContaining('\u{10fffd}') }]);
  });

  test('is an artifact, no part of what a tagged document tells', async () => {
    const made = await stamped(await scratch.pdf({ pages: [{ text: 'told' }], tagged: true }), {});
    const { stdout } = await execa('pdfinfo', ['-struct-text', made.path]);
    expect(stdout).toContain('told');
    expect(stdout).not.toContain('Draft');
    const qdf = await execa('qpdf', ['--qdf', '--object-streams=disable', made.path, '-'], { encoding: 'latin1' });
    expect(qdf.stdout).toMatch(/\/Artifact <<\/Type \/Pagination \/Subtype \/Watermark>> BDC .*\/Stamp Do Q EMC/);
  });

  test.each([{ stamp: true }, { watermark: true }, { stamp: true, stamp_scale: 50 }])(
    'a second input leaves the text of tagged pages to their tags %o',
    async (options) => {
      const pages = [{ text: 'told' }, { text: 'turned', rotate: 90 }];
      const inputs = [await scratch.pdf({ pages, tagged: true }), await scratch.pages(1)];
      const { files } = await scratch.run(stampPages, inputs, options);
      const { stdout } = await execa('pdfinfo', ['-struct-text', files[0]?.path ?? '']);
      expect(stdout.match(/"(.*)"/g)).toEqual(['"told"', '"turned"']);
    },
  );
});

describe('page_numbers', () => {
  async function numbered(file: PdfFile, options: Partial<PdfOptions>) {
    const { files, warnings, calls } = await scratch.run(pageNumbers, [file], {
      page_numbers: '{page}/{pages}',
      ...options,
    });
    await execa('qpdf', ['--check', files[0]?.path ?? '']);
    return { ...(files[0] as PdfFile), warnings, calls };
  }
  const numbersOf = async ({ path }: PdfFile) =>
    (await readPages(path)).map(({ placed }) =>
      placed
        .filter(({ text }) => text.includes('/'))
        .map(({ text }) => text)
        .join(),
    );

  test('count the pages, from the first number on', async () => {
    const file = await scratch.pages(3);
    expect(await numbersOf(await numbered(file, {}))).toEqual(['1/3', '2/3', '3/3']);
    expect(await numbersOf(await numbered(file, { page_numbers_start: 11 }))).toEqual(['11/13', '12/13', '13/13']);
    const withoutCover = { page_numbers_start: 0, page_numbers_pages: '2-' };
    expect(await numbersOf(await numbered(file, withoutCover))).toEqual(['', '1/2', '2/2']);
  });

  test('are at the bottom, or where they are asked for, on pages of several sizes', async () => {
    const sizes = [
      [400, 400],
      [300, 600],
    ] as const;
    const file = await scratch.pdf({ pages: sizes.map((size) => ({ text: 'page', size })) });
    for (const [index, { placed }] of (await readPages((await numbered(file, {})).path)).entries()) {
      const [width, height] = sizes[index] ?? [0, 0];
      const number = placed.find(({ text }) => text.includes('/'));
      expect(Math.abs((number?.x ?? 0) - width / 2)).toBeLessThan(2);
      expect(Math.abs((number?.y ?? 0) + (number?.height ?? 0) / 2 - height + MARGIN)).toBeLessThan(3);
    }
  });

  test('leave what a page shows outside its finished size', async () => {
    const whole = { text: '', fill: '1 0 0', size: [400, 400] as const };
    const { path } = await scratch.pdf({ pages: [whole] });
    const trimmed = scratch.path('trimmed.pdf');
    await writeFile(
      trimmed,
      (await readFile(path, 'latin1')).replace('/MediaBox', '/TrimBox [50 50 350 350] /MediaBox'),
      'latin1',
    );
    const { path: made } = await numbered({ path: trimmed, pages: 1 }, {});
    expect(await colourAt(made, 1, [[0.05, 0.5]])).toEqual([[255, 0, 0]]);
  });

  test('take no more programs for thousands of pages', async () => {
    const options = { page_numbers_alignment: 'top_right' } as const;
    const made = await numbered(await scratch.pages(5000), options);
    expect(made.calls.length).toBeLessThan((await numbered(await scratch.pages(3), options)).calls.length + 5);
    expect(await pageTexts(made.path, '-f', '5000')).toEqual([expect.stringContaining('5000/5000')]);
  });
});
