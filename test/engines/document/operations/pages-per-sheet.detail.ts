import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagesPerSheet } from '../../../../engines/document/operations/pages/pages-per-sheet.ts';
import {
  CORNERS,
  check,
  destinations,
  drawn,
  ink,
  links,
  manyPages,
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

describe('pages come row by row, on sheets of the size of the first', () => {
  test.each([
    [2, '140x100', 2, 1],
    [4, '100x140', 2, 2],
    [6, '140x100', 3, 2],
    [8, '140x100', 4, 2],
    [9, '100x140', 3, 3],
    [16, '100x140', 4, 4],
  ] as const)('%i upright pages', async (perSheet, size, columns, rows) => {
    const path = await scratch.pdf(manyPages(perSheet + 1));
    const { path: made, file } = await scratch.run(pagesPerSheet, path, { pages_per_sheet: perSheet });
    expect(await sizes(made)).toEqual([size, size]);
    expect(file.pages).toBe(2);
    const [first, last] = await readPages(made);
    expect(Object.keys(last?.words ?? {})).toEqual([`P${perSheet + 1}`]);
    const [width, height] = [(first?.width ?? 0) / columns, (first?.height ?? 0) / rows];
    for (let index = 0; index < perSheet; index++) {
      const [x, y] = first?.words[`P${index + 1}`] ?? [-1, -1];
      expect([Math.floor(x / width), Math.floor(y / height)], `P${index + 1}`).toEqual([
        index % columns,
        Math.floor(index / columns),
      ]);
    }
    await check(made);
  });

  test.each([
    [2, '100x140', [0, 1]],
    [8, '100x140', [0, 1]],
    [4, '140x100', [1, 0]],
  ] as const)('%i wide pages', async (perSheet, size, [column, row]) => {
    const path = await scratch.pdf(manyPages(2, '/MediaBox[0 40 140 140]'));
    const { path: made } = await scratch.run(pagesPerSheet, path, { pages_per_sheet: perSheet });
    expect(await sizes(made)).toEqual([size]);
    const words = (await readPages(made))[0]?.words ?? {};
    const [x1 = 0, y1 = 0] = words.P1 ?? [];
    const [x2 = 0, y2 = 0] = words.P2 ?? [];
    if (perSheet === 8) expect([x2 > x1 + 10, y2 - y1]).toEqual([true, expect.closeTo(0, 1)]);
    else expect([x2 > x1 + 10, y2 > y1 + 10]).toEqual([column === 1, row === 1]);
  });
});

test('add_borders frames the pages, not the empty places', async () => {
  const path = await scratch.pdf(manyPages(3, '/MediaBox[0 0 600 800]'));
  const framed = await scratch.run(pagesPerSheet, path, { pages_per_sheet: 4, add_borders: true });
  const plain = await scratch.run(pagesPerSheet, path, { pages_per_sheet: 4 });
  const [withFrames, without] = [await ink(framed.path), await ink(plain.path)];
  const edges = [
    [0, 0, 300, 3],
    [0, 100, 3, 100],
    [297, 100, 6, 100],
    [100, 397, 100, 6],
    [350, 397, 100, 6],
  ] as const;
  for (const edge of edges) expect([withFrames(edge), without(edge)], `${edge}`).toEqual([true, false]);
  expect(withFrames([350, 700, 200, 90])).toBe(false);
});

test.each([
  [0, ['NW', 'NE', 'SW', 'SE']],
  [90, ['SW', 'NW', 'SE', 'NE']],
  [180, ['SE', 'SW', 'NE', 'NW']],
  [270, ['NE', 'SE', 'NW', 'SW']],
] as const)('a page turned by %i is placed as it is shown, cut at what is seen', async (turn, corners) => {
  const content = `1 0 0 rg -50 -50 300 200 re f 0 1 0 rg 0 0 200 100 re f 0 g ${CORNERS}`;
  const path = await scratch.pdf(
    onePage({ content, page: `/MediaBox[-50 -50 250 150]/CropBox[0 0 200 100]/Rotate ${turn}` }),
  );
  const { path: made } = await scratch.run(pagesPerSheet, path, { pages_per_sheet: 4 });
  const [page] = await readPages(made);
  const words = page?.words ?? {};
  const placed = Object.keys(words).sort((one, other) => {
    const [x1, y1] = words[one] ?? [0, 0];
    const [x2, y2] = words[other] ?? [0, 0];
    return Math.abs(y1 - y2) > 15 ? y1 - y2 : x1 - x2;
  });
  expect(placed).toEqual(corners);
  const at = await drawn(made);
  const [width, height] = [(page?.width ?? 0) / 2, (page?.height ?? 0) / 2];
  expect([at(width - 3, height / 2), at(width + 3, height / 2), at(width / 2, height + 3)]).toEqual([
    'green',
    'white',
    'white',
  ]);
});

test('pages of other sizes fit their places; pages without content stay empty', async () => {
  const objects = manyPages(3, '');
  objects[3] = objects[3]?.replace('>>', '/MediaBox[0 0 100 140]>>') ?? '';
  objects[5] = objects[5]?.replace('>>', '/MediaBox[0 0 400 100]>>') ?? '';
  objects[7] = objects[7]?.replace(/\/Contents \d+ 0 R/, '/MediaBox[0 0 10 10]') ?? '';
  const { path } = await scratch.run(pagesPerSheet, await scratch.pdf(objects), { pages_per_sheet: 4 });
  const [page] = await readPages(path);
  expect([page?.width, page?.height]).toEqual([100, 140]);
  expect(page?.words.P1?.[0]).toBeCloseTo(5, 0);
  expect(Object.keys(page?.words ?? {})).toEqual(['P1', 'P2']);
  await check(path);
});

test('pages that share their content, but not their resources, are drawn each with its own', async () => {
  const form = (color: string) =>
    stream(`${color} rg 0 0 200 100 re f`, '/Type/XObject/Subtype/Form/BBox[0 0 200 100]');
  const page = (name: string) =>
    `<</Type/Page/Parent 2 0 R${WIDE_BOX}/Contents 5 0 R/Resources<</XObject<</X ${name} 0 R>>>>>>`;
  const path = await scratch.pdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    page('6'),
    page('7'),
    stream('/X Do'),
    form('1 0 0'),
    form('0 0 1'),
  ]);
  const { path: made } = await scratch.run(pagesPerSheet, path, { pages_per_sheet: 2 });
  const at = await drawn(made);
  expect(await sizes(made)).toEqual(['100x200']);
  expect([at(50, 50), at(50, 150)]).toEqual(['red', 'blue']);
});

test('content in several streams is one', async () => {
  const objects = onePage({ objects: [stream('q 1 0 0 rg 0 0 200 100'), stream('re f Q')] });
  objects[2] = objects[2]?.replace('/Contents 4 0 R', '/Contents[6 0 R 7 0 R 4 0 R]') ?? '';
  const { path } = await scratch.run(pagesPerSheet, await scratch.pdf(objects), { pages_per_sheet: 2 });
  expect((await drawn(path))(50, 25)).toBe('red');
  expect(Object.keys((await readPages(path))[0]?.words ?? {}).sort()).toEqual(['NE', 'NW', 'SE', 'SW']);
});

test('fields and comments become part of the page, links stay links, destinations lead to the sheet', async () => {
  const objects = onePage({
    page: `${WIDE_BOX}/Annots[6 0 R 7 0 R 8 0 R]/StructParents 0`,
    catalog:
      '/AcroForm<</Fields[7 0 R]>>/Dests<</a[3 0 R/XYZ 100 50 0]/b[3 0 R/Fit]>>/PageLabels<</Nums[0<</S/r>>]>>/StructTreeRoot<</Type/StructTreeRoot>>/MarkInfo<</Marked true>>',
    objects: [
      '<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[90 40 110 60]/A<</S/URI/URI(http://link.example/)>>>>',
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/Rect[0 0 60 100]/AP<</N 9 0 R>>>>',
      '<</Type/Annot/Subtype/Square/Rect[140 0 200 100]/AP<</N 9 0 R>>>>',
      stream('0 1 0 rg 0 0 10 10 re f', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]'),
    ],
  });
  const { path, warnings } = await scratch.run(pagesPerSheet, await scratch.pdf(objects), { pages_per_sheet: 4 });
  const at = await drawn(path);
  expect([at(5, 30), at(95, 30), at(50, 30), at(105, 30)]).toEqual(['green', 'green', 'white', 'white']);
  expect(await links(path)).toEqual(['1 http://link.example/']);
  expect(await destinations(path)).toEqual({ a: '1: XYZ 50 75 null', b: '1: Fit' });
  expect([...warnings].sort()).toEqual(['metadata_lost', 'metadata_lost', 'output_limited']);
  const { stdout } = await execa('pdfinfo', [path]);
  expect(stdout).toMatch(/Tagged: +no/);
  expect(stdout).toMatch(/Form: +none/);
  await check(path);
});

test('patterns move with the content', async () => {
  const tiling = stream(
    '1 0 0 rg 0 0 100 100 re f 0 0 1 rg 100 0 100 100 re f',
    '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 200 100]/XStep 200/YStep 100/Resources<<>>',
  );
  const content = '/Pattern cs /P1 scn 0 0 200 100 re f';
  const path = await scratch.pdf(onePage({ content, resources: '/Pattern<</P1 6 0 R>>', objects: [tiling] }));
  const { path: made } = await scratch.run(pagesPerSheet, path, { pages_per_sheet: 4 });
  const at = await drawn(made);
  expect([at(10, 20), at(46, 20), at(54, 20), at(95, 20)]).toEqual(['red', 'red', 'blue', 'blue']);
});

test('a document of many pages', async () => {
  const path = await scratch.pdf(manyPages(1000));
  const { file, path: made } = await scratch.run(pagesPerSheet, path, { pages_per_sheet: 16 });
  expect(file.pages).toBe(63);
  expect((await readPages(made))[62]?.words).toHaveProperty('P1000');
});
