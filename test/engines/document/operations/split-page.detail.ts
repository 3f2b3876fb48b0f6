import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitPage } from '../../../../engines/document/operations/pages/split-page.ts';
import { errorOf } from '../../../support/error-of.ts';
import {
  CORNERS,
  check,
  destinations,
  drawn,
  FONT,
  ink,
  links,
  manyPages,
  onePage,
  readPages,
  Scratch,
  sizes,
  stream,
  WIDE_BOX,
  wordsOf,
} from './geometry-support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

test('x cuts into parts side by side, y one above the other, both row by row', async () => {
  const path = await scratch.pdf(onePage());
  const beside = await scratch.run(splitPage, path, { split_page_x: 2 });
  expect(wordsOf(await readPages(beside.path))).toEqual(['NW SW', 'NE SE']);
  expect(await sizes(beside.path)).toEqual(['100x100', '100x100']);
  const above = await scratch.run(splitPage, path, { split_page_y: 2 });
  expect(wordsOf(await readPages(above.path))).toEqual(['NW NE', 'SW SE']);
  expect(await sizes(above.path)).toEqual(['200x50', '200x50']);
  const both = await scratch.run(splitPage, path, { split_page_x: 2, split_page_y: 2 });
  expect(wordsOf(await readPages(both.path))).toEqual(['NW', 'NE', 'SW', 'SE']);
  expect(both.file.pages).toBe(4);
  expect(both.warnings).toEqual([]);
  await check(both.path);
});

test.each([
  [90, ['SW', 'NW', 'SE', 'NE'], '50x100'],
  [180, ['SE', 'SW', 'NE', 'NW'], '100x50'],
  [270, ['NE', 'SE', 'NW', 'SW'], '50x100'],
  [-90, ['NE', 'SE', 'NW', 'SW'], '50x100'],
] as const)('a page turned by %i is cut as it is shown', async (turn, words, size) => {
  const path = await scratch.pdf(onePage({ page: `${WIDE_BOX}/Rotate ${turn}` }));
  const { path: made } = await scratch.run(splitPage, path, { split_page_x: 2, split_page_y: 2 });
  expect(wordsOf(await readPages(made))).toEqual(words);
  const [width, height] = size.split('x').map(Number);
  for (const page of await readPages(made)) expect([page.width, page.height]).toEqual([width, height]);
});

test('what is seen of a page is cut: its crop box, wherever it lies, and what it inherits', async () => {
  const objects = onePage({ page: '/CropBox[200 100 -50 -10]' });
  objects[1] = '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 100]/Rotate 180>>';
  const { path } = await scratch.run(splitPage, await scratch.pdf(objects), { split_page_x: 2 });
  expect(wordsOf(await readPages(path))).toEqual(['SE NE', 'SW NW'].map((words) => expect.toSatisfy(sameWords(words))));
  expect(await sizes(path)).toEqual(['100x100', '100x100']);
});

const sameWords = (words: string) => (other: string) =>
  other.split(' ').sort().join() === words.split(' ').sort().join();

test('fifty by fifty parts share their content', async () => {
  const path = await scratch.pdf(onePage({ content: CORNERS.repeat(1000) }));
  const made = await scratch.run(splitPage, path, { split_page_x: 50, split_page_y: 50 });
  expect(made.file.pages).toBe(2500);
  const { size } = await stat(made.path);
  expect(size).toBeLessThan((await stat(path)).size + 2500 * 400);
});

test('links and comments lie on every part they touch, fields of forms on one', async () => {
  const appearance = stream('1 0 0 rg 0 0 10 10 re f', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]');
  const path = await scratch.pdf(
    onePage({
      page: `${WIDE_BOX}/Annots[6 0 R 7 0 R 8 0 R]`,
      catalog: '/AcroForm<</Fields[8 0 R]>>',
      objects: [
        '<</Type/Annot/Subtype/Link/Rect[90 40 110 60]/A<</S/URI/URI(http://both.example/)>>>>',
        '<</Type/Annot/Subtype/Link/Rect[10 40 30 60]/A<</S/URI/URI(http://left.example/)>>>>',
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/Rect[95 60 145 80]/AP<</N 9 0 R>>>>',
        appearance,
      ],
    }),
  );
  const { path: made, warnings } = await scratch.run(splitPage, path, { split_page_x: 2 });
  expect((await links(made)).sort()).toEqual([
    '1 http://both.example/',
    '1 http://left.example/',
    '2 http://both.example/',
  ]);
  expect(warnings).toEqual(['output_limited']);
  expect((await drawn(made, 2))(20, 30)).toBe('red');
  expect((await drawn(made, 1))(97, 30)).toBe('white');
  await check(made);
});

test('destinations lead to the part with their place; labels and tags are told of', async () => {
  const places =
    '(a)[3 0 R/XYZ 10 90 0](b)[3 0 R/XYZ 100 90 0](c)[3 0 R/XYZ 10 50 0](d)[3 0 R/Fit](e)[3 0 R/FitR 120 10 150 40]';
  const path = await scratch.pdf(
    onePage({
      catalog: `/Names<</Dests<</Names[${places}]>>>>/PageLabels<</Nums[0<</S/r>>]>>/StructTreeRoot<</Type/StructTreeRoot>>`,
    }),
  );
  const { path: made, warnings } = await scratch.run(splitPage, path, { split_page_x: 2, split_page_y: 2 });
  const found = await destinations(made);
  const pages = Object.fromEntries(Object.entries(found).map(([name, place]) => [name, place[0]]));
  expect(pages).toEqual({ a: '1', b: '2', c: '3', d: '1', e: '4' });
  expect(warnings).toEqual(['metadata_lost', 'metadata_lost']);
});

test('each page of several is cut, and a page that several share is one of each', async () => {
  const { path } = await scratch.run(splitPage, await scratch.pdf(manyPages(3)), { split_page_y: 2 });
  expect(wordsOf(await readPages(path))).toEqual(['P1', '', 'P2', '', 'P3', '']);
  const objects = onePage();
  objects[1] = '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>';
  const twice = await scratch.run(splitPage, await scratch.pdf(objects), { split_page_x: 2 });
  expect(wordsOf(await readPages(twice.path))).toEqual(['NW SW', 'NE SE', 'NW SW', 'NE SE']);
});

test('names in any encoding and numbers in any form stay right', async () => {
  const objects = onePage({ page: '/MediaBox[0. -0. +200.0 00100.]', content: 'BT /#B0#A1 10 Tf 10 80 Td (NW) Tj ET' });
  objects[2] = objects[2]?.replace('/Font<</F ', '/Font<</#B0#A1 ') ?? '';
  const { path } = await scratch.run(splitPage, await scratch.pdf(objects), { split_page_x: 2 });
  expect(await sizes(path)).toEqual(['100x100', '100x100']);
  expect(wordsOf(await readPages(path))).toEqual(['NW', '']);
  expect((await ink(path))([5, 5, 30, 20])).toBe(true);
});

test('too many parts, no pages and no PDF are refused', async () => {
  const many = await scratch.pdf(manyPages(21));
  const error = await errorOf(scratch.run(splitPage, many, { split_page_x: 50, split_page_y: 50 }));
  expect(error.code).toBe('option_unsupported');
  expect(error.message).toContain('52500');
  const none = await scratch.pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>', FONT]);
  expect((await errorOf(scratch.run(splitPage, none, { split_page_x: 2 }))).code).toBe('input_damaged');
});
