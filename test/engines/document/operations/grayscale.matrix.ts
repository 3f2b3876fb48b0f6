import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grayscale } from '../../../../engines/document/operations/quality/grayscale.ts';
import { sample } from '../../../support/sample.ts';
import { Bench, catalog, check, colorAt, fact, images, text } from './support-ghostscript.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
});
afterAll(() => bench.remove());

const ASKED = { grayscale: true } as const;
/** Inside of the first image of a page. */
const IMAGE = [60, 740] as const;
const saturation = (color: readonly number[]) => Math.max(...color) - Math.min(...color);

const KINDS = [
  ['rgb', 'gray image'],
  ['cmyk', 'gray image'],
  ['jpeg', 'gray jpeg'],
  ['cmykjpeg', 'gray jpeg'],
  ['jpx', 'gray jpeg'],
  ['lab', 'gray image'],
  ['rgb16', 'gray image'],
  ['indexed', 'index image'],
] as const;

test.each(sample('kinds of images in grey', KINDS, 3))('%s', async (kind, expected) => {
  const source = await bench.pdf({ image: [kind] });
  const { path, warnings } = await bench.run(grayscale, source, ASKED);
  await check(path);
  expect((await images(path)).map(({ color, encoding }) => `${color} ${encoding}`)).toEqual([expected]);
  const [before, after] = await Promise.all([source, path].map((file) => colorAt(file, ...IMAGE, 12)));
  expect(saturation(before ?? [])).toBeGreaterThan(2);
  expect(saturation(after ?? [])).toBe(0);
  // As bright as it was.
  const [red = 0, green = 0, blue = 0] = before ?? [];
  if (kind !== 'lab')
    expect(Math.abs((after?.[0] ?? 0) - (0.299 * red + 0.587 * green + 0.114 * blue))).toBeLessThan(8);
  expect(warnings).toEqual([]);
});

describe('left alone', () => {
  test.each(['mono', 'mask', 'gray'])('%s', async (kind) => {
    const source = await bench.pdf({ image: [kind] });
    const result = await bench.run(grayscale, source, ASKED);
    expect(result).toMatchObject({ path: source, warnings: [] });
  });

  test('text and drawings, tags and forms', async () => {
    const source = await bench.pdf({ image: ['rgb', 'mask'], rich: true });
    const { path, warnings } = await bench.run(grayscale, source, ASKED);
    expect(await colorAt(path, 340, 115)).toEqual([255, 0, 0]);
    expect(await text(path)).toBe(await text(source));
    expect([await fact(path, 'Tagged'), await fact(path, 'Form'), warnings]).toEqual(['yes', 'AcroForm', []]);
    expect(Object.keys(await catalog(path)).sort()).toEqual(Object.keys(await catalog(source)).sort());
  });

  test('spot inks, with a warning', async () => {
    const { path, warnings } = await bench.run(grayscale, await bench.pdf({ image: ['spot', 'rgb'] }), ASKED);
    expect(warnings).toEqual([
      {
        code: 'output_limited',
        message: 'Images that were not converted to grey: 1 (special colours).',
        details: { option: 'grayscale', left: { 'special colours': 1 } },
      },
    ]);
    expect((await images(path)).map(({ color }) => color)).toEqual(['sep', 'gray']);
  });
});

test('inline images', async () => {
  const source = await bench.pdf({ inline: true });
  const [before, after] = [source, (await bench.run(grayscale, source, ASKED)).path];
  expect(saturation(await colorAt(before, 403, 705))).toBeGreaterThan(100);
  expect(saturation(await colorAt(after, 403, 705))).toBe(0);
});

test('what a range of colours hides stays hidden', async () => {
  const source = await bench.pdf({ image: ['keyed'] });
  const { path } = await bench.run(grayscale, source, ASKED);
  const [before, after] = await Promise.all([source, path].map(whitePixels));
  expect(before).toBeGreaterThan(1000);
  expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThan((before ?? 0) * 0.05);
});

/** White pixels where the first image is. */
async function whitePixels(path: string): Promise<number> {
  const args = ['-r', '72', '-x', '42', '-y', '712', '-W', '66', '-H', '66', path];
  const { stdout } = await execa('pdftoppm', args, { encoding: 'buffer' });
  const pixels = stdout.subarray(stdout.length - 66 * 66 * 3);
  let count = 0;
  for (let at = 0; at < pixels.length; at += 3) if ((pixels[at] ?? 0) > 250) count++;
  return count;
}

test('transparency stays', async () => {
  const { path } = await bench.run(grayscale, await bench.pdf({ image: ['masked'] }), ASKED);
  expect((await images(path)).map(({ type, color }) => `${type} ${color}`)).toEqual(['image gray', 'smask gray']);
});

test('a damaged image is left, with a warning, and the others are turned', async () => {
  const whole = await bench.pdf({ image: ['jpeg', 'rgb'] });
  const path = bench.path('damaged.pdf');
  const script = `
import pikepdf, sys
pdf = pikepdf.open(sys.argv[1])
pdf.pages[0].Resources.XObject.I0.write(b"no image", filter=pikepdf.Name.DCTDecode)
pdf.save(sys.argv[2])`;
  await execa('/usr/bin/python3', ['-c', script, whole, path]);
  const result = await bench.run(grayscale, path, ASKED);
  expect(result.warnings.map(({ details }) => details.left)).toEqual([{ damaged: 1 }]);
  expect((await images(result.path)).at(-1)?.color).toBe('gray');
});
