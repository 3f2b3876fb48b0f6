import type { Decoder, Pictures, Unpacking } from './decoder.ts';

/** The others of several pictures have pages. */
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

/** Drawings that the process of pixels renders, from memory. */
export const svg: Decoder = {
  name: 'sharp',
  programs: [],
  readsInPlace: true,
  unpack: async ({ input: { path }, options }) => ({
    count: 1,
    picture: async () => ({ path, reading: 'svg', page: 0, density: null, isDrawn: true, options }),
  }),
};
