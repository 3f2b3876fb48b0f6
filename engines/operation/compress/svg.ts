import { identify } from '../../../src/files/identify.ts';
import { optimizeSvg } from '../../../tools/programs/svgo/pool.ts';
import { type Compress, type Level, NOTHING_GAINED } from './compressor.ts';

/** Decimals of coordinates: two are a hundredth of a CSS pixel. */
const PRECISION: Readonly<Record<Level, number>> = { low: 5, medium: 3, high: 2 };

/** Removes invisible parts of a drawing, and rounds numbers. */
export const compressSvg: Compress = async (input, level, context) => {
  const path = await optimizeSvg(input.path, { precision: PRECISION[level] }, context);
  return path !== null && (await identify(path))?.name === 'svg' ? path : NOTHING_GAINED;
};
