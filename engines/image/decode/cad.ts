import { AS_IT_IS, type Page } from '../../../tools/formats/dwg/preview/job.ts';
import { previewOptions } from '../../../tools/formats/dwg/preview/options.ts';
import { drawingToSvgs } from '../../../tools/formats/dwg/preview/pool.ts';
import { namedPaper, POINTS } from '../../../tools/formats/pdf-pages/geometry/papers.ts';
import type { ImageOptions } from '../options.ts';
import type { Decoder, Unpacking } from './decoder.ts';

/** Draws the model or the paper layouts of a CAD drawing as SVGs of our own. */
export const cad: Decoder = {
  name: 'acad-ts',
  programs: [],
  async unpack(unpacking) {
    const { options } = unpacking;
    const svgs = await sheetsOf(unpacking);
    return {
      count: svgs.length,
      picture: async (index) => {
        const path = svgs[index];
        if (path === undefined) throw new RangeError(`a drawing of ${svgs.length} sheets has no sheet ${index}`);
        return { path, reading: 'librsvg', page: 0, density: null, isDrawn: true, options };
      },
    };
  },
};

/** Returns the paths of SVGs of our own, one for the model or for each paper layout. */
export const sheetsOf = ({ input, options, context, folder }: Unpacking): Promise<readonly string[]> =>
  drawingToSvgs(input, previewOptions(options, pageOf(options)), folder, context);

function pageOf({ cad_page_size: name }: ImageOptions): Page | null {
  if (name === undefined) return AS_IT_IS.page;
  const { width, height, fixed } = namedPaper(name);
  return { width: width / POINTS.mm, height: height / POINTS.mm, fixed };
}
