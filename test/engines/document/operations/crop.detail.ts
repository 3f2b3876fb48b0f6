import { afterAll, beforeAll, expect, test } from 'vitest';
import { crop } from '../../../../engines/document/operations/pages/crop.ts';
import { check, onePage, readPages, Scratch, sizes } from './geometry-support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const HIDDEN = 'What was cut off the pages is hidden, not removed: it is still in the file.';

const placesOf = async (path: string): Promise<string[]> =>
  Object.entries((await readPages(path))[0]?.words ?? {}).map(([text, [x]]) => `${text} ${Math.round(x)}`);

test('sides are cut off, as the page is seen', async () => {
  for (const [turn, size] of [
    [0, '185x92'],
    [90, '85x192'],
  ] as const) {
    const file = await scratch.pdf(onePage({ page: `/MediaBox[0 0 200 100]/Rotate ${turn}` }));
    const made = await scratch.run(crop, file, { crop_left: 5, crop_right: 10, crop_top: 8, crop_unit: 'pt' });
    await check(made.path);
    const [width = 0, height = 0] = (await readPages(made.path)).map((page) => [page.width, page.height])[0] ?? [];
    expect(`${Math.round(width)}x${Math.round(height)}`).toBe(size);
    expect(made.messages).toEqual([HIDDEN]);
  }
});

test('an area is kept, as the page is seen, and cut at the edge', async () => {
  const area = { crop_left: 5, crop_top: 8, crop_width: 90, crop_unit: 'pt' } as const;
  for (const [turn, height, size] of [
    [0, 40, '90x40'],
    [0, 400, '90x92'],
    [90, 150, '90x150'],
  ] as const) {
    const file = await scratch.pdf(onePage({ page: `/MediaBox[0 0 200 100]/Rotate ${turn}` }));
    const made = await scratch.run(crop, file, { ...area, crop_height: height });
    await check(made.path);
    const [page] = await readPages(made.path);
    expect(`${Math.round(page?.width ?? 0)}x${Math.round(page?.height ?? 0)}`).toBe(size);
  }
});

test('content keeps its place on what is left', async () => {
  const before = await scratch.pdf(onePage());
  const { path } = await scratch.run(crop, before, { crop_left: 5, crop_unit: 'pt' });
  const moved = (await placesOf(before)).map((text) => text.replace(/\d+$/, (x) => `${Number(x) - 5}`));
  expect(await placesOf(path)).toEqual(moved);
});

test.each([
  ['media', '200x100', []],
  ['bleed', '180x90', [HIDDEN]],
  ['trim', '160x80', [HIDDEN]],
  ['art', '140x70', [HIDDEN]],
] as const)('the box %s', async (name, size, messages) => {
  const boxes = '/CropBox[0 0 150 75]/BleedBox[0 0 180 90]/TrimBox[0 0 160 80]/ArtBox[0 0 140 70]';
  const file = await scratch.pdf(onePage({ page: `/MediaBox[0 0 200 100]${boxes}` }));
  const made = await scratch.run(crop, file, { crop: name });
  await check(made.path);
  expect(await sizes(made.path)).toEqual([size]);
  expect(made.messages).toEqual(messages);
});

test('a page without the box stays, with a warning', async () => {
  const made = await scratch.run(crop, await scratch.pdf(onePage()), { crop: 'trim' });
  expect(await sizes(made.path)).toEqual(['200x100']);
  expect(made.messages).toContain('Pages that do not have the box that was asked for show what they showed.');
});

test('more than the page is refused', async () => {
  const file = await scratch.pdf(onePage());
  await expect(scratch.run(crop, file, { crop_left: 100 })).rejects.toMatchObject({ code: 'option_unsupported' });
});
