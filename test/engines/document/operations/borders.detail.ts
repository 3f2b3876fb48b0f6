import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borders } from '../../../../engines/document/operations/marks/borders.ts';
import { errorOf } from '../../../support/error-of.ts';
import { check, drawn, manyPages, onePage, readPages, Scratch, sizes, WIDE_BOX } from './geometry-support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const GREEN = '0 1 0 rg 0 0 200 100 re f ';

describe('a side grows by its border', () => {
  test.each([
    ['border_top', '200x110', [0, 10]],
    ['border_bottom', '200x110', [0, 0]],
    ['border_left', '210x100', [10, 0]],
    ['border_right', '210x100', [0, 0]],
  ] as const)('%s', async (side, size, [x, y]) => {
    const path = await scratch.pdf(onePage({ content: GREEN }));
    const { path: made, warnings } = await scratch.run(borders, path, { [side]: 10, border_unit: 'pt' });
    expect(await sizes(made)).toEqual([size]);
    const at = await drawn(made);
    expect([at(x + 1, y + 1), at(x + 198, y + 98)]).toEqual(['green', 'green']);
    const space = {
      border_top: at(100, 5),
      border_bottom: at(100, 105),
      border_left: at(5, 50),
      border_right: at(205, 50),
    };
    expect(space[side]).toBe('white');
    expect(warnings).toEqual([]);
    await check(made);
  });

  test.each([
    ['mm', '228x128'],
    ['cm', '483x383'],
    ['in', '920x820'],
    ['pt', '210x110'],
    [undefined, '228x128'],
  ] as const)('in %s', async (unit, size) => {
    const sides = { border_top: 5, border_bottom: 5, border_left: 5, border_right: 5 };
    const options = unit === undefined ? sides : { ...sides, border_unit: unit };
    const { path } = await scratch.run(borders, await scratch.pdf(onePage()), options);
    expect(await sizes(path)).toEqual([size]);
  });
});

test.each([
  [90, [100, 200]],
  [180, [200, 100]],
  [270, [100, 200]],
] as const)('the sides of a page turned by %i are those that are shown', async (turn, [width, height]) => {
  const path = await scratch.pdf(onePage({ page: `${WIDE_BOX}/Rotate ${turn}` }));
  const { path: made } = await scratch.run(borders, path, { border_top: 30, border_left: 7, border_unit: 'pt' });
  const [before, after] = [(await readPages(path))[0], (await readPages(made))[0]];
  expect([after?.width, after?.height]).toEqual([width + 7, height + 30]);
  expect(after?.words.SE?.[0]).toBeCloseTo((before?.words.SE?.[0] ?? 0) + 7, 1);
  expect(after?.words.SE?.[1]).toBeCloseTo((before?.words.SE?.[1] ?? 0) + 30, 1);
});

test('a negative border cuts off, and what was hidden does not come into view', async () => {
  const content = '1 0 0 rg 0 0 400 400 re f 0 1 0 rg 100 100 200 100 re f';
  const path = await scratch.pdf(onePage({ content, page: '/MediaBox[0 0 400 400]/CropBox[100 100 300 200]' }));
  const { path: made } = await scratch.run(borders, path, { border_top: 20, border_left: -50, border_unit: 'pt' });
  expect(await sizes(made)).toEqual(['150x120']);
  const at = await drawn(made);
  expect([at(75, 10), at(75, 25), at(1, 60)]).toEqual(['white', 'green', 'green']);
});

test('units of the page are taken into account, and every page grows', async () => {
  const large = await scratch.pdf(onePage({ page: `${WIDE_BOX}/UserUnit 2` }));
  const { path } = await scratch.run(borders, large, { border_left: 20, border_unit: 'pt' });
  expect((await readPages(path))[0]?.words.NW?.[0]).toBeCloseTo(20, 0);
  const several = await scratch.run(borders, await scratch.pdf(manyPages(3)), { border_left: 20, border_unit: 'pt' });
  expect(await sizes(several.path)).toEqual(['120x140', '120x140', '120x140']);
});

test('pages that PDF cannot have are refused, a unit alone is told of, zero does nothing', async () => {
  const path = await scratch.pdf(onePage());
  const nothing = await errorOf(
    scratch.run(borders, path, { border_left: -150, border_right: -50, border_unit: 'pt' }),
  );
  expect([nothing.code, nothing.message]).toEqual(['option_unsupported', expect.stringContaining('page 1')]);
  const huge = await errorOf(scratch.run(borders, path, { border_top: 1e6 }));
  expect(huge.code).toBe('option_unsupported');
  const { warnings, path: same } = await scratch.run(borders, path, { border_unit: 'cm' });
  expect([warnings, same]).toEqual([['option_no_effect'], path]);
  expect(borders.asked({ linearize: false, allow_multiple_outputs: false, border_top: 0 })).toBe(false);
});
