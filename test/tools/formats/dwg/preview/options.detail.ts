import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../../../src/task/types.ts';
import type { ScratchFolder } from '../../../../support/engine-context.ts';
import { BLACK, convertAll, convertOne, drawingsOf, FINE, type Raster, RED, raster, run, WHITE } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await drawingsOf('features.py');
});
afterAll(() => scratch.remove());

const [GREEN, BLUE] = ['#00ff00', '#0000ff'];
const layouts = () => scratch.path('layouts.dxf');

const image = (options: OptionValues, target = 'png') => convertOne(scratch, 'image', layouts(), target, options);
const seen = async (options: OptionValues): Promise<Raster> => raster((await image({ ...FINE, ...options })).path);

/** Colours of the three filled areas, and of the line through them. */
const areas = ({ at }: Raster) => [at(50, 50), at(200, 50), at(350, 50), at(200, 100)];

describe('which layers of a drawing are in its picture', () => {
  test.each<[string, OptionValues, readonly string[]]>([
    ['those of the drawing', {}, [RED, WHITE, GREEN, BLACK]],
    ['cad_layers alone, even if it is off', { cad_layers: 'off' }, [WHITE, BLUE, WHITE, BLUE]],
    ['by the start of its name', { cad_layers: 'R*, 0' }, [RED, WHITE, WHITE, BLACK]],
    ['without cad_hidden_layers', { cad_hidden_layers: 'Red,0' }, [WHITE, WHITE, GREEN, WHITE]],
  ])('%s', async (_, options, expected) => {
    const svg = await readFile((await image(options, 'svg')).path, 'utf8');
    const colors = [RED, BLUE, GREEN].filter((color) => svg.includes(`fill="${color}"`));
    expect(colors).toEqual([RED, BLUE, GREEN].filter((color) => expected.includes(color)));
    expect(svg.includes(`stroke="${BLACK}"`)).toBe(expected.at(-1) === BLACK);
  });

  test('a name that no layer has is reported', async () => {
    const { warnings } = await image({ cad_hidden_layers: 'RED, WALLS' });
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'option_no_effect', details: { layers: ['WALLS'] } }),
    );
  });
});

describe('how a drawing is drawn', () => {
  test('cad_monochrome', async () => {
    expect(areas(await seen({ cad_monochrome: true }))).toEqual([BLACK, WHITE, BLACK, BLACK]);
  });

  test('cad_background, on which colour 7 is white where it is dark', async () => {
    expect(areas(await seen({ cad_background: '#000080' }))).toEqual([RED, '#000080', GREEN, WHITE]);
  });

  test('cad_line_weights', async () => {
    // The line is 2.11 mm wide.
    const beside = async (weights: number, y: number) => (await seen({ cad_line_weights: weights })).at(200, 100 + y);
    expect([await beside(1, 0.8), await beside(1, 1.6)]).toEqual([BLACK, WHITE]);
    expect([await beside(2, 1.6), await beside(0, 0.4)]).toEqual([BLACK, WHITE]);
  });
});

/** Returns the sizes of a PDF's pages, millimetres. */
async function pages(path: string): Promise<readonly (readonly [number, number])[]> {
  const { stdout } = await run('pdfinfo', ['-l', '99', path]);
  const sizes = [...stdout.matchAll(/Page +\d+ size: +([\d.]+) x ([\d.]+)/g)];
  const millimetres = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4);
  return sizes.map(([, width, height]) => [millimetres(width), millimetres(height)]);
}

const pdf = (options: OptionValues) => convertOne(scratch, 'document', layouts(), 'pdf', options);

describe('the paper of a drawing', () => {
  test.each<[string, OptionValues, readonly (readonly [number, number])[]]>([
    ['as large as A3 holds the drawing', {}, [[420, 220]]],
    ['cad_scale', { cad_scale: '1:4' }, [[120, 70]]],
    ['page_size, turned as the drawing lies', { page_size: 'a4' }, [[297, 210]]],
    ['page_size and orientation', { page_size: 'a4', orientation: 'portrait' }, [[210, 297]]],
    ['a layout on its own paper', { cad_layout: 'layout1' }, [[297, 210]]],
    ['a layout at a scale', { cad_layout: 'Detail', cad_scale: '1:2' }, [[105, 149]]],
    [
      'all',
      { cad_layout: 'all' },
      [
        [420, 220],
        [297, 210],
        [210, 297],
      ],
    ],
  ])('%s', async (_, options, expected) => {
    const { path, warnings } = await pdf(options);
    expect(warnings).toEqual([]);
    expect(await pages(path)).toEqual(expected);
  });

  test('lines keep their weights on the page of a PDF', async () => {
    const { path } = await pdf({ page_size: 'a5' });
    const png = scratch.path('weights');
    await run('pdftocairo', ['-png', '-singlefile', '-r', '254', path, png]);
    const { width, height, pixel } = await raster(`${png}.png`);
    // Ten pixels a millimetre.
    const column = Array.from({ length: height }, (_, row) => pixel(Math.floor(width / 2), row));
    expect(Math.abs(column.filter((color) => color === BLACK).length - 21)).toBeLessThan(5);
  });

  test('cad_page_size of a picture', async () => {
    const { width, height } = await raster((await image({ cad_page_size: 'a5', dpi: 254 })).path);
    expect([width, height]).toEqual([2100, 1480]);
  });

  test('what a scale puts beyond the page is reported', async () => {
    const { path, warnings } = await pdf({ page_size: 'a4', cad_scale: '1:1' });
    expect(await pages(path)).toEqual([[297, 210]]);
    expect(warnings.map(({ message }) => message).join()).toMatch(/400 x 200 mm at that scale, more than its page/);
  });

  test('a scale that makes a sheet of many metres is refused', async () => {
    await expect(pdf({ cad_scale: '100:1' })).rejects.toMatchObject({ code: 'option_invalid' });
  });
});

describe('which sheets of a drawing', () => {
  test('a viewport shows the model at its scale', async () => {
    const { path } = await image({ cad_layout: 'Layout1', dpi: 254 });
    const { pixel } = await raster(path);
    // Ten pixels a millimetre, from the upper left of a paper of 297 x 210 mm; the viewport is in the middle, half as large.
    const at = (x: number, y: number) => pixel(x * 10, (210 - y) * 10);
    expect([at(75, 80), at(150, 80), at(225, 80), at(40, 80), at(150, 100)]).toEqual([RED, WHITE, GREEN, WHITE, BLACK]);
  });

  test.each(['png', 'svg'])('all: an output each (%s)', async (target) => {
    const { outputs } = await convertAll(scratch, 'image', layouts(), target, { cad_layout: 'all' });
    expect(outputs.map(({ suffix }) => suffix)).toEqual(['-1', '-2', '-3']);
    const sizes = await Promise.all(
      outputs.map(async ({ path }) => {
        const png = scratch.path(`all-${target}.png`);
        if (target === 'svg') await run('rsvg-convert', [path, '-o', png]);
        const { width, height } = await raster(target === 'svg' ? png : path);
        return width > height;
      }),
    );
    if (target === 'png') expect(sizes).toEqual([true, true, false]);
  });

  test('a layout that the drawing does not have is refused with the names of those it has', async () => {
    await expect(image({ cad_layout: 'Plan' })).rejects.toMatchObject({
      code: 'option_invalid',
      message: expect.stringContaining('model, Layout1, Detail, Unused'),
    });
  });
});

test.each(['image', 'document'] as const)(
  'on other inputs the options have no effect, with a warning: %s',
  async (category) => {
    const path = scratch.path(`other-${category}.${category === 'image' ? 'svg' : 'txt'}`);
    await writeFile(
      path,
      category === 'image' ? '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' : 'words',
    );
    const options = { cad_layout: 'all', cad_monochrome: true };
    const { warnings } = await convertOne(scratch, category, path, 'pdf', options);
    const unused = warnings
      .filter(({ code }) => code === 'option_no_effect')
      .map(({ details }) => String(details.option));
    expect(unused.toSorted()).toEqual(['cad_layout', 'cad_monochrome']);
  },
);
