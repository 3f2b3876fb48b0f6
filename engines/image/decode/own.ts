import type { Drawing } from '../job.ts';
import type { Decoder, Pictures, Unpacking } from './decoder.ts';

/** Formats whose several pictures are frames; those of other formats are pages. */
const MOVING: ReadonlySet<string> = new Set(['gif', 'webp']);

const asItIs = ({ input: { path, format }, options }: Unpacking): Pictures => ({
  count: null,
  moves: MOVING.has(format?.name ?? ''),
  picture: async (page) => ({ path, reading: 'picture', page, density: null, isDrawn: false, options }),
});

/** Formats that the pixel process reads directly. */
export const own: Decoder = {
  name: 'sharp',
  programs: [],
  readsInPlace: true,
  unpack: async (unpacking) => asItIs(unpacking),
};

const drawing = (name: string, reading: Drawing): Decoder => ({
  name,
  programs: [],
  readsInPlace: true,
  unpack: async ({ input: { path }, options }) => ({
    count: 1,
    picture: async () => ({ path, reading, page: 0, density: null, isDrawn: true, options }),
  }),
});

/** Drawings that the pixel process renders. */
export const svg = drawing('resvg', 'svg');

/** Renders with librsvg, which reads other encodings than UTF-8 and survives a drawing that is made to exhaust the stack. */
export const svgByLibrsvg = drawing('librsvg', 'librsvg');
