import { drawingToSvg } from '../../../tools/dwg/preview/pool.ts';
import type { Decoder } from './decoder.ts';

/** Drawings of CAD programs: their model on white paper, as an SVG of our own making. */
export const cad: Decoder = {
  name: 'acad-ts',
  programs: [],
  async unpack({ input, options, context, folder }) {
    const path = await drawingToSvg(input, folder, context);
    return {
      count: 1,
      svg: path,
      picture: async () => ({ path, reading: 'svg', page: 0, density: null, isDrawn: true, options }),
    };
  },
};
