import { pngSize } from '../../../src/files/png-size.ts';
import { drawingSize } from '../drawing-size.ts';
import type { ImageOptions } from '../options.ts';
import type { Pictures, Unpacking } from './decoder.ts';

/** Default dots per inch of a drawing. */
export const DRAWING_DENSITY = 150;

/** Returns the dpi at which a drawing is rendered. */
export const densityFor = ({ dpi }: ImageOptions): number => dpi ?? DRAWING_DENSITY;

/**
 * Returns the pages of a drawing whose size is known only from rendering: renders them at the default density, and again, larger, if the
 * options ask for larger pictures.
 * @param render draws all pages as PNG files; `round` distinguishes the calls
 */
export async function drawnTwice(
  { options }: Unpacking,
  render: (density: number, round: number) => Promise<readonly string[]>,
): Promise<Pictures> {
  const density = densityFor(options);
  const first = await render(density, 1);
  const sizes = await Promise.all(
    first.map((path) => pngSize(path).then((size) => drawingSize(options, size, density))),
  );
  const scale = Math.max(1, ...sizes.map((size) => size.scale));
  const paths = scale > 1 ? await render(density * scale, 2) : first;
  return {
    count: first.length,
    async picture(index) {
      const path = paths[index];
      const size = sizes[index];
      if (path === undefined || size === undefined) throw new Error(`there is no page ${index}`);
      return { path, reading: 'unpacked', page: 0, density, isDrawn: true, options: size.options };
    },
  };
}
