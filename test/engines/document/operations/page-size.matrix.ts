import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../../engines/document/catalog.ts';
import { pageSize } from '../../../../engines/document/operations/pages/page-size.ts';
import { namedPaper, type PaperName } from '../../../../tools/formats/pdf-pages/geometry/papers.ts';
import { errorOf } from '../../../support/error-of.ts';
import { sample } from '../../../support/sample.ts';
import {
  check,
  destinations,
  drawn,
  onePage,
  readPages,
  Scratch,
  sizes,
  stream,
  WIDE_BOX,
} from './geometry-support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const NAMES: readonly PaperName[] = catalog.targets.pdf.options.page_size.enum;
const GREEN = '0 1 0 rg 0 0 200 100 re f ';

describe('named papers', () => {
  test("have the sizes that Ghostscript's list has", async () => {
    const program = NAMES.map((name) => `${name} currentpagedevice /PageSize get ==`).join(' ');
    const { stdout } = await execa('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=nullpage', '-'], { input: program });
    const known = stdout.split('\n').map((line) => [...line.matchAll(/[\d.]+/g)].map(Number));
    for (const [index, name] of NAMES.entries()) {
      const { width, height } = namedPaper(name);
      expect(Math.abs(width - (known[index]?.[0] ?? 0)), name).toBeLessThan(1.5);
      expect(Math.abs(height - (known[index]?.[1] ?? 0)), name).toBeLessThan(1.5);
    }
  });

  test.each(sample('papers', NAMES, 6))('%s', async (name) => {
    const upright = await scratch.pdf(onePage({ page: '/MediaBox[0 0 100 200]' }));
    const { path } = await scratch.run(pageSize, upright, { page_size: name });
    const { width, height } = namedPaper(name);
    expect(await sizes(path)).toEqual([`${Math.round(width)}x${Math.round(height)}`]);
  });
});

test('content is scaled as a whole into the middle, and the paper turned as the page is', async () => {
  const path = await scratch.pdf(onePage({ content: GREEN }));
  const { path: made } = await scratch.run(pageSize, path, { page_size: 'a4' });
  expect(await sizes(made)).toEqual(['842x595']);
  const at = await drawn(made);
  // 842 x 421, 87 from above.
  expect([at(3, 90), at(838, 505), at(400, 84), at(400, 511)]).toEqual(['green', 'green', 'white', 'white']);
  await check(made);
});

test('a page that has the paper already is left as it is', async () => {
  const path = await scratch.pdf(onePage({ page: '/MediaBox[0 0 595 842]' }));
  const { path: made } = await scratch.run(pageSize, path, { page_size: 'a4' });
  const { stdout } = await execa('pdfinfo', [made]);
  expect(stdout).toMatch(/Page size: +595\.276 x 841\.89 pts \(A4\)/);
  expect((await readPages(made))[0]?.words.NW?.[0]).toBeCloseTo(10.14, 1);
});

describe('orientation', () => {
  test.each([
    ['portrait', '100x200'],
    ['landscape', '200x100'],
  ] as const)('%s alone turns the paper, not what is on it', async (orientation, size) => {
    const path = await scratch.pdf(onePage({ content: GREEN }));
    const { path: made } = await scratch.run(pageSize, path, { orientation });
    expect(await sizes(made)).toEqual([size]);
    const at = await drawn(made);
    const isTurned = orientation === 'portrait';
    expect(at(50, 70)).toBe(isTurned ? 'white' : 'green');
    expect(at(50, 99)).toBe('green');
  });

  test.each([
    ['portrait', '595x842'],
    ['landscape', '842x595'],
  ] as const)('%s with a paper', async (orientation, size) => {
    const path = await scratch.pdf(onePage());
    expect(await sizes((await scratch.run(pageSize, path, { orientation, page_size: 'a4' })).path)).toEqual([size]);
  });
});

describe('custom sizes', () => {
  test.each([
    [{ custom_page_size_width: '50', custom_page_size_height: '100' }, '142x283'],
    [{ custom_page_size_width: '50', custom_page_size_height: '100', custom_page_size_unit: 'mm' }, '142x283'],
    [{ custom_page_size_width: '8.5', custom_page_size_height: '2.25', custom_page_size_unit: 'in' }, '612x162'],
    [{ custom_page_size_width: '50', custom_page_size_height: '100', orientation: 'landscape' }, '283x142'],
  ] as const)('%o', async (options, size) => {
    const { path } = await scratch.run(pageSize, await scratch.pdf(onePage()), options);
    expect(await sizes(path)).toEqual([size]);
  });

  test('that PDF cannot have are refused, and a unit alone is told of', async () => {
    const path = await scratch.pdf(onePage());
    for (const width of ['5081', '1', '0.0001']) {
      const options = { custom_page_size_width: width, custom_page_size_height: '100' };
      expect((await errorOf(scratch.run(pageSize, path, options))).code).toBe('option_unsupported');
    }
    const largest = { custom_page_size_width: '5080', custom_page_size_height: '5080' };
    expect(await sizes((await scratch.run(pageSize, path, largest)).path)).toEqual(['14400x14400']);
    const { warnings, path: same } = await scratch.run(pageSize, path, { custom_page_size_unit: 'in' });
    expect([warnings, same]).toEqual([['option_no_effect'], path]);
  });
});

test.each([90, 180, 270])('a page turned by %i is fitted as it is shown', async (turn) => {
  const path = await scratch.pdf(onePage({ page: `${WIDE_BOX}/Rotate ${turn}` }));
  const before = (await readPages(path))[0];
  const { path: made } = await scratch.run(pageSize, path, {
    custom_page_size_width: '200',
    custom_page_size_height: '200',
  });
  const after = (await readPages(made))[0];
  const side = (200 * 72) / 25.4;
  expect([after?.width, after?.height].map(Math.round as (n?: number) => number)).toEqual([567, 567]);
  const scale = side / Math.max(before?.width ?? 0, before?.height ?? 0);
  const [x = 0, y = 0] = before?.words.NW ?? [];
  const [u = 0, v = 0] = after?.words.NW ?? [];
  expect(u).toBeCloseTo(x * scale + (side - (before?.width ?? 0) * scale) / 2, 0);
  expect(v).toBeCloseTo(y * scale + (side - (before?.height ?? 0) * scale) / 2, 0);
});

test('content beside what is seen stays unseen; units of the page are taken into account', async () => {
  const content = '1 0 0 rg 0 0 400 400 re f';
  const path = await scratch.pdf(
    onePage({ content, page: '/MediaBox[0 0 400 400]/CropBox[100 100 300 200]/UserUnit 2' }),
  );
  const { path: made } = await scratch.run(pageSize, path, {
    custom_page_size_width: '100',
    custom_page_size_height: '100',
  });
  const at = await drawn(made);
  expect(await sizes(made)).toEqual(['283x283']);
  expect([at(141, 60), at(141, 141), at(2, 141)]).toEqual(['white', 'red', 'red']);
});

test('patterns, comments and destinations move with the content', async () => {
  // Left half red, right half blue, by a tiling pattern of the size of the page, and a shading one between.
  const tiling = stream(
    '1 0 0 rg 0 0 100 100 re f 0 0 1 rg 100 0 100 100 re f',
    '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 200 100]/XStep 200/YStep 100/Resources<<>>',
  );
  const shading =
    '<</Type/Pattern/PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 200 0]/Function<</FunctionType 3/Domain[0 1]/Bounds[0.5]/Encode[0 1 0 1]/Functions[<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[1 0 0]/N 1>><</FunctionType 2/Domain[0 1]/C0[0 0 1]/C1[0 0 1]/N 1>>]>>>>>>';
  const path = await scratch.pdf(
    onePage({
      page: `${WIDE_BOX}/Annots[8 0 R]`,
      content: '/Pattern cs /P1 scn 0 50 200 50 re f /P2 scn 0 0 200 50 re f',
      resources: '/Pattern<</P1 6 0 R/P2 7 0 R>>',
      catalog: '/Dests<</a[3 0 R/XYZ 100 50 0]/b[3 0 R/FitH 100]/c[3 0 R/FitR 0 0 100 100]>>',
      objects: [
        tiling,
        shading,
        '<</Type/Annot/Subtype/Square/Rect[90 20 110 40]/AP<</N 9 0 R>>>>',
        stream('0 1 0 rg 0 0 10 10 re f', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]'),
      ],
    }),
  );
  const { path: made } = await scratch.run(pageSize, path, {
    custom_page_size_width: '200',
    custom_page_size_height: '200',
  });
  const at = await drawn(made);
  // 567 x 283, 142 from above.
  const [left, right] = [270, 297];
  expect([at(left, 200), at(right, 200), at(left, 410), at(right, 410)]).toEqual(['red', 'blue', 'red', 'blue']);
  expect([at(262, 340), at(305, 340), at(262, 362), at(283, 300)]).toEqual([
    'green',
    'green',
    'green',
    expect.not.stringMatching('green'),
  ]);
  const side = (200 * 72) / 25.4;
  const found = await destinations(made);
  expect(found.a).toBe(`1: XYZ ${Math.round(side / 2)} ${Math.round(side / 2)} null`);
  expect(found.c).toBe(`1: FitR 0 ${Math.round(side / 4)} ${Math.round(side / 2)} ${Math.round((side * 3) / 4)}`);
  await check(made);
});

test('fields of forms are scaled, which is told', async () => {
  const path = await scratch.pdf(
    onePage({
      page: `${WIDE_BOX}/Annots[6 0 R]`,
      catalog: '/AcroForm<</Fields[6 0 R]>>',
      objects: [
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/Rect[50 20 150 80]/AP<</N 7 0 R>>>>',
        stream('0 1 0 rg 0 0 10 10 re f', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]'),
      ],
    }),
  );
  const { path: made, warnings } = await scratch.run(pageSize, path, {
    custom_page_size_width: '200',
    custom_page_size_height: '100',
  });
  expect(warnings).toEqual(['output_limited']);
  const at = await drawn(made);
  expect([at(150, 65), at(415, 220), at(135, 140)]).toEqual(['green', 'green', 'white']);
});
